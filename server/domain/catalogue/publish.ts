/** Publishes framework versions: each release in the catalog becomes a version once, which never changes afterwards. */
import { QueryCreator, type Transaction } from 'kysely';
import type { SystemTables, TenantTables } from '#generated/database';
import { catalogueId } from './ids.ts';
import { findCurrentManifest } from './manifest.ts';
import type { Catalogue } from './types.ts';

/** Skips drafts until they are finished, because a version never changes. @param db a transaction in which the catalog has been written */
export async function publishReleases(db: Transaction<SystemTables>, { frameworks }: Pick<Catalogue<string>, 'frameworks'>): Promise<void> {
  const published = await db.selectFrom('framework_version').select('id').execute();
  const reading = new QueryCreator<TenantTables>({ executor: db.getExecutor() });
  for (const { id, slug, release, releaseNotes } of frameworks.filter(({ draft }) => draft !== true)) {
    const version = catalogueId('version', `${slug}/${release}`);
    if (published.some((known) => known.id === version)) continue;
    const manifest = JSON.stringify(await findCurrentManifest(reading, id));
    await db
      .insertInto('framework_version')
      .values({ id: version, framework_id: id, version: release, release_notes: releaseNotes ?? null, manifest })
      .execute();
  }
}
