/** Lists, creates, updates and deletes policies (policies, rules 1 to 6). */
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { approverChangeRefusal } from '#domain/approvals/approver-change';
import { audienceRefusal } from '#domain/access/audience/release';
import { isObligedMember } from '#domain/people/members/obliged';
import { isParticipant, nonParticipant } from '#domain/people/members/participants';
import type { OrganizationContext } from '#platform/context';
import { pageOfAll } from '#platform/database/page-of-all';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal } from '#platform/refusals/refusal';
import { authorOf } from '#platform/identity/author';
import { listPolicies } from '../queries/list.ts';
import { confirmPolicy, denyVersion } from '../queries/publish.ts';
import { defaultAudienceOf, deletePolicy, hasTemplate, insertPolicy, updateFields } from '../queries/policies.ts';
import { findPolicy } from '../queries/rows.ts';
import { findVersion, saveVersion } from '../queries/versions.ts';
import { policyNotFound } from '../refusals.ts';
import { nodesOf } from '../rules/texts.ts';
import { auditFields } from '../rules/audit-fields.ts';
import { type Effect, effectOf, updateErrorOf } from '../rules/updates.ts';
import { approverErrorOf, isApprovable } from './approvers.ts';
import { addVersion, publishVersion, findVersionToPublish } from './publish-versions.ts';
import { lockRequiredPolicy, requirePolicy } from './require-policy.ts';
import { withdrawPending } from './withdraw-pending.ts';

type Schemas = components['schemas'];
type Operations = 'listPolicies' | 'createPolicy' | 'getPolicy' | 'updatePolicy' | 'deletePolicy';

export const editingHandlers: Pick<Handlers<'policies'>, Operations> = {
  async listPolicies({ query: { toSign, ...filter }, page, db, actor, ports }) {
    const { memberId: reader } = actor;
    if (!toSign) return { status: 200, page: await listPolicies(db, filter, page, { reader }) };
    const isSigner = reader !== undefined && (await isObligedMember(db, ports.access.staffEmailDomains, reader));
    return { status: 200, page: isSigner ? await listPolicies(db, filter, page, { reader, signer: reader }) : pageOfAll([], page) };
  },

  async createPolicy({ body, audit, ...context }) {
    const { db, actor } = context;
    const requestError = (await findInvalidReference(context, body)) ?? audienceRefusal(actor, 'internal', body.audience);
    if (requestError) return requestError;
    if (body.status === 'published' && typeof body.approverId === 'string')
      return invalid({ status: fieldErrors.notAllowed('must not be published when the policy has an approver') });
    const { content, status, ...fields } = body;
    const id = await insertPolicy(db, fields, nodesOf(content), authorOf(actor));
    const draft = await findPolicy(db, id);
    if (!draft) throw new Error(`${id} was not found, although it was just created`);
    if (status === 'published') {
      const publishError = await publishVersion(context, draft, await findVersionToPublish(context, draft), {
        reviewDate: body.reviewDate,
      });
      if (publishError) return publishError;
    }
    const policy = await findPolicy(db, id);
    if (!policy) throw new Error(`${id} was not found, although it was just created`);
    audit.created(Object.fromEntries(Object.entries(auditFields(policy)).filter(([, value]) => value !== null)));
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
    const changesApprover = body.approverId !== undefined && body.approverId !== before.approverId;
    const updateError =
      updateErrorOf(before, body, await isApprovable(context, before)) ?? (await findInvalidReference(context, body, before));
    if (updateError) return updateError;
    const audience = defaultAudienceOf(before, body);
    const permissionError =
      approverChangeRefusal(actor, before.approverId, body.approverId) ?? audienceRefusal(actor, audience, body.audience ?? audience);
    if (permissionError) return permissionError;
    // If a version is pending, the approver can only be changed after the current approver can no longer decide.
    const isWithdrawn = changesApprover && before.pendingVersionId !== null;
    if (isWithdrawn) {
      await withdrawPending(context, before);
      await denyVersion(db, before);
    }
    await updateFields(db, before, body);
    const effect = effectOf(before, body);
    const publishError = await applyEffect(context, before, body, effect);
    if (publishError) return publishError;
    const after = await findPolicy(db, before.id);
    if (!after) return policyNotFound();
    const description = isWithdrawn
      ? 'Withdrew submitted version of policy: the approver changed'
      : auditDescriptionOf(before, after, effect);
    audit.changed(auditFields(before), auditFields(after), { description });
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

/** Applies the effect of an update on the text. @returns an error response if the text cannot be published, or undefined */
async function applyEffect(context: Context, before: Schemas['Policy'], body: Schemas['PolicyUpdate'], effect: Effect) {
  const { db } = context;
  const { content, reviewDate } = body;
  if (effect === 'none') return undefined;
  // The next review depends on the new frequency.
  const policy = { ...before, ...(body.frequency !== undefined && { frequency: body.frequency }) };
  if (effect === 'confirmation') return void (await confirmPolicy(db, policy, reviewDate));
  if (effect === 'new_version') {
    const updatedPolicy = { ...((await findPolicy(db, before.id)) ?? before), lastPublishedAt: before.lastPublishedAt };
    return publishVersion(context, updatedPolicy, await addVersion(context, updatedPolicy, content ? nodesOf(content) : []), {
      reviewDate,
    });
  }
  const currentVersion =
    content && before.currentVersionId !== null ? await findVersion(db, before.id, before.currentVersionId) : undefined;
  if (currentVersion && content) await saveVersion(db, currentVersion, { nodes: nodesOf(content) });
  if (effect === 'draft') return undefined;
  const policyWithDraft = (await findPolicy(db, before.id)) ?? before;
  return publishVersion(context, policyWithDraft, await findVersionToPublish(context, policyWithDraft), { reviewDate });
}

function auditDescriptionOf(before: Schemas['Policy'], after: Schemas['Policy'], effect: Effect): string {
  const version = after.currentVersion?.version ?? 0;
  if (effect === 'new_version' || effect === 'publication') return `Published version ${version} of policy`;
  if (effect === 'confirmation') return 'Confirmed policy';
  if (before.isArchived !== after.isArchived) return after.isArchived ? 'Archived policy' : 'Restored policy';
  return 'Updated policy';
}

/**
 * @param before the current policy; references that the request does not change are always allowed
 * @returns an error response if the request refers to a record that is not allowed, or undefined
 */
async function findInvalidReference(
  { db, ports }: Pick<OrganizationContext, 'db' | 'ports'>,
  body: Pick<Schemas['PolicyUpdate'], 'assigneeId' | 'approverId' | 'policyTemplateId' | 'visibility' | 'visibleToDepartments'>,
  before?: Schemas['Policy'],
) {
  const { assigneeId, approverId, policyTemplateId } = body;
  if (typeof assigneeId === 'string' && assigneeId !== before?.assigneeId)
    if (!(await isParticipant(db, ports.access.staffEmailDomains, assigneeId))) return invalid({ assigneeId: nonParticipant });
  if (typeof approverId === 'string' && approverId !== before?.approverId) {
    const { visibility = before?.visibility ?? 'ALL', visibleToDepartments = before?.visibleToDepartments ?? [] } = body;
    const approverError = await approverErrorOf({ db, ports }, { visibility, visibleToDepartments }, approverId);
    if (approverError !== undefined) return invalid({ approverId: approverError });
  }
  if (typeof policyTemplateId === 'string' && !(await hasTemplate(db, policyTemplateId)))
    return invalid({ policyTemplateId: fieldErrors.unknownReference('policy_template', 'a template of the catalog') });
  return undefined;
}
