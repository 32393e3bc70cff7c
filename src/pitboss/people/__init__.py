"""People: accounts, sign-in, sessions, rights, protection."""
