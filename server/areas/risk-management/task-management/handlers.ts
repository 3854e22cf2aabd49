import type { components } from '#generated/api';
import type { Audit } from '#platform/audit/audit';
import type { OrganizationContext } from '#platform/context';
import { invalid, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { type ActingMember, findActingMember } from '#platform/identity/acting-member';
import { nameWithVia } from '#platform/mail/name-with-via';
import { findMentions, notify } from '#platform/mail/notify';
import { pageUrl, replaceMentions } from '#domain/access/targets/pages';
import { findSubject, lockSubject, taskItemPage, subjectNotFound } from '#domain/access/targets/subjects';
import { assignedEntry, changedEntries, createdEntry, type TaskItemEntry, deletedEntry } from '#domain/tasks/items/audit-entries';
import { insertTaskItem } from '#domain/tasks/items/insert';
import { listActivity } from './queries/activity.ts';
import { deleteTaskItem, findTaskItem, lockTaskItem, listTaskItems, taskItemStats, updateTaskItem } from './queries/items.ts';
import { refuseKind } from '#domain/access/records/access';
import { mayChange as mayChangeKind, permissionToChange, permissionToRead } from '#domain/access/records/kinds';
import { isHidden } from '#domain/access/records/readable';
import { refuseWithout } from '#platform/identity/missing-permission';
import type { Actor } from '#platform/identity/actor';
import { isParticipant, notParticipant } from '#domain/people/members/participants';

type TaskItem = components['schemas']['TaskItem'];

/** The kinds of records that items are about. A refusal names the permissions of both, so that it does not tell which one an item is about. */
const parents = ['risk', 'vendor'] as const;
const notFound = () => refusal('task_item_not_found');
const notAssigned = () => refusal('task_item_not_assigned');
const noParticipant = () => invalid({ assigneeId: notParticipant });

export const taskManagement: Handlers<'task-management'> = {
  async listTaskItems({ query, page, db, actor }) {
    if (!(await findSubject(db, query.entityType, query.entityId))) return subjectNotFound(query.entityType);
    return { status: 200, page: await listTaskItems(db, query, page, actor) };
  },

  async getTaskItemStats({ query, db, actor }) {
    if (!(await findSubject(db, query.entityType, query.entityId))) return subjectNotFound(query.entityType);
    return { status: 200, body: await taskItemStats(db, query, actor) };
  },

  async createTaskItem({ body, actor, audit, ...context }) {
    const { db, ports } = context;
    const refused = refuseKind(actor, body.entityType, 'change');
    if (refused) return refused;
    if (!(await lockSubject(db, body.entityType, body.entityId))) return subjectNotFound(body.entityType);
    if (body.assigneeId !== undefined && !(await isParticipant(db, ports.access.staffEmailDomains, body.assigneeId)))
      return noParticipant();
    const maker = await findActingMember(db, actor);
    if (!maker) throw new Error('the actor is not an active member');
    const id = await insertTaskItem(db, maker, body);
    const item = await findTaskItem(db, id);
    if (!item) throw new Error(`${id} was not found, although it was just created`);
    logAction(audit, createdEntry(item));
    if (item.assignee) logAction(audit, assignedEntry(item));
    await notifyMembers(context, maker, item, { assignee: true, mentions: true });
    return { status: 201, body: item };
  },

  async getTaskItem({ path, db, actor }) {
    const item = await findTaskItem(db, path.id);
    if (!item) return notFound();
    return (await isHidden(db, actor, 'task_item', item.id)) ? accessRefusal(actor) : { status: 200, body: item };
  },

  async updateTaskItem({ path, body, actor, audit, ...context }) {
    const { db, ports } = context;
    const before = await lockTaskItem(db, path.id);
    if (!before) return notFound();
    if (actor.restrictedTo !== undefined) {
      if (before.assignee?.id !== actor.restrictedTo) return notAssigned();
      if (Object.keys(body).some((field) => field !== 'status')) return refusal('task_item_status_only');
    } else if (!mayChange(actor, before)) return changeRefusal(actor);
    const { assigneeId } = body;
    const reassigned = assigneeId !== undefined && assigneeId !== (before.assignee?.id ?? null);
    if (reassigned && assigneeId !== null && !(await isParticipant(db, ports.access.staffEmailDomains, assigneeId))) return noParticipant();
    const by = await findActingMember(db, actor);
    if (!by) throw new Error('the actor is not an active member');
    await updateTaskItem(db, path.id, by, body);
    const after = await findTaskItem(db, path.id);
    if (!after) return notFound();
    const entries = changedEntries(before, after);
    for (const entry of entries) logAction(audit, entry);
    if (!entries.length) audit.performed(`Updated task item "${after.title}"`, { entityType: 'task', entityId: after.id });
    await notifyMembers(context, by, after, { assignee: reassigned, mentions: body.description !== undefined });
    return { status: 200, body: after };
  },

  async deleteTaskItem({ path, db, actor, audit }) {
    const item = await lockTaskItem(db, path.id);
    if (!item) return notFound();
    if (!mayChange(actor, item)) return changeRefusal(actor);
    await deleteTaskItem(db, item.id);
    logAction(audit, deletedEntry(item));
    return { status: 204 };
  },

  async listTaskItemActivity({ path, page, db, actor }) {
    if (!(await findTaskItem(db, path.id))) return notFound();
    if (await isHidden(db, actor, 'task_item', path.id)) return accessRefusal(actor);
    return { status: 200, page: await listActivity(db, path.id, page) };
  },
};

/** A restricted member lacks the assignment, others lack the permission on the risk or vendor. */
function accessRefusal(actor: Actor) {
  return (actor.restrictedTo === undefined && refuseWithout(actor, ...parents.map(permissionToRead))) || notAssigned();
}

function changeRefusal(actor: Actor) {
  return refuseWithout(actor, ...parents.map(permissionToChange)) ?? notAssigned();
}

/** Items can be changed by their assignee, and by everyone who may change the risk or vendor (rule 11). */
function mayChange(actor: Actor, { assignee, entityType }: TaskItem): boolean {
  return (assignee !== null && assignee.id === actor.memberId) || mayChangeKind(actor, entityType);
}

function logAction(audit: Audit, { description, ...more }: TaskItemEntry): void {
  audit.performed(description, more);
}

/** Notifies the new assignee and the mentioned members, except the acting user (task-management, rules 4 and 9). */
async function notifyMembers(
  { db, ports }: Pick<OrganizationContext, 'db' | 'ports'>,
  by: ActingMember,
  item: TaskItem,
  about: { readonly assignee: boolean; readonly mentions: boolean },
) {
  const { id, title, description, assignee, entityType, entityId } = item;
  const address = pageUrl(
    ports,
    db.organizationId,
    taskItemPage(id, entityType === 'risk' ? entityId : null, entityType === 'vendor' ? entityId : null),
  );
  const withoutActor = (userIds: readonly string[]) => userIds.filter((userId) => userId !== by.userId);
  if (about.assignee && assignee) {
    await notify(db, {
      kind: 'taskAssignments',
      userIds: withoutActor([assignee.user.id]),
      subject: `A task was assigned to you: ${title}`,
      text: `${nameWithVia(by)} assigned you the task "${title}".\n\n${address}\n`,
      appUrl: address,
    });
  }
  if (about.mentions && description !== null) {
    await notify(db, {
      kind: 'taskMentions',
      userIds: withoutActor(findMentions(description)),
      subject: `${nameWithVia(by)} mentioned you in a task`,
      text: `${nameWithVia(by)} wrote in the task "${title}":\n\n${replaceMentions(description)}\n\n${address}\n`,
      appUrl: address,
    });
  }
}
