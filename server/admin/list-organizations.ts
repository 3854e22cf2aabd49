/** Command that lists all organizations. */
import { sql } from 'kysely';
import { command } from './command.ts';
import { withInstallation } from './installation.ts';
import { columnsOf } from '#platform/database/columns';

export const listOrganizations = command({
  name: 'organization list',
  meaning: 'Lists all organizations, oldest first, with the number of active members and the e-mail addresses of the owners.',
  plan: () =>
    withInstallation(async ({ database }) => ({
      organizations: await database.system
        .selectFrom('organization as o')
        .select(columnsOf('organization as o', 'id', 'name', 'slug', 'hasAccess', 'createdAt'))
        .select((eb) => [
          eb
            .selectFrom('member as m')
            .whereRef('m.organization_id', '=', 'o.id')
            .where('m.is_active', '=', true)
            .select((count) => count.fn.countAll<number>().as('n'))
            .as('members'),
          eb
            .selectFrom('member as m')
            .whereRef('m.organization_id', '=', 'o.id')
            .where('m.is_active', '=', true)
            .where(sql<boolean>`'owner' = any(m.roles)`, '=', true)
            .select(sql<string[]>`coalesce(array_agg(m.email order by m.created_at, m.id), '{}')`.as('list'))
            .as('owners'),
        ])
        .orderBy('o.created_at')
        .orderBy('o.id')
        .execute(),
    })),
});
