import type { components } from '../../../generated/api.d.ts';
import { folderOf, keepAttachment } from '../../domain/attachments/attachments.ts';
import type { OrganizationContext } from '../../platform/context.ts';
import { invalid, isRefusal, refusal } from '../../platform/refusals/refusal.ts';
import { refusedAt } from '../../platform/refusals/refused-at.ts';
import type { Handlers } from '../../contract/types.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { newId } from '../../platform/database/ids.ts';
import { type AcceptedFile, acceptFile, isAccepted } from '../../domain/files/receive.ts';
import { type ActingMember, findActingMember, notActive } from '../../platform/identity/acting-member.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { notify } from '../../platform/mail/notify.ts';
import { addressOf, readable } from '../../domain/targets/pages.ts';
import { findCommented, lockCommented, type Subject, subjectNotFound } from '../../domain/targets/subjects.ts';
import { isHidden } from '../../domain/targets/hidden.ts';
import { insertComment } from '../../domain/comments/insert.ts';
import { deleteComment, findComment, lockComment, listComments, updateComment } from './queries.ts';
import { newlyMentioned } from './rules.ts';

type Schemas = components['schemas'];

const notFound = () => refusal('comment_not_found');
const notPermitted = () => refusal('missing_permission');
const hidden = () => refusal('record_hidden');

export const comments: Handlers<'comments'> = {
  async listComments({ query, page, db, actor }) {
    const { entityType, entityId } = query;
    if (!actor.permissions.has(`${entityType}:read`)) return notPermitted();
    if (!(await findCommented(db, entityType, entityId))) return subjectNotFound(entityType);
    if (await isHidden(db, actor, entityType, entityId)) return hidden();
    return { status: 200, page: await listComments(db, query, page) };
  },

  async createComment({ body, actor, audit, ...context }) {
    const { db, ports } = context;
    const { content, entityType, entityId, contextUrl, attachments = [] } = body;
    if (!actor.permissions.has(`${entityType}:update`)) return notPermitted();
    const subject = await lockCommented(db, entityType, entityId);
    if (!subject) return subjectNotFound(entityType);
    if (await isHidden(db, actor, entityType, entityId, 'change')) return hidden();
    const author = await findActingMember(db, actor, body.userId);
    if (!author) return invalid({ userId: notActive });
    const id = newId('cmt');
    const files: { file: AcceptedFile; uploader: ActingMember; description: string | undefined }[] = [];
    for (const [index, { userId, description, ...input }] of attachments.entries()) {
      const uploader = userId === undefined ? author : await findActingMember(db, actor, userId);
      if (!uploader) return invalid({ [`attachments.${index}.userId`]: notActive });
      const file = await acceptFile(context, input, { purpose: 'attachment' }, folderOf({ entityType: 'comment', entityId: id }));
      if (!isAccepted(file)) return refusedAt(`attachments.${index}`, file);
      files.push({ file, uploader, description });
    }

    await insertComment(db, author, { ...body, id });
    for (const [index, { file, uploader, description }] of files.entries())
      await keepAttachment(db, file, { entityType: 'comment', entityId: id, uploadedById: uploader.userId, description, index });
    await tellMentioned(
      context,
      author,
      newlyMentioned(content, author.userId),
      content,
      addressOf(ports, db.organizationId, subject.page, contextUrl),
    );
    const names = files.map(({ file }) => file.name);
    audit.created(
      { content, ...(names.length && { attachments: names }) },
      { ...logged(subject, entityType), description: `Commented on ${entityType}` },
    );
    const comment = await findComment(db, id);
    if (!comment) throw new Error(`${id} is not there`);
    return { status: 201, body: comment };
  },

  async updateComment({ path, body: { content, contextUrl, userId }, actor, audit, ...context }) {
    const { db, ports } = context;
    const found = await requireComment(db, actor, path.commentId, userId, true);
    if (isRefusal(found)) return found;
    const { comment, author, subject } = found;
    await updateComment(db, comment.id, content);
    await tellMentioned(
      context,
      author,
      newlyMentioned(content, author.userId, comment.content),
      content,
      addressOf(ports, db.organizationId, subject?.page ?? '', contextUrl),
    );
    audit.changed(
      { content: comment.content },
      { content },
      { ...logged(subject, comment.entityType), description: `Edited comment on ${comment.entityType}` },
    );
    const edited = await findComment(db, comment.id);
    return edited ? { status: 200, body: edited } : notFound();
  },

  async deleteComment({ path, query: { userId }, db, actor, audit }) {
    const found = await requireComment(db, actor, path.commentId, userId);
    if (isRefusal(found)) return found;
    const { comment, subject } = found;
    await deleteComment(db, comment.id);
    audit.removed(
      { content: comment.content },
      { ...logged(subject, comment.entityType), description: `Deleted comment on ${comment.entityType}` },
    );
    return { status: 204 };
  },
};

/** Under the record that was commented on (spec/areas/comments, rule 9). */
function logged(subject: Subject | undefined, resource: Schemas['CommentEntityType']) {
  return { ...subject?.logged, resource };
}

/**
 * The comment and who acts as its author, or why the actor may not change it (spec/areas/comments, rule 3).
 * @param mustName whether a key has to say who acts
 */
async function requireComment(db: OrganizationDatabase, actor: Actor, id: string, userId: string | undefined, mustName = false) {
  const comment = await lockComment(db, id);
  if (!comment) return notFound();
  if (!actor.permissions.has(`${comment.entityType}:update`)) return notPermitted();
  if (await isHidden(db, actor, comment.entityType, comment.entityId, 'change')) return hidden();
  if (mustName && actor.credential === 'key' && userId === undefined) return invalid({ userId: 'is required with an API key' });
  const author = await findActingMember(db, actor, userId);
  if (!author) return invalid({ userId: notActive });
  if (author.userId !== comment.author.id) return refusal('author_required');
  return { comment, author, subject: await findCommented(db, comment.entityType, comment.entityId) };
}

async function tellMentioned(
  { db }: Pick<OrganizationContext, 'db'>,
  author: ActingMember,
  userIds: readonly string[],
  content: string,
  address: string,
) {
  await notify(db, {
    kind: 'taskMentions',
    userIds,
    subject: `${author.name} mentioned you in a comment`,
    text: `${author.name} wrote:\n\n${readable(content)}\n\n${address}\n`,
    appUrl: address,
  });
}
