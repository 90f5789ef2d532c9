"""Read and write reports in SARIF 2.1.0: findings of other tools, and ours for them."""
