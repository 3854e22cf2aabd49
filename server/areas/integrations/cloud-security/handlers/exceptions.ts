/** Accepts failures as exceptions, and lists and revokes exceptions. */
import type { Handlers } from '#contract/types';
import { recordActivity } from '#providers/clouds/activity';
import { invalid, refusal } from '#platform/refusals/refusal';
import { authorOf } from '#platform/identity/author';
import { lockAccount } from '../queries/connections.ts';
import { findException, listExceptions, lockException, revokeException, saveException } from '../queries/exceptions.ts';
import { findFinding } from '../queries/findings.ts';
import { findingNotFound } from '../refusals.ts';
import { parseExpiry, validateReason } from '../rules/exception.ts';

type Operations = 'markCloudFindingException' | 'listCloudExceptions' | 'revokeCloudException';
const auditedFields = ['reason', 'reviewedBy', 'expiresAt', 'active'] as const;

export const exceptions: Pick<Handlers<'cloud-security'>, Operations> = {
  async markCloudFindingException({ path, body, db, actor, audit }) {
    const { reason } = body;
    const expiry = body.expiresAt === undefined ? undefined : parseExpiry(body.expiresAt, new Date());
    const reasonError = validateReason(reason);
    const errors = {
      ...(reasonError !== undefined && { reason: reasonError }),
      ...(expiry && 'fault' in expiry && { expiresAt: expiry.fault }),
    };
    if (Object.keys(errors).length || (expiry && 'fault' in expiry)) return invalid(errors);
    const finding = await findFinding(db, path.id);
    if (!finding) return findingNotFound();
    const { connectionId, checkKey: checkId, resourceId } = finding;
    if (checkId === null || resourceId === null) return refusal('finding_without_key');
    // The last step of a scan takes the same lock, so that it either sees the exception or ends before the exception exists.
    await lockAccount(db, connectionId);
    const { before, after } = await saveException(db, {
      connectionId,
      checkId,
      resourceId,
      reason,
      reviewedBy: body.reviewedBy || null,
      expiresAt: expiry?.at ?? null,
      markedById: actor.user?.id ?? '',
      via: actor.via ?? null,
    });
    await recordActivity(db, actor, connectionId, {
      type: 'exception',
      action: 'exception_marked',
      description: `Accepted ${checkId} of ${resourceId}`,
      metadata: { checkKey: checkId, resourceId, exceptionId: after.id },
    });
    const description = 'Accepted finding of integration';
    if (!before) {
      const { reviewedBy, expiresAt } = after;
      audit.created(
        { checkKey: checkId, resourceId, reason: after.reason, reviewedBy, expiresAt },
        { entityId: connectionId, description },
      );
      return { status: 201, body: after };
    }
    audit.changed(before, after, { fields: auditedFields, entityId: connectionId, description });
    return { status: 200, body: after };
  },

  async listCloudExceptions({ query, page, db }) {
    return { status: 200, page: await listExceptions(db, query, page) };
  },

  async revokeCloudException({ path, db, actor, audit, requireVersion }) {
    const unlockedException = await findException(db, path.exceptionId);
    // The account is always locked before its exceptions.
    if (unlockedException) await lockAccount(db, unlockedException.connectionId);
    const exception = await lockException(db, path.exceptionId);
    if (!exception) return refusal('cloud_exception_not_found');
    requireVersion(exception);
    if (exception.revokedAt !== null) return refusal('exception_already_revoked');
    const { connectionId, checkId, resourceId, reason } = exception;
    await revokeException(db, exception.id, authorOf(actor));
    await recordActivity(db, actor, connectionId, {
      type: 'exception',
      action: 'exception_revoked',
      description: `Revoked the exception of ${checkId} of ${resourceId}`,
      metadata: { checkKey: checkId, resourceId, exceptionId: exception.id },
    });
    audit.removed({ checkKey: checkId, resourceId, reason }, { entityId: connectionId, description: 'Revoked exception of integration' });
    return { status: 204 };
  },
};
