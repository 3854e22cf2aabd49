import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { ActingMember } from '#platform/identity/acting-member';
import { toPerson } from '#domain/people/members/person';

type Schemas = components['schemas'];

/** Adds a comment to a record, with a snapshot of its author (spec/areas/collaboration/comments). @param author an active member */
export async function insertComment(
  db: OrganizationDatabase,
  author: ActingMember,
  { id, content, entityType, entityId }: Pick<Schemas['Comment'], 'id' | 'content' | 'entityType' | 'entityId'>,
): Promise<void> {
  await db
    .insertInto('comment')
    .values({
      id,
      content,
      entity_type: entityType,
      entity_id: entityId,
      author_id: author.id,
      via: author.via,
      author_snapshot: JSON.stringify(toPerson(author).user),
    })
    .execute();
}
