/** Versions of the frameworks: each release that the catalog names becomes one, once, and never changes again. */
import { QueryCreator, type Transaction } from 'kysely';
import type { SystemTables, TenantTables } from '../../../generated/database.d.ts';
import { catalogueId } from './ids.ts';
import { manifestNow } from './manifest.ts';
import type { Catalogue } from './types.ts';

/**
 * Drafts wait until they are finished, because a version never changes. Its content is that of the catalog and is not written a second time
 * as long as this holds (`keepContents`).
 * @param db in which the catalog has been written
 */
export async function publishReleases(db: Transaction<SystemTables>, { frameworks }: Pick<Catalogue<string>, 'frameworks'>): Promise<void> {
  const published = await db.selectFrom('framework_version').select('id').execute();
  const fresh = frameworks.flatMap(({ id, slug, release, releaseNotes, draft }) => {
    const version = catalogueId('version', `${slug}/${release}`);
    return draft === true || published.some((known) => known.id === version)
      ? []
      : { id: version, framework_id: id, version: release, release_notes: releaseNotes ?? null };
  });
  if (fresh.length) await db.insertInto('framework_version').values(fresh).execute();
}

/** Keeps the content of each version that is still that of the catalog, which is about to change. @param db in which it has not changed yet */
export async function keepContents(db: Transaction<SystemTables>): Promise<void> {
  const reading = new QueryCreator<TenantTables>({ executor: db.getExecutor() });
  const versions = await db.selectFrom('framework_version').select(['id', 'framework_id']).where('manifest', 'is', null).execute();
  for (const { id, framework_id } of versions) {
    const manifest = JSON.stringify(await manifestNow(reading, framework_id));
    await db.updateTable('framework_version').set({ manifest }).where('id', '=', id).execute();
  }
}
