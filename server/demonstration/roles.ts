/** Creates the custom roles. */
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

export function createRoles({ organizationId, calendar }: BaseContext): Roles {
  return createNamed(roles, (data: RoleData): Role => {
    const { name, permissions, obligations, created, change } = data;
    const [id, createdAt] = [newId('rol'), calendar.ago(created, name)];
    return {
      id,
      data,
      row: {
        id,
        organization_id: organizationId,
        name,
        permissions,
        obligations,
        created_at: createdAt,
        updated_at: change ? calendar.ago(change.ago, `${name} changed`) : createdAt,
      },
    };
  });
}

/** Logs the roles after they are created, because the log needs the members, and the members need the roles. */
export function logRoles({ calendar, log }: DemoContext, { all: allRoles }: Roles, members: Members) {
  const author = members.of('noor');
  for (const {
    id,
    data: { name, permissions, obligations, created, change },
  } of allRoles) {
    const currentFields = { name, permissions, obligations };
    const initialFields = { ...currentFields, ...change?.was };
    log.write(
      calendar.ago(created, name),
      author,
      'createRole',
      { answer: { id } },
      { changes: changesOnCreate(auditFields(initialFields)) },
    );
    if (change)
      log.write(
        calendar.ago(change.ago, `${name} changed`),
        author,
        'updateRole',
        { path: { roleId: id } },
        { changes: changesBetween(auditFields(initialFields), auditFields(currentFields)) },
      );
  }
}
