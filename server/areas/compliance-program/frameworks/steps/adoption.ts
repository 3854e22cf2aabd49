/** Adopts frameworks by copying their contents into the organization (frameworks, rules 6 to 9). */
import { findInstanceIds, insertInstances, type NewInstance, updateInstance } from '../queries/instances.ts';
import { findContentToAdopt, findCustomFrameworkIds, listAdoptable } from '../queries/adoptable.ts';
import type { Instance } from '#domain/frameworks/instances';
import type { Manifest } from '#domain/catalogue/manifest';
import { copyLinksToCustomFrameworks } from '#domain/controls/links/custom-frameworks';
import { createTimelines } from '#domain/timelines/create';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Author } from '#platform/identity/author';
import type { Filling } from '#domain/policies/texts/filling';
import { findFilling } from '#domain/policies/texts/organization-data';
import { createControls, createPolicies, createTasks, idsByTemplate, listCopies, setArchived } from '../queries/copies.ts';
import { edgesOf } from '../rules/edges.ts';
import { setFamilies } from '../queries/families.ts';
import { lockFrameworks } from '#domain/frameworks/lock';
import { insertLinks } from '../queries/linking.ts';
import { withinAddedParts, withinScope } from '../rules/scope.ts';
import { listVersions } from '../queries/versions.ts';

export interface Adoption {
  /** The ids of the adopted frameworks, including frameworks that were adopted before, in the requested order. */
  readonly ids: readonly string[];
  /** The ids in `ids` of the frameworks that were not adopted before. */
  readonly addedIds: readonly string[];
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
  const [platformFrameworks, customIds, instanceIds] = await Promise.all([
    listAdoptable(db, requestedIds),
    findCustomFrameworkIds(db, requestedIds),
    findInstanceIds(db),
  ]);
  const versions = await listVersions(
    db,
    platformFrameworks.map(({ id }) => id),
  );
  const newInstances = requestedIds
    .filter((id) => !instanceIds.has(id))
    .flatMap((id): NewInstance[] => {
      const version = versions.find(({ frameworkId }) => frameworkId === id)?.id ?? null;
      const framework = platformFrameworks.find((candidate) => candidate.id === id);
      if (framework) {
        const scope = framework.parts.length ? [...(scopes.get(id) ?? framework.parts.map((part) => part.id))] : null;
        return [{ id: newId('frm'), framework_id: id, custom_framework_id: null, current_version_id: version, scope }];
      }
      return customIds.has(id)
        ? [{ id: newId('frm'), framework_id: null, custom_framework_id: id, current_version_id: null, scope: null }]
        : [];
    });
  await insertInstances(db, newInstances);
  const filling = await findFilling(db);
  for (const { id, framework_id, current_version_id, scope } of newInstances) {
    if (framework_id === null) continue;
    await copyManifest(db, id, withinScope(await findContentToAdopt(db, framework_id, current_version_id), scope), filling, author);
  }
  await createTimelines(
    db,
    newInstances.map(({ id }) => id),
  );
  for (const { id, framework_id, custom_framework_id } of newInstances) instanceIds.set(framework_id ?? custom_framework_id ?? '', id);
  const adoptableIds = new Set([...platformFrameworks.map(({ id }) => id), ...customIds]);
  return {
    ids: requestedIds.flatMap((id) => (adoptableIds.has(id) ? (instanceIds.get(id) ?? []) : [])),
    addedIds: newInstances.map(({ id }) => id),
  };
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
  await updateInstance(db, id, { scope: [...scope] });
  if (frameworkId === null) return;
  const manifest = withinAddedParts(await findContentToAdopt(db, frameworkId, currentVersionId), previousScope, scope);
  if (manifest.requirements.length) await copyManifest(db, id, manifest, await findFilling(db), author);
}

/** Copies the contents of a framework. Existing copies are reused, and restored if an update archived them (frameworks, rule 8). */
async function copyManifest(
  db: OrganizationDatabase,
  instanceId: string,
  manifest: Manifest,
  filling: Filling,
  author: Author,
): Promise<void> {
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
    controls: new Map([...idsByTemplate(copies.controls), ...(await createControls(db, withoutCopy(manifest.controls, copies.controls)))]),
    policies: new Map([
      ...idsByTemplate(copies.policies),
      ...(await createPolicies(db, withoutCopy(manifest.policies, copies.policies), filling, author)),
    ]),
    tasks: new Map([...idsByTemplate(copies.tasks), ...(await createTasks(db, withoutCopy(manifest.tasks, copies.tasks)))]),
  };
  await insertLinks(db, instanceId, edgesOf(manifest), recordIds);
  await setFamilies(db, instanceId, manifest.controls, recordIds.controls);
  await copyLinksToCustomFrameworks(
    db,
    manifest.controls.flatMap(({ id }) => recordIds.controls.get(id) ?? []),
  );
}
