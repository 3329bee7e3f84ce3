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
        models=("gpt-6.1-terra", "gpt-6.1-sol", "gpt-6-luna", "gpt-6-astra", "gpt-5-mini", "gpt-4.1-mini"),
        key_page="https://platform.openai.com/api-keys",
    ),
    Preset(
        "deepseek",
        "DeepSeek",
        "https://api.deepseek.com",
        models=("deepseek-flash", "deepseek-v4-pro"),
        currency="CNY",
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
        models=("kimi-k2.6", "kimi-k3", "kimi-k2.5"),
        currency="CNY",
        key_page="https://platform.moonshot.cn/console/api-keys",
    ),
    Preset(
        "zhipu",
        "Zhipu (GLM)",
        "https://open.bigmodel.cn/api/paas/v4",
        models=("glm-5.1", "glm-5", "glm-4.7", "glm-4.6"),
        currency="CNY",
        key_page="https://open.bigmodel.cn/usercenter/apikeys",
    ),
    Preset(
        "openrouter",
        "OpenRouter",
        "https://openrouter.ai/api/v1",
        models=("openrouter/auto", "deepseek/deepseek-v4-flash", "openai/gpt-4.1-mini"),
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

_OPENAI = "https://developers.openai.com/api/docs/pricing"
_OPENAI_2026 = f"{_OPENAI}, as told by the releases of github.com/TheKrush/PromptFuel; below 272,000 tokens"
_DEEPSEEK = "https://api-docs.deepseek.com/zh-cn/quick_start/pricing; peak hours, half of it at others"
_DEEPSEEK_2025 = "https://api-docs.deepseek.com/quick_start/pricing; names retired by DeepSeek in 2026"
_QWEN = "https://help.aliyun.com/zh/model-studio/models"
_MOONSHOT = "https://platform.moonshot.cn/docs/pricing/chat, as told by siml1169/kimi-copilot-provider_k3"
_ZHIPU = "https://docs.bigmodel.cn/cn/guide/start/model-overview"

_Prices = tuple[float, float | None, float]


def _model(
    name: str,
    window: int | None,
    output_limit: int | None,
    prices: _Prices | None,
    *,
    source: str,
    as_of: str,
    vision: bool = False,
    currency: str = "USD",
) -> ModelFacts:
    """One row; ``prices`` are fresh input, cached input, output."""
    fresh, cached, output = prices or (None, None, None)
    return ModelFacts(name, window, output_limit, vision, currency, fresh, cached, output, as_of, source)


def _openai(name: str, window: int, output_limit: int, prices: _Prices) -> ModelFacts:
    return _model(name, window, output_limit, prices, source=_OPENAI, as_of="2025-08", vision=True)


def _openai_2026(name: str, prices: _Prices) -> ModelFacts:
    return _model(name, None, None, prices, source=_OPENAI_2026, as_of="2026-10", vision=True)


def _qwen(name: str, window: int, output_limit: int, prices: _Prices, *, vision: bool = False) -> ModelFacts:
    return _model(
        name, window, output_limit, prices, source=_QWEN, as_of="2025-08", vision=vision, currency="CNY"
    )


def _moonshot(name: str, window: int, prices: _Prices) -> ModelFacts:
    return _model(name, window, 32_768, prices, source=_MOONSHOT, as_of="2026-07", vision=True)


def _zhipu(name: str, window: int, output_limit: int) -> ModelFacts:
    return _model(name, window, output_limit, None, source=_ZHIPU, as_of="2026-04", currency="CNY")


def _deepseek(name: str, prices: _Prices, *, vision: bool = False) -> ModelFacts:
    return _model(
        name,
        1_000_000,
        384_000,
        prices,
        source=_DEEPSEEK,
        as_of="2026-10",
        vision=vision,
        currency="CNY",
    )


MODELS: tuple[ModelFacts, ...] = (
    _openai_2026("gpt-6.1-sol", (2.0, 0.10, 10.0)),
    _openai_2026("gpt-6.1-terra", (1.0, 0.05, 5.0)),
    _openai_2026("gpt-6-astra", (10.0, 1.0, 50.0)),
    _openai_2026("gpt-6-sol", (2.0, 0.20, 10.0)),
    _openai_2026("gpt-6-luna", (0.10, 0.01, 0.50)),
    _openai_2026("gpt-5.6-terra", (2.0, 0.20, 12.0)),
    _openai_2026("gpt-5.6-luna", (0.20, 0.02, 1.20)),
    _openai("gpt-5", 400_000, 128_000, (1.25, 0.125, 10.0)),
    _openai("gpt-5-mini", 400_000, 128_000, (0.25, 0.025, 2.0)),
    _openai("gpt-5-nano", 400_000, 128_000, (0.05, 0.005, 0.40)),
    _openai("gpt-4.1", 1_047_576, 32_768, (2.0, 0.50, 8.0)),
    _openai("gpt-4.1-mini", 1_047_576, 32_768, (0.40, 0.10, 1.60)),
    _openai("gpt-4.1-nano", 1_047_576, 32_768, (0.10, 0.025, 0.40)),
    _openai("gpt-4o", 128_000, 16_384, (2.50, 1.25, 10.0)),
    _openai("gpt-4o-mini", 128_000, 16_384, (0.15, 0.075, 0.60)),
    _openai("o3", 200_000, 100_000, (2.0, 0.50, 8.0)),
    _openai("o4-mini", 200_000, 100_000, (1.10, 0.275, 4.40)),
    _deepseek("deepseek-flash", (2.0, 0.04, 8.0), vision=True),
    _deepseek("deepseek-v4-flash", (2.0, 0.04, 8.0), vision=True),
    _deepseek("deepseek-v4-pro", (9.0, 0.30, 27.0)),
    _model("deepseek-chat", 131_072, 8_192, (0.28, 0.028, 0.42), source=_DEEPSEEK_2025, as_of="2025-12"),
    _model("deepseek-reasoner", 131_072, 65_536, (0.28, 0.028, 0.42), source=_DEEPSEEK_2025, as_of="2025-12"),
    _qwen("qwen-max", 32_768, 8_192, (2.4, 0.96, 9.6)),
    _qwen("qwen-plus", 131_072, 16_384, (0.8, 0.32, 2.0)),
    _qwen("qwen-turbo", 131_072, 16_384, (0.3, 0.12, 0.6)),
    _qwen("qwen-vl-max", 131_072, 8_192, (1.6, 0.64, 4.0), vision=True),
    _moonshot("kimi-k2.5", 262_144, (0.60, 0.10, 3.0)),
    _moonshot("kimi-k2.6", 262_144, (0.95, 0.16, 4.0)),
    _moonshot("kimi-k2.7-code", 262_144, (0.95, 0.19, 4.0)),
    _moonshot("kimi-k3", 1_000_000, (3.0, 0.30, 15.0)),
    _zhipu("glm-5.1", 200_000, 128_000),
    _zhipu("glm-5", 200_000, 128_000),
    _zhipu("glm-4.7", 200_000, 128_000),
    _zhipu("glm-4.6", 200_000, 128_000),
)
