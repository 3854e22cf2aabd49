/** Calculates the status, progress and file name of documents (spec/areas/audits/soa). */
import type { components } from '#generated/api';

type Schemas = components['schemas'];

export interface ApprovalMarks {
  readonly status: Schemas['SoaDocumentStatus'];
  readonly approvedAt: string | null;
  readonly declinedAt: string | null;
}

export function approvalStatusOf({ status, approvedAt, declinedAt }: ApprovalMarks): Schemas['SoaApprovalStatus'] {
  if (approvedAt !== null) return 'approved';
  if (declinedAt !== null) return 'rejected';
  return status === 'needs_review' ? 'pending' : 'none';
}

/** Returns the progress in percent; 0 if there are no questions. */
export function percentCompleteOf(answeredCount: number, total: number): number {
  return total === 0 ? 0 : Math.round((answeredCount / total) * 100);
}

/** Returns the status of a document after an answer was saved or filled in (spec/areas/audits/soa, States and transitions). */
export function statusAfter(answeredCount: number, total: number): 'in_progress' | 'completed' {
  return answeredCount >= total ? 'completed' : 'in_progress';
}

/** Returns the file name of a document, such as `statement-of-applicability-iso-27001-v2.pdf`. */
export function fileNameOf({ framework, version }: Pick<Schemas['SoaDocument'], 'framework' | 'version'>): string {
  const slug = framework.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `statement-of-applicability-${slug}-v${version}.pdf`;
}
