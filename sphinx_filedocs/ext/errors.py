"""The error that ends a build because of what a user wrote."""

from __future__ import annotations

from sphinx.errors import ConfigError


class UserError(ConfigError):
    """A mistake in the options, or in what they name: the message is all that a user needs."""
