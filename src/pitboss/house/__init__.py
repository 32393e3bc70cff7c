"""The house's papers: table files, checks, approvals, signs, the daily report."""
