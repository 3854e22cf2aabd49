/** Command that lists the API keys of an organization. */
import { command, Failure } from './command.ts';
import { withInstallation } from './installation.ts';
import { columnsOf } from '#platform/database/columns';

export const listKeys = command({
  name: 'key list',
  meaning: 'Lists the API keys of an organization, newest first, including revoked ones.',
  needed: { organization: 'ID' },
  plan: ({ organization: organizationId }) =>
    withInstallation(async ({ database }) => {
      const organization = await database.system
        .selectFrom('organization')
        .select('id')
        .where('id', '=', organizationId)
        .executeTakeFirst();
      if (!organization) throw new Failure(`there is no organization ${organizationId}`);
      return {
        keys: await database.system
          .selectFrom('api_key')
          .select(
            columnsOf(
              'api_key',
              'id',
              'name',
              'keyPrefix',
              'scopes',
              'isActive',
              'expiresAt',
              'lastUsedAt',
              'createdByMemberId',
              'createdAt',
            ),
          )
          .where('organization_id', '=', organizationId)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .execute(),
      };
    }),
});
