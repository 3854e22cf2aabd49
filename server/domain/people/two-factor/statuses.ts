/** Reads the two-factor statuses of people that the chosen provider reports (integrations, rule 12). */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { FilterOf } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import { contains } from '#platform/database/filters';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import { twoFactorCheckIds, twoFactorSources } from './sources.ts';
import { normalizeEmailOrText } from '#platform/identity/email-address';

type Status = components['schemas']['TwoFactorAccountStatus'];

type Filter = FilterOf<'listTwoFactorStatuses'>;
interface ChosenSource {
  readonly provider: string;
  readonly checks: readonly string[];
}

/** Lists the status of each e-mail address, from the latest completed run of each check. One failing account makes the status `missing`. */
const statusList = PagedList.of((db: QueryCreator<TenantTables>, param: Params<ChosenSource>) =>
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
            .where('r.status', 'in', ['completed', 'failed'])
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
).filteredBy<Filter>({ search: contains('person.email') });

/** @returns a page of statuses, ordered by e-mail address; empty if no provider is chosen */
export async function listTwoFactorStatuses(db: OrganizationDatabase, filter: Filter, page: PageRequest): Promise<Page<Status>> {
  const source = await findChosenSource(db);
  const foundPage = await statusList.page(
    db,
    { ...filter, ...(source ?? { provider: '', checks: [] }) },
    { by: 'person.email', id: 'person.email' },
    page,
  );
  return mapPage(foundPage, ({ email, enabled }) => ({ email, status: enabled ? 'enabled' : 'missing' }));
}

/** @returns a function that returns the status of an e-mail address, or undefined if the provider does not know the address */
export async function findTwoFactorStatuses(db: OrganizationDatabase): Promise<(email: string) => Status['status'] | undefined> {
  const source = await findChosenSource(db);
  if (!source) return () => undefined;
  const unlimitedPage = { limit: undefined, after: undefined, count: false, sortBy: 'email', sortOrder: 'asc' } as const;
  const { rows } = await listTwoFactorStatuses(db, {}, unlimitedPage);
  const statuses = new Map(rows.map(({ email, status }) => [email, status]));
  return (email) => statuses.get(normalizeEmailOrText(email));
}

async function findChosenSource(db: OrganizationDatabase): Promise<ChosenSource | undefined> {
  const { slug } = await db.selectFrom('organization').select('two_factor_source as slug').executeTakeFirstOrThrow();
  const manifest = twoFactorSources.find((source) => source.slug === slug);
  return manifest && { provider: manifest.slug, checks: twoFactorCheckIds(manifest) };
}
