/** Handlers for controls. */
import { missingPermission } from '#platform/identity/missing-permission';
import { permissionToChange } from '#domain/access/records/kinds';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { createControl } from './creation.ts';
import { detailOf } from '../steps/detail.ts';
import { documentTypeLinks, policyLinks, taskLinks } from '../queries/links.ts';
import { link, unlink } from './links.ts';
import { listControls } from '../queries/list.ts';
import { addDerivedFields } from '#domain/controls/derived-fields';
import { lockExternalIds } from '#domain/bulk/lock';
import { isParticipant, nonParticipant } from '#domain/people/members/participants';
import { isFormType } from '#domain/evidence-forms/forms/index';
import { linkableForms, lockLinkable, lockUnlinkable } from '#domain/access/links/linkable';
import { withReadableIds } from '#domain/access/records/filters';
import { findOptions } from '../queries/options.ts';
import { deleteControl, updateControl } from '../queries/controls.ts';
import { requireControl, lockRequiredControl } from './require-control.ts';
import { linkRequirementsToControl, unlinkRequirementsFromControl } from './requirement-links.ts';
import { findFrameworkInstance } from '../queries/scope.ts';
import { tables } from './tables.ts';
import { refuseTakenExternalId } from '../refusals.ts';
import { upsertControls } from './upsert.ts';

export const controls: Handlers<'controls'> = {
  createControl,
  upsertControls,
  linkRequirementsToControl,
  unlinkRequirementsFromControl,
  ...tables,

  async listControls({ query, page, db, actor }) {
    const filter = await withReadableIds(db, actor, query, { frameworkInstanceId: 'framework' });
    return { status: 200, page: await listControls(db, filter, page, actor) };
  },

  async getControlOptions({ query: { search = '' }, db, actor }) {
    // Restricted members cannot change controls, so they never need records to link (controls, rule 10).
    if (actor.restrictedTo !== undefined) return missingPermission(permissionToChange('control'));
    return { status: 200, body: await findOptions(db, search, actor) };
  },

  async getControl({ path, query: { frameworkInstanceId }, db, actor }) {
    const control = await requireControl(db, actor, path.id);
    if (isRefusal(control)) return control;
    const instance = await findFrameworkInstance(db, actor, frameworkInstanceId);
    if (isRefusal(instance)) return instance;
    return { status: 200, body: await detailOf(db, control, instance, actor) };
  },

  async updateControl({ path, body, db, actor, ports, audit }) {
    if (typeof body.externalId === 'string') await lockExternalIds(db, 'control');
    const control = await lockRequiredControl(db, actor, path.id);
    if (isRefusal(control)) return control;
    const { ownerId } = body;
    const isNewOwner = typeof ownerId === 'string' && ownerId !== control.ownerId;
    if (isNewOwner && !(await isParticipant(db, ports.access.staffEmailDomains, ownerId))) return invalid({ ownerId: nonParticipant });
    const after = await updateControl(db, control.id, body).catch(refuseTakenExternalId);
    if (isRefusal(after)) return after;
    audit.changed(control, after, { fields: ['name', 'description', 'ownerId', 'lastReviewDate', 'nextReviewDate', 'externalId'] });
    const [updatedControl] = await addDerivedFields(db, [after]);
    if (!updatedControl) throw new Error('the control was not found');
    return { status: 200, body: updatedControl };
  },

  async deleteControl({ path, db, actor }) {
    const control = await lockRequiredControl(db, actor, path.id);
    if (isRefusal(control)) return control;
    await deleteControl(db, control.id);
    return { status: 204 };
  },

  async linkPoliciesToControl({ body: { policyIds }, ...request }) {
    const linkResult = await link(policyLinks, () => lockLinkable(request.db, request.actor, 'policy', policyIds), request);
    if (isRefusal(linkResult)) return linkResult;
    return linkResult.linkableCount
      ? { status: 200, body: { count: linkResult.linkableCount } }
      : invalid({
          policyIds: {
            code: 'unknown_reference',
            message: 'must name a policy of the organization that is not archived',
            params: { type: 'policy' },
          },
        });
  },

  unlinkPolicyFromControl(request) {
    const { path, db, actor } = request;
    return unlink(
      policyLinks,
      () => lockUnlinkable(db, actor, 'policy', path.policyId),
      () => refusal('policy_not_found'),
      request,
    );
  },

  async linkTasksToControl({ body: { taskIds }, ...request }) {
    const linkResult = await link(taskLinks, () => lockLinkable(request.db, request.actor, 'task', taskIds), request);
    if (isRefusal(linkResult)) return linkResult;
    return linkResult.linkableCount
      ? { status: 200, body: { count: linkResult.linkableCount } }
      : invalid({
          taskIds: {
            code: 'unknown_reference',
            message: 'must name a task of the organization that is not archived',
            params: { type: 'task' },
          },
        });
  },

  unlinkTaskFromControl(request) {
    const { path, db, actor } = request;
    return unlink(
      taskLinks,
      () => lockUnlinkable(db, actor, 'task', path.taskId),
      () => refusal('task_not_found'),
      request,
    );
  },

  async linkDocumentTypesToControl({ body: { formTypes }, ...request }) {
    const linkResult = await link(documentTypeLinks, () => linkableForms(formTypes), request);
    return isRefusal(linkResult) ? linkResult : { status: 200, body: { count: linkResult.newLinkCount } };
  },

  unlinkDocumentTypeFromControl(request) {
    const { formType } = request.path;
    const find = () => (isFormType(formType) ? linkableForms([formType])[0] : undefined);
    return unlink(documentTypeLinks, find, () => refusal('document_type_not_found'), request);
  },
};
