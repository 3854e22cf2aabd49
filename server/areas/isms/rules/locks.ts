/** What a signature locks (spec/areas/isms, rule 20). */
import { isSigned } from './completeness.ts';
import { type RegisterName, rowsOf } from './registers.ts';
import { rowOf, type StoredRow } from './rows.ts';

const signature = ['signoffChairName', 'signoffChairDate'];
const followUp = ['ownerMemberId', 'dueDate', 'status'];

/** @param fields to change; none for a deletion @returns whether the row is a signed review, and its signature keeps this from being done */
export function isLocked(row: StoredRow, fields: readonly string[]): boolean {
  const [review] = rowsOf([rowOf(row)], 'reviews');
  return review !== undefined && isSigned(review) && !isOnly(fields, signature);
}

/**
 * @param parent of the row, which may be a review @param fields of the row to change; none for a creation or a deletion
 * @returns whether the parent is a signed review, and its signature keeps this from being done
 */
export function lockedFor(register: RegisterName, parent: StoredRow | undefined, fields: readonly string[]): boolean {
  const [review] = parent ? rowsOf([rowOf(parent)], 'reviews') : [];
  return review !== undefined && isSigned(review) && !(register === 'review-actions' && isOnly(fields, followUp));
}

function isOnly(fields: readonly string[], allowed: readonly string[]): boolean {
  return fields.length > 0 && fields.every((field) => allowed.includes(field));
}
