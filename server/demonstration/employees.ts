/** Creates the employees and their history. */
import type { Insertable } from 'kysely';
import type { SystemTables } from '#generated/database';
import { changesBetween } from '#platform/audit/changes';
import { newId } from '#platform/database/ids';
import { addSeconds } from './calendar.ts';
import { type EmployeeData, employees, firstSyncAgo, deletedTestEmployee } from './data/employees.ts';
import { keys } from './data/keys.ts';
import type { Members } from './member.ts';
import type { DemoContext } from './demo-context.ts';

/** Returns the rows of the employees, linked to members with the same e-mail address (spec/areas/workforce/employees). */
export function createEmployees(
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
): Insertable<SystemTables['employee']>[] {
  const { hrSync } = keys;
  const keyOwner = members.of(hrSync.by);
  // The HR sync wrote with its key until the key was revoked; later changes are the owner's own.
  const viaSyncKey = (ago: number) => ({ via: ago > hrSync.revoked.ago ? hrSync.name : undefined });

  logDeletedEmployee();
  return employees.map(({ name, department, number, added: addedAgo = firstSyncAgo, left: leftAgo, change }, index) => {
    const id = newId('emp');
    // The address is derived from the original name: it stays when the name changes.
    const fields = { name, email: emailOf(change?.was.name ?? name), department, externalEmployeeId: number };
    const createdAt =
      addedAgo === firstSyncAgo ? addSeconds(calendar.ago(firstSyncAgo, 'import'), index * 0.4) : calendar.ago(addedAgo, name);
    let updatedAt = createdAt;
    log.write(
      createdAt,
      keyOwner,
      'createEmployee',
      { body: withoutNulls({ ...fields, ...change?.was }), answer: { id } },
      { description: 'Created employee', ...viaSyncKey(addedAgo) },
    );
    if (change) {
      updatedAt = calendar.ago(change.ago, `${name} changed`);
      log.write(
        updatedAt,
        members.of(change.by),
        'updateEmployee',
        { path: { id } },
        { description: 'Updated employee', changes: changesBetween(change.was, fields, Object.keys(change.was)) },
      );
    }
    if (leftAgo !== undefined) {
      updatedAt = calendar.ago(leftAgo, `${name} left`);
      log.write(
        updatedAt,
        keyOwner,
        'updateEmployee',
        { path: { id } },
        { description: 'Updated employee', changes: changesBetween({ isActive: true }, { isActive: false }), ...viaSyncKey(leftAgo) },
      );
    }
    const member = members.all.find(({ user }) => user.email === fields.email);
    return {
      id,
      organization_id,
      name,
      email: fields.email,
      department,
      external_employee_id: number,
      is_active: leftAgo === undefined,
      member_id: member?.id ?? null,
      user_id: member?.user.id ?? null,
      created_at: createdAt,
      updated_at: updatedAt,
    };
  });

  /** Logs the creation and deletion of an employee that no longer exists. */
  function logDeletedEmployee() {
    const { name, email } = deletedTestEmployee;
    const [id, createdAt] = [newId('emp'), calendar.ago(deletedTestEmployee.ago, name)];
    log.write(
      createdAt,
      members.of(deletedTestEmployee.by),
      'createEmployee',
      { body: { name, email }, answer: { id } },
      { description: 'Created employee' },
    );
    log.write(
      addSeconds(createdAt, 95),
      members.of(deletedTestEmployee.by),
      'deleteEmployee',
      { path: { id } },
      { description: 'Deleted employee' },
    );
  }
}

/** Derives an e-mail address from a name. */
function emailOf(name: EmployeeData['name']): string {
  return `${name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z-]+/g, '.')}@example.com`;
}

/** Omits null values, as a request would. */
function withoutNulls(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
