/** Converts rows of task items to the form of the contract. */
import type { components } from '#generated/api';
import { personFromRow } from '#domain/people/members/person';
import type { TaskItemRow } from './rows.ts';
import { trusted } from '#platform/trusted';

type Schemas = components['schemas'];
type Person = Schemas['TaskItemAuthor'];

export function recordOf(row: TaskItemRow): Schemas['TaskItem'] {
  const { id, title, description, status, priority, riskId, vendorId, dueDate, completedAt, createdVia, updatedVia } = row;
  const { createdAt, updatedAt, version } = row;
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
    version,
    assignee: personFromRow(row, 'assignee'),
    createdBy: personFromRow(row, 'maker') ?? snapshotOf(row.snapshot),
    createdVia,
    updatedBy: personFromRow(row, 'changer'),
    updatedVia,
  };
}

/** @returns the creator of an item as they were when they created the item. @throws TypeError if the snapshot is not a person */
function snapshotOf(snapshot: unknown): Person {
  if (!isPerson(snapshot)) throw new TypeError('a task item that nobody made');
  return trusted<Person>(snapshot, 'insertTaskItem stores the maker as a person');
}

function isPerson(value: unknown): boolean {
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
