import { describe, expect, test } from 'vitest';
import { compareRequirements } from '#domain/catalogue/requirement-order';
import { scoreOf, shareOfPolicies, shareOfTasks } from '#areas/compliance-program/frameworks/rules/scores';
import { parsePolicyMarkdown } from '#domain/catalogue/rich-text';
import { countForms, type FormType, isFresh } from '#domain/evidence-forms/count';
import { fillTemplate, type Filling } from '#domain/policies/texts/filling';
import { flagsOf } from '#domain/policies/texts/organization-data';

const now = new Date('2026-11-20T12:00:00.000Z');
const before = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
const day = 86_400_000;

describe('the order of requirements (rule 12)', () => {
  test('sorts by sort order with null last, then by the numbers in the identifier, then by name', () => {
    const requirement = (sortOrder: number | null, identifier: string, name = '') => ({ sortOrder, identifier, name });
    const expected = [
      requirement(0, 'Z'),
      requirement(2, 'A.5.2'),
      requirement(2, 'A.5.10'),
      requirement(10, 'A.1'),
      requirement(null, 'A.9'),
      requirement(null, 'A.10', 'One'),
      requirement(null, 'A.10', 'Two'),
    ];
    expect(expected.toReversed().sort(compareRequirements)).toEqual(expected);
  });
});

describe('the score (rule 1)', () => {
  const score = (
    {
      policies = [],
      tasks = [],
      forms = [],
    }: {
      readonly policies?: Parameters<typeof shareOfPolicies>[0];
      readonly tasks?: Parameters<typeof shareOfTasks>[0];
      readonly forms?: readonly FormType[];
    },
    latest: readonly [FormType, string][] = [],
    notRelevant: FormType[] = [],
  ) => scoreOf({ policies: shareOfPolicies(policies), tasks: shareOfTasks(tasks), forms }, new Map(latest), new Set(notRelevant), now);
  test('is 0 without artefacts', () => {
    expect(score({})).toBe(0);
    expect(score({ forms: ['meeting'] }, [['meeting', before(0)]], ['meeting'])).toBe(0);
  });
  test('counts published policies', () => {
    expect(score({ policies: ['published', 'draft', 'needs_review'] })).toBe(33);
  });
  test('counts tasks that are done or not relevant', () => {
    expect(score({ tasks: ['done', 'not_relevant', 'todo', 'in_progress', 'in_review', 'failed'] })).toBe(33);
  });
  test('matches the worked example of the rules', () => {
    const artefacts = {
      policies: ['published', 'draft'],
      tasks: ['done', 'not_relevant', 'todo'],
      forms: ['penetration-test', 'network-diagram'],
    } as const;
    const latest = [
      ['penetration-test', before(200 * day)],
      ['network-diagram', before(day)],
    ] satisfies [FormType, string][];
    expect(score(artefacts, latest)).toBe(57);
    expect(score(artefacts, latest, ['penetration-test'])).toBe(67);
  });
  test('counts forms that were submitted within 180 days, and ignores forms that are not relevant', () => {
    expect(
      score({ forms: ['rbac-matrix', 'penetration-test', 'access-request'] }, [
        ['rbac-matrix', before(180 * day)],
        ['penetration-test', before(180 * day + 1)],
      ]),
    ).toBe(33);
    expect(score({ forms: ['rbac-matrix', 'penetration-test'] }, [['rbac-matrix', before(0)]], ['penetration-test'])).toBe(100);
  });
  test('weighs all artefacts equally, and rounds the score', () => {
    expect(score({ policies: ['published', 'draft'], tasks: ['done'], forms: ['meeting'] })).toBe(50);
    expect(score({ policies: ['published', 'published'], tasks: ['todo'] })).toBe(67);
    expect(score({ tasks: [...Array.from({ length: 199 }, () => 'done' as const), 'todo'] })).toBe(100);
  });
});

describe('documents of the organization (rule 5)', () => {
  const count = (latest: readonly [FormType, string][] = [], notRelevant: FormType[] = []) =>
    countForms(new Map(latest), new Set(notRelevant), now);
  test('are the seven visible and required forms, all outstanding at first', () => {
    expect(count()).toEqual({ total: 7, outstanding: 7 });
    expect(
      count([
        ['access-request', before(0)],
        ['account-types', before(0)],
        ['whistleblower-report', before(0)],
      ]),
    ).toEqual({ total: 7, outstanding: 7 });
  });
  test.each<FormType>(['meeting', 'board-meeting', 'it-leadership-meeting', 'risk-committee-meeting'])(
    'accept %s as the meeting',
    (form) => {
      expect(count([[form, before(day)]])).toEqual({ total: 7, outstanding: 6 });
      expect(count([[form, before(181 * day)]])).toEqual({ total: 7, outstanding: 7 });
    },
  );
  test('leave out forms that are not relevant, with their sub-types', () => {
    expect(count([['board-meeting', before(0)]], ['meeting', 'rbac-matrix'])).toEqual({ total: 5, outstanding: 5 });
  });
  test('are fresh for 6 × 30 × 24 hours', () => {
    expect([isFresh(undefined, now), isFresh(before(180 * day), now), isFresh(before(180 * day + 1), now)]).toEqual([false, true, false]);
  });
});

describe('the text of a policy', () => {
  const filling: Filling = { values: { COMPANY: 'Acme', EMPLOYEES: '12' }, flags: ['gdpr'] };
  const fill = (markdown: string) => fillTemplate(parsePolicyMarkdown(markdown).content, filling);
  const words = (markdown: string) =>
    JSON.stringify(fill(markdown))
      .match(/"text":"[^"]*"/g)
      ?.map((text) => text.slice(8, -1)) ?? [];
  test('fills in known values, drops lines with unknown values, and leaves no placeholder (rule 26)', () => {
    expect(words('{{COMPANY}} has {{ EMPLOYEES }} people.\n\nThey work in {{LOCATION}}.')).toEqual(['Acme has 12 people.']);
  });
  test('keeps text whose condition is true, and drops other text with the parts that become empty', () => {
    expect(words('All.{{#if gdpr}} In Europe.{{/if}}{{#if hipaa}} Of patients.{{/if}} End.')).toEqual(['All. In Europe. End.']);
    expect(fill('One.\n\n{{#if hipaa}}\nTwo {{COMPANY}}.\n\n- Three\n- Four\n{{/if}}\n\nFive.')).toEqual(
      parsePolicyMarkdown('One.\n\nFive.').content,
    );
    expect(fill('{{#if gdpr}}\n## Head\n\nTwo.\n{{/if}}')).toEqual(parsePolicyMarkdown('## Head\n\nTwo.').content);
  });
  test('nests conditions, all of which must be true', () => {
    expect(words('{{#if gdpr}}a{{#if hipaa}}b{{/if}}c{{/if}}{{#if hipaa}}d{{#if gdpr}}e{{/if}}f{{/if}}g')).toEqual(['acg']);
  });
  test('keeps nodes without text outside of dropped blocks', () => {
    const rule = { type: 'horizontalRule' };
    const [open, close] = ['{{#if hipaa}}', '{{/if}}'].map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }));
    expect(fillTemplate([rule, open ?? {}, rule, close ?? {}, { type: 'paragraph' }, { type: 'paragraph', content: [] }], filling)).toEqual(
      [rule, { type: 'paragraph' }, { type: 'paragraph', content: [] }],
    );
  });
  test('derives framework flags from how the framework names begin', () => {
    expect(flagsOf(['SOC 2', 'ISO 27001', 'PCI DSS 4', 'Our GDPR'])).toEqual(['soc2', 'iso27001', 'pci']);
  });
});
