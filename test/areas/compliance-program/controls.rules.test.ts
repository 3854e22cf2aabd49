import { expect, test } from 'vitest';
import { compareByFramework, type RequirementOfFramework, progressOf } from '#areas/compliance-program/controls/rules/progress';
import { isFormType } from '#domain/evidence-forms/forms/index';

const policies = (...statuses: readonly ('draft' | 'published' | 'needs_review')[]) => statuses.map((status) => ({ status }));
const tasks = (...statuses: readonly ('todo' | 'in_progress' | 'in_review' | 'done' | 'not_relevant' | 'failed')[]) =>
  statuses.map((status) => ({ status }));

test('progress counts published policies and tasks that are done or not relevant (rule 1)', () => {
  expect(
    progressOf(policies('published', 'draft', 'needs_review'), tasks('done', 'not_relevant', 'todo', 'in_progress', 'in_review', 'failed')),
  ).toEqual({
    total: 9,
    completed: 3,
    percentComplete: 33,
    byType: { policy: { total: 3, completed: 1 }, task: { total: 6, completed: 2 } },
  });
});
test('progress is 0 without policies and tasks, and percentages are rounded (rule 1)', () => {
  expect(progressOf([], [])).toEqual({
    total: 0,
    completed: 0,
    percentComplete: 0,
    byType: { policy: { total: 0, completed: 0 }, task: { total: 0, completed: 0 } },
  });
  expect([
    progressOf(policies('published'), []).percentComplete,
    progressOf([], tasks('done', 'done', 'todo')).percentComplete,
    progressOf(policies('published', 'draft'), []).percentComplete,
  ]).toEqual([100, 67, 50]);
});
test('isFormType accepts listed form types only, and rejects names of built-in object properties', () => {
  expect(['meeting', 'rbac-matrix', 'rbac_matrix', 'toString', '', '__proto__'].map(isFormType)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
test('requirements are sorted by framework, sort order, and numbers in identifiers; custom frameworks sort requirements by name', () => {
  const requirement = (
    frameworkName: string,
    identifier: string,
    sortOrder: number | null,
    name = 'x',
    ofCustomFramework = false,
  ): RequirementOfFramework => ({
    frameworkName,
    identifier,
    sortOrder,
    name,
    isOfCustomFramework: ofCustomFramework,
  });
  const sorted = [
    requirement('Annex', 'Z', null, 'Access', true),
    requirement('Annex', 'A', null, 'Backup', true),
    requirement('ISO 27001', 'A.5.2', 1),
    requirement('ISO 27001', 'A.5.1', 2),
    requirement('ISO 27001', 'A.5.10', 2),
    requirement('ISO 27001', 'A.6.2', null, 'a'),
    requirement('ISO 27001', 'A.6.2', null, 'b'),
    requirement('ISO 27001', 'A.6.10', null),
    requirement('SOC 2', 'CC1.1', 1),
  ];
  for (const shuffled of [sorted.toReversed(), [...sorted.slice(4), ...sorted.slice(0, 4)]])
    expect(shuffled.sort(compareByFramework)).toEqual(sorted);
});
