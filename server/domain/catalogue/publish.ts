/** Publishes framework versions. Each release in the catalog is published once as a version that never changes afterwards. */
import { QueryCreator, type Transaction } from 'kysely';
import type { SystemTables, TenantTables } from '#generated/database';
import { catalogueId } from './ids.ts';
import { findCurrentManifest } from './manifest.ts';
import type { Catalogue } from './types.ts';

/** Skips drafts until they are finished, because a version never changes. @param db the transaction that wrote the catalog */
export async function publishReleases(db: Transaction<SystemTables>, { frameworks }: Pick<Catalogue<string>, 'frameworks'>): Promise<void> {
  const publishedVersions = await db.selectFrom('framework_version').select('id').execute();
  const queries = new QueryCreator<TenantTables>({ executor: db.getExecutor() });
  for (const { id, slug, release, releaseNotes } of frameworks.filter(({ draft }) => draft !== true)) {
    const version = catalogueId('version', `${slug}/${release}`);
    if (publishedVersions.some((publishedVersion) => publishedVersion.id === version)) continue;
    const manifest = JSON.stringify(await findCurrentManifest(queries, id));
    await db
      .insertInto('framework_version')
      .values({ id: version, framework_id: id, version: release, release_notes: releaseNotes ?? null, manifest })
      .execute();
  }
}
