/** Rules for the secrets of this service: keys, and links that grant access to anyone who has them. */
import { isRandom } from './random.ts';
import type { SecretRule } from './rule.ts';

export const ownRules: readonly SecretRule[] = [
  {
    id: 'own-key',
    description: 'API keys and agent tokens of this service',
    marks: ['cak_', 'cas_'],
    pattern: /(?<![A-Za-z0-9])ca[ks]_[0-9a-f]{16,}/g,
    examples: [
      ['cak_', '5f2c9e81d7b3a046c8e19f20d4b7a6530f1e2d3c4b5a69788796a5b4c3d2e1f0'],
      ['cas_', '0f1e2d3c4b5a69788796a5b4c3d2e1f0'],
    ],
    lookalikes: ['cak_ is the prefix of a key', 'cascade_5f2c9e81d7b3a046'],
  },
  {
    id: 'own-link',
    description: 'The token at the end of a personal link, as in mails to visitors and signers',
    marks: ['access/', 'nda/', 'letters/', 'confirmations/', 'signing/'],
    pattern: /((?<![A-Za-z0-9])(?:access|nda|letters|confirmations|signing)\/)[\w-]{32}(?![\w-])/g,
    // Page names have no upper-case letters. Almost all random tokens have letters of both cases.
    isSecret: (value) => /[A-Z]/.test(value) && /[a-z]/.test(value),
    examples: [
      ['portal.example.com/access/', 'Yb-kVw_sQmAxJtBeRzCpLcDuHgEnDfFa'],
      ['https://app.example.com/letters/confirmations/', 'Yb3kVw0sQm7xJt4eRz1pLc8uHg5nDf2a'],
    ],
    lookalikes: ['/access/identity-and-access-management-1', '/v1/letters-of-engagement/signing/short'],
  },
  {
    id: 'random-segment',
    description: 'A random token in a link to any page, because the settings decide which pages the links open',
    marks: ['://'],
    pattern: /(?<=\/)[\w-]{32}(?![\w-])/g,
    isSecret: isRandom,
    examples: [['https://portal.example.com/access/', 'Zx8Kd2Lm4Qz7Rt9Vw1Yb3Nc5Xe6Zg8Hj']],
    lookalikes: ['https://example.com/0123456789abcdef0123456789abcdef', 'https://example.com/information-security-policy-2026'],
  },
  {
    id: 'own-confirmation',
    description: 'The token of a link that confirms an e-mail address',
    marks: ['mem_'],
    pattern: /(?<![A-Za-z0-9])mem_[0-9a-f]{24}\.\d{1,16}\.(?:person|organization)\.[\w-]{16,}/g,
    examples: [
      [
        'https://app.example.com/confirm-email/',
        'mem_0123456789abcdef01234567.1780000000000.person.Zx8Kd2Lm4Qz7Rt9Vw1Yb3Nc5Xe6Zg8Hj0Kl2Mn4Pq6R',
      ],
    ],
    lookalikes: ['mem_0123456789abcdef01234567 is a member'],
  },
];
