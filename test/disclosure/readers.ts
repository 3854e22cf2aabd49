/** Creates readers: credentials with every single permission and every built-in role. Decides what each reader may read. */
import { sql } from 'kysely';
import { grantableScopes, pairsOf, resources, roles as builtIn, isBuiltIn } from '#platform/identity/roles';
import type { Permission } from '#generated/operations';
import { permits } from '#platform/identity/permissions';
import type { RequestOptions, startApp, call } from '../support/app.ts';
import type { contract } from '../support/contract.ts';
import { newApiKey, newMember, newRole } from '../support/organization.ts';
import type { Home } from './homes.ts';
import type { World } from './world.ts';

type App = ReturnType<typeof startApp>;
type Answer = Awaited<ReturnType<typeof call>>;

export interface Reader {
  readonly name: string;
  readonly isKey: boolean;
  readonly permissions: ReadonlySet<string>;
  readonly memberId: string;
  readonly userId: string;
  readonly isRestricted: boolean;
  /** Whether the member has a role that reads all policies. */
  readonly isUnlimited: boolean;
  /** Ids of the rows that the member may see, for the kinds of which members see only some rows. */
  readonly rows: ReadonlySet<string>;
  /** Prefix of the paths that are requested for this reader; all paths by default. */
  readonly under?: string;
  ask(method: string, url: string, options?: RequestOptions): Promise<Answer>;
}

/** Yields readers one after another and deletes the role of each before the next one, because the number of custom roles is limited. */
export async function* readersOf(app: App, world: World): AsyncGenerator<Reader> {
  const { id } = world;
  for (const { role, member } of world.people) {
    // The session that filled the world may have ended, so each reader gets a new session.
    const { call: ask } = await app.session({ id }, member);
    const isRestricted = role === 'employee' || role === 'contractor';
    yield {
      name: role,
      isKey: false,
      permissions: new Set(isBuiltIn(role) ? pairsOf(builtIn[role].permissions) : []),
      memberId: member.id,
      userId: member.userId,
      isRestricted,
      isUnlimited: !isRestricted,
      rows: await visibleRowIds(app, id, member.id),
      ask,
    };
  }
  for (const permission of pairsOf(resources)) {
    const permissions = new Set([permission]);
    if (grantableScopes.includes(permission)) {
      const { key } = await newApiKey(app.database, id, { scopes: [permission], created_by_member_id: world.owner.id });
      yield {
        name: `key ${permission}`,
        isKey: true,
        permissions,
        memberId: world.owner.id,
        userId: world.owner.userId,
        isRestricted: false,
        isUnlimited: true,
        rows: new Set(),
        ask: (method, url, options) => app.call(method, url, { key, ...options }),
      };
    }
    yield* withRole(app, id, `role ${permission}`, [permission]);
  }
  // Most records contain names of people, and reading many records requires permissions on several resources.
  const readPermissions = pairsOf(resources).filter((pair) => pair.endsWith(':read') && pair !== 'member:read');
  yield* withRole(app, id, 'role without member:read', readPermissions);
  // An audit entry is about one record and may name other records.
  const allReadPermissions = pairsOf(resources).filter((pair) => pair.endsWith(':read'));
  for (const missingPermission of allReadPermissions.filter((pair) => pair !== 'app:read')) {
    const heldPermissions = allReadPermissions.filter((pair) => pair !== missingPermission);
    for await (const reader of withRole(app, id, `role without ${missingPermission}`, heldPermissions))
      yield { ...reader, under: '/v1/audit-logs' };
  }
}

/**
 * @returns keys that may make one change and read its resources, one key for each sufficient set of permissions. The list is empty if the
 * record decides or the change requires a person.
 */
export async function writersFor(app: App, { id, owner }: World, { registry }: (typeof contract)[number]): Promise<Reader[]> {
  const { permission } = registry;
  if ('requiresSession' in registry) return [];
  const sufficientSets: readonly (readonly string[])[] =
    typeof permission === 'string'
      ? [[permission]]
      : 'byRecord' in permission
        ? []
        : 'anyOf' in permission
          ? permission.anyOf.map((one) => [one])
          : [permission];
  const writers: Reader[] = [];
  for (const scopes of sufficientSets) {
    if (!scopes.every((scope) => grantableScopes.includes(scope))) continue;
    const { key } = await newApiKey(app.database, id, { scopes, created_by_member_id: owner.id });
    writers.push({
      name: `key ${scopes.join(' ')}`,
      isKey: true,
      permissions: new Set(scopes.flatMap((scope) => [scope, scope.replace(/:\w+$/, ':read')])),
      memberId: owner.id,
      userId: owner.userId,
      isRestricted: false,
      isUnlimited: true,
      rows: new Set(),
      ask: (method, url, options) => app.call(method, url, { key, ...options }),
    });
  }
  return writers;
}

async function* withRole(app: App, organizationId: string, name: string, heldPermissions: readonly string[]): AsyncGenerator<Reader> {
  const role = await newRole(app.database, organizationId, heldPermissions);
  const { member, call: ask } = await app.session({ id: organizationId }, await newMember(app.database, organizationId, [role]));
  yield {
    name,
    isKey: false,
    permissions: new Set(heldPermissions),
    memberId: member.id,
    userId: member.userId,
    isRestricted: false,
    isUnlimited: false,
    rows: await visibleRowIds(app, organizationId, member.id),
    ask,
  };
  await app.database.system.deleteFrom('custom_role').where('id', '=', role).execute();
}

/** @returns the ids of records that are assigned to a member, and of the policies that the member may see */
async function visibleRowIds({ database: { system } }: App, organizationId: string, memberId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from task where assignee_id = ${memberId}
    union all select id from risk where assignee_id = ${memberId}
    union all select i.id from task_item i left join risk r on r.id = i.risk_id where ${memberId} in (i.assignee_id, r.assignee_id)
    union all select c.control_id from control_task c join task t on t.id = c.task_id where t.assignee_id = ${memberId}
    union all select p.id from policy p join member m on m.id = ${memberId}
      where p.organization_id = ${organizationId}
        and (p.visibility = 'ALL' or (m.department <> 'none' and m.department = any(p.visible_to_departments)))`.execute(system);
  return new Set(rows.map(({ id }) => id));
}

export const mayCall = (reader: Reader, permission: Permission) => permits(permission, reader.permissions);

/** Why a reader may not read a text. Only a missing permission can be declared in x-discloses. */
export type HiddenReason = 'permission' | 'row' | 'draft' | 'file';

export function reasonHidden(reader: Reader, homes: readonly Home[]): HiddenReason | undefined {
  const refusalReasons = homes.map((home) => reasonForHome(reader, home));
  return refusalReasons.includes(undefined) ? undefined : refusalReasons[0];
}

function reasonForHome(reader: Reader, home: Home): HiddenReason | undefined {
  if (home.isOpen || (home.memberId !== undefined && [reader.memberId, reader.userId].includes(home.memberId))) return undefined;
  if (home.row?.kind === 'policy' && !reader.isUnlimited && !reader.rows.has(home.row.id)) return 'row';
  if (home.row && home.row.kind !== 'policy' && reader.isRestricted && !reader.rows.has(home.row.id)) return 'row';
  if (home.isDraft && !reader.isUnlimited && !reader.permissions.has('policy:update')) return 'draft';
  const isPermitted = home.permissions.every((sufficientPermissions) =>
    sufficientPermissions.some((permission) => reader.permissions.has(permission)),
  );
  const isVisibleKind = !reader.isRestricted || !home.isForOthers;
  if (isPermitted && isVisibleKind) return undefined;
  return home.isFile ? 'file' : 'permission';
}
