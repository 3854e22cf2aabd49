import { describe, expect, test } from 'vitest';
import { bestSentence, quotingAdvisor } from '../../server/areas/soa/rules/advisor.ts';
import { sourceOf } from '../../server/domain/retrieval/source.ts';
import { familySentence } from '../../server/areas/soa/rules/families.ts';
import { approvalStatusOf, fileNameOf, isIso27001, percentCompleteOf, statusAfter } from '../../server/areas/soa/rules/documents.ts';
import { defaultAnswers, isPhysical, remoteSentence } from '../../server/areas/soa/rules/defaults.ts';
import { edited, lacksReason, statusOf } from '../../server/areas/soa/rules/answers.ts';

test.each(['ISO 27001', 'iso27001', 'ISO27001', 'ISO 27001:2022', 'ISO/IEC 27001:2022', 'Iso 27001 2022', 'ISO-27001'])(
  '%s is ISO 27001',
  (name) => expect(isIso27001(name)).toBe(true),
);
test.each(['ISO 9001', 'ISO 42001', 'ISO 27002', 'ISO 27001 light', 'SOC 2', '', 'ISO 270012'])('"%s" is not ISO 27001', (name) =>
  expect(isIso27001(name)).toBe(false),
);

test.each([
  ['none', 'draft', null, null],
  ['none', 'in_progress', null, null],
  ['none', 'completed', null, null],
  ['pending', 'needs_review', null, null],
  ['approved', 'completed', 'then', null],
  ['declined', 'completed', null, 'then'],
] as const)('the approval is %s for %s, approved %s, declined %s', (approval, status, approvedAt, declinedAt) =>
  expect(approvalStatusOf({ status, approvedAt, declinedAt })).toBe(approval),
);

test.each([
  [0, 0, 0],
  [0, 93, 0],
  [1, 93, 1],
  [46, 93, 49],
  [47, 93, 51],
  [92, 93, 99],
  [93, 93, 100],
])('%i of %i are %i percent', (answered, total, percent) => expect(percentCompleteOf(answered, total)).toBe(percent));
test('completed is what has nothing left to decide', () => {
  expect([statusAfter(92, 93), statusAfter(93, 93)]).toEqual(['in_progress', 'completed']);
});

const before = { isApplicable: false, justification: 'Because' };
test.each([
  [undefined, {}, { isApplicable: null, justification: null }],
  [before, { isApplicable: true }, { isApplicable: true, justification: 'Because' }],
  [before, { justification: ' New ' }, { isApplicable: false, justification: 'New' }],
  [before, { isApplicable: null }, { isApplicable: null, justification: 'Because' }],
  [before, { justification: null }, { isApplicable: false, justification: null }],
  [before, { justification: '\t ' }, { isApplicable: false, justification: null }],
])('%j edited with %j (rule 2)', (previous, edit, after) => expect(edited(previous, edit)).toEqual(after));
test('only what is left out lacks a reason (rule 3)', () => {
  expect([true, null, false].map((isApplicable) => lacksReason({ isApplicable, justification: null }))).toEqual([false, false, true]);
  expect(lacksReason(before)).toBe(false);
});
test('manual is what is decided or justified (rule 4)', () => {
  expect([
    statusOf(before),
    statusOf({ isApplicable: true, justification: null }),
    statusOf({ isApplicable: null, justification: 'x' }),
    statusOf({ isApplicable: null, justification: null }),
  ]).toEqual(['manual', 'manual', 'manual', 'untouched']);
});

describe('defaults (rule 7)', () => {
  const questions = ['A.5.7', 'A.7.1', 'A.7.14', 'A.8.7'].map((id) => ({
    id,
    text: '',
    columnMapping: { closure: '', title: '', controlObjective: null, isApplicable: null, justification: null },
  }));
  test('are for open physical controls of a remote organization', () => {
    expect(defaultAnswers(questions, true, new Set(['A.7.1']))).toEqual([
      { questionId: 'A.7.14', isApplicable: false, justification: remoteSentence },
    ]);
    expect(defaultAnswers(questions, false, new Set())).toEqual([]);
    expect(questions.map(({ id }) => isPhysical(id))).toEqual([false, true, true, false]);
  });
});

