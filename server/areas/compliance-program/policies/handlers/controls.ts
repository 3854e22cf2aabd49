/** Links controls to policies, and lists the controls of a policy and the tasks that provide evidence for these controls. */
import type { Handlers } from '#contract/types';
import { copyLinksToCustomFrameworks } from '#domain/controls/links/custom-frameworks';
import { lockAllLinkable, lockUnlinkable } from '#domain/access/links/linkable';
import { changesOnCreate, changesOnDelete } from '#platform/audit/changes';
import { touchRecord } from '#platform/database/touched';
import { fieldErrors } from '#platform/refusals/field-errors';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { frameworkPolicyControls, listControls, listEvidenceTasks, policyControls } from '../queries/controls.ts';
import { lockRequiredPolicy, requirePolicy } from './require-policy.ts';

type Operations = 'listPolicyControls' | 'linkPolicyControls' | 'unlinkPolicyControl' | 'listPolicyEvidenceTasks';

export const controls: Pick<Handlers<'policies'>, Operations> = {
  async listPolicyControls({ path, query, page, db, actor }) {
    const policy = await requirePolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    return { status: 200, page: await listControls(db, policy.id, query, page, actor) };
  },

  async linkPolicyControls({ path, body: { controlIds }, db, actor, audit }) {
    const policy = await lockRequiredPolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    const error = fieldErrors.unknownReference('control', 'a control of the organization that is not archived');
    const linkableControls = await lockAllLinkable(db, actor, 'control', { field: 'controlIds', ids: controlIds, error });
    if (isRefusal(linkableControls)) return linkableControls;
    const linkedControls = await policyControls.add(db, { policy_id: policy.id }, linkableControls);
    if (linkedControls.length) await touchRecord(db, 'policy', policy.id);
    await copyLinksToCustomFrameworks(db, controlIds);
    const titles = linkedControls.map(({ title }) => title);
    audit.performed('Linked controls to policy', { changes: titles.length ? changesOnCreate({ controls: titles }) : {} });
    return { status: 200, body: { count: linkedControls.length } };
  },

  async unlinkPolicyControl({ path, db, actor, audit }) {
    const policy = await lockRequiredPolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    const control = await lockUnlinkable(db, actor, 'control', path.controlId);
    if (!control) return refusal('control_not_found');
    const policyColumn = { policy_id: policy.id };
    const count =
      (await policyControls.remove(db, policyColumn, control)) + (await frameworkPolicyControls.remove(db, policyColumn, control));
    if (count) await touchRecord(db, 'policy', policy.id);
    audit.performed('Unlinked control from policy', { changes: count ? changesOnDelete({ controls: [control.title] }) : {} });
    return { status: 204 };
  },

  async listPolicyEvidenceTasks({ path, query, page, db, actor }) {
    const policy = await requirePolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    return { status: 200, page: await listEvidenceTasks(db, policy.id, query, page, actor.restrictedTo) };
  },
};
