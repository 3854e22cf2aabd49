/** Adopts frameworks by copying their contents into the organization (frameworks, rules 6 to 9). */
import { partsColumn } from '#domain/catalogue/parts';
import type { Instance } from '#domain/frameworks/instances';
import { type Manifest, findCurrentManifest } from '#domain/catalogue/manifest';
import { copyLinksToCustomFrameworks } from '#domain/controls/links/custom-frameworks';
import { createTimelines } from '#domain/timelines/create';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Author } from '#platform/identity/author';
import type { Filling } from '#domain/policies/texts/filling';
import { findFilling } from '#domain/policies/texts/organization-data';
import { createControls, createPolicies, createTasks, idsOf, listCopies, setArchived } from './copies.ts';
import { edgesOf } from '../rules/edges.ts';
import { setFamilies } from './families.ts';
import { lockFrameworks } from '#domain/frameworks/lock';
import { linkAll } from './linking.ts';
import { withinAddedParts, withinScope } from '../rules/scope.ts';
import { listVersions, manifestOf } from './versions.ts';

export interface Adoption {
  /** The ids of the adopted frameworks, including frameworks that were adopted before, in the requested order. */
  readonly ids: readonly string[];
  /** The ids in `ids` of the frameworks that were not adopted before. */
  readonly added: readonly string[];
}

/**
 * Adopts frameworks, and copies their contents into the organization.
 * @param frameworkIds ids of catalog frameworks or custom frameworks; unknown ids are skipped
 * @param scopes the parts in scope by framework id, in the order of the framework; without an entry, all parts are in scope
 */
