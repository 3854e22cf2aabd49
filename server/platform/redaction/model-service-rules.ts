/** Rules for keys of language models, and of services that their users need, which begin with a prefix. */
import { isRandom } from './random.ts';
import type { SecretRule } from './rule.ts';

export const modelServiceRules: readonly SecretRule[] = [
  {
    id: 'model',
    description:
      'Keys of Groq, xAI, Perplexity, Cerebras, NVIDIA, Together, ElevenLabs, Hugging Face organizations, and sessions of OpenAI',
    marks: ['gsk_', 'xai-', 'pplx-', 'csk-', 'nvapi-', 'tgp_v', 'sk_', 'api_org_', 'sess-'],
    pattern:
      /(?<![A-Za-z0-9])(?:gsk_[A-Za-z0-9]{20,}|xai-[A-Za-z0-9]{32,}|pplx-[A-Za-z0-9]{32,}|csk-[a-z0-9]{40,}|nvapi-[\w-]{40,}|tgp_v\d_[\w-]{32,}|sk_[0-9a-f]{40,}|api_org_[A-Za-z]{30,}|sess-[A-Za-z0-9]{40,})/g,
    examples: [
      ['gsk_', 'x8Kd2Lm4Qz7Rt9Vw1Yb3Nc5Xe6Zg8Hj0Kl2Mn4Pq6Rs8Tu0Vw2Xy'],
      ['xai-', 'x8Kd2Lm4Qz7Rt9Vw1Yb3Nc5Xe6Zg8Hj0Kl2Mn4Pq6Rs8Tu0Vw2Xy'],
    ],
    lookalikes: ['gsk_vaccines', 'xai-explainable-artificial-intelligence', 'sess-1', 'risk_0123456789abcdef0123456789abcdef01234567'],
  },
  {
    id: 'model-tool',
    description:
      'Keys of LangSmith, Pinecone, Tavily, E2B, RunPod, Anyscale, Weights and Biases, Cursor, Firecrawl, and new ones of Gemini',
    marks: ['lsv2_', 'pcsk_', 'tvly-', 'e2b_', 'rpa_', 'esecret_', 'wandb_v', 'key_', 'fc-', 'aq.ab'],
    pattern:
      /(?<![A-Za-z0-9])(?:lsv2_(?:pt|sk)_[0-9a-f]{32}(?:_[0-9a-f]{6,12})?|pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{40,}|tvly-(?:[a-z]{2,6}-)?[A-Za-z0-9]{24,}|e2b_[0-9a-f]{40}|rpa_[A-Z0-9]{40,}|esecret_[a-z0-9]{20,}|wandb_v\d_[\w-]{40,}|key_[0-9a-f]{64}|fc-[0-9a-f]{32}|AQ\.Ab[\w-]{30,})(?![A-Za-z0-9])/g,
    examples: [
      ['lsv2_pt_', '0123456789abcdef0123456789abcdef_0123456789'],
      ['pcsk_', 'x8Kd2_Lm4Qz7Rt9Vw1Yb3Nc5Xe6Zg8Hj0Kl2Mn4Pq6Rs8Tu0Vw2Xy'],
    ],
    lookalikes: ['key_performance_indicators', 'fc-barcelona', 'tvly-dev'],
  },
  {
    id: 'short-prefix',
    description: 'Keys of Fireworks, Voyage, Render and Trigger.dev, and old ones of Notion, whose prefixes also begin words',
    marks: ['fw_', 'pa-', 'rnd_', 'tr_', 'secret_'],
    pattern:
      /(?<![A-Za-z0-9_-])(?:fw_[A-Za-z0-9]{20,}|pa-[\w-]{40,}|rnd_[A-Za-z0-9]{24,}|tr_(?:dev|prod|stg|preview)_[A-Za-z0-9]{20,}|secret_[A-Za-z0-9]{40,})/g,
    isSecret: isRandom,
    examples: [['rnd_', 'x8Kd2Lm4Qz7Rt9Vw1Yb3Nc5Xe6Zg']],
    lookalikes: ['fw_configuration_of_the_gateway', 'secret_santa', 'tr_prod_environment'],
  },
];
