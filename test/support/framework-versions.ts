/** Frameworks for tests, in two versions, and organizations that have adopted the first version. */
import { expect } from 'vitest';
import type { Caller, startApp } from './app.ts';
import { type Content, TestCatalogue } from './catalogue.ts';
import { adopt } from './frameworks.ts';
import { within } from './organization.ts';

type Call = Caller['call'];

/** Two controls, with a policy and a task each. @param p prefix that makes the names unique */
export const firstVersion = (p: string): Content => ({
  requirements: { R1: {}, R2: {}, R3: {} },
  controls: {
    [`${p} locks`]: { meets: ['R1'], policies: [`${p} keys`], tasks: [`${p} photos`], forms: ['rbac-matrix'], family: 'Doors' },
    [`${p} fences`]: { meets: ['R2', 'R3'], policies: [`${p} fencing`], tasks: [`${p} walk`], forms: ['network-diagram'] },
  },
  policies: { [`${p} keys`]: {}, [`${p} fencing`]: {} },
  tasks: { [`${p} photos`]: {}, [`${p} walk`]: {} },
});
/** Removes fences and adds gates; the locks have new texts, meet R2 too, and no longer have a form. */
export const secondVersion = (p: string): Content => ({
  requirements: { R1: { description: 'New text of R1.' }, R2: {}, R4: {} },
  controls: {
    [`${p} locks`]: {
      meets: ['R1', 'R2'],
      policies: [`${p} keys`],
      tasks: [`${p} photos`],
      description: 'Better locks.',
      family: 'Entrances',
    },
    [`${p} gates`]: { meets: ['R4'], policies: [`${p} gating`], tasks: [`${p} gate check`], forms: ['penetration-test'] },
  },
  policies: { [`${p} keys`]: { text: 'New text of {{COMPANY}}.', department: 'admin' }, [`${p} gating`]: {} },
  tasks: { [`${p} photos`]: { description: 'Better photos.', frequency: 'quarterly' }, [`${p} gate check`]: {} },
});
const counts = [
  'controlsAdded',
  'controlsArchived',
  'controlsUpdatedApplied',
  'controlsUpdatedPreserved',
  'policiesAdded',
  'policiesArchived',
  'policiesUpdatedApplied',
  'policiesUpdatedPreserved',
  'policiesDraftAdded',
  'tasksAdded',
  'tasksArchived',
  'tasksUpdatedApplied',
  'tasksUpdatedPreserved',
  'requirementMapsAdded',
  'requirementMapsArchived',
  'controlDocumentTypesAdded',
  'controlDocumentTypesArchived',
];
/** The summary of an update without changes. */
export const emptySummary: Readonly<Record<string, number>> = Object.fromEntries(counts.map((count) => [count, 0]));
/** The summary of the update from `firstVersion` to `secondVersion`. */
export const fullSummary = {
  ...emptySummary,
  controlsAdded: 1,
  controlsArchived: 1,
  controlsUpdatedApplied: 1,
  policiesAdded: 1,
  policiesArchived: 1,
  policiesUpdatedApplied: 1,
  tasksAdded: 1,
  tasksArchived: 1,
  tasksUpdatedApplied: 1,
  requirementMapsAdded: 2,
  requirementMapsArchived: 2,
  controlDocumentTypesAdded: 1,
  controlDocumentTypesArchived: 2,
};

export const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).sort();

