/** Uploads documents, reads and changes their records, and links to their files. */
import type { components } from '#generated/api';
import { CallExternal } from '#contract/replies';
import type { Handlers } from '#contract/types';
import { audienceRefusal } from '#domain/access/audience/release';
import { acceptFile, inspectFile, isAccepted, isInspected } from '#documents/files/receive';
import type { OrganizationContext } from '#platform/context';
import { mediaTypeOf } from '#platform/files/executable-types';
import { startRun } from '#platform/jobs/start';
import type { Files } from '#platform/ports/files';
import type { OrganizationDatabase } from '#platform/database/handle';
import { isRefusal } from '#platform/refusals/refusal';
import { checkArchive } from '../documents/read.ts';
import {
  deleteDocument,
  findDocument,
  findFile,
  insertDocument,
  listDocuments,
  lockDocument,
  setRun,
  updateDocument,
} from '../queries/documents.ts';
import { documentNotFound, documentProcessing, fileNotFound } from '../refusals.ts';
import { isArchive } from '#documents/files/readable';
import { requireDocumentKind, documentFolder, isViewable, linkSeconds } from '../rules/files.ts';

type Create = components['schemas']['KnowledgeBaseDocumentCreate'];
const uploadPurpose = { purpose: 'document' } as const;

export const documents: Pick<
  Handlers<'knowledge-base'>,
  | 'listKnowledgeBaseDocuments'
  | 'createKnowledgeBaseDocument'
  | 'getKnowledgeBaseDocument'
  | 'updateKnowledgeBaseDocument'
  | 'deleteKnowledgeBaseDocument'
  | 'getKnowledgeBaseDocumentDownloadUrl'
  | 'getKnowledgeBaseDocumentInlineDownloadUrl'
> = {
  async listKnowledgeBaseDocuments({ query, page, db }) {
    return { status: 200, page: await listDocuments(db, query, page) };
  },

  async createKnowledgeBaseDocument({ body, ...context }) {
    const rejection = audienceRefusal(context.actor, 'internal', body.audience);
    if (rejection) return rejection;
    if (!body.process) return create(context, body);
    const kind = requireDocumentKind(mediaTypeOf(body.fileType));
    if (isRefusal(kind)) return kind;
    if (!isArchive(kind)) return create(context, body);
    // A worker inspects an archive first, without keeping a transaction open.
    const file = await inspectFile(context, body, uploadPurpose);
    if (!isInspected(file)) return file;
    const { organizationId } = context.actor;
    return new CallExternal(async () => {
      const rejection = await checkArchive({ organizationId, kind, content: file.draft.content() });
      return async (nextContext: OrganizationContext) => rejection ?? create(nextContext, body);
    });
  },

  async getKnowledgeBaseDocument({ path, db }) {
    const document = await findDocument(db, path.documentId);
    return document ? { status: 200, body: document } : documentNotFound();
  },

  async updateKnowledgeBaseDocument({ path, body, db, actor, audit }) {
    const before = await lockDocument(db, path.documentId);
    if (!before) return documentNotFound();
    const { name = before.name, description = before.description, audience = before.audience } = body;
    const rejection = audienceRefusal(actor, before.audience, audience);
    if (rejection) return rejection;
    await updateDocument(db, before.id, { name, description: description || null, audience });
    const after = await findDocument(db, before.id);
    if (!after) return documentNotFound();
    audit.changed(before, after, { description: 'Updated knowledge base document', fields: ['name', 'description', 'audience'] });
    return { status: 200, body: after };
  },

  async deleteKnowledgeBaseDocument({ path, db, audit }) {
    const document = await lockDocument(db, path.documentId);
    if (!document) return documentNotFound();
    if (document.processingStatus === 'processing') return documentProcessing(document.processingStatus);
    await deleteDocument(db, document.id);
    audit.removed({ name: document.name }, { description: 'Deleted knowledge base document' });
    return { status: 204 };
  },

  async getKnowledgeBaseDocumentDownloadUrl({ path, db, audit, ports: { files } }) {
    const link = await createLink(db, files, path.documentId, false);
    if (isRefusal(link)) return link;
    audit.performed('Downloaded knowledge base document');
    return { status: 200, body: link };
  },

  async getKnowledgeBaseDocumentInlineDownloadUrl({ path, db, audit, ports: { files } }) {
    const link = await createLink(db, files, path.documentId, true);
    if (isRefusal(link)) return link;
    audit.performed('Viewed knowledge base document');
    return { status: 200, body: link };
  },
};

/** Creates the document. Its file is deleted if the transaction fails. */
async function create(context: OrganizationContext, body: Create) {
  const { actor, db, audit } = context;
  const file = await acceptFile(context, body, uploadPurpose, documentFolder);
  if (!isAccepted(file)) return file;
  const { audience } = body;
  const fields = { name: file.name, description: body.description || null, audience, fileType: file.type, fileSize: file.size };
  const id = await insertDocument(db, { ...fields, fileKey: file.key });
  if (body.process) {
    const run = await startRun(db, actor, { kind: 'process_documents', total: 1, input: { documentIds: [id] } });
    if (!run) throw new Error('the run was not started, although nothing can conflict with it');
    await setRun(db, [id], run.id);
  }
  const document = await findDocument(db, id);
  if (!document) throw new Error(`${id} was not found, although it was just created`);
  audit.created(fields, { description: 'Uploaded knowledge base document' });
  return { status: 201, body: document } as const;
}

async function createLink(db: OrganizationDatabase, files: Files, id: string, isInline: boolean) {
  const file = await findFile(db, id);
  if (!file) return documentNotFound();
  const { name, fileType: type, fileKey } = file;
  const fileSize = await files.size(fileKey);
  if (fileSize === undefined) return fileNotFound();
  const downloadUrl = files.link(fileKey, linkSeconds, { name, type, inline: isInline && isViewable(type) });
  return { downloadUrl, fileName: name, fileSize, expiresIn: linkSeconds };
}
