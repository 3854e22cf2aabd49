/** Requires a confirmation before an operation removes further records together with the named one (spec/conventions, 10). */
import type { Actor } from '#platform/identity/actor';
import { type RefusalOf, refusal } from '#platform/refusals/refusal';

/** The number of records of one kind that the operation would remove. */
export interface RemovedRecords {
  readonly count: number;
  readonly kind: string;
  readonly plural: string;
  /** The caller needs one of these permissions to see the number. If omitted, everyone who may call the operation sees it. */
  readonly readers?: readonly string[] | undefined;
}

/**
 * Builds the refusal. It omits records that the caller may not read, and does not reveal whether there are any.
 * @param confirmation the value that the request has to send as `confirm`
 */
export function createConfirmationRefusal(
  { permissions }: Pick<Actor, 'permissions'>,
  confirmation: string,
  removedRecords: readonly RemovedRecords[],
): RefusalOf<'confirmation_required'> {
  const readableRecords = removedRecords.filter(({ readers }) => !readers || readers.some((permission) => permissions.has(permission)));
  const records = [
    ...readableRecords.filter(({ count }) => count > 0).map(({ count, kind, plural }) => `${count} ${count === 1 ? kind : plural}`),
    ...(readableRecords.length < removedRecords.length ? ['records that the caller may not read'] : []),
  ];
  return refusal('confirmation_required', { confirmation, records: records.length ? records : ['no records'] });
}
