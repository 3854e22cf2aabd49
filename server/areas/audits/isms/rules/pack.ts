/** The twelve ISMS documents of an ISO 27001 framework, in order (isms, rule 1). */
import type { components } from '#generated/api';
import { catalogueId } from '#domain/catalogue/ids';

export type DocumentType = components['schemas']['IsmsDocumentType'];

interface Template {
  readonly type: DocumentType;
  readonly clause: string;
  readonly title: string;
}

export const pack: readonly Template[] = [
  { type: 'context_of_organization', clause: '4.1', title: 'Context of the Organization' },
  { type: 'interested_parties_register', clause: '4.2', title: 'Register of Interested Parties' },
  { type: 'interested_parties_requirements', clause: '4.2', title: 'Requirements of Interested Parties' },
  { type: 'isms_scope', clause: '4.3', title: 'Scope of the ISMS' },
  { type: 'leadership_commitment', clause: '5.1', title: 'Leadership and Commitment' },
  { type: 'roles_and_responsibilities', clause: '5.3', title: 'Roles, Responsibilities and Authorities' },
  { type: 'risk_assessment_methodology', clause: '6.1.2', title: 'Risk Assessment Methodology' },
  { type: 'risk_treatment_plan', clause: '6.1.3', title: 'Risk Treatment Plan' },
  { type: 'objectives_plan', clause: '6.2', title: 'Security Objectives and Plan' },
  { type: 'monitoring', clause: '9.1', title: 'Monitoring, Measurement, Analysis and Evaluation' },
  { type: 'internal_audit', clause: '9.2', title: 'Internal Audit' },
  { type: 'management_review', clause: '9.3', title: 'Management Review' },
];

const templatesByType = new Map(pack.map((template, index) => [template.type, { ...template, position: index }]));

/** @returns the clause and title for a type of document, and its position in the pack, starting at 0 */
export function templateOf(type: DocumentType): Template & { readonly position: number } {
  const template = templatesByType.get(type);
  if (!template) throw new Error(`there is no template of ${type}`);
  return template;
}

/** @returns the id of the document's template, which is the same in every installation */
export function templateIdOf(type: DocumentType): string {
  return catalogueId('ismsTemplate', type);
}

/** Returns whether a requirement belongs to a clause: `4.1` and `4.1.1` belong to 4.1, but `4.11` does not. */
export function isOfClause(clause: string, { identifier, name }: { readonly identifier: string; readonly name: string }): boolean {
  return [identifier, name].some((text) => text.startsWith(clause) && !/^\d/.test(text.slice(clause.length)));
}
