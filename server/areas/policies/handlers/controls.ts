/** The controls of a policy, and the tasks that prove them. */
import type { Handlers } from '../../../contract/types.ts';
import { extendToCustomFrameworks } from '../../../domain/control-links/custom-frameworks.ts';
import { lockControls } from '../../../domain/controls/lock.ts';
import { added, removed } from '../../../platform/audit/changes.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { linkControls, listControls, listEvidenceTasks, lockControlName, unlinkControl } from '../queries/controls.ts';
import { lockRequiredPolicy, requirePolicy } from './require-policy.ts';

type Operations = 'listPolicyControls' | 'linkPolicyControls' | 'unlinkPolicyControl' | 'listPolicyEvidenceTasks';

export const controls: Pick<Handlers<'policies'>, Operations> = {
  async listPolicyControls({ path, page, db, actor }) {
    const policy = await requirePolicy(db, actor, path.id);
    return isRefusal(policy) ? policy : { status: 200, page: await listControls(db, policy.id, page, actor.restrictedTo) };
  },

  async linkPolicyControls({ path, body: { controlIds }, db, actor, audit }) {
    const policy = await lockRequiredPolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    const names = await lockControls(db, controlIds);
    const unknown = controlIds.flatMap((id, index) =>
      names.has(id) ? [] : [[`controlIds.${index}`, 'must be a control of the organization that is not archived'] as const],
    );
    if (unknown.length) return invalid(Object.fromEntries(unknown));
    const linked = await linkControls(db, policy.id, controlIds);
    await extendToCustomFrameworks(db, controlIds);
    const titles = linked.map((id) => titleOf(names.get(id) ?? '', id));
    audit.did('Linked controls to policy', { changes: titles.length ? added({ controls: titles }) : {} });
    return { status: 200, body: { count: linked.length } };
  },

  async unlinkPolicyControl({ path, db, actor, audit }) {
    const policy = await lockRequiredPolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    const name = await lockControlName(db, path.controlId);
    if (name === undefined) return refusal('control_not_found');
    const count = await unlinkControl(db, policy.id, path.controlId);
    audit.did('Unlinked control from policy', { changes: count ? removed({ controls: [titleOf(name, path.controlId)] }) : {} });
    return { status: 200, body: { count } };
  },

  async listPolicyEvidenceTasks({ path, page, db, actor }) {
    const policy = await requirePolicy(db, actor, path.id);
    return isRefusal(policy) ? policy : { status: 200, page: await listEvidenceTasks(db, policy.id, page, actor.restrictedTo) };
  },
};

const titleOf = (name: string, id: string) => `${name} (${id})`;
