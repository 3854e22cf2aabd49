/** Finds records that can have files or comments, with their entity in the audit log and the record that links lead to. */
import type { components } from '#generated/api';
import type { AuditEntityType } from '#platform/audit/entry';
import { type Refusal, refusal } from '#platform/refusals/refusal';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { RecordReference, RecordType } from '#platform/links/records';

type Schemas = components['schemas'];
export type SubjectKind = Schemas['AttachmentEntityType'] | Schemas['CommentEntityType'];

export interface Subject {
  /** The entity that audit entries about the record refer to. */
  readonly auditEntity: { readonly entityType: AuditEntityType; readonly entityId: string };
  /** The record that links lead to: this one, or the one on whose page it is shown. */
  readonly record: RecordReference;
  /** Whether the record's files can no longer be changed. */
  readonly isSealed?: boolean;
}

/** Adds a lock to the query for the record's row, or returns the query unchanged. */
type Lock = <Query extends { forKeyShare(): Query }>(query: Query) => Query;
const withoutLock: Lock = (query) => query;
const withLock: Lock = (query) => query.forKeyShare();

type Find = (db: OrganizationDatabase, id: string, lock: Lock) => Promise<Subject | undefined>;

const finders: Readonly<Record<SubjectKind, Find>> = {
  risk: findInTable('risk', 'risk', 'risk'),
  task: findInTable('task', 'task', 'task'),
  task_item: findTaskItem,
  comment: findComment,
  employment_onboard: findInTable('member', 'people', 'person'),
  employment_offboard: findInTable('member', 'people', 'person'),
  vendor: findInTable('vendor', 'vendor', 'vendor'),
  policy: findInTable('policy', 'policy', 'policy'),
  finding: findFinding,
  trust_nda: findAgreement,
  background_check: findBackgroundCheck,
  offboarding_checklist: findOffboardingRecord,
};

/** Creates the refusal for a missing record of each kind. */
const notFoundRefusals = {
  risk: () => refusal('risk_not_found'),
  task: () => refusal('task_not_found'),
  task_item: () => refusal('task_item_not_found'),
  comment: () => refusal('comment_not_found'),
  employment_onboard: () => refusal('member_not_found'),
  employment_offboard: () => refusal('member_not_found'),
  vendor: () => refusal('vendor_not_found'),
  policy: () => refusal('policy_not_found'),
  finding: () => refusal('finding_not_found'),
  trust_nda: () => refusal('nda_not_found'),
  background_check: () => refusal('background_check_not_found'),
  offboarding_checklist: () => refusal('checklist_item_not_found'),
} satisfies Readonly<Record<SubjectKind, () => Refusal>>;
type NotFoundRefusals = { readonly [Kind in SubjectKind]: ReturnType<(typeof notFoundRefusals)[Kind]> };

/** @returns the record; undefined if it does not exist */
export async function findSubject(db: OrganizationDatabase, kind: SubjectKind, id: string): Promise<Subject | undefined> {
  return finders[kind](db, id, withoutLock);
}

/** @returns the record, locked against deletion until the transaction ends; undefined if it does not exist */
export async function lockSubject(db: OrganizationDatabase, kind: SubjectKind, id: string): Promise<Subject | undefined> {
  return finders[kind](db, id, withLock);
}

/** @returns the refusal of a request about a record that does not exist */
export function subjectNotFound<Kind extends SubjectKind>(kind: Kind): NotFoundRefusals[Kind] {
  const refusals: { readonly [K in SubjectKind]: () => NotFoundRefusals[K] } = notFoundRefusals;
  return refusals[kind]();
}

function findInTable(table: 'risk' | 'task' | 'member' | 'policy' | 'vendor', entityType: AuditEntityType, type: RecordType): Find {
  return async (db, id, lock) => {
    const query = db.selectFrom(table).select('id').where('id', '=', id);
    const row = await lock(query).executeTakeFirst();
    return row && { auditEntity: { entityType, entityId: id }, record: { type, id } };
  };
}

