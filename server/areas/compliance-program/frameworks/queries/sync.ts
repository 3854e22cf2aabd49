/** Updates an adopted framework to another version (frameworks, rules 16 to 19). */
import type { components } from '#generated/api';
import type { Manifest } from '#domain/catalogue/manifest';
import { copyLinksToCustomFrameworks } from '#domain/controls/links/custom-frameworks';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Author } from '#platform/identity/author';
import { findFilling } from '#domain/policies/texts/organization-data';
import { createControls, createPolicies, createTasks, idsOf, listCopies, setArchived } from './copies.ts';
import { type Copies } from '../rules/copies.ts';
import { edgesOf } from '../rules/edges.ts';
import { removeFamilies, setFamilies } from './families.ts';
import { type Instance, listInstances, frameworkNameOf } from '#domain/frameworks/instances';
import { linkAll, type OwnRecords } from './linking.ts';
import { appendDrafts, overwriteCopies } from './overwriting.ts';
import { type KindPlan, type Plan, planOf } from '../rules/plan.ts';
import { scopeAfter, withinScope } from '../rules/scope.ts';
import type { ArchivedRow, Undo } from '../rules/undo.ts';
import { activateMaps, archiveMaps, removeScoped } from './unlinking.ts';
import { findManifestInUse, manifestOf } from './versions.ts';
import { type Version } from '../rules/version.ts';

type Summary = components['schemas']['FrameworkSyncSummary'];
/** 14 days, in ms. */
const rollbackWindow = 14 * 24 * 3_600_000;

export interface PreparedSync {
  readonly copies: Copies;
  readonly plan: Plan;
  /** Limited to the scope; the plan compares the requirements of the full versions. */
  readonly manifests: { readonly from: Manifest; readonly to: Manifest };
  /** The scope after the update. */
  readonly scope: string[] | null;
}

/** Plans an update, based on the current records. */
export async function prepareSync(db: OrganizationDatabase, instance: Instance, from: Version, to: Version): Promise<PreparedSync> {
  const instances = await listInstances(db);
  const others = instances.filter(({ id }) => id !== instance.id);
  const [copies, before, after, ...otherManifests] = await Promise.all([
    listCopies(db),
    manifestOf(db, from.id),
    manifestOf(db, to.id),
    ...others.map((other) => findManifestInUse(db, other)),
  ]);
  const scope = scopeAfter(instance.scope, after);
  const manifests = { from: withinScope(before, instance.scope), to: withinScope(after, scope) };
  return {
    copies,
    plan: planOf({ ...manifests, whole: { from: before, to: after } }, copies, [
      ...otherManifests.filter((manifest) => manifest !== undefined),
      after,
    ]),
    manifests,
    scope,
  };
}

