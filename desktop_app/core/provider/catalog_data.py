"""The catalog's data: presets and publicly listed models.

Each group names the page its figures were taken from and the month. Prices are per million tokens.
"""

from __future__ import annotations

from desktop_app.core.domain.catalog import ModelFacts, Preset

PRESETS: tuple[Preset, ...] = (
    Preset(
        "built-in",
        "Built-in model",
        needs_key=False,
        is_loopback=True,
    ),
    Preset(
        "openai",
        "OpenAI",
        "https://api.openai.com/v1",
        max_tokens_field="max_completion_tokens",
        models=("gpt-4.1-mini", "gpt-4.1", "gpt-4o", "gpt-4o-mini", "gpt-5", "gpt-5-mini", "o4-mini"),
        key_page="https://platform.openai.com/api-keys",
    ),
    Preset(
        "deepseek",
        "DeepSeek",
        "https://api.deepseek.com/v1",
        models=("deepseek-chat", "deepseek-reasoner"),
        key_page="https://platform.deepseek.com/api_keys",
    ),
    Preset(
        "qwen",
        "Qwen (DashScope)",
        "https://dashscope.aliyuncs.com/compatible-mode/v1",
        models=("qwen-plus", "qwen-max", "qwen-turbo", "qwen-flash"),
        currency="CNY",
        key_page="https://bailian.console.aliyun.com/",
    ),
    Preset(
        "moonshot",
        "Moonshot (Kimi)",
        "https://api.moonshot.cn/v1",
        models=("kimi-k2-0905-preview", "kimi-latest", "moonshot-v1-8k", "moonshot-v1-128k"),
        currency="CNY",
        key_page="https://platform.moonshot.cn/console/api-keys",
    ),
    Preset(
        "zhipu",
        "Zhipu (GLM)",
        "https://open.bigmodel.cn/api/paas/v4",
        models=("glm-4.6", "glm-4.5", "glm-4.5-air", "glm-4-flash"),
        currency="CNY",
        key_page="https://open.bigmodel.cn/usercenter/apikeys",
    ),
    Preset(
        "openrouter",
        "OpenRouter",
        "https://openrouter.ai/api/v1",
        models=("openrouter/auto", "deepseek/deepseek-chat", "openai/gpt-4.1-mini"),
        key_page="https://openrouter.ai/keys",
    ),
    Preset(
        "ollama",
        "Ollama",
        "http://127.0.0.1:11434/v1",
        needs_key=False,
        is_loopback=True,
    ),
    Preset(
        "lm-studio",
        "LM Studio",
        "http://127.0.0.1:1234/v1",
        needs_key=False,
        is_loopback=True,
    ),
    Preset(
        "llama.cpp",
        "llama.cpp",
        "http://127.0.0.1:8080/v1",
        needs_key=False,
        is_loopback=True,
    ),
    Preset("custom", "Custom", needs_key=False),
)

_OPENAI = "https://platform.openai.com/docs/pricing and /docs/models"
_DEEPSEEK = "https://api-docs.deepseek.com/quick_start/pricing"
_QWEN = "https://help.aliyun.com/zh/model-studio/models"
_MOONSHOT = "https://platform.moonshot.cn/docs/pricing/chat"
_ZHIPU = "https://open.bigmodel.cn/pricing"


def _model(
    name: str,
    window: int,
    output_limit: int | None,
    prices: tuple[float, float | None, float] | None,
    *,
    source: str,
    as_of: str,
    vision: bool = False,
    currency: str = "USD",
) -> ModelFacts:
    """One row; ``prices`` are fresh input, cached input, output."""
    fresh, cached, output = prices or (None, None, None)
    return ModelFacts(name, window, output_limit, vision, currency, fresh, cached, output, as_of, source)


def _openai(
    name: str, window: int, output_limit: int, prices: tuple[float, float | None, float]
) -> ModelFacts:
    return _model(name, window, output_limit, prices, source=_OPENAI, as_of="2025-08", vision=True)


def _qwen(
    name: str,
    window: int,
    output_limit: int,
    prices: tuple[float, float | None, float],
    *,
    vision: bool = False,
) -> ModelFacts:
    return _model(
        name, window, output_limit, prices, source=_QWEN, as_of="2025-08", vision=vision, currency="CNY"
    )


def _moonshot(name: str, window: int, prices: tuple[float, float | None, float]) -> ModelFacts:
    return _model(name, window, None, prices, source=_MOONSHOT, as_of="2025-09", currency="CNY")


def _zhipu(
    name: str, window: int, output_limit: int, prices: tuple[float, float | None, float] | None
) -> ModelFacts:
    return _model(name, window, output_limit, prices, source=_ZHIPU, as_of="2025-09", currency="CNY")


MODELS: tuple[ModelFacts, ...] = (
    _openai("gpt-5", 400_000, 128_000, (1.25, 0.125, 10.0)),
    _openai("gpt-5-mini", 400_000, 128_000, (0.25, 0.025, 2.0)),
    _openai("gpt-5-nano", 400_000, 128_000, (0.05, 0.005, 0.40)),
    _openai("gpt-4.1", 1_047_576, 32_768, (2.0, 0.50, 8.0)),
    _openai("gpt-4.1-mini", 1_047_576, 32_768, (0.40, 0.10, 1.60)),
    _openai("gpt-4.1-nano", 1_047_576, 32_768, (0.10, 0.025, 0.40)),
    _openai("gpt-4o", 128_000, 16_384, (2.50, 1.25, 10.0)),
    _openai("gpt-4o-mini", 128_000, 16_384, (0.15, 0.075, 0.60)),
    _openai("o3", 200_000, 100_000, (2.0, 0.50, 8.0)),
    _openai("o3-mini", 200_000, 100_000, (1.10, 0.55, 4.40)),
    _openai("o4-mini", 200_000, 100_000, (1.10, 0.275, 4.40)),
    _model("deepseek-chat", 131_072, 8_192, (0.28, 0.028, 0.42), source=_DEEPSEEK, as_of="2025-10"),
    _model("deepseek-reasoner", 131_072, 65_536, (0.28, 0.028, 0.42), source=_DEEPSEEK, as_of="2025-10"),
    _qwen("qwen-max", 32_768, 8_192, (2.4, 0.96, 9.6)),
    _qwen("qwen-plus", 131_072, 16_384, (0.8, 0.32, 2.0)),
    _qwen("qwen-turbo", 131_072, 16_384, (0.3, 0.12, 0.6)),
    _qwen("qwen-vl-max", 131_072, 8_192, (1.6, 0.64, 4.0), vision=True),
    _moonshot("kimi-k2", 262_144, (4.0, 1.0, 16.0)),
    _moonshot("kimi-k2-0711-preview", 131_072, (4.0, 1.0, 16.0)),
    _moonshot("moonshot-v1-8k", 8_192, (2.0, None, 10.0)),
    _moonshot("moonshot-v1-32k", 32_768, (5.0, None, 20.0)),
    _moonshot("moonshot-v1-128k", 131_072, (10.0, None, 30.0)),
    _zhipu("glm-4.6", 200_000, 128_000, None),
    _zhipu("glm-4.5", 131_072, 98_304, None),
    _zhipu("glm-4-flash", 131_072, 16_384, (0.0, None, 0.0)),
    _zhipu("glm-4-plus", 131_072, 4_096, (5.0, None, 5.0)),
)
