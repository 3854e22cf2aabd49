import type { components } from '../../../generated/api.d.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { OrganizationContext } from '../../platform/context.ts';
import { invalid, refusal } from '../../platform/refusals/refusal.ts';
import type { Handlers } from '../../contract/types.ts';
import { type ActingMember, findActingMember } from '../../platform/identity/acting-member.ts';
import { mentionsIn, notify } from '../../platform/mail/notify.ts';
import { addressOf, readable } from '../../domain/targets/pages.ts';
import { findSubject, lockSubject, pageOfTaskItem, subjectNotFound } from '../../domain/targets/subjects.ts';
import { assigned, changed, created, type Deed, deleted } from '../../domain/task-items/deeds.ts';
import { insertTaskItem } from '../../domain/task-items/insert.ts';
import { listActivity } from './queries/activity.ts';
import { deleteTaskItem, findTaskItem, lockTaskItem, listTaskItems, taskItemStats, updateTaskItem } from './queries/items.ts';
import { isHidden } from '../../domain/targets/hidden.ts';
import { isParticipant, notParticipant } from '../../domain/members/participants.ts';

type TaskItem = components['schemas']['TaskItem'];

const notFound = () => refusal('task_item_not_found');
const notAssigned = () => refusal('task_item_not_assigned');
const noParticipant = () => invalid({ assigneeId: notParticipant });

export const taskManagement: Handlers<'task-management'> = {
  async listTaskItems({ query, page, db, actor }) {
    if (!(await findSubject(db, query.entityType, query.entityId))) return subjectNotFound(query.entityType);
    return { status: 200, page: await listTaskItems(db, query, page, actor.restrictedTo) };
  },

  async getTaskItemStats({ query, db, actor }) {
    if (!(await findSubject(db, query.entityType, query.entityId))) return subjectNotFound(query.entityType);
    return { status: 200, body: await taskItemStats(db, query, actor.restrictedTo) };
  },

  async createTaskItem({ body, actor, audit, ...context }) {
    const { db, ports } = context;
    if (!(await lockSubject(db, body.entityType, body.entityId))) return subjectNotFound(body.entityType);
    if (body.assigneeId !== undefined && !(await isParticipant(db, ports.access.staffEmailDomains, body.assigneeId)))
      return noParticipant();
    const maker = await findActingMember(db, actor);
    if (!maker) throw new Error('the actor is no active member');
    const id = await insertTaskItem(db, maker, { ...body, title: body.title.trim() });
    const item = await findTaskItem(db, id);
    if (!item) throw new Error(`${id} is not there`);
    note(audit, created(item));
    if (item.assignee) note(audit, assigned(item));
    await tell(context, maker, item, { assignee: true, mentions: true });
    return { status: 201, body: item };
  },

  async getTaskItem({ path, db, actor }) {
    const item = await findTaskItem(db, path.id);
    if (!item) return notFound();
    return (await isHidden(db, actor, 'task_item', item.id)) ? notAssigned() : { status: 200, body: item };
  },

  async updateTaskItem({ path, body, actor, audit, ...context }) {
    const { db, ports } = context;
    const before = await lockTaskItem(db, path.id);
    if (!before) return notFound();
    if (actor.restrictedTo !== undefined) {
      if (before.assignee?.id !== actor.restrictedTo) return notAssigned();
      if (Object.keys(body).some((field) => field !== 'status')) return refusal('task_item_status_only');
    }
    const { assigneeId, title } = body;
    const reassigned = assigneeId !== undefined && assigneeId !== (before.assignee?.id ?? null);
    if (reassigned && assigneeId !== null && !(await isParticipant(db, ports.access.staffEmailDomains, assigneeId))) return noParticipant();
    const by = await findActingMember(db, actor);
    if (!by) throw new Error('the actor is no active member');
    await updateTaskItem(db, path.id, by.id, { ...body, ...(title !== undefined && { title: title.trim() }) });
    const after = await findTaskItem(db, path.id);
    if (!after) return notFound();
    const deeds = changed(before, after);
    for (const deed of deeds) note(audit, deed);
    if (!deeds.length) audit.did(`Updated task item "${after.title}"`, { entityType: 'task', entityId: after.id });
    await tell(context, by, after, { assignee: reassigned, mentions: body.description !== undefined });
    return { status: 200, body: after };
  },

  async deleteTaskItem({ path, db, audit }) {
    const item = await lockTaskItem(db, path.id);
    if (!item) return notFound();
    await deleteTaskItem(db, item.id);
    note(audit, deleted(item));
    return { status: 204 };
  },

  async listTaskItemActivity({ path, page, db, actor }) {
    if (!(await findTaskItem(db, path.id))) return notFound();
    if (await isHidden(db, actor, 'task_item', path.id)) return notAssigned();
    return { status: 200, page: await listActivity(db, path.id, page) };
  },
};

function note(audit: Audit, { description, ...more }: Deed): void {
  audit.did(description, more);
}

/** Notifies the new assignee and the mentioned members, except the acting user (spec/areas/task-management, rules 4 and 9). */
async function tell(
  { db, ports }: Pick<OrganizationContext, 'db' | 'ports'>,
  by: ActingMember,
  item: TaskItem,
  about: { readonly assignee: boolean; readonly mentions: boolean },
) {
  const { id, title, description, assignee, entityType, entityId } = item;
  const address = addressOf(
    ports,
    db.organizationId,
    pageOfTaskItem(id, entityType === 'risk' ? entityId : null, entityType === 'vendor' ? entityId : null),
  );
  const others = (userIds: readonly string[]) => userIds.filter((userId) => userId !== by.userId);
  if (about.assignee && assignee) {
    await notify(db, {
      kind: 'taskAssignments',
      userIds: others([assignee.user.id]),
      subject: `A task was assigned to you: ${title}`,
      text: `${by.name} assigned you the task "${title}".\n\n${address}\n`,
      appUrl: address,
    });
  }
  if (about.mentions && description !== null) {
    await notify(db, {
      kind: 'taskMentions',
      userIds: others(mentionsIn(description)),
      subject: `${by.name} mentioned you in a task`,
      text: `${by.name} wrote in the task "${title}":\n\n${readable(description)}\n\n${address}\n`,
      appUrl: address,
    });
  }
}
