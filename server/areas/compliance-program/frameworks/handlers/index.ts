/** Handlers for frameworks. */
import { changesOnCreate } from '#platform/audit/changes';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { authorOf } from '#platform/identity/author';
import type { Handlers } from '#contract/types';
import { adoptFrameworks } from '../steps/adoption.ts';
import { insertCustomFramework, lockCustomFramework, updateCustomFramework } from '../queries/custom-frameworks.ts';
import { detailOf } from '../steps/detail.ts';
import { createConfirmationRefusal } from '#contract/confirmation/require-confirmation';
import { findLetterOfFramework } from '../queries/engagement-letters/of-framework.ts';
import { lockFrameworks, lockInstanceRow } from '#domain/frameworks/lock';
import { deleteInstance, findInstance, listInstances, listInstancesOf, frameworkNameOf } from '#domain/frameworks/instances';
import { countRecordsOf } from '../queries/record-counts.ts';
import { documentScores, findingScores, policyScores, taskScores } from '../queries/overview.ts';
import { countPeople } from '#domain/frameworks/scores/people';
import { instanceNotFound } from '../refusals.ts';
import { comparisonHandlers } from './comparing.ts';
import { contentHandlers } from './content.ts';
import { importHandlers } from './import.ts';
import { oscal } from './oscal.ts';
import { validateScopes, scopeHandlers } from './scope.ts';
import { requirements } from './requirements.ts';
import { findProgress } from '../queries/scores.ts';
import { tables } from './tables.ts';
import { updateHandlers } from './updates.ts';

export const frameworks: Handlers<'frameworks'> = {
  ...comparisonHandlers,
  ...contentHandlers,
  ...importHandlers,
  ...oscal,
  ...requirements,
  ...scopeHandlers,
  ...tables,
  ...updateHandlers,

  async listFrameworks({ query: { includeScores }, db }) {
    const instances = await listInstances(db);
    const ids = instances.map(({ id }) => id);
    const progressById = includeScores ? await findProgress(db, ids, new Date()) : undefined;
    const data = instances.map((instance) => ({
      ...instance,
      ...(progressById && { complianceScore: progressById.get(instance.id)?.complianceScore ?? 0 }),
    }));
    return { status: 200, body: { data } };
  },

  async addFrameworks({ body: { frameworkIds, frameworkScopes = [] }, db, actor, audit }) {
    const scopes = await validateScopes(db, frameworkIds, frameworkScopes);
    if (isRefusal(scopes)) return scopes;
    const { ids, addedIds: newIds } = await adoptFrameworks(db, frameworkIds, authorOf(actor), scopes);
    if (!ids.length)
      return invalid({
        frameworkIds: {
          code: 'unknown_reference',
          message: 'must name a framework of the catalog that can be adopted, or a custom framework',
          params: { type: 'framework' },
        },
      });
    const adoptedInstances = await listInstancesOf(db, ids);
    const data = ids.flatMap((id) => adoptedInstances.find((instance) => instance.id === id) ?? []);
    const names = data.filter(({ id }) => newIds.includes(id)).map(frameworkNameOf);
    audit.performed(newIds.length ? 'Adopted frameworks' : 'Adopted no further framework', {
      ...(newIds.length === 1 && newIds[0] !== undefined && { entityId: newIds[0] }),
      changes: newIds.length ? changesOnCreate({ frameworks: names }) : {},
    });
    return { status: 201, body: { data } };
  },

  async getFrameworkScores({ db, actor, ports }) {
    const [policies, tasks, people, documents, findingFigures] = await Promise.all([
      policyScores(db, actor),
      taskScores(db, actor),
      countPeople(db, ports.access.staffEmailDomains),
      documentScores(db, new Date()),
      findingScores(db, actor),
    ]);
    const [role] = actor.roles;
    const currentMember =
      actor.credential === 'session' && actor.memberId !== undefined && role !== undefined ? { id: actor.memberId, role } : null;
    return { status: 200, body: { policies, tasks, people, documents, ...findingFigures, currentMember } };
  },

  async createCustomFramework({ body: { name, description, version }, db, audit }) {
    const fields = { name, description, version };
    const instance = await findInstance(db, await insertCustomFramework(db, fields));
    if (!instance) throw new Error('the framework was not found');
    audit.created(fields, { description: 'Created custom framework', entityId: instance.id });
    return { status: 201, body: instance };
  },

  async updateCustomFramework({ path, body, db, audit, requireVersion }) {
    await lockCustomFramework(db, path.id);
    const before = await findInstance(db, path.id);
    if (!before) return instanceNotFound();
    if (!before.customFramework) return refusal('framework_not_custom');
    requireVersion({ ...before.customFramework, version: before.customFramework.recordVersion });
    const { name = before.customFramework.name, description = before.customFramework.description } = body;
    const after = await updateCustomFramework(db, before.customFramework.id, { name, description });
    audit.changed(before.customFramework, after, { description: 'Updated custom framework', fields: ['name', 'description'] });
    return { status: 200, body: after };
  },

  async getFramework({ path, db, actor }) {
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const [detail, engagementLetter] = await Promise.all([
      detailOf(db, instance, new Date()),
      actor.permissions.has('audit:read') ? findLetterOfFramework(db, instance.id) : null,
    ]);
    return { status: 200, body: { ...detail, engagementLetter } };
  },

  async deleteFramework({ path, query, db, actor, audit }) {
    await lockFrameworks(db);
    await lockInstanceRow(db, path.id);
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    if (query.confirm !== frameworkNameOf(instance))
      return createConfirmationRefusal(actor, frameworkNameOf(instance), await countRecordsOf(db, instance.id));
    await deleteInstance(db, instance.id);
    audit.removed({ framework: frameworkNameOf(instance) }, { description: 'Removed framework' });
    return { status: 204 };
  },
};
