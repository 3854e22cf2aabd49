/** Further documents of the page. */
import type { Handlers } from '../../../contract/types.ts';
import { acceptFile, isAccepted } from '../../../domain/files/receive.ts';
import { withInspected } from '../../../domain/watermarks/inspect.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import { deactivateDocument, findDocumentFile, insertDocument, listDocuments, lockDocument, updateDocument } from '../queries/documents.ts';
import { changePortal } from '../queries/portal.ts';
import { tellUnmarkable } from '../queries/unmarkable.ts';
import { downloadOf } from '../../../domain/trust-portal/file-links.ts';

type Documents =
  'listTrustDocuments' | 'uploadTrustDocument' | 'updateTrustDocument' | 'getTrustDocumentDownloadUrl' | 'deleteTrustDocument';

const notFound = () => refusal('trust_document_not_found');

const wanted = { purpose: 'document' } as const;

export const documents: Pick<Handlers<'trust-portal'>, Documents> = {
  async listTrustDocuments({ page, db }) {
    return { status: 200, page: await listDocuments(db, page) };
  },

  uploadTrustDocument: ({ body, ...context }) =>
    withInspected(context, body, wanted, async (later, fault) => {
      const { db, audit } = later;
      const file = await acceptFile(later, body, wanted, 'trust-portal/documents');
      if (!isAccepted(file)) return file;
      await changePortal(db, {});
      const document = await insertDocument(db, file, body.description?.trim() || null);
      if (fault) await tellUnmarkable(db, document.name, fault);
      const { name, fileType, fileSize } = document;
      audit.created({ name, fileType, fileSize }, { description: 'Uploaded trust document' });
      return { status: 201 as const, body: document };
    }),

  async updateTrustDocument({ path, body: { name, description }, db, audit }) {
    const before = await lockDocument(db, path.documentId);
    if (!before) return notFound();
    const fields = { name: name?.trim(), description: typeof description === 'string' ? description.trim() || null : description };
    const after = await updateDocument(db, before.id, fields);
    audit.changed(before, after, { fields: ['name', 'description'], description: 'Updated trust document' });
    return { status: 200, body: after };
  },

  async getTrustDocumentDownloadUrl({ path, db, ports: { files }, audit }) {
    const found = await findDocumentFile(db, path.documentId);
    if (!found || found.fileKey === null) return notFound();
    const { fileKey, name, fileType: type, fileSize: size } = found;
    audit.did(`Downloaded trust document ${name}`);
    return { status: 200, body: downloadOf(files, { fileKey, name, type, size }) };
  },

  async deleteTrustDocument({ path, db, audit }) {
    const before = await lockDocument(db, path.documentId);
    if (!before) return notFound();
    await deactivateDocument(db, before.id);
    audit.removed({ name: before.name, fileSize: before.fileSize }, { description: 'Deleted trust document' });
    return { status: 204 };
  },
};
