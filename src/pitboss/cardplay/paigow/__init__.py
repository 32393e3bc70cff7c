"""What the pai gow games share: hands, setting, house ways, and exact counting of all deals."""
