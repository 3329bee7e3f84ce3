"""Inside one message: Markdown to blocks (no Qt), and ``MessageBody``, the widget that shows them."""
