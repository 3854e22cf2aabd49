/** Updates an adopted framework to another version (frameworks, rules 16 to 19). */
import type { components } from '#generated/api';
import type { Manifest } from '#domain/catalogue/manifest';
import { copyLinksToCustomFrameworks } from '#domain/controls/links/custom-frameworks';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Author } from '#platform/identity/author';
import { findFilling } from '#domain/policies/texts/organization-data';
import { createControls, createPolicies, createTasks, idsByTemplate, listCopies, setArchived } from '../queries/copies.ts';
import { type Copies } from '../rules/copies.ts';
import { edgesOf } from '../rules/edges.ts';
import { removeFamilies, setFamilies } from '../queries/families.ts';
import { type Instance, listInstances, frameworkNameOf } from '#domain/frameworks/instances';
import { updateInstance } from '../queries/instances.ts';
import { insertOperation } from '../queries/operations.ts';
import { insertLinks, type RecordIdsByTemplate } from '../queries/linking.ts';
import { appendDrafts, overwriteCopies } from '../queries/overwriting.ts';
import { type KindPlan, type Plan, planUpdate } from '../rules/plan.ts';
import { scopeAfter, withinScope } from '../rules/scope.ts';
import type { ArchivedRow, Undo } from '../rules/undo.ts';
import { activateMaps, archiveMaps, removeFrameworkLinks } from '../queries/unlinking.ts';
import { findManifestInUse, manifestOf } from '../queries/versions.ts';
import { type Version } from '../rules/version.ts';

type Summary = components['schemas']['FrameworkSyncSummary'];
/** How long an update can be rolled back: 14 days, in milliseconds. */
const rollbackWindowMs = 14 * 24 * 3_600_000;

export interface PreparedSync {
  readonly copies: Copies;
  readonly plan: Plan;
  /** The manifests without the parts out of scope. The plan compares the requirements of the complete manifests. */
  readonly manifests: { readonly from: Manifest; readonly to: Manifest };
  /** The scope after the update. */
  readonly scope: string[] | null;
}

/** Plans an update, based on the current records. */
export async function prepareSync(db: OrganizationDatabase, instance: Instance, from: Version, to: Version): Promise<PreparedSync> {
  const instances = await listInstances(db);
  const otherInstances = instances.filter(({ id }) => id !== instance.id);
  const [copies, oldManifest, newManifest, ...otherManifests] = await Promise.all([
    listCopies(db),
    manifestOf(db, from.id),
    manifestOf(db, to.id),
    ...otherInstances.map((otherInstance) => findManifestInUse(db, otherInstance)),
  ]);
  const scope = scopeAfter(instance.scope, newManifest);
  const manifests = { from: withinScope(oldManifest, instance.scope), to: withinScope(newManifest, scope) };
  return {
    copies,
    plan: planUpdate({ ...manifests, complete: { from: oldManifest, to: newManifest } }, copies, [
      ...otherManifests.filter((manifest) => manifest !== undefined),
      newManifest,
    ]),
    manifests,
    scope,
  };
}

/**
 * Updates an adopted framework to another version.
 * @param instance must be read after `lockFrameworks`
 * @returns the id of the operation in the history, and its summary
 */
