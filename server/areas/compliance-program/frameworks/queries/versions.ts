/** Queries of framework versions, which all organizations share. */
import type { Version } from '../rules/version.ts';
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { type Manifest, parseManifest, findCurrentManifest, type ManifestRequirement } from '#domain/catalogue/manifest';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Instance, listInstances, frameworkNameOf } from '#domain/frameworks/instances';
import { toVersionName } from '../rules/brief.ts';

type Schemas = components['schemas'];

/** Lists the versions of frameworks, newest first. */
export function listVersions(db: OrganizationDatabase, frameworkIds: readonly string[]): Promise<Version[]> {
  if (!frameworkIds.length) return Promise.resolve([]);
  return db
    .selectFrom('framework_version')
    .select(columnsOf('framework_version', 'id', 'frameworkId', 'version', 'publishedAt', 'releaseNotes'))
    .where('framework_id', 'in', frameworkIds)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Reads the manifest of a version. @throws if no version has this id */
export async function manifestOf(db: OrganizationDatabase, versionId: string): Promise<Manifest> {
  const row = await db.selectFrom('framework_version').select('manifest').where('id', '=', versionId).executeTakeFirstOrThrow();
  const manifest = parseManifest(row.manifest);
  if (!manifest) throw new TypeError(`${versionId} has no manifest`);
  return manifest;
}

/** Reads only the requirements of a version, because a complete manifest is large. */
export async function requirementsOf(db: OrganizationDatabase, versionId: string): Promise<readonly ManifestRequirement[]> {
  const { requirements } = await db
    .selectFrom('framework_version')
    .select(sql<readonly ManifestRequirement[]>`manifest -> 'requirements'`.as('requirements'))
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
  return requirements;
}

/** Returns the manifest of an instance's version, or the current catalog if the instance has no version (frameworks, rule 7). */
export async function findManifestInUse(
  db: OrganizationDatabase,
  { frameworkId, currentVersionId }: Pick<Instance, 'frameworkId' | 'currentVersionId'>,
): Promise<Manifest | undefined> {
  if (currentVersionId !== null) return manifestOf(db, currentVersionId);
  return frameworkId === null ? undefined : findCurrentManifest(db, frameworkId);
}

/** Returns the current and the latest version, and whether they differ (frameworks, rule 15). @param versions sorted newest first */
export function updateStatus(instance: Instance, versions: readonly Version[]): Schemas['FrameworkUpdateStatus'] {
  const current = versions.find(({ id }) => id === instance.currentVersionId);
  const latest = versions[0];
  return {
    frameworkInstanceId: instance.id,
    frameworkName: frameworkNameOf(instance),
    currentVersion: current ? toVersionName(current) : null,
    latestVersion: latest ? { ...toVersionName(latest), publishedAt: latest.publishedAt, releaseNotes: latest.releaseNotes } : null,
    updateAvailable: latest !== undefined && latest.id !== instance.currentVersionId,
  };
}

/** Lists the update statuses of the instances that can be updated, in the order of their adoption. */
export async function listUpdateStatuses(db: OrganizationDatabase): Promise<Schemas['FrameworkUpdateStatus'][]> {
  const instances = await listInstances(db);
  const versions = await listVersions(
    db,
    instances.flatMap(({ frameworkId }) => frameworkId ?? []),
  );
  return instances
    .map((instance) =>
      updateStatus(
        instance,
        versions.filter(({ frameworkId }) => frameworkId === instance.frameworkId),
      ),
    )
    .filter(({ updateAvailable }) => updateAvailable);
}
