"""The card room in the browser: the HTTP API, the live channel, the pages."""
