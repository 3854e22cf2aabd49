/** Lists, reads, creates, changes and deletes the task items of risks and vendors. */
import type { components } from '#generated/api';
import type { Audit } from '#platform/audit/audit';
import type { OrganizationContext } from '#platform/context';
import { invalid, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { type ActingMember, findActingMember } from '#platform/identity/acting-member';
import { nameWithVia } from '#platform/mail/name-with-via';
import { findMentions, notify, withLink } from '#platform/mail/notify';
import { replaceMentions } from '#domain/access/targets/mentions';
import { findSubject, lockSubject, subjectNotFound } from '#domain/access/targets/subjects';
import { assignedEntry, changedEntries, createdEntry, type TaskItemEntry, deletedEntry } from '#domain/tasks/items/audit-entries';
import { insertTaskItem } from '#domain/tasks/items/insert';
import { listActivity } from './queries/activity.ts';
import { deleteTaskItem, findTaskItem, lockTaskItem, listTaskItems, findTaskItemStats, updateTaskItem } from './queries/items.ts';
import { checkKindPermission } from '#domain/access/records/access';
import { mayChange as mayChangeKind, permissionToChange, permissionToRead } from '#domain/access/records/kinds';
import { isHidden } from '#domain/access/records/readable';
import { checkPermissions } from '#platform/identity/missing-permission';
import type { Actor } from '#platform/identity/actor';
import { isParticipant, nonParticipant } from '#domain/people/members/participants';

type TaskItem = components['schemas']['TaskItem'];

/** The kinds of records that items belong to. Refusals name the permissions for both kinds, to hide which kind an item belongs to. */
const parentKinds = ['risk', 'vendor'] as const;
const itemNotFound = () => refusal('task_item_not_found');
const itemNotAssigned = () => refusal('task_item_not_assigned');
const invalidAssignee = () => invalid({ assigneeId: nonParticipant });

export const taskManagement: Handlers<'task-management'> = {
  async listTaskItems({ query, page, db, actor }) {
    if (!(await findSubject(db, query.entityType, query.entityId))) return subjectNotFound(query.entityType);
    return { status: 200, page: await listTaskItems(db, query, page, actor) };
  },

  async getTaskItemStats({ query, db, actor }) {
    if (!(await findSubject(db, query.entityType, query.entityId))) return subjectNotFound(query.entityType);
    return { status: 200, body: await findTaskItemStats(db, query, actor) };
  },

  async createTaskItem({ body, actor, audit, ...context }) {
    const { db, ports } = context;
    const kindRefusal = checkKindPermission(actor, body.entityType, 'change');
    if (kindRefusal) return kindRefusal;
    if (!(await lockSubject(db, body.entityType, body.entityId))) return subjectNotFound(body.entityType);
    if (body.assigneeId !== undefined && !(await isParticipant(db, ports.access.staffEmailDomains, body.assigneeId)))
      return invalidAssignee();
    const creator = await findActingMember(db, actor);
    if (!creator) throw new Error('the actor is not an active member');
    const id = await insertTaskItem(db, creator, body);
    const item = await findTaskItem(db, id);
    if (!item) throw new Error(`${id} was not found, although it was just created`);
    logAction(audit, createdEntry(item));
    if (item.assignee) logAction(audit, assignedEntry(item));
    await notifyMembers(context, creator, item, { assignee: true, mentions: true });
    return { status: 201, body: item };
  },

  async getTaskItem({ path, db, actor }) {
    const item = await findTaskItem(db, path.id);
    if (!item) return itemNotFound();
    return (await isHidden(db, actor, 'task_item', item.id)) ? accessRefusal(actor) : { status: 200, body: item };
  },

  async updateTaskItem({ path, body, actor, audit, ...context }) {
    const { db, ports } = context;
    const before = await lockTaskItem(db, path.id);
    if (!before) return itemNotFound();
    if (actor.restrictedTo !== undefined) {
      if (before.assignee?.id !== actor.restrictedTo) return itemNotAssigned();
      if (Object.keys(body).some((field) => field !== 'status')) return refusal('task_item_status_only');
    } else if (!mayChange(actor, before)) return changeRefusal(actor);
    const { assigneeId } = body;
    const isReassigned = assigneeId !== undefined && assigneeId !== (before.assignee?.id ?? null);
    if (isReassigned && assigneeId !== null && !(await isParticipant(db, ports.access.staffEmailDomains, assigneeId)))
      return invalidAssignee();
    const actingMember = await findActingMember(db, actor);
    if (!actingMember) throw new Error('the actor is not an active member');
    await updateTaskItem(db, path.id, actingMember, body);
    const after = await findTaskItem(db, path.id);
    if (!after) return itemNotFound();
    const entries = changedEntries(before, after);
    for (const entry of entries) logAction(audit, entry);
    if (!entries.length) audit.performed(`Updated task item "${after.title}"`, { entityType: 'task', entityId: after.id });
    await notifyMembers(context, actingMember, after, { assignee: isReassigned, mentions: body.description !== undefined });
    return { status: 200, body: after };
  },

  async deleteTaskItem({ path, db, actor, audit }) {
    const item = await lockTaskItem(db, path.id);
    if (!item) return itemNotFound();
    if (!mayChange(actor, item)) return changeRefusal(actor);
    await deleteTaskItem(db, item.id);
    logAction(audit, deletedEntry(item));
    return { status: 204 };
  },

  async listTaskItemActivity({ path, query, page, db, actor }) {
    if (!(await findTaskItem(db, path.id))) return itemNotFound();
    if (await isHidden(db, actor, 'task_item', path.id)) return accessRefusal(actor);
    return { status: 200, page: await listActivity(db, path.id, query, page) };
  },
};

/** @returns the refusal for an item that the caller may not read: a restricted member is not assigned, other callers lack a permission */
function accessRefusal(actor: Actor) {
  return (actor.restrictedTo === undefined && checkPermissions(actor, ...parentKinds.map(permissionToRead))) || itemNotAssigned();
}

/** @returns the refusal for an item that the caller may not change */
function changeRefusal(actor: Actor) {
  return checkPermissions(actor, ...parentKinds.map(permissionToChange)) ?? itemNotAssigned();
}

/** The assignee of an item may change the item, and so may everyone who may change the risk or vendor (rule 11). */
function mayChange(actor: Actor, { assignee, entityType }: TaskItem): boolean {
  return (assignee !== null && assignee.id === actor.memberId) || mayChangeKind(actor, entityType);
}

function logAction(audit: Audit, { description, ...details }: TaskItemEntry): void {
  audit.performed(description, details);
}

/** Notifies the new assignee and the mentioned members, except the acting user (task-management, rules 4 and 9). */
async function notifyMembers(
  context: Pick<OrganizationContext, 'db' | 'ports'>,
  actingMember: ActingMember,
  item: TaskItem,
  notices: { readonly assignee: boolean; readonly mentions: boolean },
) {
  const { id, title, description, assignee, entityType, entityId } = item;
  const record = { type: 'task_item', id, parent: { type: entityType, id: entityId } } as const;
  const withoutActor = (userIds: readonly string[]) => userIds.filter((userId) => userId !== actingMember.userId);
  if (notices.assignee && assignee) {
    await notify(context, {
      kind: 'taskAssignments',
      userIds: withoutActor([assignee.user.id]),
      subject: `A task was assigned to you: ${title}`,
      text: withLink(`${nameWithVia(actingMember)} assigned you the task "${title}".`),
      record,
    });
  }
  if (notices.mentions && description !== null) {
    await notify(context, {
      kind: 'taskMentions',
      userIds: withoutActor(findMentions(description)),
      subject: `${nameWithVia(actingMember)} mentioned you in a task`,
      text: withLink(`${nameWithVia(actingMember)} wrote in the task "${title}":\n\n${replaceMentions(description)}`),
      record,
    });
  }
}
