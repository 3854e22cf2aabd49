/** Decides which changes a signature prevents (isms, rule 20). */
import { isSigned } from './completeness.ts';
import { type RegisterName, rowsOf } from './registers.ts';
import { rowOf, type StoredRow } from './rows.ts';

const signatureFields = ['signoffChairName', 'signoffChairDate'];
const followUpFields = ['ownerMemberId', 'dueDate', 'status'];

/** @param writtenFields values by field @returns whether the change adds or removes a signature, which API keys must not do */
export function changesSignature(before: StoredRow, writtenFields: object): boolean {
  const previousValues = new Map<string, unknown>(Object.entries(rowOf(before)));
  return Object.entries(writtenFields).some(
    ([field, value]) => field.startsWith('signoff') && value !== undefined && value !== (previousValues.get(field) ?? null),
  );
}

/** @returns the signer names that a change adds; empty if it only removes signatures */
export function signerNames(before: StoredRow, writtenFields: object): string[] {
  const previousValues = new Map<string, unknown>(Object.entries(rowOf(before)));
  return Object.entries(writtenFields).flatMap(([field, value]) =>
    /^signoff\w+Name$/.test(field) && typeof value === 'string' && value !== previousValues.get(field) ? [value] : [],
  );
}

/** @returns the ids of the attendees who chair the review; empty if the chair is not a member, or the row is not a review */
export function chairIds(row: StoredRow): string[] {
  const [review] = rowsOf([rowOf(row)], 'reviews');
  return (review?.attendees ?? []).flatMap(({ memberId, name }) => (name === review?.chairName ? [memberId] : []));
}

/** @param fields changed fields; empty for a deletion @returns whether the row is a signed review whose signature prevents the change */
export function isLocked(row: StoredRow, fields: readonly string[]): boolean {
  const [review] = rowsOf([rowOf(row)], 'reviews');
  return review !== undefined && isSigned(review) && !containsOnly(fields, signatureFields);
}

/**
 * @param parent the parent row, which may be a review @param fields the changed fields; empty for a creation or a deletion
 * @returns whether the parent is a signed review whose signature prevents the change
 */
export function isLockedByParent(register: RegisterName, parent: StoredRow | undefined, fields: readonly string[]): boolean {
  const [review] = parent ? rowsOf([rowOf(parent)], 'reviews') : [];
  return review !== undefined && isSigned(review) && !(register === 'review-actions' && containsOnly(fields, followUpFields));
}

function containsOnly(fields: readonly string[], allowedFields: readonly string[]): boolean {
  return fields.length > 0 && fields.every((field) => allowedFields.includes(field));
}
