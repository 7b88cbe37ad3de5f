"""The HTTP door: runs started, followed and steered by programs and by the page. The extra `serve` installs it."""
