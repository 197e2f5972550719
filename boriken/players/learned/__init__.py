"""The learned player: a small value network inside the compiled rules, made by `boriken.players.training`."""
