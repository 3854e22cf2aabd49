/** Command that creates an organization with its owner and a first API key. */
import { newId } from '#platform/database/ids';
import { ownerScopes } from '#platform/identity/roles';
import { moduleIdsOf } from '#domain/people/training/modules';
import { changesOnCreate } from '#platform/audit/changes';
import { recordActions } from './audit.ts';
import { command, UsageError } from './command.ts';
import { withInstallation } from './installation.ts';
import { issueKey } from './issue-key.ts';
import { normalizeEmail } from '#platform/identity/email-address';

export const createOrganization = command({
  name: 'organization create',
  meaning:
    'Creates an organization, its owner (the account with this e-mail address, or a new one) and an API key with all scopes. The key is shown only once.',
  needed: { name: 'NAME', 'owner-email': 'EMAIL' },
  allowed: { 'owner-name': 'NAME' },
  plan(options) {
    const name = shortText('name', options.name);
    const email = normalizeEmail(options['owner-email']);
    if (email === undefined || email.length > 254)
      throw new UsageError(`--owner-email is not an e-mail address: ${options['owner-email']}`);
    const ownerName = shortText('owner-name', options['owner-name'] ?? email.slice(0, email.indexOf('@')));

    return withInstallation(({ database }) =>
      database.system.transaction().execute(async (db) => {
        const [organizationId, ownerMemberId] = [newId('org'), newId('mem')];
        // The operator decides who may use the service (spec/areas/organization-and-access/organization, States), and does so with this command.
        await db.insertInto('organization').values({ id: organizationId, name, has_access: true }).execute();
        await db
          .insertInto('user_account')
          .values({ id: newId('usr'), name: ownerName, email, email_verified: true })
          .onConflict((conflict) => conflict.column('email').doNothing())
          .execute();
        const { id: ownerUserId } = await db.selectFrom('user_account').select('id').where('email', '=', email).executeTakeFirstOrThrow();
        await db
          .insertInto('member')
          .values({ id: ownerMemberId, organization_id: organizationId, user_id: ownerUserId, roles: ['owner'] })
          .execute();
        await db
          .insertInto('training_completion')
          .values(
            moduleIdsOf('general').map((video) => ({
              id: newId('evc'),
              organization_id: organizationId,
              member_id: ownerMemberId,
              video_id: video,
            })),
          )
          .execute();
        const { apiKey, auditAction } = await issueKey(db, {
          organizationId,
          name: 'Owner',
          scopes: ownerScopes,
          lifetime: undefined,
          memberId: ownerMemberId,
        });
        await recordActions(
          db,
          organizationId,
          {
            resource: 'organization',
            action: 'Created organization',
            entityType: 'organization',
            entityId: organizationId,
            changes: changesOnCreate({ name }),
          },
          {
            resource: 'member',
            action: 'Added member',
            entityType: 'people',
            entityId: ownerMemberId,
            changes: changesOnCreate({ email, role: 'owner' }),
          },
          auditAction,
        );
        return { organizationId, ownerUserId, ownerMemberId, apiKey };
      }),
    );
  },
});

function shortText(option: string, value: string): string {
  const text = value.trim();
  if (text.length > 255) throw new UsageError(`--${option} is longer than 255 characters`);
  return text;
}
