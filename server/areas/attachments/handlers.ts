import { attachmentOf, folderOf, keepAttachment, linkTo, linkWorks, withLink } from '../../domain/attachments/attachments.ts';
import { invalid, refusal } from '../../platform/refusals/refusal.ts';
import type { Handlers } from '../../contract/types.ts';
import { mapPage } from '../../platform/database/page.ts';
import { acceptFile, isAccepted } from '../../domain/files/receive.ts';
import { hasExpired, organizationSigned } from '../../platform/files/signatures.ts';
import { findActingMember, notActive } from '../../platform/identity/acting-member.ts';
import { fileHeaders } from '../../platform/ports/file-links.ts';
import { isHidden } from '../../domain/targets/hidden.ts';
import { findSubject, lockSubject, subjectNotFound } from '../../domain/targets/subjects.ts';
import { deleteAttachment, findAttachment, lockAttachment, listAttachments } from './queries.ts';

const notFound = () => refusal('attachment_not_found');
const hidden = () => refusal('record_hidden');
const locked = () => refusal('nda_signed');

export const attachments: Handlers<'attachments'> = {
  async listAttachments({ query, page, db, actor }) {
    const { entityType, entityId } = query;
    if (!(await findSubject(db, entityType, entityId))) return subjectNotFound(entityType);
    if (await isHidden(db, actor, entityType, entityId)) return hidden();
    return { status: 200, page: mapPage(await listAttachments(db, query, page), attachmentOf) };
  },

  async createAttachment({ body, actor, audit, ...context }) {
    const { entityType, entityId, userId, description } = body;
    const { db } = context;
    const subject = await lockSubject(db, entityType, entityId);
    if (!subject) return subjectNotFound(entityType);
    if (await isHidden(db, actor, entityType, entityId, 'change')) return hidden();
    if (subject.isSealed) return locked();
    const uploader = await findActingMember(db, actor, userId);
    if (!uploader) return invalid({ userId: notActive });
    const file = await acceptFile(context, body, { purpose: 'attachment' }, folderOf(body));
    if (!isAccepted(file)) return file;
    const row = await keepAttachment(db, file, { entityType, entityId, description, uploadedById: uploader.userId });
    audit.created({ fileName: row.name, fileSize: row.size }, { ...subject.logged, description: 'Added attachment' });
    return { status: 201, body: await withLink(context, row) };
  },

  async getAttachment({ path, db, actor }) {
    const row = await findAttachment(db, path.attachmentId);
    if (!row) return notFound();
    return (await isHidden(db, actor, row.entityType, row.entityId)) ? hidden() : { status: 200, body: attachmentOf(row) };
  },

  async getAttachmentDownloadUrl({ path, query: { disposition }, db, actor, ports }) {
    const row = await findAttachment(db, path.attachmentId);
    if (!row) return notFound();
    if (await isHidden(db, actor, row.entityType, row.entityId)) return hidden();
    return {
      status: 200,
      body: {
        downloadUrl: await linkTo(ports, db.organizationId, row, disposition),
        fileName: row.name,
        fileSize: row.size,
        expiresIn: linkWorks,
      },
    };
  },

  async getAttachmentContent({
    path: { attachmentId: id },
    query: { expires, signature, disposition = 'attachment' },
    ports: { files, secrets },
    withOrganization,
  }) {
    const address = { method: 'GET', id, expires, disposition } as const;
    const organizationId = organizationSigned(secrets, address, signature);
    if (organizationId === undefined) return refusal('signature_invalid');
    if (hasExpired(address)) return refusal('link_expired');
    const row = await withOrganization(organizationId, (db) => findAttachment(db, id));
    const body = row && (await files.stream(row.fileKey, row.sha256));
    if (!body) return notFound();
    return {
      status: 200,
      type: row.mimeType,
      headers: fileHeaders({ name: row.name, type: row.mimeType, inline: disposition === 'inline' }, row.size),
      body,
    };
  },

  async deleteAttachment({ path, db, actor, audit }) {
    const row = await lockAttachment(db, path.attachmentId);
    if (!row) return notFound();
    if (await isHidden(db, actor, row.entityType, row.entityId, 'change')) return hidden();
    // Other records are not held: whoever deletes one holds it before its files.
    const find = row.entityType === 'trust_nda' ? lockSubject : findSubject;
    const subject = await find(db, row.entityType, row.entityId);
    // What was signed keeps its files (spec/areas/attachments, rule 12).
    if (subject?.isSealed) return locked();
    await deleteAttachment(db, row.id);
    audit.removed({ fileName: row.name, fileSize: row.size }, { ...subject?.logged, description: 'Deleted attachment' });
    return { status: 204 };
  },
};
