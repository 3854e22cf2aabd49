/** Queries for a member's access to connected systems (people, rule 11). */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { logoUrlOf } from '#providers/catalogue';
import { providers } from '#providers/providers/index';
import { checksOf } from '#providers/registry';
import { evidenceFieldsOf, matchTypeOf } from '../rules/access.ts';

type Source = components['schemas']['MemberAccessSource'];
/** A map from provider to the ids of the checks whose results show who has access. */
const accessChecks = new Map(
  providers.all.map((manifest) => [
    manifest.slug,
    checksOf(manifest)
      .filter(({ task }) => task === 'employee-access')
      .map(({ id }) => id),
  ]),
);

/** @returns the connections whose checks show access, sorted by label. @param baseUrl the URL of this service, which serves the logos */
export async function listAccessSources(db: OrganizationDatabase, baseUrl: string, email: string): Promise<Source[]> {
  const providersWithChecks = [...accessChecks].filter(([, ids]) => ids.length).map(([slug]) => slug);
  const connections = await db
    .selectFrom('integration_connection')
    .select(['id', 'provider', 'label'])
    // The empty text keeps the list from being empty, which SQL does not allow. The queries below do the same.
    .where('provider', 'in', ['', ...providersWithChecks])
    .where('status', 'in', ['active', 'error', 'paused'])
    .where('deleted_at', 'is', null)
    .orderBy('label')
    .orderBy('id')
    .execute();
  return Promise.all(
    connections.map(async ({ id, provider: slug, label }) => {
      const runs = await findLatestRuns(db, id, accessChecks.get(slug) ?? []);
      const entries = await listEntries(
        db,
        runs.map(({ runId }) => runId),
        email,
      );
      const lastCheckedAt =
        runs
          .map((run) => run.collectedAt)
          .toSorted()
          .at(-1) ?? null;
      return { slug, name: label, logoUrl: logoUrlOf(baseUrl, slug), matchType: matchTypeOf(runs, entries), entries, lastCheckedAt };
    }),
  );
}

/** @returns for each check the newest run that has results, with the time of the run and the number of users in its results */
async function findLatestRuns(
  db: OrganizationDatabase,
  connectionId: string,
  checkIds: readonly string[],
): Promise<{ readonly runId: string; readonly users: number; readonly collectedAt: string }[]> {
  return db
    .with('latest', (latest) =>
      latest
        .selectFrom('integration_check_run as run')
        .distinctOn('run.check_id')
        .select('run.id')
        .where('run.connection_id', '=', connectionId)
        .where('run.check_id', 'in', ['', ...checkIds])
        .where((eb) =>
          eb.exists(eb.selectFrom('integration_check_result as some').select('some.id').whereRef('some.check_run_id', '=', 'run.id')),
        )
        .orderBy('run.check_id')
        .orderBy('run.created_at', 'desc')
        .orderBy('run.id', 'desc'),
    )
    .selectFrom('latest')
    .innerJoin('integration_check_result as result', 'result.check_run_id', 'latest.id')
    .select(({ fn }) => [
      'latest.id as runId',
      fn.countAll<number>().filterWhere('result.resource_type', '=', 'user').as('users'),
      fn.max('result.collected_at').as('collectedAt'),
    ])
    .groupBy('latest.id')
    .execute();
}

async function listEntries(db: OrganizationDatabase, runIds: readonly string[], email: string): Promise<Source['entries']> {
  const rows = await db
    .selectFrom('integration_check_result')
    .select(['id', 'title', 'evidence'])
    .where('check_run_id', 'in', ['', ...runIds])
    .where('resource_type', '=', 'user')
    .where('resource_id', '=', email)
    .orderBy('check_run_id')
    .orderBy('place')
    .execute();
  return rows.map(({ id, title, evidence }) => ({ id, title, fields: evidenceFieldsOf(evidence), raw: evidence }));
}
