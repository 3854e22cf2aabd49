/** The records that files and comments hang on: whether they are there, how the audit log calls them, and where people see them. */
import type { components } from '../../../generated/api.d.ts';
import type { AuditEntityType } from '../../platform/audit/entry.ts';
import { type Refusal, refusal } from '../../platform/refusals/refusal.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';

type Schemas = components['schemas'];
export type SubjectKind = Schemas['AttachmentEntityType'] | Schemas['CommentEntityType'];

export interface Subject {
  /** Under what its changes are logged. */
  readonly logged: { readonly entityType: AuditEntityType; readonly entityId: string };
  /** Path of its page in the application, below the organization. */
  readonly page: string;
  /** Files of it stay as they are. */
  readonly isSealed?: boolean;
}

/** What becomes of the query of the record's row before it is asked: nothing, or a lock. */
type Hold = <Query extends { forKeyShare(): Query }>(query: Query) => Query;
const unheld: Hold = (query) => query;
const held: Hold = (query) => query.forKeyShare();

type Find = (db: OrganizationDatabase, id: string, hold: Hold) => Promise<Subject | undefined>;

const kinds: Readonly<Record<SubjectKind, Find>> = {
  risk: simple('risk', 'risk', 'risks'),
  task: simple('task', 'task', 'tasks'),
  task_item: findTaskItem,
  comment: findComment,
  employment_onboard: simple('member', 'people', 'people'),
  employment_offboard: simple('member', 'people', 'people'),
  vendor: simple('vendor', 'vendor', 'vendors'),
  policy: simple('policy', 'policy', 'policies'),
  finding: findFinding,
  trust_nda: findAgreement,
  background_check: findBackgroundCheck,
  offboarding_checklist: findOffboardingRecord,
};

/** The answer where there is none. */
const missing = {
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
type Missing = { readonly [Kind in SubjectKind]: ReturnType<(typeof missing)[Kind]> };

/** @returns the record of this kind with this id; undefined when there is none */
export async function findSubject(db: OrganizationDatabase, kind: SubjectKind, id: string): Promise<Subject | undefined> {
  return kinds[kind](db, id, unheld);
}

/** @returns the same, which stays until the transaction ends */
export async function lockSubject(db: OrganizationDatabase, kind: SubjectKind, id: string): Promise<Subject | undefined> {
  return kinds[kind](db, id, held);
}

/** @returns the refusal of a request about a record that is not there */
export function subjectNotFound<Kind extends SubjectKind>(kind: Kind): Missing[Kind] {
  const make: { readonly [K in SubjectKind]: () => Missing[K] } = missing;
  return make[kind]();
}

function simple(table: 'risk' | 'task' | 'member' | 'policy' | 'vendor', entityType: AuditEntityType, pages: string): Find {
  return async (db, id, hold) => {
    const query = db.selectFrom(table).select('id').where('id', '=', id);
    const row = await hold(query).executeTakeFirst();
    return row && { logged: { entityType, entityId: id }, page: `/${pages}/${id}` };
  };
}

/** Seen in the list of requests. Nobody signs it while its files are changed. */
async function findAgreement(db: OrganizationDatabase, id: string, hold: Hold): Promise<Subject | undefined> {
  const query = db.selectFrom('trust_nda_agreement').select('signed_at').where('id', '=', id);
  const row = await (hold === held ? query.forShare() : query).executeTakeFirst();
  return row && { logged: { entityType: 'trust', entityId: id }, page: '/trust/requests', isSealed: row.signed_at !== null };
}

/** Seen on the page of the member. */
async function findBackgroundCheck(db: OrganizationDatabase, id: string, hold: Hold): Promise<Subject | undefined> {
  const query = db.selectFrom('background_check_request').select('member_id').where('id', '=', id);
  const row = await hold(query).executeTakeFirst();
  return row && { logged: { entityType: 'people', entityId: id }, page: `/people/${row.member_id}` };
}

/** A completion or a revocation, which are seen on the page of the member and logged with it. */
async function findOffboardingRecord(db: OrganizationDatabase, id: string, hold: Hold): Promise<Subject | undefined> {
  const completions = db.selectFrom('offboarding_completion').select('member_id').where('id', '=', id);
  const revocations = db.selectFrom('access_revocation').select('member_id').where('id', '=', id);
  const row = (await hold(completions).executeTakeFirst()) ?? (await hold(revocations).executeTakeFirst());
  return row && { logged: { entityType: 'people', entityId: row.member_id }, page: `/people/${row.member_id}` };
}

/** Seen in the list of findings, where it is opened. */
async function findFinding(db: OrganizationDatabase, id: string, hold: Hold): Promise<Subject | undefined> {
  const query = db.selectFrom('finding').select('id').where('id', '=', id);
  const row = await hold(query).executeTakeFirst();
  return row && { logged: { entityType: 'finding', entityId: id }, page: pageOfFinding(id) };
}

export function pageOfFinding(id: string): string {
  return `/findings?open=${id}`;
}

/** Seen on the page of what it is for (spec/areas/task-management, rule 9). */
async function findTaskItem(db: OrganizationDatabase, id: string, hold: Hold): Promise<Subject | undefined> {
  const query = db.selectFrom('task_item').select(['risk_id', 'vendor_id']).where('id', '=', id);
  const row = await hold(query).executeTakeFirst();
  return row && { logged: { entityType: 'task', entityId: id }, page: pageOfTaskItem(id, row.risk_id, row.vendor_id) };
}

export function pageOfTaskItem(id: string, riskId: string | null, vendorId: string | null): string {
  return `${riskId === null ? `/vendors/${vendorId}` : `/risks/${riskId}`}?taskItemId=${id}`;
}

/** Logged with the record that was commented on. */
async function findComment(db: OrganizationDatabase, id: string, hold: Hold): Promise<Subject | undefined> {
  const query = db.selectFrom('comment').select(['entity_type', 'entity_id']).where('id', '=', id);
  const row = await hold(query).executeTakeFirst();
  return row && findCommented(db, row.entity_type, row.entity_id);
}

/** @returns what a comment is on: of tasks both kinds, task items first (spec/areas/comments, rule 1) */
export async function findCommented(
  db: OrganizationDatabase,
  kind: Schemas['CommentEntityType'],
  id: string,
): Promise<Subject | undefined> {
  return (kind === 'task' ? await findSubject(db, 'task_item', id) : undefined) ?? findSubject(db, kind, id);
}

/** @returns the same, which stays until the transaction ends */
export async function lockCommented(
  db: OrganizationDatabase,
  kind: Schemas['CommentEntityType'],
  id: string,
): Promise<Subject | undefined> {
  return (kind === 'task' ? await lockSubject(db, 'task_item', id) : undefined) ?? lockSubject(db, kind, id);
}
