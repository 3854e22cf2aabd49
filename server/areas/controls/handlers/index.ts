import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import { createControl } from './creation.ts';
import { detailOf } from '../queries/detail.ts';
import { documentTypes } from '../queries/document-types.ts';
import { link, unlink } from './links.ts';
import { listControls } from '../queries/list.ts';
import { asShown } from '../../../domain/controls/shown.ts';
import { takeTurn } from '../../../domain/bulk/turn.ts';
import { isParticipant, notParticipant } from '../../../domain/members/participants.ts';
import { findOptions } from '../queries/options.ts';
import { policies } from '../queries/policies.ts';
import { deleteControl, updateControl } from '../queries/controls.ts';
import { requireControl, lockRequiredControl } from './require-control.ts';
import { linkRequirementsToControl, unlinkRequirementsFromControl } from './requirement-links.ts';
import { findScope } from '../queries/scope.ts';
import { tables } from './tables.ts';
import { tasks } from '../queries/tasks.ts';
import { externalIdTaken } from '../refusals.ts';
import { upsertControls } from './upsert.ts';

export const controls: Handlers<'controls'> = {
  createControl,
  upsertControls,
  linkRequirementsToControl,
  unlinkRequirementsFromControl,
  ...tables,

  async listControls({ query, page, db, actor }) {
    return { status: 200, page: await listControls(db, query, page, actor) };
  },

  async getControlOptions({ query: { search = '' }, db, actor }) {
    // There is nothing to link for who changes no control (spec/areas/controls, rule 10).
    if (actor.restrictedTo !== undefined) return refusal('missing_permission');
    return { status: 200, body: await findOptions(db, search) };
  },

  async getControl({ path, query: { frameworkInstanceId }, db, actor }) {
    const control = await requireControl(db, actor, path.id);
    if (isRefusal(control)) return control;
    const instance = await findScope(db, frameworkInstanceId);
    if (isRefusal(instance)) return instance;
    return { status: 200, body: await detailOf(db, control, instance, actor) };
  },

  async updateControl({ path, body, db, actor, ports, audit }) {
    if (typeof body.externalId === 'string') await takeTurn(db, 'control');
    const control = await lockRequiredControl(db, actor, path.id);
    if (isRefusal(control)) return control;
    const { name, ownerId } = body;
    const isNew = typeof ownerId === 'string' && ownerId !== control.ownerId;
    if (isNew && !(await isParticipant(db, ports.access.staffEmailDomains, ownerId))) return invalid({ ownerId: notParticipant });
    const after = await updateControl(db, control.id, { ...body, ...(name !== undefined && { name: name.trim() }) }).catch(externalIdTaken);
    if (isRefusal(after)) return after;
    audit.changed(control, after, { fields: ['name', 'description', 'ownerId', 'lastReviewDate', 'nextReviewDate', 'externalId'] });
    const [shown] = await asShown(db, [after]);
    if (!shown) throw new Error('the control is gone');
    return { status: 200, body: shown };
  },

  async deleteControl({ path, db, actor }) {
    const control = await lockRequiredControl(db, actor, path.id);
    if (isRefusal(control)) return control;
    await deleteControl(db, control.id);
    return { status: 204 };
  },

  async linkPoliciesToControl({ body: { policyIds }, ...request }) {
    const linked = await link(policies, policyIds, request);
    if (isRefusal(linked)) return linked;
    return linked.known.length
      ? { status: 200, body: { count: linked.known.length } }
      : invalid({ policyIds: 'must name a policy of the organization that is not archived' });
  },

  unlinkPolicyFromControl(request) {
    return unlink(policies, request.path.policyId, () => refusal('policy_not_found'), request);
  },

  async linkTasksToControl({ body: { taskIds }, ...request }) {
    const linked = await link(tasks, taskIds, request);
    if (isRefusal(linked)) return linked;
    return linked.known.length
      ? { status: 200, body: { count: linked.known.length } }
      : invalid({ taskIds: 'must name a task of the organization that is not archived' });
  },

  unlinkTaskFromControl(request) {
    return unlink(tasks, request.path.taskId, () => refusal('task_not_found'), request);
  },

  async linkDocumentTypesToControl({ body: { formTypes }, ...request }) {
    const linked = await link(documentTypes, formTypes, request);
    return isRefusal(linked) ? linked : { status: 200, body: { count: linked.added.length } };
  },

  unlinkDocumentTypeFromControl(request) {
    return unlink(documentTypes, request.path.formType, () => refusal('document_type_not_found'), request);
  },
};
