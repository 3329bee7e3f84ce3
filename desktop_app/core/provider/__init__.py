"""Model endpoints: OpenAI-compatible adapter, catalog, local engine, scripted fake; alone knows openai."""
