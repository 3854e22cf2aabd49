/** Adopting frameworks: the organization gets its own copies of what they hold (spec/areas/frameworks, rules 6 to 9). */
import { partsIn } from '../../../domain/catalogue/parts.ts';
import type { Instance } from '../../../domain/frameworks/instances.ts';
import { type Manifest, manifestNow } from '../../../domain/catalogue/manifest.ts';
import { extendToCustomFrameworks } from '../../../domain/control-links/custom-frameworks.ts';
import { createTimelines } from '../../../domain/timelines/create.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { Filling } from '../../../domain/policy-texts/filling.ts';
import { knownFilling } from '../../../domain/policy-texts/known.ts';
import { createControls, createPolicies, createTasks, idsOf, listCopies, setArchived } from './copies.ts';
import { edgesOf } from '../rules/edges.ts';
import { setFamilies } from './families.ts';
import { lockFrameworks } from '../../../domain/frameworks/lock.ts';
import { linkAll } from './linking.ts';
import { entering, withinScope } from '../rules/scope.ts';
import { listVersions, manifestOf } from './versions.ts';

export interface Adopted {
  /** Of the instances, one for each framework that can be adopted, in the order in which they are named. */
  readonly ids: readonly string[];
  /** Those of them that were not there before. */
  readonly added: readonly string[];
}

/**
 * @param frameworkIds of the catalog or of custom frameworks; others are skipped
 * @param memberId who adopts them
 * @param scopes parts in scope by framework, in the order of the framework; a framework that is not named gets all of its parts
 */
export async function adoptFrameworks(
  db: OrganizationDatabase,
  frameworkIds: readonly string[],
  memberId: string | null,
  scopes: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<Adopted> {
  await lockFrameworks(db);
  const named = [...new Set(frameworkIds)];
  const [platform, custom, instances] = await Promise.all([
    listPlatform(db, named),
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
  const filling = await knownFilling(db);
  for (const { id, framework_id, current_version_id, scope } of added) {
    if (framework_id === null) continue;
    await copyAll(db, id, withinScope(await contentOf(db, framework_id, current_version_id), scope), filling, memberId);
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

/** The frameworks of the catalog among these that can be adopted, with their parts. */
export function listPlatform(db: OrganizationDatabase, ids: readonly string[]) {
  return db
    .selectFrom('platform_framework')
    .select((eb) => ['platform_framework.id', partsIn(eb)])
    .where('id', 'in', ids)
    .where('visible', '=', true)
    .execute();
}

/** What adopting a framework copies (spec/areas/frameworks, rule 7). @param versionId in use; null for the catalog as it is now */
export async function contentOf(db: OrganizationDatabase, frameworkId: string, versionId: string | null): Promise<Manifest> {
  return versionId === null ? manifestNow(db, frameworkId) : withoutRemoved(db, await manifestOf(db, versionId));
}

/**
 * Takes other parts of an adopted framework into scope. What enters is created as adopting it would have, and what leaves stays as it is
 * (spec/areas/frameworks, rule 28).
 * @param instance held by `lockFrameworks` @param scope parts in the order of the framework @param memberId who does it
 */
export async function replaceScope(
  db: OrganizationDatabase,
  { id, frameworkId, currentVersionId, scope: before }: Instance,
  scope: readonly string[],
  memberId: string | null,
): Promise<void> {
  await db
    .updateTable('framework_instance')
    .set({ scope: [...scope] })
    .where('id', '=', id)
    .execute();
  if (frameworkId === null) return;
  const manifest = entering(await contentOf(db, frameworkId, currentVersionId), before, scope);
  if (manifest.requirements.length) await copyAll(db, id, manifest, await knownFilling(db), memberId);
}

/** What the catalog has removed since the version was published is not copied any more (spec/areas/frameworks, rule 7). */
async function withoutRemoved(
  db: OrganizationDatabase,
  { requirements, controls, policies, tasks, ...manifest }: Manifest,
): Promise<Manifest> {
  const removed = (table: 'platform_requirement' | 'control_template' | 'policy_template' | 'task_template') =>
    db.selectFrom(table).select('id').where('removed_at', 'is not', null).execute();
  const gone = new Set(
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
  const kept = <T extends { readonly id: string }>(records: readonly T[]) => records.filter(({ id }) => !gone.has(id));
  return { ...manifest, requirements: kept(requirements), controls: kept(controls), policies: kept(policies), tasks: kept(tasks) };
}

/** What the organization has already is used again, and taken back into use where an update had archived it (spec/areas/frameworks, rule 8). */
async function copyAll(
  db: OrganizationDatabase,
  instanceId: string,
  manifest: Manifest,
  filling: Filling,
  memberId: string | null,
): Promise<void> {
  const copies = await listCopies(db);
  const lacking = <T extends { readonly id: string }>(templates: readonly T[], have: ReadonlyMap<string, unknown>) =>
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
    controls: new Map([...idsOf(copies.controls), ...(await createControls(db, lacking(manifest.controls, copies.controls)))]),
    policies: new Map([
      ...idsOf(copies.policies),
      ...(await createPolicies(db, lacking(manifest.policies, copies.policies), filling, memberId)),
    ]),
    tasks: new Map([...idsOf(copies.tasks), ...(await createTasks(db, lacking(manifest.tasks, copies.tasks)))]),
  };
  await linkAll(db, instanceId, edgesOf(manifest), own);
  await setFamilies(db, instanceId, manifest.controls, own.controls);
  await extendToCustomFrameworks(
    db,
    manifest.controls.flatMap(({ id }) => own.controls.get(id) ?? []),
  );
}
