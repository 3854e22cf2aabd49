/** Handles requests about files attached to records (spec/areas/collaboration/attachments). */
import {
  toAttachment,
  attachmentFolder,
  addAttachment,
  signLink,
  linkLifetimeSeconds,
  toAttachmentWithUrl,
} from '#domain/collaboration/attachments/attachments';
import { invalid, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { mapPage } from '#platform/database/page';
import { acceptFile, isAccepted } from '#documents/files/receive';
import { hasExpired, organizationOf } from '#platform/files/signatures';
import { findActingMember, inactiveMember } from '#platform/identity/acting-member';
import { FileBody } from '#platform/files/send-file';
import { fileHeaders } from '#platform/ports/file-links';
import { checkAccess, checkAccessToOwner, checkKindPermission } from '#domain/access/records/access';
import { outdateTaskApproval } from '#domain/tasks/outdate';
import { findSubject, lockSubject, subjectNotFound } from '#domain/access/targets/subjects';
import { deleteAttachment, findAttachment, lockAttachment, listAttachments } from './queries.ts';

const notFound = () => refusal('attachment_not_found');
const signedNdaRefusal = () => refusal('nda_signed');

export const attachments: Handlers<'attachments'> = {
  async listAttachments({ query, page, db, actor }) {
    const { entityType, entityId } = query;
    const kindRefusal = checkKindPermission(actor, entityType);
    if (kindRefusal) return kindRefusal;
    if (!(await findSubject(db, entityType, entityId))) return subjectNotFound(entityType);
    const accessRefusal = await checkAccess(db, actor, entityType, entityId, { missing: () => subjectNotFound(entityType) });
    if (accessRefusal) return accessRefusal;
    return { status: 200, page: mapPage(await listAttachments(db, query, page), toAttachment) };
  },

  async createAttachment({ body, actor, audit, ...context }) {
    const { entityType, entityId, userId, description } = body;
    const { db } = context;
    const kindRefusal = checkKindPermission(actor, entityType, 'change');
    if (kindRefusal) return kindRefusal;
    const subject = await lockSubject(db, entityType, entityId);
    if (!subject) return subjectNotFound(entityType);
    const accessRefusal = await checkAccess(db, actor, entityType, entityId, {
      access: 'change',
      missing: () => subjectNotFound(entityType),
    });
    if (accessRefusal) return accessRefusal;
    if (subject.isSealed) return signedNdaRefusal();
    const uploader = await findActingMember(db, actor, userId);
    if (!uploader) return invalid({ userId: inactiveMember });
    const file = await acceptFile({ ...context, actor }, body, { purpose: 'attachment' }, attachmentFolder(body));
    if (!isAccepted(file)) return file;
    const row = await addAttachment(db, file, { entityType, entityId, description, uploadedById: uploader.userId, via: uploader.via });
    if (entityType === 'task') await outdateTaskApproval(db, entityId);
    audit.created({ fileName: row.name, fileSize: row.size }, { ...subject.auditEntity, description: 'Added attachment' });
    return { status: 201, body: await toAttachmentWithUrl(context, row) };
  },

  async getAttachment({ path, db, actor }) {
    const row = await findAttachment(db, path.attachmentId);
    if (!row) return notFound();
    return (await checkAccessToOwner(db, actor, 'attachment', row, { missing: notFound })) ?? { status: 200, body: toAttachment(row) };
  },

  async getAttachmentDownloadUrl({ path, query: { disposition }, db, actor, ports }) {
    const row = await findAttachment(db, path.attachmentId);
    if (!row) return notFound();
    const accessRefusal = await checkAccessToOwner(db, actor, 'attachment', row, { missing: notFound });
    if (accessRefusal) return accessRefusal;
    return {
      status: 200,
      body: {
        downloadUrl: await signLink(ports, db.organizationId, row, disposition),
        fileName: row.name,
        fileSize: row.size,
        expiresIn: linkLifetimeSeconds,
      },
    };
  },

  async getAttachmentContent({
    path: { attachmentId: id },
    query: { expires, signature, disposition = 'attachment' },
    ports: { files, secrets },
    withOrganization,
  }) {
    const linkFields = { method: 'GET', id, expires, disposition } as const;
    const organizationId = organizationOf(secrets, linkFields, signature);
    if (organizationId === undefined) return refusal('signature_invalid');
    if (hasExpired(linkFields)) return refusal('link_expired');
    const row = await withOrganization(organizationId, (db) => findAttachment(db, id));
    if (!row || (await files.size(row.fileKey)) === undefined) return notFound();
    return {
      status: 200,
      type: row.mimeType,
      headers: fileHeaders({ name: row.name, type: row.mimeType, inline: disposition === 'inline' }, row.size),
      body: new FileBody({ size: row.size, etag: `"${row.sha256}"` }, (part) => files.stream(row.fileKey, row.sha256, part)),
    };
  },

  async deleteAttachment({ path, db, actor, audit }) {
    const attachment = await findAttachment(db, path.attachmentId);
    // Deleting the file ends the approval of its task. The task is locked before the file, in the same order as when the task is deleted.
    if (attachment?.entityType === 'task') await lockSubject(db, 'task', attachment.entityId);
    const row = await lockAttachment(db, path.attachmentId);
    if (!row) return notFound();
    const accessRefusal = await checkAccessToOwner(db, actor, 'attachment', row, { access: 'change', missing: notFound });
    if (accessRefusal) return accessRefusal;
    // Only NDAs are locked here. Deleting another record locks it before its files, so locking that record after the file could deadlock.
    const findOrLock = row.entityType === 'trust_nda' ? lockSubject : findSubject;
    const subject = await findOrLock(db, row.entityType, row.entityId);
    // Signed records keep their files (attachments, rule 12).
    if (subject?.isSealed) return signedNdaRefusal();
    await deleteAttachment(db, row.id);
    if (row.entityType === 'task') await outdateTaskApproval(db, row.entityId);
    audit.removed({ fileName: row.name, fileSize: row.size }, { ...subject?.auditEntity, description: 'Deleted attachment' });
    return { status: 204 };
  },
};
