/** Manages additional documents of the page. */
import type { Handlers } from '#contract/types';
import { acceptFile, isAccepted } from '#documents/files/receive';
import { inspectAndStore } from '#documents/watermarks/inspect';
import { validateFileName } from '#platform/files/file-names';
import { refusal } from '#platform/refusals/refusal';
import { deactivateDocument, findDocumentFile, insertDocument, listDocuments, lockDocument, updateDocument } from '../queries/documents.ts';
import { changePortal } from '../queries/portal.ts';
import { notifyNotWatermarked } from '../steps/unmarkable.ts';
import { createDownloadLink } from '#domain/trust/portal/file-links';

type Operations =
  'listTrustDocuments' | 'uploadTrustDocument' | 'updateTrustDocument' | 'getTrustDocumentDownloadUrl' | 'deleteTrustDocument';

const notFound = () => refusal('trust_document_not_found');

const fileRules = { purpose: 'document' } as const;

export const documents: Pick<Handlers<'trust-portal'>, Operations> = {
  async listTrustDocuments({ query, page, db }) {
    return { status: 200, page: await listDocuments(db, query, page) };
  },

  uploadTrustDocument: ({ body, ...context }) =>
    inspectAndStore(context, body, fileRules, async (fileContext, unmarkableReason) => {
      const { db, audit } = fileContext;
      const file = await acceptFile(fileContext, body, fileRules, 'trust-portal/documents');
      if (!isAccepted(file)) return file;
      await changePortal(db, {});
      const document = await insertDocument(db, file, body.description || null);
      if (unmarkableReason) await notifyNotWatermarked(db, document.name, unmarkableReason);
      const { name, fileType, fileSize } = document;
      audit.created({ name, fileType, fileSize }, { description: 'Uploaded trust document' });
      return { status: 201 as const, body: document };
    }),

  async updateTrustDocument({ path, body: { name, description }, db, audit, requireVersion }) {
    const before = await lockDocument(db, path.documentId);
    if (!before) return notFound();
    requireVersion(before);
    const newName = name === undefined ? before.name : validateFileName(name, 'name');
    if (typeof newName !== 'string') return newName;
    const fields = { name: newName, description: description === '' ? null : description };
    const after = await updateDocument(db, before.id, fields);
    audit.changed(before, after, { fields: ['name', 'description'], description: 'Updated trust document' });
    return { status: 200, body: after };
  },

  async getTrustDocumentDownloadUrl({ path, db, ports: { files }, audit }) {
    const document = await findDocumentFile(db, path.documentId);
    if (!document || document.fileKey === null) return notFound();
    const { fileKey, name, fileType: type, fileSize: size } = document;
    audit.performed(`Downloaded trust document ${name}`);
    return { status: 200, body: createDownloadLink(files, { fileKey, name, type, size }) };
  },

  async deleteTrustDocument({ path, db, audit, requireVersion }) {
    const before = await lockDocument(db, path.documentId);
    if (!before) return notFound();
    requireVersion(before);
    await deactivateDocument(db, before.id);
    audit.removed({ name: before.name, fileSize: before.fileSize }, { description: 'Deleted trust document' });
    return { status: 204 };
  },
};
