"""Dealer school: situations out of the real rules, fields marked one by one with reason, clause and arithmetic."""
