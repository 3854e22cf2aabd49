import type { Insertable } from 'kysely';
import type { SystemTables } from '#generated/database';
import { changesOnCreate, changesBetween } from '#platform/audit/changes';
import { auditFields } from '#areas/organization-and-access/roles/rules';
import { newId } from '#platform/database/ids';
import { type RoleData, type RoleName, roles } from './data/roles.ts';
import type { Members } from './member.ts';
import type { DemoContext, BaseContext } from './demo-context.ts';
import { type Named, createNamed } from './named.ts';

export interface Role {
  readonly id: string;
  readonly data: RoleData;
  readonly row: Insertable<SystemTables['custom_role']>;
}
export type Roles = Named<RoleName, Role>;

export function rolesOf({ organizationId, calendar }: BaseContext): Roles {
  return createNamed(roles, (data: RoleData): Role => {
    const { name, permissions, obligations, created, change } = data;
    const [id, at] = [newId('rol'), calendar.ago(created, name)];
    return {
      id,
      data,
      row: {
        id,
        organization_id: organizationId,
        name,
        permissions,
        obligations,
        created_at: at,
        updated_at: change ? calendar.ago(change.ago, `${name} changed`) : at,
      },
    };
  });
}

/** Logged separately from their creation: the log names the creators, who are members and need the roles first. */
export function logRoles({ calendar, log }: DemoContext, { all }: Roles, members: Members) {
  const by = members.of('noor');
  for (const {
    id,
    data: { name, permissions, obligations, created, change },
  } of all) {
    const now = { name, permissions, obligations };
    const first = { ...now, ...change?.was };
    log.write(calendar.ago(created, name), by, 'createRole', { answer: { id } }, { changes: changesOnCreate(auditFields(first)) });
    if (change)
      log.write(
        calendar.ago(change.ago, `${name} changed`),
        by,
        'updateRole',
        { path: { roleId: id } },
        { changes: changesBetween(auditFields(first), auditFields(now)) },
      );
  }
}
