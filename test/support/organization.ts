/** Organizations, members, roles and keys for tests. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { writeTransaction, type OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Database } from '#platform/database/open';
import { hashOf, keyPrefixOf, newKey } from '#platform/identity/keys';
import { grantableScopes } from '#platform/identity/roles';
import { stopGuarding } from './guarded-statuses.ts';

export interface TestOrganization {
  readonly id: string;
  readonly key: string;
  readonly keyId: string;
  readonly owner: TestMember;
}
export interface TestMember {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

/** Roles that together have every permission: owners cannot raise findings. */
export const everyPermission = ['owner', 'auditor'];

/** Creates an organization with an owner and a key of the owner. A new organization isolates a test. @param roles of the owner */
export async function newOrganization(
  database: Database,
  scopes: readonly string[] = grantableScopes,
  roles: readonly string[] = ['owner'],
): Promise<TestOrganization> {
  const id = newId('org');
  await database.system.insertInto('organization').values({ id, name: 'Test organization' }).execute();
  const owner = await newMember(database, id, roles, { name: 'Olive Owner' });
  const key = await newApiKey(database, id, { scopes, created_by_member_id: owner.id });
  return { id, ...key, owner };
}

/** Creates a member with a new account. @param fields of the account and the membership */
export async function newMember(
  { system }: Database,
  organizationId: string,
  roles: readonly string[],
  {
    name = 'Max Member',
    email,
    active = true,
    verified = true,
  }: { name?: string; email?: string; active?: boolean; verified?: boolean } = {},
): Promise<TestMember> {
  const [id, userId] = [newId('mem'), newId('usr')];
  const address = email ?? `${randomBytes(6).toString('hex')}@example.com`;
  await system.insertInto('user_account').values({ id: userId, name, email: address, email_verified: verified }).execute();
  await system
    .insertInto('member')
    .values({ id, organization_id: organizationId, user_id: userId, roles: [...roles], is_active: active })
    .execute();
  return { id, userId, name, email: address };
}

/** Creates a custom role with these permissions. @returns its id */
export async function newRole({ system }: Database, organizationId: string, pairs: readonly string[]): Promise<string> {
  const id = newId('rol');
  const permissions = Object.fromEntries(
    [...Map.groupBy(pairs, (pair) => pair.split(':')[0] ?? '')].map(([resource, pairsOfResource]) => [
      resource,
      pairsOfResource.map((pair) => pair.split(':')[1]),
    ]),
  );
  await system
    .insertInto('custom_role')
    .values({ id, organization_id: organizationId, name: `Role ${id}`, permissions: JSON.stringify(permissions) })
    .execute();
  return id;
}

/** Creates a membership in another organization, as after accepting an invitation. @returns the member's id */
export async function newMembership(
  { system }: Database,
  organizationId: string,
  userId: string,
  roles: readonly string[] = ['employee'],
): Promise<string> {
  const id = newId('mem');
  await system
    .insertInto('member')
    .values({ id, organization_id: organizationId, user_id: userId, roles: [...roles] })
    .execute();
  return id;
}

/** Creates the account of a person without any membership. @returns the user's id */
export async function newAccount(
  { system }: Database,
  {
    name = 'Sam Stranger',
    email = `${randomBytes(6).toString('hex')}@example.com`,
    verified = true,
  }: { name?: string; email?: string; verified?: boolean } = {},
): Promise<string> {
  const id = newId('usr');
  await system.insertInto('user_account').values({ id, name, email, email_verified: verified }).execute();
  return id;
}

/** Creates a key of the organization's owner, of another member, or without a member. */
export async function newApiKey(
  { system }: Database,
  organizationId: string,
  {
    scopes,
    created_by_member_id: creatorId,
    ...fields
  }: { name?: string; scopes: readonly string[]; created_by_member_id?: string | null; expires_at?: string; is_active?: boolean },
) {
  const [keyId, key] = [newId('apk'), newKey()];
  const owner =
    creatorId === undefined
      ? (
          await system
            .selectFrom('member')
            .select('id')
            .where('organization_id', '=', organizationId)
            .where('roles', '@>', sql<string[]>`array['owner']`)
            .orderBy('created_at')
            .executeTakeFirstOrThrow()
        ).id
      : creatorId;
  await system
    .insertInto('api_key')
    .values({
      id: keyId,
      organization_id: organizationId,
      name: 'test',
      hash: hashOf(key),
      key_prefix: keyPrefixOf(key),
      scopes: [...scopes],
      created_by_member_id: owner,
      ...fields,
    })
    .execute();
  return { key, keyId };
}

/**
 * Runs `work` in a transaction of the organization, for data that the API does not offer, and for states that a server leaves when it is
 * killed. So it may set any status (guarded-statuses.ts).
 */
export function within<R>({ tenant }: Database, organizationId: string, work: (db: OrganizationDatabase) => Promise<R>): Promise<R> {
  return writeTransaction(tenant, organizationId, async (db) => {
    await stopGuarding(db);
    return { result: await work(db), outcome: [] };
  });
}
