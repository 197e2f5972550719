"""The site in a real browser: games played by clicking, by keys and by thumb."""
