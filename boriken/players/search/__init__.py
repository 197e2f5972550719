"""The search player: plays samples of the future on with the network, and gives its time to the better choices."""
