/** Queries of register rows. */
import { sql, type SqlBool } from 'kysely';
import type { FilterOf } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import { columnsOf } from '#platform/database/columns';
import { anyOf, dependingOn, equals } from '#platform/database/filters';
import { newId } from '#platform/database/ids';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import type { SortKey } from '#platform/database/sort-keys';
import { touchUpdatedAt } from '#platform/database/touched';
import { isObject } from '#platform/json-object';
import { type RegisterName, registers, type Row, type RowOf, rowsOf } from '../rules/registers.ts';
import { rowOf, type StoredRow, type RowValues } from '../rules/rows.ts';

const columns = columnsOf(
  'isms_row',
  'id',
  'documentId',
  'register',
  'parentId',
  'position',
  'key',
  'reference',
  'source',
  'derivedFrom',
  'memberId',
  'secondMemberId',
  'linkedId',
  'fields',
  'enteredVia',
  'createdAt',
  'updatedAt',
  'version',
);

/** Due days are stored among the fields of a row, as text. */
const byDueDate: SortKey = {
  name: 'dueDate',
  expression: (sortOrder) => sql`coalesce(isms_row.fields ->> 'dueDate', ${sql.lit(sortOrder === 'asc' ? '9999-12-31' : '')})`,
};
/** The first member of a row is stored in a column, which is the owner in some registers only. */
const ownedRegisters = Object.entries(registers).flatMap(([name, { members }]) => (members[0] === 'ownerMemberId' ? [sql.lit(name)] : []));
const owner = sql`case when isms_row.register in (${sql.join(ownedRegisters)}) then isms_row.member_id end`;
const dueDate = sql`(isms_row.fields ->> 'dueDate')::date`;
const sortKeys = {
  position: 'isms_row.position',
  createdAt: 'isms_row.created_at',
  updatedAt: 'isms_row.updated_at',
  dueDate: byDueDate,
} as const;
type RowFilter = FilterOf<'listIsmsRegisterRows'>;

const pagedRows = PagedList.of((db, param: Params<{ readonly documentId: string; readonly register: RegisterName }>) =>
  db.selectFrom('isms_row').select(columns).where('document_id', '=', param('documentId')).where('register', '=', param('register')),
).filteredBy<RowFilter>({
  parentId: equals('isms_row.parent_id'),
  ownerMemberId: dependingOn(
    (memberId) => memberId === 'none',
    (_eb, isNone, memberId) => (isNone ? sql<SqlBool>`${owner} is null` : sql<SqlBool>`${owner} = ${memberId}`),
  ),
  dueDateAfter: (_eb, day) => sql<SqlBool>`${dueDate} >= ${day}`,
  dueDateBefore: (_eb, day) => sql<SqlBool>`${dueDate} <= ${day}`,
  ids: anyOf('isms_row.id'),
});

/** @returns a page of the rows of a register that match the filter */
export async function listRows(
  db: OrganizationDatabase,
  filter: RowFilter & { readonly documentId: string; readonly register: RegisterName },
  page: PageRequest<keyof typeof sortKeys>,
): Promise<Page<Row>> {
  return mapPage(await pagedRows.page(db, filter, { by: sortKeys[page.sortBy], id: 'isms_row.id' }, page), rowOf);
}

/** @returns all rows of these documents, sorted by position */
export async function listAllRows(db: OrganizationDatabase, documentIds: readonly string[]): Promise<Row[]> {
  if (!documentIds.length) return [];
  const rows = await db
    .selectFrom('isms_row')
    .select(columns)
    .where('document_id', 'in', documentIds)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(rowOf);
}

/** @returns all objectives of the organization, because metrics may be linked to objectives of any framework */
export async function listAllObjectives(db: OrganizationDatabase): Promise<RowOf<'objectives'>[]> {
  const rows = await db.selectFrom('isms_row').select(columns).where('register', '=', 'objectives').execute();
  return rowsOf(rows.map(rowOf), 'objectives');
}

export function findRow(db: OrganizationDatabase, register: RegisterName, id: string): Promise<StoredRow | undefined> {
  return db.selectFrom('isms_row').select(columns).where('register', '=', register).where('id', '=', id).executeTakeFirst();
}

/** @returns the row, locked against deletion until the transaction ends */
export function lockRow(db: OrganizationDatabase, register: RegisterName, id: string): Promise<StoredRow | undefined> {
  return db.selectFrom('isms_row').select(columns).where('register', '=', register).where('id', '=', id).forKeyShare().executeTakeFirst();
}