const ranges: Record<string, readonly string[]> = {
  'limited by need, role and risk': ['5.15', '5.16', '5.17', '5.18', '8.2', '8.3', '8.4', '8.5'],
  'are governed': ['5.19', '5.20', '5.21', '5.22', '5.23'],
  'found, reported, handled': ['5.24', '5.25', '5.26', '5.27', '5.28', '5.29', '5.30', '6.8'],
  'built, changed or deployed': ['8.25', '8.26', '8.27', '8.28', '8.29', '8.30', '8.31', '8.32', '8.33', '8.34'],
  'law, contracts, privacy': ['5.31', '5.32', '5.33', '5.34', '5.35', '5.36', '8.10', '8.11', '8.12'],
  'physical risks': ['7.1', '7.9', '7.10', '7.14', '6.7'],
  'operated under it': ['5.1', '5.9', '5.14', '5.37', '6.1', '6.6', '8.1', '8.6', '8.9', '8.13', '8.24'],
};
test.each(Object.entries(ranges))('the sentence with "%s" is for its controls', (words, controls) => {
  for (const control of controls) expect(familySentence(`A.${control}`), control).toContain(words);
});

describe('the advisor that quotes (rule 8)', () => {
  const question = {
    id: 'A.8.13',
    text: 'Copies are made by plan and restored as a trial.',
    columnMapping: { closure: '8.13', title: 'Backups', controlObjective: null, isApplicable: null, justification: null },
  };
  const passage = {
    sourceType: 'risk',
    sourceId: 'rsk_1',
    sourceName: 'Data loss',
    text: 'Disks fail. Backups were never restored, and copies are old. It rains.',
    score: 0.2,
  } as const;
  test('quotes the fitting sentence of what scores 0.2 and more, two at most', async () => {
    const advice = await quotingAdvisor.advise(
      question,
      [passage, { ...passage, sourceType: 'control', sourceName: 'Backup' }, { ...passage, sourceId: 'rsk_3' }],
      { fullyRemote: false },
    );
    expect(advice).toMatchObject({
      isApplicable: true,
      justification: 'The risk "Data loss" calls for it: Backups were never restored, and copies are old. The control "Backup" carries it.',
    });
    expect(advice.sources).toHaveLength(2);
  });
  test('has nothing to say where everything scores less', async () => {
    expect(await quotingAdvisor.advise(question, [{ ...passage, score: 0.199 }], { fullyRemote: false })).toEqual({
      isApplicable: true,
      justification: undefined,
      sources: [],
    });
  });
  test('leaves physical controls out for a fully remote organization, and no others', async () => {
    expect(await quotingAdvisor.advise({ ...question, id: 'A.7.4' }, [passage], { fullyRemote: true })).toEqual({
      isApplicable: false,
      justification: remoteSentence,
      sources: [],
    });
    expect(await quotingAdvisor.advise(question, [], { fullyRemote: true })).toMatchObject({ isApplicable: true });
  });
  test('takes the first sentence where none fits better, and cuts one that is too long', () => {
    expect(bestSentence('One. Two.', new Set(['three']))).toBe('One.');
    expect(bestSentence('', new Set())).toBe('');
    expect(bestSentence('x'.repeat(600), new Set())).toBe(`${'x'.repeat(499)}…`);
  });
  test('gives sources in the form of the contract', () => {
    expect(sourceOf({ ...passage, text: 'y'.repeat(600), score: 1.2 })).toEqual({
      sourceType: 'risk',
      sourceId: 'rsk_1',
      sourceName: 'Data loss',
      policyName: null,
      documentName: null,
      manualAnswerQuestion: null,
      excerpt: 'y'.repeat(500),
      score: 1,
    });
  });
});

test.each([
  ['ISO 27001', 1, 'statement-of-applicability-iso-27001-v1.pdf'],
  ['ISO/IEC 27001:2022 "x"\r\n', 12, 'statement-of-applicability-iso-iec-27001-2022-x-v12.pdf'],
])('the file of %j, version %i, is called %s', (name, version, file) => {
  expect(fileNameOf({ framework: { id: 'frk_1', name }, version })).toBe(file);
});
