/** Compares the precondition of a change with the record: with the answer of its GET, or with the version that the handler has read. */
import type { Request } from 'express';
import { type Operation, operations } from '#generated/operations';
import type { Actor } from '#platform/identity/actor';
import { permits } from '#platform/identity/permissions';
import { RefusalError, refusal } from '#platform/refusals/refusal';
import { etagOf, hasPrecondition, preconditionOf } from './etag.ts';
import { conflictOf, versionMemberOf } from './record-version.ts';
import { matchedOf } from './request-state.ts';
import type { Answer, AnyReply, OperationId } from './types.ts';

/** Calls the GET of a record in the transaction of its change. */
type Read = (operation: OperationId) => Promise<Answer<AnyReply>>;

/**
 * @returns undefined without a precondition, or if the handler compares the version itself
 */
export function preconditionToCompare(req: Request, actor: Actor, read: Read) {
  const { before: readOperation }: Operation = matchedOf(req).operation;
  if (readOperation === undefined || !hasPrecondition(req)) return undefined;
  let comparison: Promise<boolean> | undefined;
  return {
    /**
     * Compares once. The handler has checked the permission by now and locked the record, so that a refusal tells nothing to callers who may
     * not change the record, and the record cannot change between the comparison and the change.
     * @returns whether there is a record that the caller may read @throws RefusalError 412
     */
    compare: () => (comparison ??= compareRecord(req, actor, readOperation, read)),
  };
}

async function compareRecord(req: Request, actor: Actor, readOperation: OperationId, read: Read): Promise<boolean> {
  const record = await read(readOperation);
  if (!('status' in record) || record.status !== 200) return false;
  const versionMember = versionMemberOf(readOperation);
  if (preconditionOf(req, etagOf(record.body, versionMember)) === undefined) return true;
  throw new RefusalError(refusal('record_changed', mayRead(readOperation, actor) ? conflictOf(record.body, versionMember) : {}));
}

/** @throws RefusalError 412 if `If-Match` names another version than that of the record, or `If-None-Match` names this one */
export function assertVersion(
  req: Request,
  actor: Actor,
  { version, updatedAt }: { readonly version: number; readonly updatedAt?: string | null },
): void {
  if (preconditionOf(req, `"${version}"`) === undefined) return;
  const conflict = { version, ...(typeof updatedAt === 'string' && { updatedAt }) };
  throw new RefusalError(refusal('record_changed', mayReadResource(matchedOf(req).operation, actor) ? conflict : {}));
}

/** Returns whether the actor may read the resources that the permission of a change names. */
function mayReadResource({ permission }: Operation, { permissions }: Actor): boolean {
  const named =
    typeof permission === 'string' ? [permission] : 'anyOf' in permission ? permission.anyOf : 'byRecord' in permission ? [] : permission;
  return named.every((one) => !one.includes(':') || permissions.has(one.replace(/:.*/, ':read')));
}

/** Returns whether the actor may read the record. Without that, a conflict says nothing about it. */
function mayRead(readOperation: OperationId, { permissions }: Actor): boolean {
  return permits(operations[readOperation].permission, permissions);
}
