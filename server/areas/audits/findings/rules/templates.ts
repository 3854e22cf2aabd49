/** Templates for common audit findings, which are the same for every organization (findings, rule 10). */
import type { components } from '#generated/api';
import { catalogueId } from '#domain/catalogue/ids';

type FindingTemplate = components['schemas']['FindingTemplate'];
type Category = FindingTemplate['category'];

interface TemplateData {
  /** The id is derived from the slug, so a slug must never change. */
  readonly slug: string;
  readonly title: string;
  readonly content: string;
}

/** The creation and update time of every template. */
const writtenAt = '2026-11-23T00:00:00.000Z';

const templatesByCategory: Readonly<Record<Category, readonly TemplateData[]>> = {
  evidence_issue: [
    {
      slug: 'evidence-outdated',
      title: 'The evidence is too old',
      content: 'The evidence was made before the audit period. Please submit evidence that was made within the period and shows its date.',
    },
    {
      slug: 'evidence-undated',
      title: 'The evidence has no date',
      content:
        'The evidence does not show when it was made. Please submit it again with a visible date, such as a screenshot that includes the clock of the system.',
    },
    {
      slug: 'evidence-source-unclear',
      title: 'The source is not visible',
      content: 'The evidence does not show which system it comes from. Please submit it with the name or the address of the system.',
    },
    {
      slug: 'evidence-unreadable',
      title: 'The evidence cannot be read',
      content: 'The file does not open, or its text is too small to read. Please submit it again as a PDF or as an image in full size.',
    },
    {
      slug: 'evidence-incomplete-view',
      title: 'Only a part is shown',
      content: 'The evidence shows the first entries of a longer list. Please submit the whole list, or an export of it.',
    },
    {
      slug: 'evidence-wrong-scope',
      title: 'The evidence is about another system',
      content: 'The evidence is about a system outside the scope of the audit. Please submit evidence for the systems in scope.',
    },
  ],
  further_evidence: [
    {
      slug: 'sample-needed',
      title: 'A sample is needed',
      content:
        'The description of the procedure is clear. Please also submit records of the cases on the attached list, to show that the procedure was followed.',
    },
    {
      slug: 'approval-needed',
      title: 'The approval is missing',
      content: 'The document is complete, but nothing shows who approved it and when. Please add the record of its approval.',
    },
    {
      slug: 'follow-up-needed',
      title: 'The follow-up is missing',
      content: 'The review found exceptions. Please submit evidence of what was done about each of them, and by when.',
    },
    {
      slug: 'whole-period-needed',
      title: 'Part of the period is not covered',
      content: 'The evidence covers a part of the audit period only. Please submit the records of the remaining months.',
    },
    {
      slug: 'population-needed',
      title: 'The whole population is needed',
      content: 'To draw a sample, we need the complete list of cases in the period, with a note on how the list was made.',
    },
  ],
  task_specific: [
    {
      slug: 'access-review-reviewer',
      title: 'Access review without a reviewer',
      content:
        'The review of access does not name who carried it out. Please add the name of the reviewer, the date and the decision on each account.',
    },
    {
      slug: 'leaver-access',
      title: 'Access of a leaver was removed late',
      content:
        'At least one account was still active after the last day of its owner. Please explain the delay, and show when the account was closed.',
    },
    {
      slug: 'restore-test-result',
      title: 'Restore test without a result',
      content:
        'The record of the restore test does not state whether the data was complete and how long the restore took. Please add both.',
    },
    {
      slug: 'vulnerability-overdue',
      title: 'A vulnerability is past its deadline',
      content:
        'The scan lists vulnerabilities that are older than your policy allows. Please submit the plan for each of them, or the accepted exception.',
    },
    {
      slug: 'training-incomplete',
      title: 'Training was not completed by everybody',
      content:
        'Some members of the workforce have not completed the training of the period. Please submit the records, or the reason for each person.',
    },
    {
      slug: 'policy-not-acknowledged',
      title: 'A policy was not signed by everybody',
      content: 'The policy is in force, but some people have not acknowledged its current version. Please submit the missing signatures.',
    },
  ],
  na_incorrect: [
    {
      slug: 'na-applies',
      title: 'The task applies',
      content:
        'The task is marked as not relevant, although what it covers is part of the scope. Please complete the task, or show why it is out of scope.',
    },
    {
      slug: 'na-without-reason',
      title: 'The reason is missing',
      content: 'The task is marked as not relevant without a reason. Please state the reason and who decided it.',
    },
    {
      slug: 'na-reason-insufficient',
      title: 'The reason does not suffice',
      content:
        'The stated reason does not cover all systems or people in scope. Please explain it for the remaining ones, or complete the task for them.',
    },
    {
      slug: 'na-outsourced',
      title: 'The provider has to be shown',
      content:
        'The task is marked as not relevant because a provider does the work. Please submit the assurance report or the contract of the provider that covers it.',
    },
  ],
};

/** In alphabetical order. */
const categories = ['evidence_issue', 'further_evidence', 'na_incorrect', 'task_specific'] as const satisfies readonly Category[];

/** All templates, sorted by category, order and title. */
export const templates: readonly FindingTemplate[] = categories.flatMap((category) =>
  templatesByCategory[category].map(({ slug, title, content }, order) => ({
    id: catalogueId('findingTemplate', slug),
    category,
    title,
    content,
    order,
    createdAt: writtenAt,
    updatedAt: writtenAt,
  })),
);

const templatesById = new Map(templates.map((template) => [template.id, template]));

/** @returns the template, or undefined if the catalog does not have it */
export function templateOf(id: string): FindingTemplate | undefined {
  return templatesById.get(id);
}