/**
 * @param instance locked by `lockFrameworks` and read after that
 * @param author who applies it
 * @returns the operation in the history
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
  const at = now.toISOString();
  const filling = await findFilling(db);
  const created = {
    controls: await createControls(db, templatesWithoutCopy(plan.controls)),
    policies: await createPolicies(db, templatesWithoutCopy(plan.policies), filling, author),
    tasks: await createTasks(db, templatesWithoutCopy(plan.tasks)),
  };
  const own: OwnRecords = {
    controls: new Map([...idsOf(copies.controls), ...created.controls]),
    policies: new Map([...idsOf(copies.policies), ...created.policies]),
    tasks: new Map([...idsOf(copies.tasks), ...created.tasks]),
  };
  const archived = {
    controls: await archive(db, 'control', plan.controls, at),
    policies: await archive(db, 'policy', plan.policies, at),
    tasks: await archive(db, 'task', plan.tasks, at),
  };
  const contentUpdated = await overwriteCopies(db, plan, filling);
  const drafts = await appendDrafts(db, plan.policies.drafts, filling, { from: `${frameworkNameOf(instance)} ${to.version}`, author });

  const wanted = edgesOf(manifests.to);
  const { requirements, policies, tasks, forms } = plan.diff.edges;
  const activated = await activateMaps(db, instance.id, wanted.requirements, own);
  const linked = await linkAll(db, instance.id, wanted, own);
  const dropped = await archiveMaps(db, instance.id, requirements.removed, own, at);
  const removed = await removeScoped(db, instance.id, { policies: policies.removed, tasks: tasks.removed, forms: forms.removed }, own);
  const families = await setFamilies(db, instance.id, manifests.to.controls, own.controls);
  const removedFamilies = await removeFamilies(
    db,
    instance.id,
    withoutFamily(manifests).flatMap((id) => own.controls.get(id) ?? []),
  );
  await copyLinksToCustomFrameworks(
    db,
    manifests.to.controls.flatMap(({ id }) => own.controls.get(id) ?? []),
  );

  const undo: Undo = {
    prevVersionId: instance.currentVersionId,
    enteredParts: (scope ?? []).filter((id) => instance.scope !== null && !instance.scope.includes(id)),
    hadScope: instance.scope !== null,
    controls: { created: [...created.controls.values()], archived: archived.controls, contentUpdated: contentUpdated.controls },
    policies: { created: [...created.policies.values()], archived: archived.policies, contentUpdated: contentUpdated.policies, drafts },
    tasks: { created: [...created.tasks.values()], archived: archived.tasks, contentUpdated: contentUpdated.tasks },
    maps: { created: linked.maps, archived: [...activated, ...dropped] },
    direct: linked.direct,
    scoped: { created: linked.scoped, removed },
    families: { created: families.created, previous: [...families.updated, ...removedFamilies] },
  };
  const summary: Summary = {
    ...countsOf(plan),
    requirementMapsAdded: linked.maps.length + activated.length,
    requirementMapsArchived: dropped.length,
    controlDocumentTypesAdded: linked.scoped.documentTypes.length,
    controlDocumentTypesArchived: removed.documentTypes.length,
  };
  const id = newId('fso');
  await db.updateTable('framework_instance').set({ current_version_id: to.id, scope }).where('id', '=', instance.id).execute();
  await db
    .insertInto('framework_sync_operation')
    .values({
      id,
      framework_instance_id: instance.id,
      from_version_id: from.id,
      to_version_id: to.id,
      kind: 'SYNC',
      performed_at: at,
      performed_by_id: author.memberId,
      performed_via: author.via,
      rollback_expires_at: new Date(now.getTime() + rollbackWindow).toISOString(),
      undo_payload: JSON.stringify(undo),
      summary: JSON.stringify(summary),
    })
    .execute();
  return { id, summary };
}

/** Templates without a copy in the organization. */
function templatesWithoutCopy<T>({ added }: KindPlan<T, unknown>): T[] {
  return added.flatMap(({ template, copy }) => (copy === undefined ? [template] : []));
}

/** Archives removed records, and restores those that are back. @returns both as they were before */
async function archive(
  db: OrganizationDatabase,
  table: 'control' | 'policy' | 'task',
  { added, archived }: KindPlan<unknown, { readonly id: string; readonly archivedAt: string | null }>,
  at: string,
): Promise<ArchivedRow[]> {
  const restored = added.flatMap(({ copy }) =>
    copy && copy.archivedAt !== null ? [{ id: copy.id, prevArchivedAt: copy.archivedAt }] : [],
  );
  await setArchived(
    db,
    table,
    restored.map(({ id }) => id),
    null,
  );
  await setArchived(
    db,
    table,
    archived.map(({ copy }) => copy.id),
    at,
  );
  return [...restored, ...archived.map(({ copy }) => ({ id: copy.id, prevArchivedAt: copy.archivedAt }))];
}

/** Controls that no longer have a family. */
function withoutFamily({ from, to }: PreparedSync['manifests']): string[] {
  const placed = new Set(to.controls.flatMap(({ id, controlFamily }) => (controlFamily === null ? [] : id)));
  return from.controls.flatMap(({ id, controlFamily }) => (controlFamily === null || placed.has(id) ? [] : id));
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