export async function syncInstance(
  db: OrganizationDatabase,
  instance: Instance,
  from: Version,
  to: Version,
  author: Author,
  now: Date,
): Promise<{ readonly id: string; readonly summary: Summary }> {
  const { copies, plan, manifests, scope } = await prepareSync(db, instance, from, to);
  const performedAt = now.toISOString();
  const filling = await findFilling(db);
  const createdIds = {
    controls: await createControls(db, templatesWithoutCopy(plan.controls)),
    policies: await createPolicies(db, templatesWithoutCopy(plan.policies), filling, author),
    tasks: await createTasks(db, templatesWithoutCopy(plan.tasks)),
  };
  const recordIds: RecordIdsByTemplate = {
    controls: new Map([...idsByTemplate(copies.controls), ...createdIds.controls]),
    policies: new Map([...idsByTemplate(copies.policies), ...createdIds.policies]),
    tasks: new Map([...idsByTemplate(copies.tasks), ...createdIds.tasks]),
  };
  const archived = {
    controls: await archive(db, 'control', plan.controls, performedAt),
    policies: await archive(db, 'policy', plan.policies, performedAt),
    tasks: await archive(db, 'task', plan.tasks, performedAt),
  };
  const contentUpdated = await overwriteCopies(db, plan, filling);
  const drafts = await appendDrafts(db, plan.policies.drafts, filling, { from: `${frameworkNameOf(instance)} ${to.version}`, author });

  const newEdges = edgesOf(manifests.to);
  const { requirements, policies, tasks, forms } = plan.diff.edges;
  const activatedMaps = await activateMaps(db, instance.id, newEdges.requirements, recordIds);
  const newLinks = await insertLinks(db, instance.id, newEdges, recordIds);
  const archivedMaps = await archiveMaps(db, instance.id, requirements.removed, recordIds, performedAt);
  const removedLinks = await removeFrameworkLinks(
    db,
    instance.id,
    { policies: policies.removed, tasks: tasks.removed, forms: forms.removed },
    recordIds,
  );
  const families = await setFamilies(db, instance.id, manifests.to.controls, recordIds.controls);
  const removedFamilies = await removeFamilies(
    db,
    instance.id,
    idsWithoutFamily(manifests).flatMap((id) => recordIds.controls.get(id) ?? []),
  );
  await copyLinksToCustomFrameworks(
    db,
    manifests.to.controls.flatMap(({ id }) => recordIds.controls.get(id) ?? []),
  );

  const undo: Undo = {
    prevVersionId: instance.currentVersionId,
    enteredParts: (scope ?? []).filter((id) => instance.scope !== null && !instance.scope.includes(id)),
    hadScope: instance.scope !== null,
    controls: { created: [...createdIds.controls.values()], archived: archived.controls, contentUpdated: contentUpdated.controls },
    policies: { created: [...createdIds.policies.values()], archived: archived.policies, contentUpdated: contentUpdated.policies, drafts },
    tasks: { created: [...createdIds.tasks.values()], archived: archived.tasks, contentUpdated: contentUpdated.tasks },
    maps: { created: newLinks.maps, archived: [...activatedMaps, ...archivedMaps] },
    direct: newLinks.direct,
    scoped: { created: newLinks.scoped, removed: removedLinks },
    families: { created: families.created, previous: [...families.updated, ...removedFamilies] },
  };
  const summary: Summary = {
    ...countsOf(plan),
    requirementMapsAdded: newLinks.maps.length + activatedMaps.length,
    requirementMapsArchived: archivedMaps.length,
    controlDocumentTypesAdded: newLinks.scoped.documentTypes.length,
    controlDocumentTypesArchived: removedLinks.documentTypes.length,
  };
  const id = newId('fso');
  await updateInstance(db, instance.id, { current_version_id: to.id, scope });
  await insertOperation(db, {
    id,
    instanceId: instance.id,
    kind: 'SYNC',
    from: from.id,
    to: to.id,
    performedAt: now,
    author,
    rollbackExpiresAt: new Date(now.getTime() + rollbackWindowMs),
    undo,
    summary,
  });
  return { id, summary };
}

/** Returns the added templates without a copy in the organization. */
function templatesWithoutCopy<T>({ added: addedTemplates }: KindPlan<T, unknown>): T[] {
  return addedTemplates.flatMap(({ template, copy }) => (copy === undefined ? [template] : []));
}

/** Archives removed records, and restores records that were added again. @returns the previous archive times of all these records */
async function archive(
  db: OrganizationDatabase,
  table: 'control' | 'policy' | 'task',
  { added, archived }: KindPlan<unknown, { readonly id: string; readonly archivedAt: string | null }>,
  archivedAt: string,
): Promise<ArchivedRow[]> {
  const restoredRows = added.flatMap(({ copy }) =>
    copy && copy.archivedAt !== null ? [{ id: copy.id, prevArchivedAt: copy.archivedAt }] : [],
  );
  await setArchived(
    db,
    table,
    restoredRows.map(({ id }) => id),
    null,
  );
  await setArchived(
    db,
    table,
    archived.map(({ copy }) => copy.id),
    archivedAt,
  );
  return [...restoredRows, ...archived.map(({ copy }) => ({ id: copy.id, prevArchivedAt: copy.archivedAt }))];
}

/** Returns the ids of controls that have a family in the old version, but not in the new version. */
function idsWithoutFamily({ from, to }: PreparedSync['manifests']): string[] {
  const idsWithFamily = new Set(to.controls.flatMap(({ id, controlFamily }) => (controlFamily === null ? [] : id)));
  return from.controls.flatMap(({ id, controlFamily }) => (controlFamily === null || idsWithFamily.has(id) ? [] : id));
}

function countsOf({ controls, policies, tasks }: Plan) {
  return {
    controlsAdded: controls.added.length,
    controlsArchived: controls.archived.length,
    controlsUpdatedApplied: controls.applied.length,
    controlsUpdatedPreserved: controls.preserved.length,
    policiesAdded: policies.added.length,
    policiesArchived: policies.archived.length,
    policiesUpdatedApplied: policies.applied.length,
    policiesUpdatedPreserved: policies.preserved.length,
    policiesDraftAdded: policies.drafts.length,
    tasksAdded: tasks.added.length,
    tasksArchived: tasks.archived.length,
    tasksUpdatedApplied: tasks.applied.length,
    tasksUpdatedPreserved: tasks.preserved.length,
  };
}
