/** Command that creates an API key. */
import { sql } from 'kysely';
import { ownerScopes } from '#platform/identity/roles';
import { recordActions } from './audit.ts';
import { command, Failure, UsageError } from './command.ts';
import { withInstallation } from './installation.ts';
import { issueKey } from './issue-key.ts';
import { normalizeEmailOrText } from '#platform/identity/email-address';

const units: Readonly<Record<string, { readonly name: string; readonly maxCount: number }>> = {
  h: { name: 'hours', maxCount: 9_999 },
  d: { name: 'days', maxCount: 9_999 },
  y: { name: 'years', maxCount: 100 },
};

export const createKey = command({
  name: 'key create',
  meaning:
    'Creates an API key that belongs to an owner. By default it has all scopes of an owner and never expires; --expires-in takes 12h, 90d or 1y. The key is shown only once.',
  needed: { organization: 'ID', owner: 'EMAIL' },
  allowed: { name: 'NAME', scopes: 'risk:read,…', 'expires-in': '90d' },
  plan({ organization: organizationId, owner: address, name = 'Operator', scopes: list, 'expires-in': expiresIn }) {
    if (name.trim().length > 100) throw new UsageError('--name is longer than 100 characters');
    const scopes = list === undefined ? ownerScopes : parseScopes(list);
    const lifetime = expiresIn === undefined ? undefined : parseInterval(expiresIn);

    return withInstallation(({ database }) =>
      database.system.transaction().execute(async (db) => {
        const organization = await db.selectFrom('organization').select('id').where('id', '=', organizationId).executeTakeFirst();
        if (!organization) throw new Failure(`there is no organization ${organizationId}`);
        const email = normalizeEmailOrText(address);
        const owner = await db
          .selectFrom('member')
          .innerJoin('user_account', 'user_account.id', 'member.user_id')
          .select('member.id')
          .where('member.organization_id', '=', organizationId)
          .where('user_account.email', '=', email)
          .where('member.is_active', '=', true)
          .where(sql<boolean>`'owner' = any(member.roles)`, '=', true)
          .executeTakeFirst();
        if (!owner) throw new Failure(`${email} is not an active owner of the organization`);
        const { auditAction, id, apiKey, expiresAt } = await issueKey(db, {
          organizationId,
          name: name.trim(),
          scopes,
          lifetime,
          memberId: owner.id,
        });
        await recordActions(db, organizationId, auditAction);
        return { id, apiKey, scopes, expiresAt, ownerMemberId: owner.id };
      }),
    );
  },
});

function parseScopes(list: string): string[] {
  const scopes = [
    ...new Set(
      list
        .split(',')
        .map((scope) => scope.trim())
        .filter((scope) => scope !== ''),
    ),
  ];
  const unknownScopes = scopes.filter((scope) => !ownerScopes.includes(scope));
  if (unknownScopes.length)
    throw new UsageError(`--scopes contains scopes that the key of an owner cannot have: ${unknownScopes.join(', ')}`);
  if (!scopes.length) throw new UsageError('--scopes contains no scope');
  return scopes;
}

function parseInterval(text: string): string {
  const [, count = '', letter = ''] = /^([1-9]\d{0,3})([hdy])$/.exec(text) ?? [];
  const unit = units[letter];
  if (!unit || Number(count) > unit.maxCount) throw new UsageError(`--expires-in is not a duration such as 12h, 90d or 1y: ${text}`);
  return `${count} ${unit.name}`;
}
