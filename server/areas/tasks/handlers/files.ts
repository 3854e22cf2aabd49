/** The files of a task, which are its evidence (spec/areas/tasks, rule 8). */
import type { Handlers } from '../../../contract/types.ts';
import { attachmentOf, folderOf, keepAttachment, linkTo, linkWorks, withLink } from '../../../domain/attachments/attachments.ts';
import { acceptFile, isAccepted } from '../../../domain/files/receive.ts';
import { mapPage } from '../../../platform/database/page.ts';
import { findActingMember, notActive } from '../../../platform/identity/acting-member.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { deleteFile, findFile, listFiles } from '../queries/files.ts';
import { holdTask } from '../queries/tasks.ts';
import { restricted } from '../refusals.ts';
import { filesRefusal, lockRequiredTask, requireTask, shownTo } from './require-task.ts';

type Files = 'listTaskAttachments' | 'uploadTaskAttachment' | 'getTaskAttachmentDownloadUrl' | 'deleteTaskAttachment';

const notFound = () => refusal('attachment_not_found');

export const files: Pick<Handlers<'tasks'>, Files> = {
  async listTaskAttachments({ path, page, db, actor }) {
    const task = await requireTask(db, actor, path.taskId);
    return isRefusal(task) ? task : { status: 200, page: mapPage(await listFiles(db, task.id, page), attachmentOf) };
  },

  async uploadTaskAttachment({ path, body, actor, audit, ...context }) {
    const { db } = context;
    const task = shownTo(actor, await holdTask(db, path.taskId));
    if (isRefusal(task)) return task;
    const refused = filesRefusal(actor, task, 'evidence:create');
    if (refused) return refused;
    const uploader = await findActingMember(db, actor, body.userId);
    if (!uploader) return invalid({ userId: notActive });
    const owner = { entityType: 'task', entityId: task.id } as const;
    const file = await acceptFile(context, body, { purpose: 'attachment' }, folderOf(owner));
    if (!isAccepted(file)) return file;
    const row = await keepAttachment(db, file, { ...owner, description: body.description, uploadedById: uploader.userId });
    audit.created(
      { fileName: row.name, fileSize: row.size, fileType: row.mimeType },
      { entityId: task.id, description: 'Added attachment' },
    );
    return { status: 201, body: await withLink(context, row) };
  },

  async getTaskAttachmentDownloadUrl({ path, db, actor, ports }) {
    const task = await requireTask(db, actor, path.taskId);
    if (isRefusal(task)) return task;
    const refused = filesRefusal(actor, task, 'evidence:read');
    if (refused) return refused;
    const row = await findFile(db, task.id, path.attachmentId);
    if (!row) return notFound();
    const downloadUrl = await linkTo(ports, db.organizationId, row);
    return { status: 200, body: { downloadUrl, fileName: row.name, fileSize: row.size, expiresIn: linkWorks } };
  },

  async deleteTaskAttachment({ path, db, actor, audit }) {
    const task = await lockRequiredTask(db, actor, path.taskId);
    if (isRefusal(task)) return task;
    const refused = filesRefusal(actor, task, 'evidence:delete');
    if (refused) return refused;
    const row = await findFile(db, task.id, path.attachmentId);
    if (!row) return notFound();
    if (actor.restrictedTo !== undefined && row.uploadedById !== actor.user?.id) return restricted();
    if (!(await deleteFile(db, row.id))) return notFound();
    audit.removed(
      { fileName: row.name, fileSize: row.size, fileType: row.mimeType },
      { entityId: task.id, description: 'Deleted attachment' },
    );
    return { status: 204 };
  },
};