/** @returns the row if it is in a document of the framework, locked against deletion until the transaction ends */
export function lockRowOfFramework(
  db: OrganizationDatabase,
  frameworkId: string,
  register: RegisterName,
  id: string,
): Promise<StoredRow | undefined> {
  return db
    .selectFrom('isms_row')
    .select(columns)
    .where('register', '=', register)
    .where('id', '=', id)
    .where('document_id', 'in', db.selectFrom('isms_document').select('isms_document.id').where('framework_id', '=', frameworkId))
    .forKeyShare()
    .executeTakeFirst();
}

export interface NewRow extends RowValues {
  readonly key?: string;
  readonly derivedFrom?: string;
  /** The credential that recorded a measurement for the member. */
  readonly enteredVia?: string | null;
}

/** Appends rows to a list whose document the caller has locked. @returns the new rows, sorted by position */
export async function insertRows(
  db: OrganizationDatabase,
  documentId: string,
  register: RegisterName,
  rows: readonly NewRow[],
  parentId?: string,
): Promise<StoredRow[]> {
  if (!rows.length) return [];
  const { prefix, defaults, reference } = registers[register];
  const list = selectList(db, documentId, register, parentId);
  // The database computes the maximum, because there may be many measurements, which are never deleted.
  const { last } = await list.select(({ fn }) => fn.max<number | null>('position').as('last')).executeTakeFirstOrThrow();
  const nextPosition = (last ?? -1) + 1;
  const existingRows = reference ? await list.select('reference').execute() : [];
  const references = reference
    ? nextReferences(
        existingRows.flatMap((other) => other.reference ?? []),
        reference,
        rows.length,
      )
    : [];
  const insertedRows = await db
    .insertInto('isms_row')
    .values(
      rows.map((row, index) => ({
        id: newId(prefix),
        document_id: documentId,
        register,
        parent_id: parentId ?? null,
        position: row.position ?? nextPosition + index,
        key: row.key ?? null,
        reference: references[index] ?? null,
        source: row.derivedFrom === undefined ? ('manual' as const) : ('derived' as const),
        derived_from: row.derivedFrom ?? null,
        member_id: row.memberId ?? null,
        second_member_id: row.secondMemberId ?? null,
        linked_id: row.linkedId ?? null,
        entered_via: row.enteredVia ?? null,
        fields: JSON.stringify({ ...defaults, ...row.fields }),
      })),
    )
    .returning(columns)
    .execute();
  return insertedRows.toSorted((first, other) => first.position - other.position);
}

function selectList(db: OrganizationDatabase, documentId: string, register: RegisterName, parentId: string | undefined) {
  const documentRows = db.selectFrom('isms_row').where('document_id', '=', documentId).where('register', '=', register);
  return parentId === undefined ? documentRows : documentRows.where('parent_id', '=', parentId);
}

/** Returns the next references, which count on from the highest existing number (isms, rule 7). */
function nextReferences(
  existingReferences: readonly string[],
  { prefix, hasYear }: { readonly prefix: string; readonly hasYear: boolean },
  count: number,
): string[] {
  const start = hasYear ? `${prefix}${new Date().getUTCFullYear()}-` : prefix;
  const numbers = existingReferences.flatMap((reference) => (reference.startsWith(start) ? [Number(reference.slice(start.length))] : []));
  const last = Math.max(0, ...numbers);
  return Array.from({ length: count }, (_, index) => start + String(last + 1 + index).padStart(2, '0'));
}

/** @returns the row after the change, which makes a derived row manual */
export async function updateRow(db: OrganizationDatabase, row: StoredRow, values: RowValues): Promise<StoredRow> {
  const { fields, position, memberId, secondMemberId, linkedId } = values;
  return db
    .updateTable('isms_row')
    .set({
      ...touchUpdatedAt,
      position,
      member_id: memberId,
      second_member_id: secondMemberId,
      linked_id: linkedId,
      source: 'manual',
      fields: JSON.stringify({ ...(isObject(row.fields) && row.fields), ...fields }),
    })
    .where('id', '=', row.id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteRow(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('isms_row').where('id', '=', id).execute();
}

export async function deleteDerived(db: OrganizationDatabase, documentId: string, register: RegisterName): Promise<void> {
  await db
    .deleteFrom('isms_row')
    .where('document_id', '=', documentId)
    .where('register', '=', register)
    .where('source', '=', 'derived')
    .execute();
}

/** @returns the assignment of a role to a member, if any */
export function findAssignment(db: OrganizationDatabase, roleId: string, memberId: string): Promise<StoredRow | undefined> {
  return db
    .selectFrom('isms_row')
    .select(columns)
    .where('register', '=', 'role-assignments')
    .where('parent_id', '=', roleId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
}
