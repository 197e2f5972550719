"""Training on a GPU: tens of thousands of games side by side, a decision of each at a time.

`tables` says what is done with a game, in rules that the CPU can run, too; `kernels` has the GPU's threads do it;
`playing` launches them, and `learning` learns from the games with PyTorch. docs/ai.md tells how to use it.
"""
