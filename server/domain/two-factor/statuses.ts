/** Who uses a second factor, as the chosen source found it (spec/areas/integrations, rule 12). */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '../../../generated/api.d.ts';
import type { TenantTables } from '../../../generated/database.d.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../platform/database/page.ts';
import type { Params } from '../../platform/database/prepared.ts';
import { twoFactorChecks, twoFactorSources } from './sources.ts';

type Status = components['schemas']['TwoFactorAccountStatus'];

interface Asked {
  readonly provider: string;
  readonly checks: readonly string[];
}

/** By address: one failing account makes a person one without a second factor. Runs without a result say nothing. */
const listed = PagedList.of((db: QueryCreator<TenantTables>, param: Params<Asked>) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('integration_check_result as result')
        .where(
          sql<boolean>`result.check_run_id = any(array(${eb
            .selectFrom('integration_check_run as r')
            .innerJoin('integration_connection as connection', 'connection.id', 'r.connection_id')
            .distinctOn(['r.connection_id', 'r.check_id'])
            .select('r.id')
            .where('connection.provider', '=', param('provider'))
            .where('connection.deleted_at', 'is', null)
            .where('connection.status', '<>', 'disconnected')
            .where(sql<boolean>`r.check_id = any(${param('checks')})`)
            .where('r.status', 'in', ['success', 'failed'])
            .where('r.error_message', 'is', null)
            .orderBy('r.connection_id')
            .orderBy('r.check_id')
            .orderBy('r.created_at', 'desc')
            .orderBy('r.id', 'desc')}))`,
        )
        .where('result.account', 'is not', null)
        .select(({ ref }) => sql<string>`${ref('result.account')}`.as('email'))
        .select(sql<boolean>`bool_and(result.passed)`.as('enabled'))
        .groupBy('result.account')
        .as('person'),
    )
    .select(['person.email', 'person.enabled']),
);

/** @returns the statuses by address; none while no source is chosen */
export async function listTwoFactorStatuses(db: OrganizationDatabase, page: PageRequest): Promise<Page<Status>> {
  const asked = await chosen(db);
  const order = { ...page, sortOrder: 'asc' } as const;
  const found = await listed.page(db, asked ?? { provider: '', checks: [] }, { by: 'person.email', id: 'person.email' }, order);
  return mapPage(found, ({ email, enabled }) => ({ email, status: enabled ? 'enabled' : 'missing' }));
}

/** @returns what gives the status of the person with an address; undefined where the source says nothing of them */
export async function twoFactorStatuses(db: OrganizationDatabase): Promise<(email: string) => Status['status'] | undefined> {
  const asked = await chosen(db);
  if (!asked) return () => undefined;
  const everybody = { limit: undefined, after: undefined, count: false, sortBy: 'email', sortOrder: 'asc' } as const;
  const { rows } = await listTwoFactorStatuses(db, everybody);
  const known = new Map(rows.map(({ email, status }) => [email, status]));
  return (email) => known.get(email.toLowerCase());
}

async function chosen(db: OrganizationDatabase): Promise<Asked | undefined> {
  const { slug } = await db.selectFrom('organization').select('two_factor_source as slug').executeTakeFirstOrThrow();
  const manifest = twoFactorSources.find((source) => source.slug === slug);
  return manifest && { provider: manifest.slug, checks: twoFactorChecks(manifest) };
}