/** An agreement is shown on the page of its request. The lock prevents a signature while the files of the agreement change. */
async function findAgreement(db: OrganizationDatabase, id: string, lock: Lock): Promise<Subject | undefined> {
  const query = db.selectFrom('trust_nda_agreement').select(['signed_at', 'access_request_id']).where('id', '=', id);
  const row = await (lock === withLock ? query.forShare() : query).executeTakeFirst();
  return (
    row && {
      auditEntity: { entityType: 'trust', entityId: id },
      record: { type: 'trust_access_request', id: row.access_request_id },
      isSealed: row.signed_at !== null,
    }
  );
}

/** A background check is shown on the member's page. */
async function findBackgroundCheck(db: OrganizationDatabase, id: string, lock: Lock): Promise<Subject | undefined> {
  const query = db.selectFrom('background_check_request').select('member_id').where('id', '=', id);
  const row = await lock(query).executeTakeFirst();
  return row && { auditEntity: { entityType: 'people', entityId: id }, record: { type: 'person', id: row.member_id } };
}

/** Finds a completion or a revocation. Both are shown on the member's page and logged as changes to the member. */
async function findOffboardingRecord(db: OrganizationDatabase, id: string, lock: Lock): Promise<Subject | undefined> {
  const completions = db.selectFrom('offboarding_completion').select('member_id').where('id', '=', id);
  const revocations = db.selectFrom('access_revocation').select('member_id').where('id', '=', id);
  const row = (await lock(completions).executeTakeFirst()) ?? (await lock(revocations).executeTakeFirst());
  return row && { auditEntity: { entityType: 'people', entityId: row.member_id }, record: { type: 'person', id: row.member_id } };
}

async function findFinding(db: OrganizationDatabase, id: string, lock: Lock): Promise<Subject | undefined> {
  const query = db.selectFrom('finding').select('id').where('id', '=', id);
  const row = await lock(query).executeTakeFirst();
  return row && { auditEntity: { entityType: 'finding', entityId: id }, record: { type: 'finding', id } };
}

/** A task item is shown on the page of its risk or vendor (task-management, rule 9). */
async function findTaskItem(db: OrganizationDatabase, id: string, lock: Lock): Promise<Subject | undefined> {
  const query = db.selectFrom('task_item').select(['risk_id', 'vendor_id']).where('id', '=', id);
  const row = await lock(query).executeTakeFirst();
  return row && { auditEntity: { entityType: 'task', entityId: id }, record: taskItemRecord(id, row.risk_id, row.vendor_id) };
}

/** @returns the task item, with the risk or vendor that it belongs to */
export function taskItemRecord(id: string, riskId: string | null, vendorId: string | null): RecordReference {
  return { type: 'task_item', id, parent: riskId === null ? { type: 'vendor', id: vendorId ?? '' } : { type: 'risk', id: riskId } };
}

/** A comment is logged as a change to the record that it belongs to. */
async function findComment(db: OrganizationDatabase, id: string, lock: Lock): Promise<Subject | undefined> {
  const query = db.selectFrom('comment').select(['entity_type', 'entity_id']).where('id', '=', id);
  const row = await lock(query).executeTakeFirst();
  return row && findCommented(db, row.entity_type, row.entity_id);
}

/** @returns the record that a comment belongs to. For the kind `task`, task items are tried before tasks (comments, rule 1). */
export async function findCommented(
  db: OrganizationDatabase,
  kind: Schemas['CommentEntityType'],
  id: string,
): Promise<Subject | undefined> {
  return (kind === 'task' ? await findSubject(db, 'task_item', id) : undefined) ?? findSubject(db, kind, id);
}

/** @returns the record, locked against deletion until the transaction ends; undefined if it does not exist */
export async function lockCommented(
  db: OrganizationDatabase,
  kind: Schemas['CommentEntityType'],
  id: string,
): Promise<Subject | undefined> {
  return (kind === 'task' ? await lockSubject(db, 'task_item', id) : undefined) ?? lockSubject(db, kind, id);
}
