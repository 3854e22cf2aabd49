/** Creates the comments on risks and mitigation tasks. */
import type { Insertable } from 'kysely';
import type { SystemTables } from '#generated/database';
import { newId } from '#platform/database/ids';
import type { Store } from './store.ts';
import { storeAttachment } from './attachments.ts';
import { discussion } from './data/discussion.ts';
import { people, type PersonName } from './data/people.ts';
import type { Members } from './member.ts';
import { findRecord } from './records.ts';
import type { RiskRows } from './risks.ts';
import type { DemoContext } from './demo-context.ts';
import { toPerson } from '#domain/people/members/person';

export interface CommentRows {
  readonly comments: readonly Insertable<SystemTables['comment']>[];
  readonly files: readonly Insertable<SystemTables['attachment']>[];
}

/** Stores the files of comments. @returns the rows of the comments and their attachments */
export async function createComments(demo: DemoContext, members: Members, risks: RiskRows, store: Store): Promise<CommentRows> {
  const { organizationId: organization_id, calendar, log } = demo;
  const rows: Insertable<SystemTables['comment']>[] = [];
  const files: Insertable<SystemTables['attachment']>[] = [];
  for (const { by: authorName, ago, text, edit, files: fileNames = [], ...recordName } of discussion) {
    const [id, author, record] = [newId('cmt'), members.of(authorName), findRecord(risks, recordName)];
    const [createdAt, content] = [calendar.ago(ago, `${text} written`), withMentions(text, members)];
    const auditNote = { ...record, resource: record.entityType };
    log.write(
      createdAt,
      author,
      'createComment',
      {},
      {
        ...auditNote,
        description: `Commented on ${record.entityType}`,
        changes: { content: { previous: null, current: edit?.was ?? content } },
      },
    );
    const updatedAt = edit && calendar.ago(edit.ago, `${text} edited`);
    if (updatedAt !== undefined)
      log.write(
        updatedAt,
        author,
        'updateComment',
        { path: { commentId: id } },
        {
          ...auditNote,
          description: `Edited comment on ${record.entityType}`,
          changes: { content: { previous: edit?.was, current: content } },
        },
      );
    for (const file of fileNames)
      files.push(
        await storeAttachment(demo, store, { entityType: 'comment', entityId: id, file, uploader: author, uploadedAt: createdAt }),
      );
    rows.push({
      id,
      organization_id,
      content,
      entity_type: record.entityType,
      entity_id: record.entityId,
      author_id: author.id,
      author_snapshot: JSON.stringify(toPerson({ ...author.user, id: author.id, userId: author.user.id }).user),
      created_at: createdAt,
      updated_at: updatedAt ?? null,
    });
  }
  return { comments: rows, files };
}

/** Replaces a name such as `{noor}` with a mention in the format of the API: `@[Noor Haddad](usr_…)`. */
export function withMentions(text: string, members: Members): string {
  return text.replace(/\{(\w+)\}/g, (_all, name: string) => {
    if (!isPerson(name)) throw new Error(`the demonstration has no ${name}`);
    const { user } = members.of(name);
    return `@[${user.name}](${user.id})`;
  });
}

function isPerson(name: string): name is PersonName {
  return Object.hasOwn(people, name);
}
