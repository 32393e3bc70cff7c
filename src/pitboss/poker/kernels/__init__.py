"""Compiled ranking of hands: tables, and the loops over them."""
