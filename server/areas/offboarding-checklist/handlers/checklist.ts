/** What is done for a member who leaves (spec/areas/offboarding-checklist, rules 3 to 5 and 9 to 13). */
import type { Handlers } from '../../../contract/types.ts';
import { added, removed } from '../../../platform/audit/changes.ts';
import { findActingMember, notActive } from '../../../platform/identity/acting-member.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { checklistOf, deleteCompletion, insertCompletion, listPending, lockCompletion } from '../queries/completions.ts';
import { evidenceOf, listEvidence } from '../queries/evidence.ts';
import { findLeaver } from '../queries/members.ts';
import { shareItem } from '../queries/template.ts';
import { itemNotFound, memberNotFound } from '../refusals.ts';
import { proofIn } from './proof.ts';

type Checking =
  | 'listPendingOffboardings'
  | 'getMemberOffboardingChecklist'
  | 'completeOffboardingItem'
  | 'reopenOffboardingItem'
  | 'addOffboardingEvidence';

export const checklist: Pick<Handlers<'offboarding-checklist'>, Checking> = {
  async listPendingOffboardings({ query, page, db }) {
    return { status: 200, page: await listPending(db, query, page) };
  },

  async getMemberOffboardingChecklist({ path: { memberId }, db, ports }) {
    const [member, { items }] = await Promise.all([findLeaver(db, memberId), checklistOf(db, memberId)]);
    if (!member) return memberNotFound();
    const done = items.flatMap(({ completion }) => completion?.id ?? []);
    const evidence = await listEvidence(db, ports, done);
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
        completedItems: done.length,
      },
    };
  },

  async completeOffboardingItem({ path: { memberId, templateItemId }, body, actor, audit, ...context }) {
    const { db, ports } = context;
    if (!(await findLeaver(db, memberId))) return memberNotFound();
    const item = await shareItem(db, templateItemId);
    if (!item?.isEnabled) return itemNotFound();
    const by = await findActingMember(db, actor, body.userId);
    if (!by) return invalid({ userId: notActive });
    const file = await proofIn(context, body);
    if (file && isRefusal(file)) return file;
    const completion = await insertCompletion(db, { memberId, item, by, notes: body.notes?.trim() || null });
    if (!completion) return refusal('offboarding_item_completed');
    if (item.evidenceRequired && !file) return refusal('offboarding_evidence_required');
    const kept = file && (await file.attach({ entityId: completion.id, userId: by.userId }));
    if (kept && isRefusal(kept)) return kept;
    const { notes } = completion;
    audit.did('Completed offboarding item', {
      changes: added({ item: item.title, ...(notes !== null && { notes }), ...(kept && { fileName: kept.name, fileSize: kept.size }) }),
    });
    return { status: 201, body: { ...completion, evidence: kept ? [await evidenceOf(db, ports, kept)] : [] } };
  },

  async reopenOffboardingItem({ path: { memberId, templateItemId }, db, audit }) {
    if (!(await findLeaver(db, memberId))) return memberNotFound();
    const item = await shareItem(db, templateItemId);
    if (!item) return itemNotFound();
    const id = await lockCompletion(db, memberId, templateItemId);
    if (id === undefined) return refusal('offboarding_completion_not_found');
    await deleteCompletion(db, id);
    audit.did('Reopened offboarding item', { changes: removed({ item: item.title }) });
    return { status: 204 };
  },

  async addOffboardingEvidence({ path: { memberId, templateItemId }, body, actor, audit, ...context }) {
    const { db, ports } = context;
    if (!(await findLeaver(db, memberId))) return memberNotFound();
    const item = await shareItem(db, templateItemId);
    if (!item) return itemNotFound();
    const by = await findActingMember(db, actor, body.userId);
    if (!by) return invalid({ userId: notActive });
    const file = await proofIn(context, body);
    if (!file) throw new Error('the contract requires a file');
    if (isRefusal(file)) return file;
    const entityId = await lockCompletion(db, memberId, templateItemId);
    if (entityId === undefined) return refusal('offboarding_item_open');
    const kept = await file.attach({ entityId, userId: by.userId, description: body.description });
    if (isRefusal(kept)) return kept;
    audit.did('Added evidence to offboarding item', {
      changes: added({ item: item.title, fileName: kept.name, fileSize: kept.size }),
    });
    return { status: 201, body: await evidenceOf(db, ports, kept) };
  },
};
