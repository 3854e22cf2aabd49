/** Checks whether a caller may access a record and its comments and files (spec/conventions, 3). */
import type { OrganizationDatabase } from '#platform/database/handle';
import { isPolicyForMember } from '#domain/policies/visible';
import { checkPermissions } from '#platform/identity/missing-permission';
import { type Refusal, refusal } from '#platform/refusals/refusal';
import { type Access, isOwnKind, type OwnKind, permissionFor, type RecordKind } from './kinds.ts';
import { isHidden, isRestrictedKind } from './readable.ts';
import type { Reader } from './rows.ts';

const hidden = () => refusal('record_hidden');
type Refused = Refusal<'missing_permission' | 'record_hidden'>;

interface AccessCheck<Missing extends Refusal> {
  /** Defaults to `read`. `change` includes changes to the record's files and comments. */
  readonly access?: Access;
  /** Creates the refusal for a record that must look as if it did not exist. */
  readonly missing: () => Missing;
}

/**
 * @param kind `task` stands for tasks and task items, as in comments
 * @param id of an existing record
 * @returns the refusal; undefined if access is allowed
 */
export async function checkAccess<Missing extends Refusal>(
  db: OrganizationDatabase,
  reader: Reader,
  kind: RecordKind,
  id: string,
  { access = 'read', missing }: AccessCheck<Missing>,
): Promise<Refused | Missing | undefined> {
  if (kind === 'comment') {
    const comment = await db.selectFrom('comment').select(['entity_type', 'entity_id']).where('id', '=', id).executeTakeFirst();
    return comment ? checkAccess(db, reader, comment.entity_type, comment.entity_id, { access, missing }) : missing();
  }
  if (kind === 'attachment') {
    const file = await db.selectFrom('attachment').select(['entity_type', 'entity_id']).where('id', '=', id).executeTakeFirst();
    return file ? checkAccess(db, reader, file.entity_type, file.entity_id, { access, missing }) : missing();
  }
  const refused = checkPermissions(reader, permissionFor(kind, access));
  if (refused) return refused;
  if (kind === 'task' || kind === 'task_item') {
    const item = await findItem(db, id);
    if (item) return checkItemAccess(reader, item, access);
  }
  if (isHiddenKind(reader, kind) || (access === 'change' && !isChangeable(reader, kind))) return hidden();
  if (!isRestrictedKind(kind) || !(await isHidden(db, reader, kind, id))) return undefined;
  return (await isUnknownTo(db, reader, kind, id)) ? missing() : hidden();
}

/**
 * @returns whether a hidden record must look as if it did not exist. Findings must, because every reader of their record sees them.
 * Policies must if they are hidden only because they are unpublished: the caller may read them after publication (policies, rule 29).
 */
async function isUnknownTo(db: OrganizationDatabase, { memberId = '' }: Reader, kind: OwnKind, id: string): Promise<boolean> {
  return kind === 'finding' || (kind === 'policy' && (await isPolicyForMember(db, memberId, id)));
}

/** The kinds of records that comments and files belong to. */
const commented = ['task', 'vendor', 'risk', 'policy', 'finding'] as const;
const owners = { comment: commented, attachment: [...commented, 'person', 'trust_nda'] } as const;

/**
 * Checks access to the record that a comment or file belongs to. The refusal hides the record's kind, because the request does not name it.
 * @returns the refusal; undefined if access is allowed
 */
export async function checkAccessToOwner<Missing extends Refusal>(
  db: OrganizationDatabase,
  reader: Reader,
  partKind: keyof typeof owners,
  { entityType, entityId }: { readonly entityType: RecordKind; readonly entityId: string },
  { access = 'read', missing }: AccessCheck<Missing>,
): Promise<Refused | Missing | undefined> {
  const refused = await checkAccess(db, reader, entityType, entityId, { access, missing });
  if (refused?.body.code !== 'missing_permission') return refused;
  return checkPermissions(reader, ...owners[partKind].map((kind) => permissionFor(kind, access)));
}

/** @returns a refusal if the caller cannot access any record of the kind; undefined if access depends on the record */
export function checkKindPermission(reader: Pick<Reader, 'permissions'>, kind: RecordKind, access: Access = 'read') {
  return isOwnKind(kind) ? checkPermissions(reader, permissionFor(kind, access)) : undefined;
}

/** @returns whether the caller may read the record */
export async function isReadable(db: OrganizationDatabase, reader: Reader, kind: RecordKind, id: string): Promise<boolean> {
  return (await checkAccess(db, reader, kind, id, { missing: hidden })) === undefined;
}

/** Kinds that cannot be assigned are hidden from restricted members. */
function isHiddenKind({ restrictedTo }: Reader, kind: OwnKind): boolean {
  return restrictedTo !== undefined && !isRestrictedKind(kind);
}

/** Restricted members may change only assigned tasks and task items. */
function isChangeable({ restrictedTo }: Reader, kind: OwnKind): boolean {
  return restrictedTo === undefined || kind === 'task';
}

interface Item {
  readonly assigneeId: string | null;
  readonly riskOwnerId: string | null;
  readonly parent: 'risk' | 'vendor';
}

/**
 * A task item may be accessed by its assignee and, if the caller is not restricted, with the permission for its risk or vendor. A
 * restricted owner of the risk may read it.
 */
function checkItemAccess(reader: Reader, { assigneeId, riskOwnerId, parent }: Item, access: Access): Refused | undefined {
  const { memberId, restrictedTo } = reader;
  if (memberId !== undefined && assigneeId === memberId) return undefined;
  if (restrictedTo === undefined) return checkPermissions(reader, permissionFor(parent, access));
  return access === 'read' && riskOwnerId === restrictedTo ? undefined : hidden();
}

async function findItem(db: OrganizationDatabase, id: string): Promise<Item | undefined> {
  const row = await db
    .selectFrom('task_item')
    .leftJoin('risk', 'risk.id', 'task_item.risk_id')
    .select(['task_item.assignee_id as assigneeId', 'risk.assignee_id as riskOwnerId', 'task_item.risk_id as riskId'])
    .where('task_item.id', '=', id)
    .executeTakeFirst();
  return row && { ...row, parent: row.riskId === null ? 'vendor' : 'risk' };
}
