/** Reads, completes and reopens the items of a member's checklist (offboarding-checklist, rules 3 to 5 and 9 to 13). */
import type { Handlers } from '#contract/types';
import { changesOnCreate, changesOnDelete } from '#platform/audit/changes';
import { findActingMember, inactiveMember } from '#platform/identity/acting-member';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { findChecklist, deleteCompletion, insertCompletion, listPending, lockCompletion } from '../queries/completions.ts';
import { evidenceOf, listEvidence } from '../queries/evidence.ts';
import { findLeavingMember } from '../queries/members.ts';
import { shareLockItem } from '../queries/template.ts';
import { itemNotFound, memberNotFound } from '../refusals.ts';
import { inspectEvidence } from './inspect-evidence.ts';

type ChecklistOperations =
  | 'listPendingOffboardings'
  | 'getMemberOffboardingChecklist'
  | 'completeOffboardingItem'
  | 'reopenOffboardingItem'
  | 'addOffboardingEvidence';

export const checklist: Pick<Handlers<'offboarding-checklist'>, ChecklistOperations> = {
  async listPendingOffboardings({ query, page, db }) {
    return { status: 200, page: await listPending(db, query, page) };
  },

  async getMemberOffboardingChecklist({ path: { memberId }, db, ports }) {
    const [member, { items }] = await Promise.all([findLeavingMember(db, memberId), findChecklist(db, memberId)]);
    if (!member) return memberNotFound();
    const completionIds = items.flatMap(({ completion }) => completion?.id ?? []);
    const evidence = await listEvidence(db, ports, completionIds);
    return {
      status: 200,
      body: {
        memberId,
        items: items.map(({ item, completion }) => ({
          ...item,
          templateItemId: item.id,
          completed: completion !== undefined,
          completion: completion ? { ...completion, evidence: evidence.get(completion.id) ?? [] } : null,
        })),
        totalItems: items.length,
        completedItems: completionIds.length,
      },
    };
  },

  async completeOffboardingItem({ path: { memberId, templateItemId }, body, actor, audit, ...context }) {
    const { db, ports } = context;
    if (!(await findLeavingMember(db, memberId))) return memberNotFound();
    const item = await shareLockItem(db, templateItemId);
    if (!item?.isEnabled) return itemNotFound();
    const actingMember = await findActingMember(db, actor, body.userId);
    if (!actingMember) return invalid({ userId: inactiveMember });
    const file = await inspectEvidence({ ...context, actor }, body);
    if (file && isRefusal(file)) return file;
    const completion = await insertCompletion(db, { memberId, item, by: actingMember, notes: body.notes || null });
    if (!completion) return refusal('offboarding_item_completed');
    if (item.evidenceRequired && !file) return refusal('offboarding_evidence_required');
    const attachment = file && (await file.attach({ entityId: completion.id, by: actingMember }));
    if (attachment && isRefusal(attachment)) return attachment;
    const { notes } = completion;
    audit.performed('Completed offboarding item', {
      changes: changesOnCreate({
        item: item.title,
        ...(notes !== null && { notes }),
        ...(attachment && { fileName: attachment.name, fileSize: attachment.size }),
      }),
    });
    return { status: 201, body: { ...completion, evidence: attachment ? [await evidenceOf(db, ports, attachment)] : [] } };
  },

  async reopenOffboardingItem({ path: { memberId, templateItemId }, db, audit }) {
    if (!(await findLeavingMember(db, memberId))) return memberNotFound();
    const item = await shareLockItem(db, templateItemId);
    if (!item) return itemNotFound();
    const id = await lockCompletion(db, memberId, templateItemId);
    if (id === undefined) return refusal('offboarding_completion_not_found');
    await deleteCompletion(db, id);
    audit.performed('Reopened offboarding item', { changes: changesOnDelete({ item: item.title }) });
    return { status: 204 };
  },

  async addOffboardingEvidence({ path: { memberId, templateItemId }, body, actor, audit, ...context }) {
    const { db, ports } = context;
    if (!(await findLeavingMember(db, memberId))) return memberNotFound();
    const item = await shareLockItem(db, templateItemId);
    if (!item) return itemNotFound();
    const actingMember = await findActingMember(db, actor, body.userId);
    if (!actingMember) return invalid({ userId: inactiveMember });
    const file = await inspectEvidence({ ...context, actor }, body);
    if (!file) throw new Error('the contract requires a file');
    if (isRefusal(file)) return file;
    const entityId = await lockCompletion(db, memberId, templateItemId);
    if (entityId === undefined) return refusal('offboarding_item_open');
    const attachment = await file.attach({ entityId, by: actingMember, description: body.description });
    if (isRefusal(attachment)) return attachment;
    audit.performed('Added evidence to offboarding item', {
      changes: changesOnCreate({ item: item.title, fileName: attachment.name, fileSize: attachment.size }),
    });
    return { status: 201, body: await evidenceOf(db, ports, attachment) };
  },
};