export async function adoptFrameworks(
  db: OrganizationDatabase,
  frameworkIds: readonly string[],
  author: Author,
  scopes: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<Adoption> {
  await lockFrameworks(db);
  const requestedIds = [...new Set(frameworkIds)];
  const [platform, custom, instances] = await Promise.all([
    listAdoptable(db, requestedIds),
    db.selectFrom('custom_framework').select('id').where('id', 'in', requestedIds).execute(),
    db.selectFrom('framework_instance').select(['id', 'framework_id', 'custom_framework_id']).execute(),
  ]);
  const instanceIds = new Map(instances.map((instance) => [instance.framework_id ?? instance.custom_framework_id ?? '', instance.id]));
  const versions = await listVersions(
    db,
    platform.map(({ id }) => id),
  );
  const newInstances = requestedIds
    .filter((id) => !instanceIds.has(id))
    .flatMap((id): NewInstance[] => {
      const version = versions.find(({ frameworkId }) => frameworkId === id)?.id ?? null;
      const framework = platform.find((candidate) => candidate.id === id);
      if (framework) {
        const scope = framework.parts.length ? [...(scopes.get(id) ?? framework.parts.map((part) => part.id))] : null;
        return [{ id: newId('frm'), framework_id: id, custom_framework_id: null, current_version_id: version, scope }];
      }
      return custom.some((candidate) => candidate.id === id)
        ? [{ id: newId('frm'), framework_id: null, custom_framework_id: id, current_version_id: null, scope: null }]
        : [];
    });
  if (newInstances.length) await db.insertInto('framework_instance').values(newInstances).execute();
  const filling = await findFilling(db);
  for (const { id, framework_id, current_version_id, scope } of newInstances) {
    if (framework_id === null) continue;
    await copyManifest(db, id, withinScope(await contentOf(db, framework_id, current_version_id), scope), filling, author);
  }
  await createTimelines(
    db,
    newInstances.map(({ id }) => id),
  );
  for (const { id, framework_id, custom_framework_id } of newInstances) instanceIds.set(framework_id ?? custom_framework_id ?? '', id);
  const adoptableIds = new Set([...platform, ...custom].map(({ id }) => id));
  return { ids: requestedIds.flatMap((id) => (adoptableIds.has(id) ? (instanceIds.get(id) ?? []) : [])), added: newInstances.map(({ id }) => id) };
}

interface NewInstance {
  readonly id: string;
  readonly framework_id: string | null;
  readonly custom_framework_id: string | null;
  readonly current_version_id: string | null;
  readonly scope: string[] | null;
}

/** Lists the frameworks with these ids that can be adopted from the catalog, with their parts. */
export function listAdoptable(db: OrganizationDatabase, ids: readonly string[]) {
  return db
    .selectFrom('platform_framework')
    .select((eb) => ['platform_framework.id', partsColumn(eb)])
    .where('id', 'in', ids)
    .where('visible', '=', true)
    .execute();
}

/** Finds the contents that an adoption copies (frameworks, rule 7). @param versionId null for the current catalog */
export async function contentOf(db: OrganizationDatabase, frameworkId: string, versionId: string | null): Promise<Manifest> {
  return versionId === null ? findCurrentManifest(db, frameworkId) : withoutRemoved(db, await manifestOf(db, versionId));
}

/**
 * Changes the scope of an adopted framework. Creates the records of added parts as in an adoption. The records of removed parts stay
 * unchanged (frameworks, rule 28).
 * @param instance must be locked by `lockFrameworks` @param scope the parts in scope, in the order of the framework
 */
export async function replaceScope(
  db: OrganizationDatabase,
  { id, frameworkId, currentVersionId, scope: previousScope }: Instance,
  scope: readonly string[],
  author: Author,
): Promise<void> {
  await db
    .updateTable('framework_instance')
    .set({ scope: [...scope] })
    .where('id', '=', id)
    .execute();
  if (frameworkId === null) return;
  const manifest = withinAddedParts(await contentOf(db, frameworkId, currentVersionId), previousScope, scope);
  if (manifest.requirements.length) await copyManifest(db, id, manifest, await findFilling(db), author);
}

/** Omits records that were removed from the catalog after the version was published (frameworks, rule 7). */
async function withoutRemoved(
  db: OrganizationDatabase,
  { requirements, controls, policies, tasks, ...manifest }: Manifest,
): Promise<Manifest> {
  const listRemoved = (table: 'platform_requirement' | 'control_template' | 'policy_template' | 'task_template') =>
    db.selectFrom(table).select('id').where('removed_at', 'is not', null).execute();
  const removedIds = new Set(
    (
      await Promise.all([
        listRemoved('platform_requirement'),
        listRemoved('control_template'),
        listRemoved('policy_template'),
        listRemoved('task_template'),
      ])
    )
      .flat()
      .map(({ id }) => id),
  );
  const keepExisting = <T extends { readonly id: string }>(records: readonly T[]) => records.filter(({ id }) => !removedIds.has(id));
  return { ...manifest, requirements: keepExisting(requirements), controls: keepExisting(controls), policies: keepExisting(policies), tasks: keepExisting(tasks) };
}

/** Copies the contents of a framework. Existing copies are reused, and restored if an update archived them (frameworks, rule 8). */
async function copyManifest(db: OrganizationDatabase, instanceId: string, manifest: Manifest, filling: Filling, author: Author): Promise<void> {
  const copies = await listCopies(db);
  const withoutCopy = <T extends { readonly id: string }>(templates: readonly T[], existingCopies: ReadonlyMap<string, unknown>) =>
    templates.filter(({ id }) => !existingCopies.has(id));
  for (const [table, templates, existingCopies] of [
    ['control', manifest.controls, copies.controls],
    ['policy', manifest.policies, copies.policies],
    ['task', manifest.tasks, copies.tasks],
  ] as const) {
    const archivedCopies = templates.flatMap(({ id }) => existingCopies.get(id) ?? []).filter(({ archivedAt }) => archivedAt !== null);
    await setArchived(
      db,
      table,
      archivedCopies.map(({ id }) => id),
      null,
    );
  }
  const recordIds = {
    controls: new Map([...idsOf(copies.controls), ...(await createControls(db, withoutCopy(manifest.controls, copies.controls)))]),
    policies: new Map([
      ...idsOf(copies.policies),
      ...(await createPolicies(db, withoutCopy(manifest.policies, copies.policies), filling, author)),
    ]),
    tasks: new Map([...idsOf(copies.tasks), ...(await createTasks(db, withoutCopy(manifest.tasks, copies.tasks)))]),
  };
  await linkAll(db, instanceId, edgesOf(manifest), recordIds);
  await setFamilies(db, instanceId, manifest.controls, recordIds.controls);
  await copyLinksToCustomFrameworks(
    db,
    manifest.controls.flatMap(({ id }) => recordIds.controls.get(id) ?? []),
  );
}
