/** Letter templates that every organization has. */
import type { components } from '#generated/api';
import { catalogueId } from '#domain/catalogue/ids';

type Template = components['schemas']['EngagementLetterTemplate'];
type Texts = Omit<Template, 'id' | 'organizationId' | 'isActive' | 'createdAt' | 'updatedAt' | 'version'>;

/** The creation and update time of every template. */
const writtenAt = '2026-11-24T00:00:00.000Z';

const confidentialityTerms = `Both parties keep confidential what they learn of each other, and use it for this engagement only. The duty lasts for five years after the end of the engagement. It does not cover what is public, or what the law requires a party to disclose.`;

const organizationResponsibilities = `{{organizationLegalName}}

- gives the auditor access to the people, the systems and the records that the work needs,
- answers questions completely and in time,
- names one person whom the auditor can turn to, and
- tells the auditor at once of changes and incidents that concern the scope.`;

const independenceStatement = `{{auditorFirm}} confirms that it and everybody who takes part in the work are independent of {{organizationLegalName}}. It reports at once anything that could call this into question.`;

const templateTexts: readonly Texts[] = [
  {
    name: 'Certification audit',
    engagementType: 'certification_audit',
    scope: `{{auditorFirm}} audits the management system of {{organizationLegalName}} against {{framework}}, in two stages: a review of the documentation, and a review of how the system works in practice.`,
    criteria: '{{framework}}',
    deliverables: ['A report of each stage, with all nonconformities.', 'A recommendation about the certification.'],
    organizationResponsibilities: `${organizationResponsibilities}

It corrects nonconformities within the time that is agreed, and shows that the corrections work.`,
    auditorResponsibilities: `{{auditorFirm}} plans the audit with {{organizationLegalName}}, names the members of its team in advance, works by the rules for certification bodies, and delivers its report by {{reportDueDate}}.`,
    independenceStatement: `${independenceStatement} It has not advised {{organizationLegalName}} about its management system in the last two years.`,
    confidentialityTerms,
    otherTerms: null,
  },
  {
    name: 'Attestation over a period',
    engagementType: 'attestation_type2',
    scope: `{{auditorFirm}} examines whether the controls of {{organizationLegalName}} were suitably designed and operated effectively from {{periodStart}} to {{periodEnd}}, by the criteria of {{framework}}.`,
    criteria: '{{framework}}',
    deliverables: ['A report with the opinion of the auditor, the tests of controls and their results.'],
    organizationResponsibilities: `${organizationResponsibilities}

Its management describes the system, answers for the controls, and asserts in writing that the description is fair and that the controls worked throughout the period.`,
    auditorResponsibilities: `{{auditorFirm}} plans and performs the examination so that it gives reasonable assurance, reports deviations when it finds them, and delivers its report by {{reportDueDate}}.`,
    independenceStatement,
    confidentialityTerms,
    otherTerms: null,
  },
  {
    name: 'Internal audit',
    engagementType: 'internal_audit',
    scope: `{{auditorFirm}} audits the management system of {{organizationLegalName}} on its behalf from {{periodStart}} to {{periodEnd}}, against {{framework}} and the rules of the organization itself.`,
    criteria: '{{framework}} and the policies of {{organizationLegalName}}',
    deliverables: ['An audit plan.', 'A report with findings, their evidence and recommendations.'],
    organizationResponsibilities,
    auditorResponsibilities: `{{auditorFirm}} follows the audit plan, bases findings on evidence, discusses them before it reports, and delivers its report by {{reportDueDate}}.`,
    independenceStatement: `The auditors of {{auditorFirm}} do not audit their own work, and report to the management of {{organizationLegalName}} directly.`,
    confidentialityTerms,
    otherTerms: null,
  },
  {
    name: 'Other engagement',
    engagementType: 'other',
    scope: `{{auditorFirm}} works for {{organizationLegalName}} as follows:`,
    criteria: null,
    deliverables: ['A written report.'],
    organizationResponsibilities,
    auditorResponsibilities: `{{auditorFirm}} works with due care and names the people who do the work.`,
    independenceStatement,
    confidentialityTerms,
    otherTerms: null,
  },
];

export const builtInTemplates: readonly Template[] = templateTexts.map((texts) => ({
  id: catalogueId('letterTemplate', `letter-of-engagement/${texts.engagementType}`),
  organizationId: null,
  ...texts,
  isActive: true,
  createdAt: writtenAt,
  updatedAt: writtenAt,
  version: 1,
}));

export function builtInTemplate(id: string): Template | undefined {
  return builtInTemplates.find((template) => template.id === id);
}
