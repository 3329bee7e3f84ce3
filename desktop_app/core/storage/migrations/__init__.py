"""The numbered steps that build and change the schema, one module per step; nothing else."""
