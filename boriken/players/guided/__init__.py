"""The guide: a network that looks at a decision, proposes what to choose and says who will win; and its tree search."""
