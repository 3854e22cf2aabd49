/** Queries about the versions of frameworks, which all organizations share. */
import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import { type Manifest, manifestIn, manifestNow, type ManifestRequirement } from '../../../domain/catalogue/manifest.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { type Instance, listInstances, nameOf } from '../../../domain/frameworks/instances.ts';
import { brief } from '../rules/brief.ts';

type Schemas = components['schemas'];
export interface Version {
  readonly id: string;
  readonly frameworkId: string;
  readonly version: string;
  readonly publishedAt: string;
  readonly releaseNotes: string | null;
}

/** Lists versions, newest first. */
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

/** @throws when there is no such version */
export async function manifestOf(db: OrganizationDatabase, versionId: string): Promise<Manifest> {
  const row = await db.selectFrom('framework_version').select('manifest').where('id', '=', versionId).executeTakeFirstOrThrow();
  const manifest = manifestIn(row.manifest);
  if (!manifest) throw new TypeError(`${versionId} has no manifest`);
  return manifest;
}

/** Only what the version demands, since the rest of a manifest is large. */
export async function requirementsOf(db: OrganizationDatabase, versionId: string): Promise<readonly ManifestRequirement[]> {
  const { requirements } = await db
    .selectFrom('framework_version')
    .select(sql<readonly ManifestRequirement[]>`manifest -> 'requirements'`.as('requirements'))
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
  return requirements;
}

/** What an instance works by: its version, or where it has none the catalog as it is now (spec/areas/frameworks, rule 7). */
export async function manifestBehind(
  db: OrganizationDatabase,
  { frameworkId, currentVersionId }: Pick<Instance, 'frameworkId' | 'currentVersionId'>,
): Promise<Manifest | undefined> {
  if (currentVersionId !== null) return manifestOf(db, currentVersionId);
  return frameworkId === null ? undefined : manifestNow(db, frameworkId);
}

/** Whether there is something newer (spec/areas/frameworks, rule 15). @param versions of its framework, newest first */
export function updateStatus(instance: Instance, versions: readonly Version[]): Schemas['FrameworkUpdateStatus'] {
  const current = versions.find(({ id }) => id === instance.currentVersionId);
  const latest = versions[0];
  return {
    frameworkInstanceId: instance.id,
    frameworkName: nameOf(instance),
    currentVersion: current ? brief(current) : null,
    latestVersion: latest ? { ...brief(latest), publishedAt: latest.publishedAt, releaseNotes: latest.releaseNotes } : null,
    updateAvailable: latest !== undefined && latest.id !== instance.currentVersionId,
  };
}

/** Of those that have an update, in the order of their adoption. */
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
