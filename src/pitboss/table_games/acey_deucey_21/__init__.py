"""Acey Deucey 21."""
