"""The general solver: any game from its rules alone, exactly where all rounds can be played, else by
sampling."""
