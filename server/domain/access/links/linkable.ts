/**
 * Finds the records that a request links or unlinks. A record that the caller may not read is treated as if it did not exist
 * (spec/conventions, 3).
 */
import { type FieldError, type FieldErrors, fieldErrors } from '#platform/refusals/field-errors';
import { sql } from 'kysely';
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { invalid } from '#platform/refusals/refusal';
import { type Reader, selectReadableIds } from '../records/rows.ts';

type FormType = components['schemas']['EvidenceFormType'];

/** The kinds of records that can be linked, each with the column that stores the record's name. */
const nameColumns = { control: 'name', policy: 'name', task: 'title' } as const;
export type LinkedKind = keyof typeof nameColumns;

/** Not exported, so that only this file can create linkable records, and always checks the reader. */
const checked = Symbol('checked');

/** A record that its reader may link and unlink. Link sets accept nothing else. */
export interface Linkable<Kind extends LinkedKind | 'form' = LinkedKind | 'form', Key extends string = string> {
  readonly key: Key;
  /** The record's name and id, for readers of the audit log. */
  readonly title: string;
  readonly [checked]: Kind;
}

interface Options {
  /** Whether archived records are included. */
  readonly withArchived?: boolean;
}

/** @returns the records that the caller may read, in the order of `ids` without duplicates, locked until the transaction ends */
export async function lockLinkable<Kind extends LinkedKind>(
  db: OrganizationDatabase,
  reader: Reader,
  kind: Kind,
  ids: readonly string[],
  options: Options = {},
): Promise<Linkable<Kind>[]> {
  if (!ids.length) return [];
  const query = selectLinkable(db, reader, kind, ids, options);
  // Each change to the links of a control locks the control first, because the links are copied to custom frameworks.
  return inOrder(kind, ids, await (kind === 'control' ? query.forNoKeyUpdate() : query.forKeyShare()).execute());
}

/** @returns the records that the caller may read, in the order of `ids` without duplicates and without a lock */
export async function findLinkable<Kind extends LinkedKind>(
  db: OrganizationDatabase,
  reader: Reader,
  kind: Kind,
  ids: readonly string[],
  options: Options = {},
): Promise<Linkable<Kind>[]> {
  return ids.length ? inOrder(kind, ids, await selectLinkable(db, reader, kind, ids, options).execute()) : [];
}

/** @returns the record to unlink, archived or not, locked until the transaction ends; undefined if the caller may not read it */
export async function lockUnlinkable<Kind extends LinkedKind>(
  db: OrganizationDatabase,
  reader: Reader,
  kind: Kind,
  id: string,
): Promise<Linkable<Kind> | undefined> {
  const [record] = await lockLinkable(db, reader, kind, [id], { withArchived: true });
  return record;
}

/** @returns all the records, locked until the transaction ends, or a validation error for each record that cannot be linked */
export async function lockAllLinkable<Kind extends LinkedKind>(
  db: OrganizationDatabase,
  reader: Reader,
  kind: Kind,
  {
    field,
    ids,
    error = fieldErrors.unknownReference(kind),
    ...options
  }: Options & { readonly field: string; readonly ids: readonly string[]; readonly error?: FieldError },
) {
  const records = await lockLinkable(db, reader, kind, ids, options);
  const errors = unknownIdErrors(field, ids, records, error);
  return Object.keys(errors).length ? invalid(errors) : records;
}

/** @returns the forms as linkable records; they need no reader, because every reader sees the same forms */
export function linkableForms(forms: readonly FormType[]): Linkable<'form', FormType>[] {
  return forms.map((key) => ({ key, title: key, [checked]: 'form' }));
}

/** @returns a validation error for each id that cannot be linked, keyed by the dotted path of the id, such as `taskIds.0` */
export function unknownIdErrors(
  field: string,
  ids: readonly string[],
  linkableRecords: readonly Linkable[],
  error: FieldError,
): FieldErrors {
  const keys = new Set(linkableRecords.map(({ key }) => key));
  return Object.fromEntries(ids.flatMap((id, index) => (keys.has(id) ? [] : [[`${field}.${index}`, error]])));
}

/** @returns the title of a record in the audit log */
export function auditTitleOf(name: string, id: string): string {
  return `${name} (${id})`;
}

/** Sorts the records by id, so that requests that lock the same records do not deadlock. */
function selectLinkable(
  db: OrganizationDatabase,
  reader: Reader,
  kind: LinkedKind,
  ids: readonly string[],
  { withArchived = false }: Options,
) {
  const query = db
    .selectFrom(kind)
    .select('id')
    .select(sql<string>`${sql.ref(nameColumns[kind])}`.as('name'))
    .where('id', 'in', ids)
    .where('id', 'in', selectReadableIds(db, reader, kind))
    .orderBy('id');
  if (withArchived) return query;
  const active = query.where('archived_at', 'is', null);
  return kind === 'policy' ? active.where(sql.ref<boolean>('is_archived'), '=', false) : active;
}

function inOrder<Kind extends LinkedKind>(
  kind: Kind,
  ids: readonly string[],
  rows: readonly { readonly id: string; readonly name: string }[],
): Linkable<Kind>[] {
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return [...new Set(ids)].flatMap((key) => {
    const name = names.get(key);
    return name === undefined ? [] : [{ key, title: auditTitleOf(name, key), [checked]: kind }];
  });
}
