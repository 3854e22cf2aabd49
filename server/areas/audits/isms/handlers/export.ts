/** Exports documents as files (isms, rules 14 and 15). */
import { CallExternal } from '#contract/replies';
import type { Handlers } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import { refusal } from '#platform/refusals/refusal';
import { render } from '../documents/render.ts';
import { describeDocument, findIsmsData } from '../steps/data.ts';
import { findDocument } from '../queries/documents.ts';
import type { StoredDocument } from '../rules/stored.ts';
import { findStoredVersion } from '../queries/versions.ts';
import { documentNotFound } from '../refusals.ts';
import { fileNameOf, type Paper } from '../rules/paper.ts';
import { checkPlanPermissions } from '../rules/plan-readers.ts';
import { auditEntityOf } from './editable.ts';

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export const exporting: Pick<Handlers<'isms'>, 'exportIsmsDocument'> = {
  async exportIsmsDocument({ path: { documentId }, query: { format, versionId, draft = false }, actor, db, ports }) {
    const document = await findDocument(db, documentId);
    if (!document) return documentNotFound();
    const planRefusal = document.type === 'risk_treatment_plan' ? checkPlanPermissions(actor) : undefined;
    if (planRefusal) return planRefusal;
    const requestedId = versionId ?? (draft ? null : document.versionId);
    const storedVersion = requestedId === null ? undefined : await findStoredVersion(db, requestedId);
    if (requestedId !== null && storedVersion?.documentId !== documentId) return refusal('isms_version_not_found');
    const paper = storedVersion?.paper ?? (await describeDraft(db, document, ports.access.staffEmailDomains));
    const version = storedVersion?.version;
    const key = storedVersion?.keys[format] ?? null;
    const name = fileNameOf(paper.title, version, format);
    const headers = { 'Content-Disposition': `attachment; filename="${name}"` };
    const { organizationId } = actor;
    return new CallExternal(async () => {
      // A missing file is created again from the stored content.
      const body = (key === null ? undefined : await ports.files.read(key)) ?? (await render(organizationId, paper, format));
      return async ({ audit }) => {
        audit.performed(
          `Exported ${paper.title} as ${format.toUpperCase()} (${version === undefined ? 'draft' : `version ${version}`})`,
          auditEntityOf(document),
        );
        return format === 'pdf' ? { status: 200, type: 'application/pdf', headers, body } : { status: 200, type: docxType, headers, body };
      };
    });
  },
};

/** Returns the document with current data, which is not part of any version. */
async function describeDraft(db: OrganizationDatabase, document: StoredDocument, staffDomains: readonly string[]): Promise<Paper> {
  return describeDocument(db, document, await findIsmsData(db, document.frameworkId, staffDomains));
}
