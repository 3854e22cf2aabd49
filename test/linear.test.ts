/** Tests that functions with regular expressions take time in proportion to the length of the texts that users send. */
import { expect, test } from 'vitest';
import { topicOf, classify, hasLabel, duplicateKeyOf, isStatement } from '#areas/assurance-to-customers/questionnaires/rules/classes';
import { heuristicExtractor } from '#areas/assurance-to-customers/questionnaires/rules/extractor';
import { quotingGenerator } from '#areas/assurance-to-customers/questionnaires/rules/generator';
import { toLines } from '#areas/assurance-to-customers/questionnaires/rules/lines';
import { hasActiveContent } from '#documents/images/images';
import { sanitizeMarkdown } from '#areas/assurance-to-customers/trust-portal/rules/markdown';
import { findContentMismatch } from '#platform/files/content';
import { isExecutableName, mediaTypeOf } from '#platform/files/executable-types';
import { redact } from '#providers/redaction';
import { createSecretHider } from '#platform/redaction/text/known-secrets';
import { redactText } from '#platform/redaction/text/redact';
import { createInventionFinder } from '#domain/text-generation/inventions';
import { normalizeEmail } from '#platform/identity/email-address';
import { secretRules } from '#platform/redaction/redact-secrets';
import { findMentions } from '#platform/mail/notify';
import { meaningfulWords } from '#domain/retrieval/words';
import { replaceMentions } from '#domain/access/targets/mentions';
import { scoreText, worstUnits } from './support/worst.ts';

const textLength = 60_000;
/** Maximum CPU time in milliseconds. A slower text is compared with a text of half its length, so that a slow machine does not matter. */
const maxMilliseconds = 300;
/** Maximum growth of the time when the length doubles: linear code takes twice as long, quadratic code four times. */
const maxGrowth = 3;
const units = [
  ...worstUnits,
  'eyJa.',
  'api key',
  'bearer ',
  '%41',
  '\\u0041',
  '&amp;=41',
  'x'.repeat(63),
  'token=',
  'key=',
  'pwd: ',
  'password is ',
  'password of a ',
  '-----BEGIN PRIVATE KEY-----',
  '--password',
  'postgres://a:',
  ...secretRules.flatMap(({ examples: [[first = ''] = []] }) => first),
  'sk-',
  'is ',
  'Q1 ',
  '(please ',
  '(select ',
  '[',
  'a@a.',
  '<!-',
  'on',
  '"',
  '="',
  '[](',
  '](a',
  '()',
  'W ',
  '1.',
  'the company ',
  'note ',
  '. ',
];

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  topicOf,
  classify,
  hasLabel,
  duplicateKeyOf,
  isStatement,
  sanitizeMarkdown,
  isExecutableName,
  mediaTypeOf,
  redact,
  createSecretHider: (text) => createSecretHider(['a b/c+d', 'x'.repeat(64), 'y'.repeat(5_000)]).text(text),
  redactText,
  createInventionFinder: (text) => createInventionFinder(text)(text),
  normalEmail: normalizeEmail,
  findMentions,
  meaningfulWords,
  replaceMentions,
  extract: (text) =>
    heuristicExtractor.extract(
      toLines([
        { kind: 'text', lines: [text, `Question: ${text}`, `Answer: ${text}`] },
        {
          kind: 'table',
          rows: [
            ['Question', 'Answer'],
            [text, text],
          ],
        },
      ]),
    ),
  generate: (text) => quotingGenerator.generate(text, [{ sourceType: 'risk', sourceId: 'rsk_1', sourceName: text, text, score: 1 }]),
  findContentMismatch: (text) => findContentMismatch(Buffer.from(text), 'text/plain'),
  hasActiveContent: (text) => hasActiveContent(Buffer.from(text)),
};

/** Returns the shortest of three times, because other processes and garbage collection lengthen some of them. */
async function measureShortest(work: () => unknown): Promise<number> {
  return Math.min(await measureCpu(work), await measureCpu(work), await measureCpu(work));
}

async function measureCpu(work: () => unknown): Promise<number> {
  const cpuBefore = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(cpuBefore);
  return (user + system) / 1000;
}

test.each(Object.entries(readers))('%s', async (_name, readText) => {
  const tooSlow: string[] = [];
  await readText('warm');
  for (const unit of units) {
    const repeated = unit.repeat(Math.ceil(textLength / unit.length));
    for (const text of [repeated, `x${repeated}x`, `Score: ${repeated}!`]) {
      if ((await measureCpu(() => readText(text))) <= maxMilliseconds) continue;
      const fullTime = await measureShortest(() => readText(text));
      const halfTime = await measureShortest(() => readText(text.slice(0, text.length / 2)));
      if (fullTime > maxGrowth * halfTime || fullTime > 10 * maxMilliseconds)
        tooSlow.push(`${JSON.stringify(unit)} in ${Math.round(fullTime)} ms, and half of it in ${Math.round(halfTime)} ms`);
    }
  }
  expect(tooSlow).toEqual([]);
});

test('a text that only looks like a list of scores is classified quickly', async () => {
  // Every two more repetitions used to take four times as long: 24 took a few seconds, and 100 would never have ended.
  expect(await measureCpu(() => classify(scoreText(24)))).toBeLessThan(maxMilliseconds);
});
