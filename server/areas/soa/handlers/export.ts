import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import { detailOf } from '../queries/detail.ts';
import { findDocument, findApproval } from '../queries/documents.ts';
import { render } from '../documents/render.ts';
import { documentNotFound } from '../refusals.ts';
import { fileNameOf } from '../rules/documents.ts';
import { statementOf } from '../rules/statement.ts';
import { CallOutside } from '../../../contract/replies.ts';

/** Interface specification 4.5. */
export const exporting: Pick<Handlers<'soa'>, 'exportSoa'> = {
  async exportSoa({ body: { documentId, organizationId }, actor, db }) {
    if (organizationId !== actor.organizationId) return invalid({ organizationId: 'must be the organization of the credential' });
    const document = await findDocument(db, documentId);
    if (!document) return documentNotFound();
    const approval = await findApproval(db, documentId);
    if (!approval) return refusal('soa_not_approved');
    const { organization, ...given } = approval;
    const statement = statementOf(organization, await detailOf(db, document), given, new Date());
    return new CallOutside(async () => {
      const body = await render(organizationId, statement);
      return async ({ audit }) => {
        audit.did(`Exported version ${document.version} of the statement of applicability`, { entityId: documentId });
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
