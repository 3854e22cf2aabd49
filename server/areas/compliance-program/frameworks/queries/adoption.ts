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
  /** Ids of the instances, one for each framework that can be adopted, in the requested order. */
  readonly ids: readonly string[];
  /** Ids of the new instances among them. */
  readonly added: readonly string[];
}

/**
 * @param frameworkIds of the catalog or of custom frameworks; others are skipped
 * @param author who adopts them
 * @param scopes parts in scope by framework, in the order of the framework; a framework without an entry gets all of its parts
 */
export async function adoptFrameworks(
  db: OrganizationDatabase,
  frameworkIds: readonly string[],
  author: Author,
  scopes: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<Adoption> {
  await lockFrameworks(db);
  const named = [...new Set(frameworkIds)];
  const [platform, custom, instances] = await Promise.all([
    listAdoptable(db, named),
    db.selectFrom('custom_framework').select('id').where('id', 'in', named).execute(),
    db.selectFrom('framework_instance').select(['id', 'framework_id', 'custom_framework_id']).execute(),
  ]);
  const known = new Map(instances.map((instance) => [instance.framework_id ?? instance.custom_framework_id ?? '', instance.id]));
  const versions = await listVersions(
    db,
    platform.map(({ id }) => id),
  );
  const added = named
    .filter((id) => !known.has(id))
    .flatMap((id): Addition[] => {
      const version = versions.find(({ frameworkId }) => frameworkId === id)?.id ?? null;
      const framework = platform.find((one) => one.id === id);
      if (framework) {
        const scope = framework.parts.length ? [...(scopes.get(id) ?? framework.parts.map((part) => part.id))] : null;
        return [{ id: newId('frm'), framework_id: id, custom_framework_id: null, current_version_id: version, scope }];
      }
      return custom.some((one) => one.id === id)
        ? [{ id: newId('frm'), framework_id: null, custom_framework_id: id, current_version_id: null, scope: null }]
        : [];
    });
  if (added.length) await db.insertInto('framework_instance').values(added).execute();
  const filling = await findFilling(db);
  for (const { id, framework_id, current_version_id, scope } of added) {
    if (framework_id === null) continue;
    await copyAll(db, id, withinScope(await contentOf(db, framework_id, current_version_id), scope), filling, author);
  }
  await createTimelines(
    db,
    added.map(({ id }) => id),
  );
  for (const { id, framework_id, custom_framework_id } of added) known.set(framework_id ?? custom_framework_id ?? '', id);
  const possible = new Set([...platform, ...custom].map(({ id }) => id));
  return { ids: named.flatMap((id) => (possible.has(id) ? (known.get(id) ?? []) : [])), added: added.map(({ id }) => id) };
}

interface Addition {
  readonly id: string;
  readonly framework_id: string | null;
  readonly custom_framework_id: string | null;
  readonly current_version_id: string | null;
  readonly scope: string[] | null;
}

/** Finds frameworks of the catalog that can be adopted, with their parts. */
export function listAdoptable(db: OrganizationDatabase, ids: readonly string[]) {
  return db
    .selectFrom('platform_framework')
    .select((eb) => ['platform_framework.id', partsColumn(eb)])
    .where('id', 'in', ids)
    .where('visible', '=', true)
    .execute();
}

/** Finds what adopting a framework copies (frameworks, rule 7). @param versionId the version in use; null for the current catalog */
export async function contentOf(db: OrganizationDatabase, frameworkId: string, versionId: string | null): Promise<Manifest> {
  return versionId === null ? findCurrentManifest(db, frameworkId) : withoutRemoved(db, await manifestOf(db, versionId));
}

/**
 * Changes the scope of an adopted framework. Records of added parts are created as in an adoption, and those of removed parts stay
 * unchanged
 * (frameworks, rule 28).
 * @param instance locked by `lockFrameworks` @param scope parts in the order of the framework @param author who changes it
 */
export async function replaceScope(
  db: OrganizationDatabase,
  { id, frameworkId, currentVersionId, scope: before }: Instance,
  scope: readonly string[],
  author: Author,
): Promise<void> {
  await db
    .updateTable('framework_instance')
    .set({ scope: [...scope] })
    .where('id', '=', id)
    .execute();
  if (frameworkId === null) return;
  const manifest = withinAddedParts(await contentOf(db, frameworkId, currentVersionId), before, scope);
  if (manifest.requirements.length) await copyAll(db, id, manifest, await findFilling(db), author);
}

/** Records that were removed from the catalog since the version was published are no longer copied (frameworks, rule 7). */
async function withoutRemoved(
  db: OrganizationDatabase,
  { requirements, controls, policies, tasks, ...manifest }: Manifest,
): Promise<Manifest> {
  const removed = (table: 'platform_requirement' | 'control_template' | 'policy_template' | 'task_template') =>
    db.selectFrom(table).select('id').where('removed_at', 'is not', null).execute();
  const removedIds = new Set(
    (
      await Promise.all([
        removed('platform_requirement'),
        removed('control_template'),
        removed('policy_template'),
        removed('task_template'),
      ])
    )
      .flat()
      .map(({ id }) => id),
  );
  const kept = <T extends { readonly id: string }>(records: readonly T[]) => records.filter(({ id }) => !removedIds.has(id));
  return { ...manifest, requirements: kept(requirements), controls: kept(controls), policies: kept(policies), tasks: kept(tasks) };
}

/** Existing copies are reused, and restored if an update had archived them (frameworks, rule 8). */
async function copyAll(db: OrganizationDatabase, instanceId: string, manifest: Manifest, filling: Filling, author: Author): Promise<void> {
  const copies = await listCopies(db);
  const withoutCopy = <T extends { readonly id: string }>(templates: readonly T[], have: ReadonlyMap<string, unknown>) =>
    templates.filter(({ id }) => !have.has(id));
  for (const [table, templates, have] of [
    ['control', manifest.controls, copies.controls],
    ['policy', manifest.policies, copies.policies],
    ['task', manifest.tasks, copies.tasks],
  ] as const) {
    const archived = templates.flatMap(({ id }) => have.get(id) ?? []).filter(({ archivedAt }) => archivedAt !== null);
    await setArchived(
      db,
      table,
      archived.map(({ id }) => id),
      null,
    );
  }
  const own = {
    controls: new Map([...idsOf(copies.controls), ...(await createControls(db, withoutCopy(manifest.controls, copies.controls)))]),
    policies: new Map([
      ...idsOf(copies.policies),
      ...(await createPolicies(db, withoutCopy(manifest.policies, copies.policies), filling, author)),
    ]),
    tasks: new Map([...idsOf(copies.tasks), ...(await createTasks(db, withoutCopy(manifest.tasks, copies.tasks)))]),
  };
  await linkAll(db, instanceId, edgesOf(manifest), own);
  await setFamilies(db, instanceId, manifest.controls, own.controls);
  await copyLinksToCustomFrameworks(
    db,
    manifest.controls.flatMap(({ id }) => own.controls.get(id) ?? []),
  );
}
