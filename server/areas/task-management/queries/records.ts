/** From rows to what the interface shows. */
import type { components } from '../../../../generated/api.d.ts';
import { personIn } from '../../../domain/members/person.ts';
import type { TaskItemRow } from './rows.ts';
import { trusted } from '../../../platform/trusted.ts';

type Schemas = components['schemas'];
type Person = Schemas['TaskItemAuthor'];

export function recordOf(row: TaskItemRow): Schemas['TaskItem'] {
  const { id, title, description, status, priority, riskId, vendorId, dueDate, completedAt, createdAt, updatedAt } = row;
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
    assignee: personIn(row, 'assignee'),
    createdBy: personIn(row, 'maker') ?? snapshotOf(row.snapshot),
    updatedBy: personIn(row, 'changer'),
  };
}

/** Who made it, as of then. */
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
