/** Exports approved statements of applicability as PDF. */
import { stateOf } from '#contract/states';
import { soaApprovalStatus } from '#generated/transitions';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { latestApproval } from '#domain/approvals/views';
import { everyMember } from '#domain/access/records/rows';
import { findDetail } from '../queries/detail.ts';
import { findApproval } from '../queries/approval.ts';
import { findDocument } from '../queries/documents.ts';
import { render } from '../documents/render.ts';
import { documentNotFound } from '../refusals.ts';
import { fileNameOf } from '../rules/documents.ts';
import { createStatement } from '../rules/statement.ts';
import { CallExternal } from '#contract/replies';

/** Implements section 4.5 of the interface specification. */
export const exporting: Pick<Handlers<'soa'>, 'exportSoa'> = {
  async exportSoa({ body: { documentId, organizationId }, actor, db }) {
    if (organizationId !== actor.organizationId)
      return invalid({ organizationId: fieldErrors.notAllowed('must be the organization of the credential') });
    const document = await findDocument(db, documentId);
    if (!document) return documentNotFound();
    const approval = await findApproval(db, documentId);
    if (!approval) return refusal('soa_not_approved', stateOf(soaApprovalStatus, document.approvalStatus));
    const { organization, ...approvalData } = approval;
    const lastApproval = await latestApproval(db, 'soaDocument', documentId);
    const submission =
      lastApproval?.submittedBy && lastApproval.status === 'approved'
        ? {
            by: lastApproval.submittedBy.user.name,
            via: lastApproval.via,
            at: lastApproval.submittedAt,
            selfApproved: lastApproval.selfApproved,
          }
        : null;
    const detail = await findDetail(db, document, everyMember);
    const statement = createStatement(organization, detail, { ...approvalData, submission }, new Date());
    return new CallExternal(async () => {
      const body = await render(organizationId, statement);
      return async ({ audit }) => {
        audit.performed(`Exported version ${document.version} of the statement of applicability`, { entityId: documentId });
        return {
          status: 200,
          type: 'application/pdf',
          headers: { 'Content-Disposition': `attachment; filename="${fileNameOf(document)}"` },
          body,
        };
      };
    });
  },
};
