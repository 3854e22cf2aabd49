/** Handlers for updates of adopted frameworks to other versions. */
import type { components } from '#generated/api';
import { changesOnCreate, type Changes } from '#platform/audit/changes';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import { authorOf } from '#platform/identity/author';
import { listHistory } from '../queries/history.ts';
import { lockFrameworks } from '#domain/frameworks/lock';
import { findReadableIds } from '#domain/access/records/readable';
import type { Reader } from '#domain/access/records/rows';
import { findInstance, type Instance } from '#domain/frameworks/instances';
import { toUpdatePreview } from '../rules/preview.ts';
import { instanceNotFound } from '../refusals.ts';
import { rollBack, findUndo } from '../steps/rollback.ts';
import { findOperation } from '../queries/operations.ts';
import { prepareSync, syncInstance } from '../steps/sync.ts';
import { listUpdateStatuses, listVersions, updateStatus } from '../queries/versions.ts';
import { type Version } from '../rules/version.ts';

type Schemas = components['schemas'];

const noVersion = () => refusal('framework_without_versions');

export const updateHandlers = {
  async listFrameworkUpdateStatuses({ db }) {
    return { status: 200, body: { data: await listUpdateStatuses(db) } };
  },

  async listFrameworkVersions({ path, db }) {
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const data = (await versionsOf(db, instance)).map(({ id, version, publishedAt, releaseNotes }) => ({
      id,
      version,
      publishedAt,
      releaseNotes,
      isCurrent: id === instance.currentVersionId,
    }));
    return { status: 200, body: { data } };
  },

  async getFrameworkUpdateStatus({ path, db }) {
    const instance = await findInstance(db, path.id);
    return instance ? { status: 200, body: updateStatus(instance, await versionsOf(db, instance)) } : instanceNotFound();
  },

  async previewFrameworkUpdate({ path, db, actor }) {
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const versions = await versionsOf(db, instance);
    const [to, from] = [versions[0], findStartVersion(instance, versions)];
    if (!to || !from || to.id === instance.currentVersionId) return refusal('no_update_available');
    const { plan, manifests } = await prepareSync(db, instance, from, to);
    const preview = toUpdatePreview(plan, { from, to }, manifests);
    return { status: 200, body: { ...preview, policies: await filterReadablePolicies(db, actor, preview.policies) } };
  },

  async syncFramework({ path, body, db, actor, audit }) {
    await lockFrameworks(db);
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const versions = await versionsOf(db, instance);
    const from = findStartVersion(instance, versions);
    if (!from) return noVersion();
    const to = versions.find(({ id }) => id === body.targetVersionId);
    if (!to) return refusal('framework_version_not_found');
    if (to.id === instance.currentVersionId) {
      audit.performed('Synced framework');
      return { status: 200, body: { kind: 'no_op', frameworkInstanceId: instance.id, syncOperationId: null } };
    }
    const { id, summary } = await syncInstance(db, instance, from, to, authorOf(actor), new Date());
    audit.performed(`Synced framework to ${to.version}`, {
      changes: { version: { previous: from.version, current: to.version }, ...changesOf(summary) },
    });
    return { status: 200, body: { kind: 'synced', frameworkInstanceId: instance.id, syncOperationId: id } };
  },

  async rollbackFrameworkSync({ path, body, db, actor, audit }) {
    await lockFrameworks(db);
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const operation = await findOperation(db, instance.id, body.syncOperationId);
    if (!operation) return refusal('sync_operation_not_found');
    const now = new Date();
    const undo = await findUndo(db, instance.id, operation, now);
    if (isRefusal(undo)) return undo;
    const rollbackOperationId = await rollBack(db, instance, operation, undo, authorOf(actor), now);
    const versions = await versionsOf(db, instance);
    const versionName = (id: string) => versions.find((version) => version.id === id)?.version ?? null;
    audit.performed('Rolled back a sync of the framework', {
      changes: {
        version: { previous: versionName(operation.toVersionId), current: versionName(operation.fromVersionId) },
        ...changesOnCreate({ reversedSyncOperationId: operation.id }),
      },
    });
    return { status: 200, body: { rollbackOperationId } };
  },

  async listFrameworkSyncHistory({ path, query, page, db }) {
    const instance = await findInstance(db, path.id);
    return instance ? { status: 200, page: await listHistory(db, instance.id, query, page) } : instanceNotFound();
  },
} satisfies Partial<Handlers<'frameworks'>>;

/** Removes the policies of the organization that the caller may not read. */
async function filterReadablePolicies(db: OrganizationDatabase, reader: Reader, policies: Schemas['UpdatePreviewPolicies']) {
  const { archived, updatedApplied, updatedPreserved, draftAddedForPublished } = policies;
  const changedPolicies = [...updatedApplied, ...updatedPreserved, ...draftAddedForPublished];
  const ids = [...archived.map(({ instanceId }) => instanceId), ...changedPolicies.map(({ instance }) => instance.id)];
  const readableIds = await findReadableIds(db, reader, 'policy', ids);
  const isReadable = ({ instance }: { readonly instance: { readonly id: string } }) => readableIds.has(instance.id);
  return {
    ...policies,
    archived: archived.filter(({ instanceId }) => readableIds.has(instanceId)),
    updatedApplied: updatedApplied.filter(isReadable),
    updatedPreserved: updatedPreserved.filter(isReadable),
    draftAddedForPublished: draftAddedForPublished.filter(isReadable),
  };
}

/** Converts the summary of an operation to changes for the audit log, without zero counts. */
function changesOf(summary: Readonly<Record<string, number | string>>): Changes {
  return changesOnCreate(Object.fromEntries(Object.entries(summary).filter(([, amount]) => amount !== 0)));
}

/** Lists the versions of a framework, newest first. A custom framework has no versions. */
function versionsOf(db: OrganizationDatabase, { frameworkId }: Instance): Promise<Version[]> {
  return listVersions(db, frameworkId === null ? [] : [frameworkId]);
}

/** Finds the version that a sync starts from: the organization's current version, or else the first version (frameworks, rule 15). */
function findStartVersion({ currentVersionId }: Instance, versions: readonly Version[]): Version | undefined {
  return currentVersionId === null ? versions.at(-1) : versions.find(({ id }) => id === currentVersionId);
}
