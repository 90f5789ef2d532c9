"""Terraform and its like."""
