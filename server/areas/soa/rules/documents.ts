/** What the statement of applicability decides without a database (spec/areas/soa). */
import type { components } from '../../../../generated/api.d.ts';

type Schemas = components['schemas'];

/** Under any of the names that ISO 27001 goes by, with its year or without: `ISO 27001:2022`, `iso27001`. */
export function isIso27001(frameworkName: string): boolean {
  return /^iso(\/iec)?-?27001([:-]?\d{4})?$/.test(frameworkName.toLowerCase().replace(/\s/g, ''));
}

export interface ApprovalMarks {
  readonly status: Schemas['SoaDocumentStatus'];
  readonly approvedAt: string | null;
  readonly declinedAt: string | null;
}

export function approvalStatusOf({ status, approvedAt, declinedAt }: ApprovalMarks): Schemas['SoaApprovalStatus'] {
  if (approvedAt !== null) return 'approved';
  if (declinedAt !== null) return 'declined';
  return status === 'needs_review' ? 'pending' : 'none';
}

/** In percent; 0 when nothing is asked. */
export function progressOf(answered: number, total: number): number {
  return total === 0 ? 0 : Math.round((answered / total) * 100);
}

/** Where a document is once an answer was saved or filled in (spec/areas/soa, States and transitions). */
export function statusAfter(answered: number, total: number): 'in_progress' | 'completed' {
  return answered >= total ? 'completed' : 'in_progress';
}

export interface Answered {
  readonly isApplicable: boolean | null;
  readonly justification: string | null;
}

/**
 * An answer as it is after an edit: what was left out keeps its value, so that neither part wipes the other (spec/areas/soa, rule 2). A blank
 * justification is none.
 */
export function edited(previous: Answered | undefined, { isApplicable, justification }: Schemas['SoaAnswerUpdate']): Answered {
  return {
    isApplicable: isApplicable === undefined ? (previous?.isApplicable ?? null) : isApplicable,
    justification: justification === undefined ? (previous?.justification ?? null) : justification?.trim() || null,
  };
}

/** What is left out has to say why (spec/areas/soa, rule 3). */
export function lacksReason({ isApplicable, justification }: Answered): boolean {
  return isApplicable === false && justification === null;
}

/** Of an answer that was saved by hand (spec/areas/soa, rule 4). */
export function statusOf({ isApplicable, justification }: Answered): 'manual' | 'untouched' {
  return isApplicable !== null || justification !== null ? 'manual' : 'untouched';
}

/** Whether a control is about places and things: all of A.7. @param control such as `A.7.4` */
export function isPhysical(control: string): boolean {
  return control.startsWith('A.7.');
}

/** Why physical controls do not apply to a fully remote organization, as long as nobody says otherwise (spec/areas/soa, rule 7). */
export const remoteSentence = 'The organization works fully remotely and has no premises of its own to protect.';

/**
 * What holds for questions that have no answer yet (spec/areas/soa, rule 7).
 * @param remote whether the organization is fully remote @param answered ids of questions
 */
export function defaultAnswers(
  questions: readonly Schemas['SoaQuestion'][],
  remote: boolean,
  answered: ReadonlySet<string>,
): Schemas['SoaDefaultAnswer'][] {
  const open = remote ? questions.filter(({ id }) => isPhysical(id) && !answered.has(id)) : [];
  return open.map(({ id }) => ({ questionId: id, isApplicable: false, justification: remoteSentence }));
}

/** `statement-of-applicability-iso-27001-v2.pdf`. */
export function fileNameOf({ framework, version }: Pick<Schemas['SoaDocument'], 'framework' | 'version'>): string {
  const slug = framework.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `statement-of-applicability-${slug}-v${version}.pdf`;
}
