"""Rules on a GPU: `twins` compiles them, `device` speaks with the driver, `arrays` are what other libraries take over.

`staging` is for kernels. Nobody who plays on the CPU loads any of this, and this file imports nothing.
"""
