/** Policies themselves: listed, created, changed and deleted (spec/areas/policies, rules 1 to 6). */
import type { components } from '../../../../generated/api.d.ts';
import type { Handlers } from '../../../contract/types.ts';
import { isObliged } from '../../../domain/members/obliged.ts';
import { isParticipant, notParticipant } from '../../../domain/members/participants.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { pageOfAll } from '../../../platform/database/page-of-all.ts';
import { invalid, isRefusal } from '../../../platform/refusals/refusal.ts';
import { listPolicies } from '../queries/list.ts';
import { confirmPolicy } from '../queries/live.ts';
import { deletePolicy, hasTemplate, insertPolicy, updateFields } from '../queries/policies.ts';
import { findPolicy } from '../queries/rows.ts';
import { findVersion, writeVersion } from '../queries/versions.ts';
import { policyNotFound } from '../refusals.ts';
import { nodesOf } from '../rules/texts.ts';
import { told } from '../rules/told.ts';
import { type Effect, effectOf, updateFault } from '../rules/updates.ts';
import { approverFault, hasApprover } from './approvers.ts';
import { askApprover } from './ask-approver.ts';
import { addVersion, goLive, versionOfDraft } from './going-live.ts';
import { lockRequiredPolicy, requirePolicy } from './require-policy.ts';

type Schemas = components['schemas'];
type Operations = 'listPolicies' | 'createPolicy' | 'getPolicy' | 'updatePolicy' | 'deletePolicy';

export const editing: Pick<Handlers<'policies'>, Operations> = {
  async listPolicies({ query: { toSign, ...filter }, page, db, actor, ports }) {
    const { memberId: reader } = actor;
    if (!toSign) return { status: 200, page: await listPolicies(db, filter, page, { reader }) };
    const isSigner = reader !== undefined && (await isObliged(db, ports.access.staffEmailDomains, reader));
    return { status: 200, page: isSigner ? await listPolicies(db, filter, page, { reader, signer: reader }) : pageOfAll([], page) };
  },

  async createPolicy({ body, audit, ...context }) {
    const { db, actor } = context;
    const fault = await referenceFault(context, body);
    if (fault) return fault;
    const { content, status, ...fields } = body;
    const id = await insertPolicy(db, fields, nodesOf(content), actor.memberId ?? null);
    const draft = await findPolicy(db, id);
    if (!draft) throw new Error(`${id} is not there`);
    if (status === 'published') {
      const refused = await goLive(context, draft, await versionOfDraft(context, draft), { reviewDate: body.reviewDate });
      if (refused) return refused;
    }
    const policy = await findPolicy(db, id);
    if (!policy) throw new Error(`${id} is not there`);
    audit.created(Object.fromEntries(Object.entries(told(policy)).filter(([, value]) => value !== null)));
    return { status: 201, body: policy };
  },

  async getPolicy({ path, db, actor }) {
    const policy = await requirePolicy(db, actor, path.id);
    return isRefusal(policy) ? policy : { status: 200, body: policy };
  },

  async updatePolicy({ path, body, audit, ...context }) {
    const { db, actor } = context;
    const before = await lockRequiredPolicy(db, actor, path.id);
    if (isRefusal(before)) return before;
    const fault = updateFault(before, body, await hasApprover(context, before)) ?? (await referenceFault(context, body, before));
    if (fault) return fault;
    await updateFields(db, before.id, body, before.isArchived);
    const effect = effectOf(before, body);
    const refused = await carryOut(context, before, body, effect);
    if (refused) return refused;
    const after = await findPolicy(db, before.id);
    if (!after) return policyNotFound();
    audit.changed(told(before), told(after), { description: descriptionOf(before, after, effect) });
    if (after.pendingVersionId !== null && after.approverId !== before.approverId) {
      const waiting = await findVersion(db, after.id, after.pendingVersionId);
      if (waiting) await askApprover(context, after, waiting.version);
    }
    return { status: 200, body: after };
  },

  async deletePolicy({ path, db, actor, audit }) {
    const policy = await lockRequiredPolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    await deletePolicy(db, policy.id);
    audit.removed({ name: policy.name, status: policy.status });
    return { status: 204 };
  },
};

type Context = Pick<OrganizationContext, 'db' | 'actor' | 'ports'>;

/** What an update does to the text. */
async function carryOut(context: Context, before: Schemas['Policy'], body: Schemas['PolicyUpdate'], effect: Effect) {
  const { db } = context;
  const { content, reviewDate } = body;
  if (effect === 'none') return undefined;
  // The review follows from the frequency as it is now.
  const policy = { ...before, ...(body.frequency !== undefined && { frequency: body.frequency }) };
  if (effect === 'confirmation') return void (await confirmPolicy(db, policy, reviewDate));
  if (effect === 'new_version') {
    const now = { ...((await findPolicy(db, before.id)) ?? before), lastPublishedAt: before.lastPublishedAt };
    return goLive(context, now, await addVersion(context, now, content ? nodesOf(content) : []), { reviewDate });
  }
  const current = content && before.currentVersionId !== null ? await findVersion(db, before.id, before.currentVersionId) : undefined;
  if (current && content) await writeVersion(db, current, { nodes: nodesOf(content) });
  if (effect === 'draft') return undefined;
  const written = (await findPolicy(db, before.id)) ?? before;
  return goLive(context, written, await versionOfDraft(context, written), { reviewDate });
}

function descriptionOf(before: Schemas['Policy'], after: Schemas['Policy'], effect: Effect): string {
  const version = after.currentVersion?.version ?? 0;
  if (effect === 'new_version' || effect === 'publication') return `Published version ${version} of policy`;
  if (effect === 'confirmation') return 'Confirmed policy';
  if (before.isArchived !== after.isArchived) return after.isArchived ? 'Archived policy' : 'Restored policy';
  return 'Updated policy';
}

/** @param before what the policy refers to already, which may stay @returns why something that is referred to cannot be; undefined when all can */
async function referenceFault(
  { db, ports }: Pick<OrganizationContext, 'db' | 'ports'>,
  body: Pick<Schemas['PolicyUpdate'], 'assigneeId' | 'approverId' | 'policyTemplateId' | 'visibility' | 'visibleToDepartments'>,
  before?: Schemas['Policy'],
) {
  const { assigneeId, approverId, policyTemplateId } = body;
  if (typeof assigneeId === 'string' && assigneeId !== before?.assigneeId)
    if (!(await isParticipant(db, ports.access.staffEmailDomains, assigneeId))) return invalid({ assigneeId: notParticipant });
  if (typeof approverId === 'string' && approverId !== before?.approverId) {
    const { visibility = before?.visibility ?? 'ALL', visibleToDepartments = before?.visibleToDepartments ?? [] } = body;
    const fault = await approverFault({ db, ports }, { visibility, visibleToDepartments }, approverId);
    if (fault !== undefined) return invalid({ approverId: fault });
  }
  if (typeof policyTemplateId === 'string' && !(await hasTemplate(db, policyTemplateId)))
    return invalid({ policyTemplateId: 'must be a template of the catalog' });
  return undefined;
}
