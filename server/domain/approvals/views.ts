/** Reads the submitter and the approver of records, in the format of the API. */
import { type Person, personColumns, personFromRow } from '#domain/people/members/person';
import type { OrganizationDatabase } from '#platform/database/handle';
import { trusted } from '#platform/trusted';
import { type ApprovalKind, recordColumns } from './stored.ts';

export interface ApprovalView {
  readonly id: string;
  readonly status: 'pending' | 'approved' | 'rejected' | 'withdrawn' | 'outdated';
  readonly submittedBy: Person | null;
  readonly submittedAt: string;
  readonly via: string | null;
  readonly approvedBy: Person | null;
  readonly approvedAt: string | null;
  readonly selfApproved: boolean;
}

/** @returns the latest submission of each record, keyed by the record's id */
export async function latestApprovals(
  db: OrganizationDatabase,
  kind: ApprovalKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ApprovalView>> {
  if (!ids.length) return new Map();
  const recordColumn = `approval.${recordColumns[kind]}` as const;
  const rows = await selectApprovals(db)
    .select(`${recordColumn} as recordId`)
    .distinctOn(recordColumn)
    .where(recordColumn, 'in', ids)
    .orderBy(recordColumn)
    .orderBy('approval.submitted_at', 'desc')
    .orderBy('approval.id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.recordId ?? '', toApprovalView(row)]));
}

/** @returns the approvals with these ids, keyed by id */
export async function approvalsById(db: OrganizationDatabase, ids: readonly string[]): Promise<ReadonlyMap<string, ApprovalView>> {
  if (!ids.length) return new Map();
  return new Map((await selectApprovals(db).where('approval.id', 'in', ids).execute()).map((row) => [row.id, toApprovalView(row)]));
}

/** @returns the latest submission of a record; undefined if the record was never submitted */
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

function toApprovalView(row: Row): ApprovalView {
  const { id, status, submittedAt, via, decidedAt, selfApproved } = row;
  const isApproved = status === 'approved';
  const decider = personFromSnapshot(row.deciderThen, personFromRow(row, 'decider'));
  return {
    id,
    status,
    submittedBy: personFromSnapshot(row.submitterThen, personFromRow(row, 'submitter')),
    submittedAt,
    via,
    approvedBy: isApproved ? decider : null,
    approvedAt: isApproved ? decidedAt : null,
    selfApproved: isApproved && selfApproved,
  };
}

/**
 * @param snapshot the member at that time; null if an earlier version of this service stored none
 * @param current the member now, whose picture is used; null if the member was removed
 */
function personFromSnapshot(snapshot: unknown, current: Person | null): Person | null {
  if (snapshot === null || snapshot === undefined) return current;
  const { id, user } = trusted<Person>(snapshot, 'insertPending and endPending alone store it');
  return { id, user: { ...user, image: current?.user.image ?? null } };
}

/** @returns the approval fields of a record; they are empty if the approval is missing, outdated or withdrawn */
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
