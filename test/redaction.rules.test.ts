/** Tests that texts that look like secrets are hidden, and that similar texts are not. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyRule, redactSecrets, redactTokens, secretRules } from '#platform/redaction/redact-secrets';
import { cpuTimeOf } from './support/cpu-time.ts';

describe('every rule', () => {
  test.each(secretRules.map((rule) => [rule.id, rule] as const))('%s hides its examples and keeps its look-alikes', (_id, rule) => {
    for (const pieces of rule.examples) {
      const text = pieces.join('');
      const secret = pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
      expect(redactTokens(text), text).not.toContain(pieces.length > 1 ? pieces[1] : secret);
      expect(applyRule(rule, text), text).toContain('[REDACTED]');
      expect(redactSecrets(`Before it ${text} after it`), text).toMatch(/^Before it .*\[REDACTED\].*after it$/s);
    }
    for (const text of rule.lookalikes) expect(redactSecrets(text)).toBe(text);
  });
  test('has a unique id, a global pattern, examples and look-alikes', () => {
    expect(new Set(secretRules.map(({ id }) => id)).size).toBe(secretRules.length);
    for (const { id, pattern, examples, lookalikes } of secretRules) {
      expect(pattern.global, id).toBe(true);
      expect(examples.length * lookalikes.length, id).toBeGreaterThan(0);
    }
  });
});

/** Secrets that are joined at run time, so that scanners of repositories do not report them. */
const forms: Readonly<Record<string, readonly [before: string, secret: string, after?: string]>> = {
  'Anthropic key': ['we use ', `sk-${'ant'}-api03-Zx8Kd2Lm4Qz7Rt9Vw1Yb3Nc5Xe6Zg8Hj0Kl2`],
  'OpenAI project key': ['key: ', `sk-${'proj'}-Zx8Kd2Lm4Qz7Rt9Vw1Yb3Nc5Xe6Zg8Hj0Kl2`],
  'AWS key id': ['the account uses ', `AKIA${'QYLPMN5HHHFPZAM2'}`],
  'AWS secret': ['and ', `wJalrXUtnFEMI/${'K7MDENG/bPxRfiCYzXaMpLeKeY'}`],
  'Slack token': ['bot ', `xoxb-${'263594206564-2343594206574-FGqddMF8t08v8N7Oq4i57vs1'}`],
  'GitLab token': ['clone with ', `glpat-${'x8Kd2Lm4Qz7Rt9Vw1Yb3'}`],
  'GitHub token': ['clone with ', `ghp_${'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'}`],
  'database address': ['postgres://app:', 'kestrel', '@db.example.com/app'],
  'private key': ['-----BEGIN PRIVATE KEY-----\n', 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC', '\n-----END PRIVATE KEY-----'],
  'encrypted private key': [
    '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,3F17F531\n\n',
    'MIIEpAIBAAKCAQEA',
    '\n-----END RSA PRIVATE KEY-----',
  ],
  'PGP key with a comment': ['-----BEGIN PGP PRIVATE KEY BLOCK-----\nComment: made-by-hand\n\n', 'lQOYBF0xAbEBCADa'],
  'Google key': ['maps ', `AIza${'SyDdI0hCZtE6vySjMm-WEfRq3CPzqKqqsHI'}`],
  'npm token': ['publish with ', `npm_${'j8Kd2Lm4Qz7Rt9Vw1Yb3Nc5Xe6Zg8Hj0Kl2'}`],
  'own key': ['call with ', `cak_${'5f2c9e81d7b3a046c8e19f20d4b7a6530f1e2d3c4b5a69788796a5b4c3d2e1f0'}`],
  'Stripe key': ['pay with ', `sk_live_${'51OuEMLAlTWGaDypq4P5cuDH'}`],
  'password in a sentence': ['The root password of backup01 is ', 'Kestrel-Harbor-77', '.'],
  'password that is a word': ['the password is ', 'kraken', ', ask Noor.'],
  'German sentence': ['Das Passwort für backup01 lautet ', 'Sonne#77', '.'],
  'JSON Web Token': ['session ', `${'eyJhbGciOiJIUzI1NiJ9'}.eyJzdWIiOiJhbGV4In0.c2lnbmF0dXJl`],
  'Basic header': ['curl -H "Authorization: Basic ', Buffer.from('alex:kestrel').toString('base64'), '"'],
  'environment variable': ['AWS_SECRET_ACCESS_KEY=', 'abc', ' next'],
  'bold name': ['**Password:** ', 'Tr0ub4dor&3'],
  'bold name before the sign': ['**Password**: ', 'Tr0ub4dor&3'],
  'slanted name': ['_Password:_ ', 'Tr0ub4dor&3'],
  'name in HTML': ['<p><b>Password:</b> ', 'Tr0ub4dor&3', '</p>'],
  'bold value in a sentence': ['the password is **', 'Tr0ub4dor&3', '**.'],
  'escaped JSON': ['{\\"user\\":\\"app\\",\\"password\\":\\"', 'two words', '\\"}'],
  'element of XML': ['<config><password>', 'two words', '</password></config>'],
  'element with a prefix': ['<c:client-secret type="text">', 'kestrel', '</c:client-secret>'],
  'short name': ['user: root pw: ', 'kestrel'],
  'short name in a setting': ['uid=app;pwd=', 'kestrel', ';'],
  'short name at the end': ['export DB_PASS=', 'kestrel'],
  'value in backticks': ['Password: `', 'two words', '`'],
  'bold name of a token': ['**Token:** `', 'kx82mfpq91zz', '`'],
  'token of a setting': ['client_secret: ', 'kestrel'],
  'key beside a name': ['"key": "', 'Zx8Kd2Lm4Qz7Rt9Vw1Yb3Nc5', '"'],
};
test.each(Object.entries(forms))('%s is hidden', (_what, [before, secret, after = '']) => {
  const redacted = redactSecrets(`${before}${secret}${after}`);
  expect(redacted).not.toContain(secret);
  expect(redacted).toContain('[REDACTED]');
});

test.each([
  'Secretary: Jane Miller',
  'Tokenization: PCI DSS',
  'Session: Monday 10:00',
  'Credentials: CISSP, CISA',
  '**Credentials:** CISSP',
  'Authorization: RBAC',
  'tokenUrl: https://login.example.com/organizations/example/oauth/token',
  'Secrets: managed in the vault',
  'Passwords: Policy of 2026',
  'PWD=/home/app',
  'first_pass: 2026',
  'Pass: 12, Fail: 3',
  '<session>Monday',
  'Use <token> and </b>',
])('%s is not hidden', (text) => {
  expect(redactSecrets(text)).toBe(text);
});
test('unterminated names, elements and keys take time in proportion to the length of the text', async () => {
  for (const piece of [
    'password',
    'password:',
    'password: "',
    '<password>',
    '<password>a',
    '**password**',
    '-----BEGIN PRIVATE KEY-----',
    '`password`:`',
    '\\\\"password',
  ])
    expect(await cpuTimeOf(() => redactSecrets(piece.repeat(200_000 / piece.length))), piece).toBeLessThan(4_000);
});

describe('texts of the product itself', () => {
  const folders = [
    'server/domain/catalogue/data',
    'server/demonstration',
    'server/domain/evidence-forms/forms',
    'server/domain/people/training',
  ];
  const files = folders.flatMap((folder) => filesIn(folder));
  test('are numerous', () => {
    expect(files.length).toBeGreaterThan(50);
  });
  test('are not redacted', () => {
    const redactedTexts = files.flatMap((file) =>
      textsIn(file).flatMap((text) => {
        const redacted = redactSecrets(text);
        return redacted === text ? [] : [`${file}: ${differenceOf(text, redacted)}`];
      }),
    );
    expect(redactedTexts).toEqual([]);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    if (statSync(file).isDirectory()) return filesIn(file);
    return /\.(?:json|md|ts)$/.test(name) ? [file] : [];
  });
}

/** @returns the texts of a file: the whole Markdown, and the quoted texts in JSON and in programs */
function textsIn(file: string): string[] {
  const content = readFileSync(file, 'utf8');
  if (file.endsWith('.md')) return [content];
  if (file.endsWith('.json')) return stringsIn(JSON.parse(content));
  return [...content.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].flatMap(([, single, template]) => single ?? template ?? []);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function differenceOf(text: string, redacted: string): string {
  const position = [...text].findIndex((character, index) => redacted[index] !== character);
  return `…${text.slice(Math.max(0, position - 60), position + 40)}… became …${redacted.slice(Math.max(0, position - 20), position + 40)}…`;
}
