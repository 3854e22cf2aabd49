/** Handles requests about comments (spec/areas/collaboration/comments). */
import type { components } from '#generated/api';
import { attachmentFolder, addAttachment } from '#domain/collaboration/attachments/attachments';
import type { OrganizationContext } from '#platform/context';
import type { Place } from '#platform/refusals/details';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { prefixRefusal } from '#platform/refusals/prefix-refusal';
import type { Handlers } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { type AcceptedFile, acceptFile, isAccepted } from '#documents/files/receive';
import { type ActingMember, findActingMember, inactiveMember } from '#platform/identity/acting-member';
import type { Actor } from '#platform/identity/actor';
import { nameWithVia } from '#platform/mail/name-with-via';
import { notify, withLink } from '#platform/mail/notify';
import { replaceMentions } from '#domain/access/targets/mentions';
import { findCommented, lockCommented, type Subject, subjectNotFound } from '#domain/access/targets/subjects';
import { checkAccess, checkAccessToOwner, checkKindPermission } from '#domain/access/records/access';
import { insertComment } from '#domain/collaboration/comments/insert';
import { deleteComment, findComment, lockComment, listComments, updateComment } from './queries.ts';
import { findNewMentions, viaAfterEdit } from './rules.ts';

type Schemas = components['schemas'];

const notFound = () => refusal('comment_not_found');

export const comments: Handlers<'comments'> = {
  async listComments({ query, page, db, actor }) {
    const { entityType, entityId } = query;
    const kindRefusal = checkKindPermission(actor, entityType);
    if (kindRefusal) return kindRefusal;
    if (!(await findCommented(db, entityType, entityId))) return subjectNotFound(entityType);
    const accessRefusal = await checkAccess(db, actor, entityType, entityId, { missing: () => subjectNotFound(entityType) });
    if (accessRefusal) return accessRefusal;
    return { status: 200, page: await listComments(db, query, page) };
  },

  async createComment({ body, actor, audit, ...context }) {
    const { db } = context;
    const { content, entityType, entityId, contextUrl, attachments = [] } = body;
    const kindRefusal = checkKindPermission(actor, entityType, 'change');
    if (kindRefusal) return kindRefusal;
    const subject = await lockCommented(db, entityType, entityId);
    if (!subject) return subjectNotFound(entityType);
    const accessRefusal = await checkAccess(db, actor, entityType, entityId, {
      access: 'change',
      missing: () => subjectNotFound(entityType),
    });
    if (accessRefusal) return accessRefusal;
    const author = await findActingMember(db, actor, body.userId);
    if (!author) return invalid({ userId: inactiveMember });
    const id = newId('cmt');
    const files: { file: AcceptedFile; uploader: ActingMember; description: string | undefined }[] = [];
    for (const [index, { userId, description, ...input }] of attachments.entries()) {
      const uploader = userId === undefined ? author : await findActingMember(db, actor, userId);
      if (!uploader) return invalid({ [`attachments.${index}.userId`]: inactiveMember });
      const file = await acceptFile(
        { ...context, actor },
        input,
        { purpose: 'attachment' },
        attachmentFolder({ entityType: 'comment', entityId: id }),
      );
      if (!isAccepted(file)) return prefixRefusal(`attachments.${index}`, file);
      files.push({ file, uploader, description });
    }

    await insertComment(db, author, { ...body, id });
    for (const [index, { file, uploader, description }] of files.entries())
      await addAttachment(db, file, {
        entityType: 'comment',
        entityId: id,
        uploadedById: uploader.userId,
        via: uploader.via,
        description,
        index,
      });
    await notifyMentioned(context, author, findNewMentions(content, author.userId), content, { id, subject, contextUrl });
    const names = files.map(({ file }) => file.name);
    audit.created(
      { content, ...(names.length && { attachments: names }) },
      { ...auditTarget(subject, entityType), description: `Commented on ${entityType}` },
    );
    const comment = await findComment(db, id);
    if (!comment) throw new Error(`${id} was not found, although it was just created`);
    return { status: 201, body: comment };
  },

  async updateComment({ path, body: { content, contextUrl, userId }, actor, audit, ...context }) {
    const { db, requireVersion } = context;
    const target = await requireComment(db, actor, path.commentId, { userId, place: 'body', requiresUserId: true });
    if (isRefusal(target)) return target;
    const { comment, author, subject } = target;
    requireVersion(comment);
    await updateComment(db, comment.id, content, viaAfterEdit(comment.via, author.via));
    await notifyMentioned(context, author, findNewMentions(content, author.userId, comment.content), content, {
      id: comment.id,
      subject,
      contextUrl,
    });
    audit.changed(
      { content: comment.content },
      { content },
      { ...auditTarget(subject, comment.entityType), description: `Edited comment on ${comment.entityType}` },
    );
    const editedComment = await findComment(db, comment.id);
    return editedComment ? { status: 200, body: editedComment } : notFound();
  },

  async deleteComment({ path, query: { userId }, db, actor, audit, requireVersion }) {
    const target = await requireComment(db, actor, path.commentId, { userId, place: 'query' });
    if (isRefusal(target)) return target;
    const { comment, subject } = target;
    requireVersion(comment);
    await deleteComment(db, comment.id);
    audit.removed(
      { content: comment.content },
      { ...auditTarget(subject, comment.entityType), description: `Deleted comment on ${comment.entityType}` },
    );
    return { status: 204 };
  },
};

/** @returns the entity of the audit entry, which is the record that was commented on (comments, rule 9) */
function auditTarget(subject: Subject | undefined, resource: Schemas['CommentEntityType']) {
  return { ...subject?.auditEntity, resource };
}

/** The acting member that a request with an API key names, and where. */
interface NamedUser {
  readonly userId: string | undefined;
  readonly place: Place;
  /** Whether a request with an API key must name the acting member. */
  readonly requiresUserId?: boolean;
}

/**
 * Locks a comment that the actor wants to change (comments, rule 3).
 * @returns the comment, its acting author and its record, or a refusal if the actor may not change the comment
 */
async function requireComment(db: OrganizationDatabase, actor: Actor, id: string, { userId, place, requiresUserId = false }: NamedUser) {
  const comment = await lockComment(db, id);
  if (!comment) return notFound();
  const accessRefusal = await checkAccessToOwner(db, actor, 'comment', comment, { access: 'change', missing: notFound });
  if (accessRefusal) return accessRefusal;
  if (requiresUserId && actor.credential === 'key' && userId === undefined)
    return invalid({ userId: fieldErrors.required('with an API key') }, place);
  const author = await findActingMember(db, actor, userId);
  if (!author) return invalid({ userId: inactiveMember }, place);
  if (author.userId !== comment.author.id) return refusal('author_required');
  return { comment, author, subject: await findCommented(db, comment.entityType, comment.entityId) };
}

interface WrittenComment {
  /** The id of the comment. */
  readonly id: string;
  /** The record that was commented on. */
  readonly subject: Subject | undefined;
  readonly contextUrl: string | undefined;
}

async function notifyMentioned(
  context: Pick<OrganizationContext, 'db' | 'ports'>,
  author: ActingMember,
  userIds: readonly string[],
  content: string,
  { id, subject, contextUrl }: WrittenComment,
) {
  await notify(context, {
    kind: 'taskMentions',
    userIds,
    subject: `${nameWithVia(author)} mentioned you in a comment`,
    text: withLink(`${nameWithVia(author)} wrote:\n\n${replaceMentions(content)}`),
    record: { type: 'comment', id, parent: subject?.record },
    contextUrl,
  });
}
