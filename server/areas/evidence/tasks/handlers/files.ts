/** Lists, uploads, downloads and deletes the files of tasks, which are evidence (tasks, rule 8). */
import type { Handlers } from '#contract/types';
import {
  toAttachment,
  attachmentFolder,
  addAttachment,
  signLink,
  linkLifetimeSeconds,
  toAttachmentWithUrl,
} from '#domain/collaboration/attachments/attachments';
import { acceptFile, isAccepted } from '#documents/files/receive';
import { outdateTaskApproval } from '#domain/tasks/outdate';
import { mapPage } from '#platform/database/page';
import { findActingMember, inactiveMember } from '#platform/identity/acting-member';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { deleteFile, findFile, listFiles, lockFile } from '../queries/files.ts';
import { shareLockTask } from '../queries/tasks.ts';
import { taskChangeRestricted } from '../refusals.ts';
import { checkFilePermissions, checkTaskFilePermissions, lockVisibleTask, requireTask, visibleTo } from './require-task.ts';

type FileOperations = 'listTaskAttachments' | 'uploadTaskAttachment' | 'getTaskAttachmentDownloadUrl' | 'deleteTaskAttachment';

const attachmentNotFound = () => refusal('attachment_not_found');

export const files: Pick<Handlers<'tasks'>, FileOperations> = {
  async listTaskAttachments({ path, query, page, db, actor }) {
    const task = await requireTask(db, actor, path.taskId);
    return isRefusal(task) ? task : { status: 200, page: mapPage(await listFiles(db, task.id, query, page), toAttachment) };
  },

  async uploadTaskAttachment({ path, body, actor, audit, ...context }) {
    const { db } = context;
    const permissionRefusal = checkFilePermissions(actor, 'evidence:create');
    if (permissionRefusal) return permissionRefusal;
    const task = visibleTo(actor, await shareLockTask(db, path.taskId));
    if (isRefusal(task)) return task;
    const taskRefusal = checkTaskFilePermissions(actor, task, 'evidence:create');
    if (taskRefusal) return taskRefusal;
    const uploader = await findActingMember(db, actor, body.userId);
    if (!uploader) return invalid({ userId: inactiveMember });
    const owner = { entityType: 'task', entityId: task.id } as const;
    const file = await acceptFile({ ...context, actor }, body, { purpose: 'attachment' }, attachmentFolder(owner));
    if (!isAccepted(file)) return file;
    const row = await addAttachment(db, file, {
      ...owner,
      description: body.description,
      uploadedById: uploader.userId,
      via: uploader.via,
    });
    await outdateTaskApproval(db, task.id);
    audit.created(
      { fileName: row.name, fileSize: row.size, fileType: row.mimeType },
      { entityId: task.id, description: 'Added attachment' },
    );
    return { status: 201, body: await toAttachmentWithUrl(context, row) };
  },

  async getTaskAttachmentDownloadUrl({ path, db, actor, ports }) {
    const permissionRefusal = checkFilePermissions(actor, 'evidence:read');
    if (permissionRefusal) return permissionRefusal;
    const task = await requireTask(db, actor, path.taskId);
    if (isRefusal(task)) return task;
    const taskRefusal = checkTaskFilePermissions(actor, task, 'evidence:read');
    if (taskRefusal) return taskRefusal;
    const row = await findFile(db, task.id, path.attachmentId);
    if (!row) return attachmentNotFound();
    const downloadUrl = await signLink(ports, db.organizationId, row);
    return { status: 200, body: { downloadUrl, fileName: row.name, fileSize: row.size, expiresIn: linkLifetimeSeconds } };
  },

  async deleteTaskAttachment({ path, db, actor, audit, requireVersion }) {
    const permissionRefusal = checkFilePermissions(actor, 'evidence:delete');
    if (permissionRefusal) return permissionRefusal;
    const task = await lockVisibleTask(db, actor, path.taskId);
    if (isRefusal(task)) return task;
    const taskRefusal = checkTaskFilePermissions(actor, task, 'evidence:delete');
    if (taskRefusal) return taskRefusal;
    const row = await lockFile(db, task.id, path.attachmentId);
    if (!row) return attachmentNotFound();
    if (actor.restrictedTo !== undefined && row.uploadedById !== actor.user?.id) return taskChangeRestricted();
    requireVersion(row);
    if (!(await deleteFile(db, row.id))) return attachmentNotFound();
    await outdateTaskApproval(db, task.id);
    audit.removed(
      { fileName: row.name, fileSize: row.size, fileType: row.mimeType },
      { entityId: task.id, description: 'Deleted attachment' },
    );
    return { status: 204 };
  },
};
