/** Submitter and approver of a record, as the API returns them. */
import { type Person, personColumns, personFromRow } from '#domain/people/members/person';
import type { OrganizationDatabase } from '#platform/database/handle';
import { trusted } from '#platform/trusted';
import { type ApprovalKind, recordColumns } from './stored.ts';

export interface ApprovalView {
  readonly id: string;
  readonly status: 'pending' | 'approved' | 'declined' | 'withdrawn' | 'outdated';
  readonly submittedBy: Person | null;
  readonly submittedAt: string;
  readonly via: string | null;
  readonly approvedBy: Person | null;
  readonly approvedAt: string | null;
  readonly selfApproved: boolean;
}

/** @returns the latest submission of each record, by the id of the record */
export async function latestApprovals(
  db: OrganizationDatabase,
  kind: ApprovalKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ApprovalView>> {
  if (!ids.length) return new Map();
  const record = `approval.${recordColumns[kind]}` as const;
  const rows = await selectApprovals(db)
    .select(`${record} as recordId`)
    .distinctOn(record)
    .where(record, 'in', ids)
    .orderBy(record)
    .orderBy('approval.submitted_at', 'desc')
    .orderBy('approval.id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.recordId ?? '', shownOf(row)]));
}

/** @returns these approvals, by id */
export async function approvalsById(db: OrganizationDatabase, ids: readonly string[]): Promise<ReadonlyMap<string, ApprovalView>> {
  if (!ids.length) return new Map();
  return new Map((await selectApprovals(db).where('approval.id', 'in', ids).execute()).map((row) => [row.id, shownOf(row)]));
}

/** @returns the latest submission of a record; undefined when there is none */
export async function latestApproval(db: OrganizationDatabase, kind: ApprovalKind, id: string): Promise<ApprovalView | undefined> {
  return (await latestApprovals(db, kind, [id])).get(id);
}

function selectApprovals(db: OrganizationDatabase) {
  return db
    .selectFrom('approval')
    .leftJoin('member as submitter', 'submitter.id', 'approval.submitted_by_id')
    .leftJoin('member as decider', 'decider.id', 'approval.decided_by_id')
    .select(['approval.id', 'approval.status', 'approval.submitted_at as submittedAt', 'approval.via'])
    .select(['approval.decided_at as decidedAt', 'approval.self_approved as selfApproved'])
    .select(['approval.submitted_by_snapshot as submitterThen', 'approval.decided_by_snapshot as deciderThen'])
    .select([...personColumns('submitter'), ...personColumns('decider')]);
}
type Row = Awaited<ReturnType<ReturnType<typeof selectApprovals>['executeTakeFirstOrThrow']>>;

function shownOf(row: Row): ApprovalView {
  const { id, status, submittedAt, via, decidedAt, selfApproved } = row;
  const isApproved = status === 'approved';
  const decider = personThen(row.deciderThen, personFromRow(row, 'decider'));
  return {
    id,
    status,
    submittedBy: personThen(row.submitterThen, personFromRow(row, 'submitter')),
    submittedAt,
    via,
    approvedBy: isApproved ? decider : null,
    approvedAt: isApproved ? decidedAt : null,
    selfApproved: isApproved && selfApproved,
  };
}

/** @param snapshot the member as they were at the time; null for an earlier version @param now the member, if still there, for the picture */
function personThen(snapshot: unknown, now: Person | null): Person | null {
  if (snapshot === null || snapshot === undefined) return now;
  const { id, user } = trusted<Person>(snapshot, 'insertPending and endPending alone store it');
  return { id, user: { ...user, image: now?.user.image ?? null } };
}

/** The fields of a record about its approval. One whose content has changed since shows none. */
export function approvalFields(approval: ApprovalView | undefined) {
  const isCurrent = approval !== undefined && approval.status !== 'outdated' && approval.status !== 'withdrawn';
  return {
    submittedBy: isCurrent ? approval.submittedBy : null,
    submittedAt: isCurrent ? approval.submittedAt : null,
    via: isCurrent ? approval.via : null,
    approvedBy: isCurrent ? approval.approvedBy : null,
    approvedAt: isCurrent ? approval.approvedAt : null,
    selfApproved: isCurrent && approval.selfApproved,
  };
}
