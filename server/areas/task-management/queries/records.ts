/** From rows to what the interface shows. */
import type { components } from '../../../../generated/api.d.ts';
import type { ActingMember } from '../../../platform/identity/acting-member.ts';
import type { TaskItemRow } from './rows.ts';

type Schemas = components['schemas'];
type Person = Schemas['TaskItemAuthor'];

export function recordOf(row: TaskItemRow): Schemas['TaskItem'] {
  const { id, title, description, status, priority, riskId, vendorId, dueDate, completedAt, createdAt, updatedAt } = row;
  const maker = person(row.makerId, row.makerUserId, row.makerName, row.makerEmail, row.makerImage);
  return {
    id,
    title,
    description,
    status,
    priority,
    entityType: riskId === null ? 'vendor' : 'risk',
    entityId: riskId ?? vendorId ?? '',
    dueDate,
    completedAt,
    createdAt,
    updatedAt,
    assignee: person(row.assigneeId, row.assigneeUserId, row.assigneeName, row.assigneeEmail, row.assigneeImage),
    createdBy: maker ?? snapshotOf(row.snapshot),
    updatedBy: person(row.changerId, row.changerUserId, row.changerName, row.changerEmail, row.changerImage),
  };
}

function person(id: string | null, userId: string | null, name: string | null, email: string | null, image: string | null): Person | null {
  return id === null || userId === null || name === null || email === null ? null : { id, user: { id: userId, name, email, image } };
}

export function personOf({ id, userId, name, email, image }: ActingMember): Person {
  return { id, user: { id: userId, name, email, image } };
}

/** Who made it, as of then. */
function snapshotOf(snapshot: unknown): Person {
  if (!isPerson(snapshot)) throw new TypeError('a task item that nobody made');
  return snapshot;
}

function isPerson(value: unknown): value is Person {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'user' in value &&
    typeof value.user === 'object' &&
    value.user !== null
  );
}
