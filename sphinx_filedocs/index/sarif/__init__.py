"""Reports in SARIF 2.1.0: what other tools have found is read, what our rules find is written."""
