/** Filters loaded records and lists of ids, so that only records that the caller may read remain. */
import type { OrganizationDatabase } from '#platform/database/handle';
import { mayReadAllPolicies } from '#domain/policies/visible';
import { targetKinds } from '../findings/targets.ts';
import { mayRead, type OwnKind } from './kinds.ts';
import { type Reader, selectReadableIds, type RestrictedKind, selectVisibleIds } from './rows.ts';

/** @returns the ids of the records that the caller may read */
export async function findReadableIds(
  db: OrganizationDatabase,
  reader: Reader,
  kind: OwnKind,
  ids: readonly string[],
): Promise<Set<string>> {
  if (!ids.length || !mayRead(reader, kind)) return new Set();
  if (!isRestrictedKind(kind)) return new Set(reader.restrictedTo === undefined ? ids : []);
  const rows = await selectReadableIds(db, reader, kind)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** @returns whether an existing record is hidden from a caller whose permission has already been checked */
export async function isHidden(db: OrganizationDatabase, reader: Reader, kind: RestrictedKind, id: string): Promise<boolean> {
  return (await selectVisibleIds(db, reader, kind).where('id', '=', id).executeTakeFirst()) === undefined;
}

/** @returns whether the caller may read every record of the kind; only such callers see references to deleted records */
export async function canReadAll(db: OrganizationDatabase, reader: Reader, kind: OwnKind): Promise<boolean> {
  const { permissions, memberId, restrictedTo } = reader;
  if (!mayRead(reader, kind) || restrictedTo !== undefined) return false;
  if (kind === 'task_item') return permissions.has('risk:read') && permissions.has('vendor:read');
  if (kind === 'finding' && !Object.values(targetKinds).every((target) => mayRead(reader, target))) return false;
  return (kind !== 'policy' && kind !== 'finding') || (memberId !== undefined && (await mayReadAllPolicies(db, memberId)));
}

/** @returns the records that the caller may read, in the same order */
export async function filterReadable<Item extends { readonly id: string }>(
  db: OrganizationDatabase,
  reader: Reader,
  kind: OwnKind,
  records: readonly Item[],
): Promise<Item[]> {
  const readableIds = await findReadableIds(
    db,
    reader,
    kind,
    records.map(({ id }) => id),
  );
  return records.filter(({ id }) => readableIds.has(id));
}

const restricted = { risk: true, task: true, task_item: true, control: true, policy: true, finding: true } satisfies Record<
  RestrictedKind,
  true
>;

/** @returns whether only some records of the kind may be readable */
export function isRestrictedKind(kind: OwnKind): kind is RestrictedKind {
  return Object.hasOwn(restricted, kind);
}
