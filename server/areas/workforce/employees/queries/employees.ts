/** Queries for employees. */
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import { anyOf, contains, equals } from '#platform/database/filters';
import { touchUpdatedAt } from '#platform/database/touched';
import type { FilterOf } from '#contract/types';
import type { Link } from './links.ts';

type Schemas = components['schemas'];

const columns = columnsOf(
  'employee',
  'id',
  'name',
  'email',
  'department',
  'isActive',
  'externalEmployeeId',
  'createdAt',
  'updatedAt',
  'version',
);
const columnsWithLinks = [...columns, ...columnsOf('employee', 'organizationId', 'userId'), 'member_id as linkId'] as const;

const allEmployees = PagedList.of((db) => db.selectFrom('employee').select(columns)).filteredBy<FilterOf<'listEmployees'>>({
  active: equals('is_active'),
  department: anyOf('department'),
  search: contains('name', 'email'),
  ids: anyOf('id'),
});
const orders = { name: 'name', email: 'email', department: 'department', createdAt: 'created_at', updatedAt: 'updated_at' } as const;

/** @returns a page of employees */
export function listEmployees(
  db: OrganizationDatabase,
  filter: FilterOf<'listEmployees'>,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<Schemas['Employee']>> {
  return allEmployees.page(db, filter, { by: orders[page.sortBy], id: 'id' }, page);
}

export function findEmployee(db: OrganizationDatabase, id: string): Promise<Schemas['Employee'] | undefined> {
  return db.selectFrom('employee').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Locks an employee until the transaction ends. @returns it with the ids of the linked member and user; undefined if it does not exist */
export function lockLinkedEmployee(db: OrganizationDatabase, id: string): Promise<Schemas['EmployeeCreated'] | undefined> {
  return db.selectFrom('employee').select(columnsWithLinks).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Creates an employee. @returns undefined if another employee has the same e-mail address or external id */
export function insertEmployee(
  db: OrganizationDatabase,
  employee: Omit<Schemas['EmployeeCreate'], keyof Link> & Link,
): Promise<Schemas['EmployeeCreated'] | undefined> {
  return undefinedOnDuplicate(
    db
      .insertInto('employee')
      .values({ id: newId('emp'), ...rowOf(employee) })
      .returning(columnsWithLinks)
      .executeTakeFirstOrThrow(),
  );
}

/** Changes an employee. @returns undefined if another employee has the same e-mail address or external id */
export function updateEmployee(
  db: OrganizationDatabase,
  id: string,
  employee: Omit<Schemas['EmployeeUpdate'], keyof Link> & Link,
): Promise<Schemas['EmployeeCreated'] | undefined> {
  return undefinedOnDuplicate(
    db
      .updateTable('employee')
      .set({ ...touchUpdatedAt, ...rowOf(employee) })
      .where('id', '=', id)
      .returning(columnsWithLinks)
      .executeTakeFirstOrThrow(),
  );
}

function rowOf<E extends Omit<Schemas['EmployeeUpdate'], keyof Link> & Link>({
  isActive,
  externalEmployeeId,
  userId,
  linkId,
  ...employee
}: E) {
  return { ...employee, is_active: isActive, external_employee_id: externalEmployeeId, user_id: userId, member_id: linkId };
}

/** The unique indexes detect duplicates, so that only one of two concurrent requests succeeds (employees, rule 4). */
async function undefinedOnDuplicate<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (
      error instanceof Error &&
      'constraint' in error &&
      (error.constraint === 'employee_email' || error.constraint === 'employee_external_id')
    )
      return undefined;
    throw error;
  }
}

export async function deleteEmployee(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('employee').where('id', '=', id).execute();
}
