/** Creates the first assessment of a vendor, and the task that requests the verification of the assessment. */
import type { Insertable } from 'kysely';
import type { components } from '#generated/api';
import type { SystemTables } from '#generated/database';
import { initialResult } from '#areas/risk-management/vendors/rules/progress';
import { toPerson } from '#domain/people/members/person';
import { assignedEntry, changedEntries, createdEntry } from '#domain/tasks/items/audit-entries';
import { newId } from '#platform/database/ids';
import { addSeconds } from './calendar.ts';
import type { VendorData } from './data/vendors.ts';
import type { DemoContext } from './demo-context.ts';
import type { Member } from './member.ts';

type Schemas = components['schemas'];
type Row<Table extends keyof SystemTables> = Insertable<SystemTables[Table]>;

interface VerificationInput {
  readonly vendorId: string;
  readonly data: VendorData;
  readonly by: Member;
  readonly at: string;
  readonly runId: string;
}

/** Logs and returns the task that the first assessment created. */
export function createVerificationTask(
  { organizationId: organization_id, calendar, log }: DemoContext,
  { vendorId, data, by: author, at: createdAt, runId }: VerificationInput,
): Row<'task_item'> {
  const { name, verification: status, corrected } = data;
  const id = newId('tski');
  const updatedAt = status === 'done' ? calendar.ago(corrected?.ago ?? data.created - 5, `${name} verified`) : addSeconds(createdAt, 1);
  const item: Schemas['TaskItem'] = {
    id,
    title: 'Verify risk assessment',
    description: 'Compare the assessment with what you know of the vendor, correct the ratings, and plan the treatment.',
    status: 'todo',
    priority: 'high',
    entityType: 'vendor',
    entityId: vendorId,
    dueDate: null,
    completedAt: null,
    assignee: memberSnapshot(author),
    createdBy: memberSnapshot(author),
    createdVia: null,
    updatedBy: null,
    updatedVia: null,
    createdAt,
    updatedAt: createdAt,
    version: 1,
  };
  log.writeRun(createdAt, author, 'vendor_assessment', createdEntry(item), runId);
  log.writeRun(addSeconds(createdAt, 0.5), author, 'vendor_assessment', assignedEntry(item), runId);
  for (const auditNote of changedEntries(item, { ...item, status }))
    log.write(updatedAt, author, 'updateTaskItem', { path: { id } }, auditNote);
  return {
    id,
    organization_id,
    vendor_id: vendorId,
    title: item.title,
    description: item.description,
    status,
    priority: 'high',
    assignee_id: author.id,
    completed_at: status === 'done' ? updatedAt : null,
    created_by_id: author.id,
    created_by_snapshot: JSON.stringify(memberSnapshot(author)),
    updated_by_id: status === 'done' ? author.id : null,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

interface FinishedAssessment {
  readonly id: string;
  readonly vendorId: string;
  readonly by: Member;
  readonly at: string;
  readonly done: string;
}

/** @returns the run of a finished assessment */
export function assessmentRun(
  { organizationId: organization_id }: DemoContext,
  { id, vendorId, by: author, at: createdAt, done }: FinishedAssessment,
): Row<'run'> {
  const startedAt = addSeconds(createdAt, 1);
  const messages: Schemas['VendorAssessmentMessage'][] = [
    { text: 'Rating the vendor by its category and its fields', type: 'analyzing', timestamp: startedAt },
  ];
  const result: Schemas['VendorAssessmentResult'] = {
    ...initialResult(vendorId, { via: undefined, user: author.user }),
    stage: 'completed',
    outcome: 'assessed',
    messages,
    coreReady: true,
    newsReady: true,
    riskAssessmentVersion: 'v1',
  };
  return {
    id,
    organization_id,
    kind: 'vendor_assessment',
    subject: vendorId,
    status: 'completed',
    done: 2,
    total: 2,
    result: JSON.stringify(result),
    attempts: 1,
    created_at: createdAt,
    due_at: createdAt,
    started_at: startedAt,
    finished_at: done,
    actor: JSON.stringify({ credential: 'session', id: author.id }),
  };
}

/** Returns the snapshot of a member that other records store. */
export function memberSnapshot({ id, user }: Member) {
  return toPerson({ ...user, id, userId: user.id });
}
