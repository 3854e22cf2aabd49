/** What runs patterns over texts that somebody sent takes time in proportion to their length. */
import { expect, test } from 'vitest';
import { aboutOf, classify, hasLabel, identityOf, isStatement } from '../server/areas/questionnaires/rules/classes.ts';
import { extractorByRules } from '../server/areas/questionnaires/rules/extractor.ts';
import { quotingGenerator } from '../server/areas/questionnaires/rules/generator.ts';
import { linesOf } from '../server/areas/questionnaires/rules/lines.ts';
import { unsafeInSvg } from '../server/domain/images/images.ts';
import { harmlessMarkdown } from '../server/areas/trust-portal/rules/markdown.ts';
import { misfitOf } from '../server/platform/files/content.ts';
import { isExecutableName, mediaTypeOf } from '../server/platform/files/executable-types.ts';
import { redacted } from '../server/domain/providers/redaction.ts';
import { redactedText } from '../server/domain/redaction/redact.ts';
import { mentionsIn } from '../server/platform/mail/notify.ts';
import { meaningfulWords } from '../server/domain/retrieval/words.ts';
import { readable } from '../server/domain/targets/pages.ts';
import { scoring, worstUnits } from './support/worst.ts';

const length = 60_000;
/** Milliseconds of the processor. What looks at each character again for each other takes twenty times as long. */
const most = 300;
const units = [
  ...worstUnits,
  'eyJa.',
  'api key',
  'bearer ',
  'token=',
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
  aboutOf,
  classify,
  hasLabel,
  identityOf,
  isStatement,
  harmlessMarkdown,
  isExecutableName,
  mediaTypeOf,
  redacted,
  redactedText,
  mentionsIn,
  meaningfulWords,
  readable,
  extract: (text) =>
    extractorByRules.extract(
      linesOf([
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
  misfitOf: (text) => misfitOf(Buffer.from(text), 'text/plain'),
  unsafeInSvg: (text) => unsafeInSvg(Buffer.from(text)),
};

async function spentOn(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

test.each(Object.entries(readers))('%s', async (_name, read) => {
  const found: string[] = [];
  await read('warm');
  for (const unit of units) {
    const repeated = unit.repeat(Math.ceil(length / unit.length));
    for (const text of [repeated, `x${repeated}x`, `Score: ${repeated}!`]) {
      const spent = await spentOn(() => read(text));
      if (spent > most) found.push(`${JSON.stringify(unit)} in ${Math.round(spent)} ms`);
    }
  }
  expect(found).toEqual([]);
});

test('a list of scores that is none is told at once', async () => {
  // Each two repetitions more took four times as long: these a few seconds, and a hundred longer than there is time.
  expect(await spentOn(() => classify(scoring(24)))).toBeLessThan(most);
});
