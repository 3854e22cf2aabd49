/** Documents: uploading them, reading and changing their records, and links to their files. */
import type { components } from '../../../../generated/api.d.ts';
import { CallOutside } from '../../../contract/replies.ts';
import type { Handlers } from '../../../contract/types.ts';
import { acceptFile, inspectFile, isAccepted, isInspected } from '../../../domain/files/receive.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { mediaTypeOf } from '../../../platform/files/executable-types.ts';
import { startRun } from '../../../platform/jobs/start.ts';
import type { Files } from '../../../platform/ports/files.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { isRefusal } from '../../../platform/refusals/refusal.ts';
import { misfitOfArchive } from '../documents/read.ts';
import {
  deleteDocument,
  findDocument,
  findFile,
  insertDocument,
  listDocuments,
  lockDocument,
  noteRun,
  updateDocument,
} from '../queries/documents.ts';
import { documentNotFound, documentProcessing, fileNotFound } from '../refusals.ts';
import { isArchive } from '../../../domain/files/readable.ts';
import { documentAs, documentFolder, isViewable, linkWorks } from '../rules/files.ts';

type Create = components['schemas']['KnowledgeBaseDocumentCreate'];
const wanted = { purpose: 'document' } as const;

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
    if (!body.process) return create(context, body);
    const kind = documentAs(mediaTypeOf(body.fileType));
    if (isRefusal(kind)) return kind;
    if (!isArchive(kind)) return create(context, body);
    // A worker looks into an archive first, for which no transaction waits.
    const file = await inspectFile(context, body, wanted);
    if (!isInspected(file)) return file;
    const { organizationId } = context.actor;
    return new CallOutside(async () => {
      const misfit = await misfitOfArchive({ organizationId, kind, content: file.draft.content() });
      return async (again: OrganizationContext) => misfit ?? create(again, body);
    });
  },

  async getKnowledgeBaseDocument({ path, db }) {
    const document = await findDocument(db, path.documentId);
    return document ? { status: 200, body: document } : documentNotFound();
  },

  async updateKnowledgeBaseDocument({ path, body, db, audit }) {
    const before = await lockDocument(db, path.documentId);
    if (!before) return documentNotFound();
    const { name = before.name, description = before.description } = body;
    await updateDocument(db, before.id, { name: name.trim(), description: description?.trim() || null });
    const after = await findDocument(db, before.id);
    if (!after) return documentNotFound();
    audit.changed(before, after, { description: 'Updated knowledge base document', fields: ['name', 'description'] });
    return { status: 200, body: after };
  },

  async deleteKnowledgeBaseDocument({ path, db, audit }) {
    const document = await lockDocument(db, path.documentId);
    if (!document) return documentNotFound();
    if (document.processingStatus === 'processing') return documentProcessing();
    await deleteDocument(db, document.id);
    audit.removed({ name: document.name }, { description: 'Deleted knowledge base document' });
    return { status: 204 };
  },

  async getKnowledgeBaseDocumentDownloadUrl({ path, db, audit, ports: { files } }) {
    const link = await linkTo(db, files, path.documentId, false);
    if (isRefusal(link)) return link;
    audit.did('Downloaded knowledge base document');
    return { status: 200, body: link };
  },

  async getKnowledgeBaseDocumentInlineDownloadUrl({ path, db, audit, ports: { files } }) {
    const link = await linkTo(db, files, path.documentId, true);
    if (isRefusal(link)) return link;
    audit.did('Viewed knowledge base document');
    return { status: 200, body: link };
  },
};

/** The file goes again if its row is not kept. */
async function create(context: OrganizationContext, body: Create) {
  const { actor, db, audit } = context;
  const file = await acceptFile(context, body, wanted, documentFolder);
  if (!isAccepted(file)) return file;
  const fields = { name: file.name, description: body.description?.trim() || null, fileType: file.type, fileSize: file.size };
  const id = await insertDocument(db, { ...fields, fileKey: file.key });
  if (body.process) {
    const run = await startRun(db, actor, { kind: 'process_documents', total: 1, input: { documentIds: [id] } });
    if (!run) throw new Error('a run without a subject is always started');
    await noteRun(db, [id], run.id);
  }
  const document = await findDocument(db, id);
  if (!document) throw new Error(`${id} is not there, though it was just made`);
  audit.created(fields, { description: 'Uploaded knowledge base document' });
  return { status: 201, body: document } as const;
}

async function linkTo(db: OrganizationDatabase, files: Files, id: string, isInline: boolean) {
  const found = await findFile(db, id);
  if (!found) return documentNotFound();
  const { name, fileType: type, fileKey } = found;
  const fileSize = await files.size(fileKey);
  if (fileSize === undefined) return fileNotFound();
  const downloadUrl = files.link(fileKey, linkWorks, { name, type, inline: isInline && isViewable(type) });
  return { downloadUrl, fileName: name, fileSize, expiresIn: linkWorks };
}
