"""The subcommand ``export`` and its formats."""
