import { added } from '../../../platform/audit/changes.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import { adoptFrameworks } from '../queries/adoption.ts';
import { insertCustomFramework, updateCustomFramework } from '../queries/custom-frameworks.ts';
import { detailOf } from '../queries/detail.ts';
import { findLetterOfFramework } from '../../../domain/engagement-letters/of-framework.ts';
import { lockFrameworks } from '../../../domain/frameworks/lock.ts';
import { deleteInstance, findInstance, listInstances, listInstancesOf, nameOf } from '../../../domain/frameworks/instances.ts';
import { documentFigures, findingFigures, policyFigures, taskFigures } from '../queries/overview.ts';
import { peopleFigures } from '../../../domain/scores/people.ts';
import { instanceNotFound } from '../refusals.ts';
import { comparing } from './comparing.ts';
import { content } from './content.ts';
import { importing } from './import.ts';
import { oscal } from './oscal.ts';
import { chosenScopes, scope } from './scope.ts';
import { requirements } from './requirements.ts';
import { standingsOf } from '../queries/scores.ts';
import { tables } from './tables.ts';
import { updates } from './updates.ts';

export const frameworks: Handlers<'frameworks'> = {
  ...comparing,
  ...content,
  ...importing,
  ...oscal,
  ...requirements,
  ...scope,
  ...tables,
  ...updates,

  async listFrameworks({ query: { includeScores }, db }) {
    const instances = await listInstances(db);
    const ids = instances.map(({ id }) => id);
    const standings = includeScores ? await standingsOf(db, ids, new Date()) : undefined;
    const data = instances.map((instance) => ({
      ...instance,
      ...(standings && { complianceScore: standings.get(instance.id)?.complianceScore ?? 0 }),
    }));
    return { status: 200, body: { data } };
  },

  async addFrameworks({ body: { frameworkIds, frameworkScopes = [] }, db, actor, audit }) {
    const scopes = await chosenScopes(db, frameworkIds, frameworkScopes);
    if (isRefusal(scopes)) return scopes;
    const { ids, added: fresh } = await adoptFrameworks(db, frameworkIds, actor.memberId ?? null, scopes);
    if (!ids.length) return invalid({ frameworkIds: 'must name a framework of the catalog that can be adopted, or a custom framework' });
    const found = await listInstancesOf(db, ids);
    const data = ids.flatMap((id) => found.find((instance) => instance.id === id) ?? []);
    const names = data.filter(({ id }) => fresh.includes(id)).map(nameOf);
    audit.did(fresh.length ? 'Adopted frameworks' : 'Adopted no further framework', {
      ...(fresh.length === 1 && fresh[0] !== undefined && { entityId: fresh[0] }),
      changes: fresh.length ? added({ frameworks: names }) : {},
    });
    return { status: 201, body: { data } };
  },

  async getFrameworkScores({ db, actor, ports }) {
    const [policies, tasks, people, documents, figures] = await Promise.all([
      policyFigures(db, actor.memberId),
      taskFigures(db),
      peopleFigures(db, ports.access.staffEmailDomains),
      documentFigures(db, new Date()),
      findingFigures(db, actor.permissions.has('finding:read'), actor.memberId),
    ]);
    const [role] = actor.roles;
    const currentMember =
      actor.credential === 'session' && actor.memberId !== undefined && role !== undefined ? { id: actor.memberId, role } : null;
    return { status: 200, body: { policies, tasks, people, documents, ...figures, currentMember } };
  },

  async createCustomFramework({ body: { name, description, version }, db, audit }) {
    const fields = { name: name.trim(), description: description.trim(), version: version.trim() };
    const instance = await findInstance(db, await insertCustomFramework(db, fields));
    if (!instance) throw new Error('the framework is gone');
    audit.created(fields, { description: 'Created custom framework', entityId: instance.id });
    return { status: 201, body: instance };
  },

  async updateCustomFramework({ path, body, db, audit }) {
    const before = await findInstance(db, path.id);
    if (!before) return instanceNotFound();
    if (!before.customFramework) return refusal('framework_not_custom');
    const { name = before.customFramework.name, description = before.customFramework.description } = body;
    const after = await updateCustomFramework(db, before.customFramework.id, { name: name.trim(), description: description.trim() });
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

  async deleteFramework({ path, db, audit }) {
    await lockFrameworks(db);
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    await deleteInstance(db, instance.id);
    audit.removed({ framework: nameOf(instance) }, { description: 'Removed framework' });
    return { status: 204 };
  },
};
