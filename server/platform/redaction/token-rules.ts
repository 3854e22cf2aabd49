/** Rules for secrets that begin with an issuer's prefix. */
import { isRandom } from './random.ts';
import type { SecretRule } from './rule.ts';

export const tokenRules: readonly SecretRule[] = [
  {
    id: 'aws-access-key-id',
    description: 'Access key ids of AWS',
    marks: ['a3t', 'akia', 'asia', 'abia', 'acca'],
    pattern: /(?<![A-Za-z0-9])(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
    examples: [
      ['AKIA', 'QYLPMN5HHHFPZAM2'],
      ['ASIA', 'Y34FZKBOKMUTVV7A'],
    ],
    lookalikes: ['ASIA PACIFIC', 'AIDAQYLPMN5HHHFPZAM2X', 'the prefix AKIA'],
  },
  {
    id: 'aws-bedrock-key',
    description: 'API keys of Amazon Bedrock',
    marks: ['absk', 'bedrock-api-key-'],
    pattern: /(?<![A-Za-z0-9])(?:ABSK[A-Za-z0-9+/]{40,}|bedrock-api-key-[A-Za-z0-9+/=_-]{16,})/g,
    examples: [['ABSK', 'QmVkcm9ja0FQSUtleS1hYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3g']],
    lookalikes: ['bedrock-api-key-ring'],
  },
  {
    id: 'github',
    description: 'Tokens of GitHub',
    marks: ['gh', 'github_pat_'],
    pattern: /(?<![A-Za-z0-9])(?:gh[a-z]_\w{4,}|github_pat_\w{20,})/g,
    examples: [
      ['ghp_', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'],
      ['github_pat_', '11ABCDEFG0abcdefghijkl_0123456789'],
    ],
    lookalikes: ['github_pattern', 'ghz_1'],
  },
  {
    id: 'gitlab',
    description: 'Tokens of GitLab',
    marks: ['glpat-', 'glptt-', 'gldt-', 'glrt-', 'glcbt-', 'glsoat-', 'glft-', 'glimt-', 'glagent-', 'gloas-', 'glffct-'],
    pattern: /(?<![A-Za-z0-9])gl(?:pat|ptt|dt|rt|cbt|soat|ft|imt|agent|oas|ffct)-[\w-]{8,}(?:\.[0-9a-z]{2}\.?[0-9a-z]{7,9})?/g,
    examples: [
      ['glpat-', 'x8Kd2Lm4Qz7Rt9Vw1Yb3'],
      ['glrt-', '2CR8_eVxiioB1QmzPZwa'],
    ],
    lookalikes: ['glpat-', 'single-page'],
  },
  {
    id: 'slack',
    description: 'Tokens and webhooks of Slack',
    marks: ['xox', 'xapp-', 'hooks.slack.com'],
    pattern:
      /(?<![A-Za-z0-9])(?:xox[a-z](?:\.xox[a-z])?-|xapp-\d-)[\w-]{8,}|(?<=hooks\.slack\.com\/)(?:services|workflows|triggers)\/[\w+/]{20,}/g,
    examples: [
      ['xoxb-', '263594206564-2343594206574-FGqddMF8t08v8N7Oq4i57vs1'],
      ['xapp-', '1-A052FGTS2DL-5171572773297-610b6a11f4b7eb819e87b767d80e6575'],
      ['https://hooks.slack.com/', 'services/T01ABCDEF/B01ABCDEF/a1b2c3d4e5f6a7b8c9d0e1f2'],
    ],
    lookalikes: ['xoxo-', 'https://hooks.slack.com/services'],
  },
  {
    id: 'openai-anthropic',
    description: 'Keys of OpenAI, Anthropic, OpenRouter and others that begin with sk-',
    marks: ['sk-'],
    pattern: /(?<![A-Za-z0-9])sk-(?:(?:ant|proj|svcacct|service|admin|or|lf|None)-[\w-]{8,}|[A-Za-z0-9]{20,})/g,
    examples: [
      ['sk-ant-', 'api03-Zx8Kd2Lm4Qz7Rt9Vw1Yb3Nc5'],
      ['sk-proj-', 'Zx8Kd2Lm4Qz7Rt9Vw1Yb3Nc5'],
      ['sk-', 'SDAPGGZUyVr7SYJpSODgT3BlbkFJM1fIItFASvyIsaCKUs19'],
    ],
    lookalikes: ['risk-proj-management', 'task-antenna-inspection', 'desk-administrators'],
  },
  {
    id: 'stripe',
    description: 'Keys and webhook secrets of Stripe, and keys that are written alike',
    marks: ['sk_', 'rk_', 'whsec_'],
    pattern: /(?<![A-Za-z0-9])(?:[sr]k_(?:live|test|prod)_\w{4,}|whsec_[A-Za-z0-9+/=]{16,})/g,
    examples: [
      ['sk_live_', '51OuEMLAlTWGaDypq4P5cuDHbuKeG4tAGPYHJpEXQ7zE8mKK3jkhTFPvCxnSSK5z'],
      ['whsec_', 'a1b2c3d4e5f6a7b8c9d0e1f2'],
    ],
    lookalikes: ['sk_live', 'task_test_results'],
  },
  {
    id: 'google',
    description: 'Keys, client secrets and tokens of Google',
    marks: ['aiza', 'gocspx-', 'ya29.', '1//0'],
    pattern: /(?<![A-Za-z0-9])(?:AIza[\w-]{30,}|GOCSPX-[\w-]{16,}|ya29\.[\w-]{16,}|1\/\/0[\w-]{20,})/g,
    examples: [
      ['AIza', 'SyDdI0hCZtE6vySjMm-WEfRq3CPzqKqqsHI'],
      ['GOCSPX-', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4'],
      ['ya29.', 'a0AfH6SMBx1y2z3A4b5C6d7E8f9G'],
    ],
    lookalikes: ['AIzawa', 'http://1//0'],
  },
  {
    id: 'package-registry',
    description: 'Tokens of npm, PyPI, RubyGems, Docker Hub and Clojars',
    marks: ['npm_', 'pypi-', 'rubygems_', 'dckr_', 'clojars_'],
    pattern:
      /(?<![A-Za-z0-9])(?:npm_[A-Za-z0-9]{20,}|pypi-[\w-]{32,}|rubygems_[0-9a-f]{24,}|dckr_(?:pat|oat)_[\w-]{16,}|CLOJARS_[a-z0-9]{40,})/g,
    examples: [
      ['npm_', 'j8Kd2Lm4Qz7Rt9Vw1Yb3Nc5Xe6Zg8Hj0Kl2'],
      ['pypi-', 'AgEIcHlwaS5vcmcCJGNkMDQ3YjFkLTY0YTktNDkxNi1hZDQ2LWMyZTg'],
      ['dckr_pat_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N'],
    ],
    lookalikes: ['npm_config_registry', 'pypi-server'],
  },
  {
    id: 'sendgrid-twilio-mail',
    description: 'Keys of SendGrid, Twilio, Mailgun, Mailchimp and Brevo',
    marks: ['sg.', 'sk', 'key-', '-us', 'xkeysib-'],
    pattern:
      /(?<![A-Za-z0-9])(?:SG\.[\w-]{16,64}\.[\w-]{16,}|SK[0-9a-f]{32}(?![0-9A-Za-z])|key-[0-9a-f]{32}|[0-9a-f]{32}-us\d{1,2}(?!\d)|xkeysib-[0-9a-f]{32,}[\w-]{0,40})/g,
    examples: [
      ['SG.', 'ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf09kqeF8tAmbihYzrnopKc'],
      ['SK', '0123456789abcdef0123456789abcdef'],
      ['key-', '3ax6xnjp29jd6fds4gc373sgvjxteol0'.replaceAll(/[g-z]/g, 'a')],
    ],
    lookalikes: ['SG.1.2', 'key-0123456789', 'RISK0123456789abcdef0123456789abcdef'],
  },
  {
    id: 'azure',
    description: 'Client secrets and account keys of Azure',
    marks: ['q~', '=='],
    pattern: /(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{30,40}|(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{86}==/g,
    examples: [
      ['abc8Q', '~XyZ0123456789abcdefghijklmnopqrstu'],
      ['k1/Z', `${'x8Kd2Lm4'.repeat(10)}Qz==`],
    ],
    lookalikes: ['a == b', 'question 1Q~'],
  },
  {
    id: 'cloud-hosting',
    description:
      'Tokens of DigitalOcean, Vault, Terraform Cloud, Databricks, Heroku, Alibaba, Yandex, PlanetScale, Supabase, Pulumi and Doppler',
    marks: ['_v1_', 'hvs.', 'hvb.', 'hvr.', '.atlasv1.', 'dapi', 'hrku-', 'ltai', 'aqvn', 'pscale_', 'sbp_', 'pul-', 'dp.'],
    pattern:
      /(?<![A-Za-z0-9])(?:do[opr]_v1_[0-9a-f]{24,}|hv[sbr]\.[\w-]{20,}|[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,}|dapi[0-9a-f]{32}|HRKU-[\w-]{30,}|LTAI[A-Za-z0-9]{12,}|AQVN[\w-]{35,}|pscale_(?:tkn|pw|oauth)_[\w.=-]{24,}|sbp_[0-9a-f]{32,}|pul-[0-9a-f]{40}|dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{20,})/g,
    examples: [
      ['dop_v1_', '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'],
      ['hvs.', 'CAESIJ8Kd2Lm4Qz7Rt9Vw1Yb3Nc5Xe6Zg'],
      ['dapi', '0123456789abcdef0123456789abcdef'],
    ],
    lookalikes: ['hvs.', 'api_v1_users', 'dp.st.', 'pulse-0123'],
  },
  {
    id: 'observability',
    description: 'Keys of Datadog, New Relic, Grafana, Sentry, Dynatrace, PagerDuty and Honeycomb',
    marks: ['nrak-', 'nrjs-', 'nrii-', 'glsa_', 'glc_', 'sntry', 'dt0', 'ddapp_', 'ddapi_', 'hcaik_', 'hcxik_', 'pdt'],
    pattern:
      /(?<![A-Za-z0-9])(?:NR(?:AK|JS|II)-[A-Za-z0-9-]{19,}|gls?[ac]_[A-Za-z0-9+/=_]{24,}|sntry[su]_[\w+/=.-]{24,}|dt0[a-z]\d{2}\.[A-Z0-9]{16,}\.[A-Z0-9]{32,}|dda(?:pp|pi)_[A-Za-z0-9]{24,}|hc[ax]ik_[0-9a-z]{32,})/g,
    examples: [
      ['NRAK-', 'A1B2C3D4E5F6G7H8I9J0K1L2M3N'],
      ['glsa_', 'pITqMOBIfNH2KL4PkXJqmTyQl0D9QGxF_486f63e1'],
      ['sntrys_', 'eyJpYXQiOjE2ODczMzY1NDMuNjk4NTksInVybCI6'],
    ],
    lookalikes: ['NRAK-', 'glc_short', 'dt0c01.A.B'],
  },
  {
    id: 'work-tools',
    description:
      'Tokens of Atlassian, Linear, Notion, Figma, Postman, Airtable, Asana, Dropbox, Shopify, Square, Hugging Face, Replicate and Telegram',
    marks: ['atatt3', 'atctt3', 'lin_', 'ntn_', 'figd_', 'pmak-', 'pat', 'sl.', 'shp', 'sq0', 'eaaa', 'hf_', 'r8_', ':aa'],
    pattern:
      /(?<![A-Za-z0-9])(?:AT[AC]TT3[\w=-]{20,}|lin_(?:api|oauth)_\w{24,}|ntn_[A-Za-z0-9]{30,}|figd_[\w-]{24,}|PMAK-[0-9a-f]{24}-[0-9a-f]{20,}|pat[A-Za-z0-9]{14}\.[0-9a-f]{32,}|sl\.[\w-]{60,}|shp(?:at|ca|pa|ss)_[0-9a-fA-F]{24,}|sq0[a-z]{3}-[\w-]{22,}|EAAA[\w-]{40,}|hf_[A-Za-z]{24,}|r8_[A-Za-z0-9]{24,}|\d{8,10}:AA[\w-]{30,})/g,
    examples: [
      ['ATATT3', 'xFfGF0T4JVjdmA7rKx0Lr3Ql8Zt5'],
      ['lin_api_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4'],
      ['123456789', ':AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'],
    ],
    lookalikes: ['pattern.abc', 'lin_api_', 'shpat_table'],
  },
  {
    id: 'discord',
    description: 'Tokens and webhooks of Discord, and webhooks of Teams',
    marks: ['.', 'discord', 'webhook.office.com'],
    pattern:
      /(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])|(?<=discord(?:app)?\.com\/api\/webhooks\/)\d{10,20}\/[\w-]{40,}|(?<=webhook\.office\.com\/webhookb2\/)[\w@/-]{40,}/g,
    isSecret: isRandom,
    examples: [['MTk4NjIyNDgzNDcxOTI1MjQ4', '.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs']],
    lookalikes: ['Notification.center.example', 'https://discord.com/api/webhooks/'],
  },
  {
    id: 'encryption-tool',
    description: 'Keys of 1Password and age',
    marks: ['a3-', 'ops_eyj', 'age-secret-key-'],
    pattern: /(?<![A-Za-z0-9-])A3-[A-Z0-9]{6}-[A-Z0-9-]{20,40}|ops_eyJ[A-Za-z0-9+/=_-]{40,}|AGE-SECRET-KEY-1[A-Z0-9]{40,}/g,
    examples: [
      ['A3-', 'ASWWYB-798JRYLJVD4-23DC2-86TVM-H43EB'],
      ['AGE-SECRET-KEY-1', 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN54KHC'],
    ],
    lookalikes: ['control A3-1', 'ANNEX A3-POLICY'],
  },
];
