"""The learned player: a small value network inside the compiled rules, trained by playing against itself."""
