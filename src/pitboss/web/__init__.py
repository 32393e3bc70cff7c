"""The card room in the browser: HTTP and WebSocket API, and the pages."""
