import { expect, test } from 'vitest';
import { templateOf, templates } from '#areas/audits/findings/rules/templates';
import { allowedStatuses, nextStatus } from '#areas/audits/findings/rules/transitions';

const statuses = ['open', 'ready_for_review', 'needs_revision', 'closed'] as const;
type Status = (typeof statuses)[number];
const state = (status: Status, revisionNote: string | null = null) => ({ status, revisionNote });

/** The result of each change of the status: for an auditor, and for any other member. */
const expected: Readonly<Record<Status, Readonly<Record<Exclude<Status, never>, readonly [string, string]>>>> = {
  open: {
    open: ['open', 'open'],
    ready_for_review: ['ready_for_review', 'ready_for_review'],
    needs_revision: ['needs_revision', 'reserved'],
    closed: ['closed', 'reserved'],
  },
  ready_for_review: {
    open: ['open', 'open'],
    ready_for_review: ['ready_for_review', 'ready_for_review'],
    needs_revision: ['needs_revision', 'reserved'],
    closed: ['closed', 'reserved'],
  },
  needs_revision: {
    open: ['open', 'open'],
    ready_for_review: ['ready_for_review', 'ready_for_review'],
    needs_revision: ['needs_revision', 'needs_revision'],
    closed: ['closed', 'reserved'],
  },
  closed: {
    open: ['open', 'reserved'],
    ready_for_review: ['refused', 'refused'],
    needs_revision: ['needs_revision', 'reserved'],
    closed: ['closed', 'closed'],
  },
};
const outcome = (result: ReturnType<typeof nextStatus>) =>
  typeof result === 'object' ? result.status : result === 'closed' ? 'refused' : result;

test.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
  'the status changes from %s to %s as listed (States)',
  (from, to) => {
    const results = [true, false].map((isAuditor) => outcome(nextStatus(state(from), { status: to }, isAuditor)));
    expect(results).toEqual(expected[from][to]);
  },
);

test.each(statuses.flatMap((from) => [true, false].map((isAuditor) => [from, isAuditor] as const)))(
  'a refusal names the statuses that can be set instead of %s (by an auditor: %s)',
  (from, isAuditor) => {
    const settable = statuses.filter((to) => to !== from && expected[from][to][isAuditor ? 0 : 1] === to);
    expect(allowedStatuses(state(from), isAuditor)).toEqual(settable);
  },
);

test('a note is stored only with needs_revision, and removed when the finding leaves this status (rule 2)', () => {
  expect(nextStatus(state('open'), { status: 'needs_revision', revisionNote: 'Add a date.' }, true)).toEqual(
    state('needs_revision', 'Add a date.'),
  );
  expect(nextStatus(state('open'), { status: 'needs_revision', revisionNote: '' }, true)).toEqual(state('needs_revision'));
  expect(nextStatus(state('open'), { status: 'ready_for_review', revisionNote: 'Add a date.' }, true)).toEqual(state('ready_for_review'));
  expect(nextStatus(state('needs_revision', 'Add a date.'), { revisionNote: 'Other' }, true)).toEqual(
    state('needs_revision', 'Add a date.'),
  );
  for (const status of ['open', 'ready_for_review', 'closed'] as const)
    expect(nextStatus(state('needs_revision', 'Add a date.'), { status, revisionNote: 'Other' }, true)).toEqual(state(status));
});
test('the same status changes nothing, but an auditor may replace the note (rule 6)', () => {
  const before = state('needs_revision', 'Add a date.');
  const update = { status: 'needs_revision', revisionNote: 'Add a name.' } as const;
  expect(nextStatus(before, { status: 'needs_revision' }, false)).toEqual(before);
  expect(nextStatus(before, update, true)).toEqual(state('needs_revision', 'Add a name.'));
  expect(nextStatus(before, { ...update, revisionNote: null }, true)).toEqual(state('needs_revision'));
  expect(nextStatus(before, update, false)).toBe('reserved');
});

test('templates have unique ids, and are sorted by category and order (rule 10)', () => {
  expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length);
  expect(templates.length).toBeGreaterThanOrEqual(20);
  expect(templates.map(({ category, order }) => `${category} ${order}`)).toEqual(
    templates.map(({ category, order }) => `${category} ${order}`).toSorted(),
  );
  for (const template of templates) expect(templateOf(template.id)).toBe(template);
});
