/** The fields of a letter that people write, and the columns that hold them. */
import type { components } from '../../../../generated/api.d.ts';

type Letter = components['schemas']['EngagementLetter'];

/** In the order of the interface. */
export const editable = [
  'title',
  'engagementType',
  'frameworkInstanceId',
  'timelineInstanceId',
  'auditorFirm',
  'auditorAddress',
  'auditorContactName',
  'auditorContactEmail',
  'auditorMemberId',
  'organizationLegalName',
  'organizationAddress',
  'organizationSignatoryMemberId',
  'scope',
  'criteria',
  'periodStart',
  'periodEnd',
  'fieldworkStart',
  'fieldworkEnd',
  'reportDueDate',
  'deliverables',
  'organizationResponsibilities',
  'auditorResponsibilities',
  'independenceStatement',
  'confidentialityTerms',
  'otherTerms',
  'fee',
  'governingLaw',
] as const;

export type Fields = Readonly<Pick<Letter, (typeof editable)[number]>>;

export function rowOf(fields: Fields) {
  return {
    title: fields.title,
    engagement_type: fields.engagementType,
    framework_instance_id: fields.frameworkInstanceId,
    timeline_instance_id: fields.timelineInstanceId,
    auditor_firm: fields.auditorFirm,
    auditor_address: fields.auditorAddress,
    auditor_contact_name: fields.auditorContactName,
    auditor_contact_email: fields.auditorContactEmail,
    auditor_member_id: fields.auditorMemberId,
    organization_legal_name: fields.organizationLegalName,
    organization_address: fields.organizationAddress,
    organization_signatory_member_id: fields.organizationSignatoryMemberId,
    scope: fields.scope,
    criteria: fields.criteria,
    period_start: fields.periodStart,
    period_end: fields.periodEnd,
    fieldwork_start: fields.fieldworkStart,
    fieldwork_end: fields.fieldworkEnd,
    report_due_date: fields.reportDueDate,
    deliverables: fields.deliverables,
    organization_responsibilities: fields.organizationResponsibilities,
    auditor_responsibilities: fields.auditorResponsibilities,
    independence_statement: fields.independenceStatement,
    confidentiality_terms: fields.confidentialityTerms,
    other_terms: fields.otherTerms,
    fee: fields.fee && JSON.stringify(fields.fee),
    governing_law: fields.governingLaw,
  };
}
