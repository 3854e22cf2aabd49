/** Rules of tasks that need no database. */
import { describe, expect, test } from 'vitest';
import { deriveStatus, maySetAutomatically } from '#domain/tasks/automatic';
import { visibleDescription } from '#domain/tasks/description';
import { columnsOfStatus, checkStatusChange, statusObstacleOf } from '#domain/tasks/status';

describe('the description (rule 3)', () => {
  const fullText = 'Attach it.\n\nFor SOC 2: more.\n\nFor HIPAA and GDPR: even more.\n\nFor House rules: always.';
  test.each([
    [['SOC 2', 'GDPR'], fullText],
    [['SOC 2'], 'Attach it.\n\nFor SOC 2: more.\n\nFor House rules: always.'],
    [[], 'Attach it.\n\nFor House rules: always.'],
    [['soc2', 'hipaa'], fullText],
  ])('is shown to an organization that adopted %j without the paragraphs for other frameworks', (adopted, expected) =>
    expect(visibleDescription(fullText, adopted)).toBe(expected),
  );
  test.each([
    ['For ISO 27001:2022: a year.', ['ISO 27001']],
    ['For ISO/IEC 27001, HIPAA: a list.', ['iso27001']],
    ['For SOC 2 Type II: a type.', ['SOC 2']],
    ['For PCI: an alias.', ['PCI DSS']],
    ['For the GDPR: an article.', ['EU GDPR']],
    ['for gdpr: small letters.', ['GDPR']],
    ['For GDPR:\nThe next line.', ['GDPR']],
  ])('%j is shown only to an organization that adopted %j', (text, adopted) => {
    expect(visibleDescription(text, adopted)).toBe(text);
    expect(visibleDescription(`${text}\n\nMore.`, ['PIPEDA'])).toBe('More.');
  });
  test('a paragraph with only a heading applies to the next paragraph, but to no later paragraph', () => {
    const text = 'For HIPAA:\n\nName the official.\n\nAttach it.';
    expect(visibleDescription(text, ['HIPAA'])).toBe(text);
    expect(visibleDescription(text, ['SOC 2'])).toBe('Attach it.');
  });
  test.each(['For each laptop, attach a photo: one is enough', 'Attach it for HIPAA: all', 'Forge: no heading', ''])(
    '%j is always shown',
    (text) => expect(visibleDescription(text, [])).toBe(text),
  );
});

test.each([
  [[], [], 'todo'],
  [[true, true], [], 'done'],
  [[true], [true], 'done'],
  [[true, false], [], 'failed'],
  [[true], [false], 'failed'],
] as const)('checks with the results %j and automations with the results %j make a task %s (rule 17)', (checks, automations, target) =>
  expect(deriveStatus(checks, automations)).toBe(target),
);

test.each([
  ['todo', null, 'done', true, true],
  ['todo', 'mem_1', 'done', true, false],
  ['todo', 'mem_1', 'done', false, true],
  ['done', 'mem_1', 'failed', true, true],
  ['in_review', null, 'failed', false, false],
  ['in_review', 'mem_1', 'done', true, false],
] as const)(
  'a task that is %s, with the approver %s, may become %s automatically (approval required: %s): %s (rule 19)',
  (status, approverId, target, isOn, expected) => expect(maySetAutomatically({ status, approverId }, target, isOn)).toBe(expected),
);

test.each([
  ['in_review', 'mem_1', 'done', true, 'task_in_review'],
  ['in_review', null, 'todo', true, 'task_in_review'],
  ['in_review', 'mem_1', 'in_review', true, undefined],
  ['in_review', 'mem_1', 'done', false, 'task_in_review'],
  ['todo', 'mem_1', 'done', true, 'task_has_approver'],
  ['todo', 'mem_1', 'not_relevant', true, 'task_has_approver'],
  ['done', 'mem_1', 'not_relevant', true, 'task_has_approver'],
  ['todo', 'mem_1', 'not_relevant', false, undefined],
  ['todo', 'mem_1', 'failed', true, undefined],
  ['todo', null, 'done', true, undefined],
  ['todo', 'mem_1', 'done', false, undefined],
] as const)('a task that is %s, with the approver %s, set to %s (approval required: %s): %s', (status, approverId, target, isOn, code) =>
  expect(statusObstacleOf({ status, approverId }, target, isOn)).toBe(code),
);

test('a task with an approver that cannot be done directly names the statuses that can be set', () => {
  const members = { from: 'todo', to: 'done', allowed: ['in_progress', 'failed'] };
  expect(checkStatusChange({ status: 'todo', approverId: 'mem_1' }, 'done', true)).toMatchObject({ status: 409, body: members });
  expect(checkStatusChange({ status: 'todo', approverId: 'mem_1' }, 'failed', true)).toBeUndefined();
});

test.each([
  ['daily', '2026-02-01T10:00:00.000Z'],
  ['weekly', '2026-02-07T10:00:00.000Z'],
  ['monthly', '2026-02-28T10:00:00.000Z'],
  ['quarterly', '2026-04-30T10:00:00.000Z'],
  ['yearly', '2027-01-31T10:00:00.000Z'],
  [null, '2027-01-31T10:00:00.000Z'],
] as const)('a task with the frequency %s that is done on January 31 is due again on %s', (frequency, due) => {
  const now = new Date('2026-01-31T10:00:00.000Z');
  expect(columnsOfStatus('done', { now, frequency })).toMatchObject({ review_date: due, last_completed_at: now.toISOString() });
  expect(columnsOfStatus('done', { now, frequency, reviewDate: null })).toMatchObject({ review_date: null });
  expect(columnsOfStatus('failed', { now, frequency })).toEqual({
    status: 'failed',
    approved_at: null,
    previous_status: null,
    not_relevant_justification: null,
  });
});
