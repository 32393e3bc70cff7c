"""Compiled counting: `deals` over all dealers at once, `hands` for one hand against all others."""
