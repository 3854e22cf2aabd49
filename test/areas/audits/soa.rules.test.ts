import { describe, expect, test } from 'vitest';
import { bestSentence, noFindings, quotingAdvisor } from '#areas/audits/soa/rules/advisor';
import { toAnswerSource } from '#domain/retrieval/source';
import { familyOf } from '#areas/audits/soa/rules/families';
import { approvalStatusOf, fileNameOf, percentCompleteOf, statusAfter } from '#areas/audits/soa/rules/documents';
import { isIso27001 } from '#domain/frameworks/iso27001';
import { defaultAnswers, isPhysical, remoteJustification } from '#areas/audits/soa/rules/defaults';
import { applyEdit, lacksJustification, hasLostJustification, statusOf } from '#areas/audits/soa/rules/answers';
import { deriveStatus } from '#areas/audits/soa/rules/references';

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
  ['rejected', 'completed', null, 'then'],
] as const)('the approval status is %s for the status %s, approved at %s, declined at %s', (approval, status, approvedAt, declinedAt) =>
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
test('a document is completed when nothing is left to decide', () => {
  expect([statusAfter(92, 93), statusAfter(93, 93)]).toEqual(['in_progress', 'completed']);
});

const emptyFields = { reasons: [], needsReview: false, manualStatus: null };
const previousAnswer = { ...emptyFields, isApplicable: false, justification: 'Because' };
test.each([
  [undefined, {}, { ...emptyFields, isApplicable: null, justification: null }],
  [previousAnswer, { isApplicable: true }, { ...previousAnswer, isApplicable: true }],
  [previousAnswer, { justification: 'New' }, { ...previousAnswer, justification: 'New' }],
  [previousAnswer, { isApplicable: null }, { ...previousAnswer, isApplicable: null }],
  [previousAnswer, { justification: null }, { ...previousAnswer, justification: null }],
  [previousAnswer, { justification: '' }, { ...previousAnswer, justification: null }],
  [{ ...previousAnswer, needsReview: true }, { reasons: ['law' as const] }, { ...previousAnswer, needsReview: true, reasons: ['law'] }],
  [{ ...previousAnswer, needsReview: true }, { justification: '' }, { ...previousAnswer, needsReview: true, justification: null }],
  [{ ...previousAnswer, needsReview: true }, { justification: 'Law' }, { ...previousAnswer, justification: 'Law' }],
  [previousAnswer, { implementationStatus: 'partial' as const }, { ...previousAnswer, manualStatus: 'partial' }],
  [{ ...previousAnswer, manualStatus: 'partial' as const }, { implementationStatus: null }, previousAnswer],
])('%j edited with %j gives the expected answer (rules 2, 8, 13)', (previous, edit, after) =>
  expect(applyEdit(previous, edit)).toEqual(after),
);
test('a changed decision needs a justification in the request, and an unchanged decision needs none (rule 3)', () => {
  for (const isApplicable of [true, false]) {
    expect(lacksJustification(undefined, { isApplicable })).toBe(true);
    expect(lacksJustification({ isApplicable: !isApplicable }, { isApplicable, justification: '' })).toBe(true);
    expect(lacksJustification({ isApplicable: null }, { isApplicable, justification: 'Law' })).toBe(false);
    expect(lacksJustification({ isApplicable }, { isApplicable })).toBe(false);
  }
  expect(lacksJustification({ isApplicable: true }, { isApplicable: null })).toBe(false);
  expect([true, null, false].map((isApplicable) => hasLostJustification({ isApplicable, justification: null }))).toEqual([
    false,
    false,
    true,
  ]);
  expect(hasLostJustification(previousAnswer)).toBe(false);
});
test.each([
  [false, ['implemented'], 'not_applicable'],
  [true, [], 'not_started'],
  [null, ['implemented', 'implemented'], 'implemented'],
  [true, ['not_started', 'not_started'], 'not_started'],
  [true, ['not_started', 'implemented'], 'partial'],
  [true, ['partial'], 'partial'],
] as const)('applicability %j and control statuses %j give the status %s (rule 13)', (isApplicable, statuses, status) =>
  expect(
    deriveStatus(
      isApplicable,
      statuses.map((implementationStatus) => ({ implementationStatus })),
    ),
  ).toBe(status),
);
test('an answer is manual when the answer has a decision or a justification (rule 4)', () => {
  expect([
    statusOf(previousAnswer),
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
  test('apply to undecided physical controls of a remote organization', () => {
    expect(defaultAnswers(questions, true, new Set(['A.7.1']))).toEqual([
      { questionId: 'A.7.14', isApplicable: false, justification: remoteJustification },
    ]);
    expect(defaultAnswers(questions, false, new Set())).toEqual([]);
    expect(questions.map(({ id }) => isPhysical(id))).toEqual([false, true, true, false]);
  });
});

const controlsByRisks: Record<string, readonly string[]> = {
  'technology,people,operations': ['5.15', '5.16', '5.17', '5.18', '8.2', '8.3', '8.4', '8.5'],
  vendor_management: ['5.19', '5.20', '5.21', '5.22', '5.23'],
  'resilience,operations': ['5.24', '5.25', '5.26', '5.27', '5.28', '5.29', '5.30', '6.8'],
  technology: ['8.25', '8.26', '8.27', '8.28', '8.29', '8.30', '8.31', '8.32', '8.33', '8.34'],
  regulatory: ['5.31', '5.32', '5.33', '5.34', '5.35', '5.36', '8.10', '8.11', '8.12'],
  operations: ['7.1', '7.9', '7.10', '7.14', '6.7'],
  '': ['5.1', '5.9', '5.14', '5.37', '6.1', '6.6', '8.1', '8.6', '8.9', '8.13', '8.24'],
};
test.each(Object.entries(controlsByRisks))('the family with the risks "%s" contains the expected controls (rule 8)', (risks, controls) => {
  for (const control of controls) expect(familyOf(`A.${control}`).risks.join(), control).toBe(risks);
});

describe('the quoting advisor (rule 8)', () => {
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
  const facts = { fullyRemote: false, frameworks: ['ISO 27001', 'GDPR', 'HIPAA'], vendors: ['Cloud', 'Mail', 'Payroll', 'Desk', 'Chat'] };
  const context = { ...passage, sourceType: 'context', sourceId: 'ctx_1', sourceName: 'Data' } as const;
  const risk = { id: 'rsk_7', title: 'Fire', description: 'It burns.' };
  test('names risks that are linked to the controls first, then quotes the context, with at most two reasons', async () => {
    const advice = await quotingAdvisor.advise(question, { ...noFindings, risks: [risk], passages: [context, context] }, facts);
    expect(advice).toMatchObject({
      isApplicable: true,
      justification:
        'Needed because of the risk "Fire". Needed for how the organization works: Backups were never restored, and copies are old.',
      reasons: ['risk', 'business_need'],
      sources: [{ sourceType: 'risk', sourceId: 'rsk_7' }, { sourceType: 'context' }],
    });
  });
  test('uses risks that a text search finds only in the risk categories of the family', async () => {
    const access = { ...question, id: 'A.8.5' };
    const ask = (category: string) => quotingAdvisor.advise(access, { ...noFindings, passages: [{ ...passage, category }] }, facts);
    expect(await ask('technology')).toMatchObject({ justification: 'Needed because of the risk "Data loss".', reasons: ['risk'] });
    expect(await ask('fraud')).toMatchObject({ justification: undefined });
  });
  test('names laws for controls about incidents, law and privacy', async () => {
    expect(await quotingAdvisor.advise({ ...question, id: 'A.5.34' }, noFindings, facts)).toEqual({
      isApplicable: true,
      justification: 'Required by GDPR and HIPAA.',
      reasons: ['law'],
      sources: [],
    });
  });
  test('names vendors for controls about suppliers and cloud services', async () => {
    const ask = async (vendors: readonly string[]) =>
      (await quotingAdvisor.advise({ ...question, id: 'A.5.21' }, noFindings, { ...facts, vendors })).justification;
    expect(await ask(facts.vendors)).toBe('Needed because the organization relies on "Cloud", "Mail", "Payroll", and 2 more.');
    expect(await ask(['Cloud'])).toBe('Needed because the organization relies on "Cloud".');
    expect(await ask([])).toBeUndefined();
  });
  test('gives no justification when every passage scores too low', async () => {
    expect(await quotingAdvisor.advise(question, { ...noFindings, passages: [{ ...context, score: 0.199 }] }, facts)).toEqual({
      isApplicable: true,
      justification: undefined,
      reasons: [],
      sources: [],
    });
  });
  test('excludes only physical controls for a fully remote organization', async () => {
    const remote = { ...facts, fullyRemote: true };
    expect(await quotingAdvisor.advise({ ...question, id: 'A.7.4' }, { ...noFindings, risks: [risk] }, remote)).toMatchObject({
      isApplicable: false,
      justification: remoteJustification,
      sources: [],
    });
    expect(await quotingAdvisor.advise(question, noFindings, remote)).toMatchObject({ isApplicable: true });
  });
  test('takes the first sentence when no sentence fits better, and shortens a sentence that is too long', () => {
    expect(bestSentence('One. Two.', new Set(['three']))).toBe('One.');
    expect(bestSentence('', new Set())).toBe('');
    expect(bestSentence('x'.repeat(600), new Set())).toBe(`${'x'.repeat(499)}…`);
  });
  test('returns sources in the format of the contract', () => {
    expect(toAnswerSource({ ...passage, text: 'y'.repeat(600), score: 1.2 })).toEqual({
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