/** @param app with its own database */
export function frameworkVersions(app: ReturnType<typeof startApp>) {
  const catalogue = new TestCatalogue();
  let count = 0;
  /** A fresh organization that has adopted its own framework in version 1.0.0. */
  async function createAdopted(content = firstVersion) {
    const caller = await app.caller();
    const p = `f${(count += 1)}`;
    const publish = (release: string, createContent: (p: string) => Content, notes?: string) =>
      catalogue.publish(app.database, p, release, createContent(p), notes);
    const { frameworkId, versionId } = await publish('1.0.0', content);
    const [id = ''] = await adopt(caller.call, frameworkId);
    return { ...caller, p, publish, frameworkId, id, version1: versionId, organizationId: caller.organization.id };
  }
  /** Creates the same as `createAdopted`, with an available update to 1.1.0. */
  async function createOutdated(from = firstVersion, to = secondVersion) {
    const adoption = await createAdopted(from);
    const { versionId: version2 } = await adoption.publish('1.1.0', to, 'Gates.');
    return { ...adoption, version2 };
  }
  const sync = (call: Call, id: string, targetVersionId: string) =>
    call('POST', `/v1/frameworks/${id}/sync`, { body: { targetVersionId } });
  const rollback = (call: Call, id: string, syncOperationId: string) =>
    call('POST', `/v1/frameworks/${id}/rollback`, { body: { syncOperationId } });
  async function syncVersion(call: Call, id: string, version: string): Promise<string> {
    const answer = await sync(call, id, version);
    expect(answer, answer.text).toMatchObject({ status: 200, body: { kind: 'synced' } });
    return answer.body.syncOperationId;
  }
  const history = async (call: Call, id: string) => (await call('GET', `/v1/frameworks/${id}/sync-history`)).body.data;
  const preview = async (call: Call, id: string) => {
    const answer = await call('GET', `/v1/frameworks/${id}/update-preview`);
    expect(answer, answer.text).toMatchObject({ status: 200 });
    return answer.body;
  };

  /** Everything that an update may change, except the times of changes. */
  const contentOf = (organizationId: string) =>
    within(app.database, organizationId, async (db) => ({
      instances: await db.selectFrom('framework_instance').select(['id', 'current_version_id']).orderBy('id').execute(),
      controls: await db.selectFrom('control').select(['id', 'name', 'description', 'archived_at']).orderBy('id').execute(),
      policies: await db
        .selectFrom('policy')
        .select([
          'id',
          'name',
          'description',
          'content',
          'draft_content',
          'frequency',
          'department',
          'status',
          'archived_at',
          'filling',
          'current_version_id',
        ])
        .orderBy('id')
        .execute(),
      versions: await db.selectFrom('policy_version').select(['id', 'version', 'content']).orderBy('id').execute(),
      tasks: await db
        .selectFrom('task')
        .select(['id', 'title', 'description', 'frequency', 'department', 'archived_at'])
        .orderBy('id')
        .execute(),
      maps: await db.selectFrom('requirement_map').select(['id', 'control_id', 'requirement_id', 'archived_at']).orderBy('id').execute(),
      direct: [
        await db.selectFrom('control_policy').select(['control_id', 'policy_id']).orderBy('id').execute(),
        await db.selectFrom('control_task').select(['control_id', 'task_id']).orderBy('id').execute(),
        await db.selectFrom('control_document_type').select(['control_id', 'form_type']).orderBy('id').execute(),
      ],
      scoped: [
        await db
          .selectFrom('framework_control_policy')
          .select(['framework_instance_id', 'control_id', 'policy_id'])
          .orderBy('control_id')
          .orderBy('policy_id')
          .execute(),
        await db
          .selectFrom('framework_control_task')
          .select(['framework_instance_id', 'control_id', 'task_id'])
          .orderBy('control_id')
          .orderBy('task_id')
          .execute(),
        await db
          .selectFrom('framework_control_document_type')
          .select(['framework_instance_id', 'control_id', 'form_type'])
          .orderBy('control_id')
          .orderBy('form_type')
          .execute(),
      ],
      families: await db
        .selectFrom('framework_control_family')
        .select(['framework_instance_id', 'control_id', 'control_family'])
        .orderBy('control_id')
        .execute(),
    }));
  const control = (organizationId: string, name: string) =>
    within(app.database, organizationId, (db) =>
      db.selectFrom('control').select(['id', 'description', 'archived_at']).where('name', '=', name).executeTakeFirstOrThrow(),
    );
  const policy = (organizationId: string, name: string) =>
    within(app.database, organizationId, (db) =>
      db.selectFrom('policy').select(['content', 'archived_at']).where('name', '=', name).executeTakeFirstOrThrow(),
    );
  const task = (organizationId: string, name: string) =>
    within(app.database, organizationId, (db) =>
      db.selectFrom('task').select(['description', 'frequency', 'archived_at']).where('title', '=', name).executeTakeFirstOrThrow(),
    );
  return {
    catalogue,
    adopted: createAdopted,
    outdated: createOutdated,
    sync,
    rollback,
    synced: syncVersion,
    history,
    preview,
    contentOf,
    control,
    policy,
    task,
  };
}
