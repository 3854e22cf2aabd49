import type { components } from '../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import type { ActingMember } from '../../platform/identity/acting-member.ts';
import { personOf } from '../members/person.ts';

type Schemas = components['schemas'];

/** Adds a comment to a record, with its author as of now (spec/areas/comments). @param author an active member */
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
      author_snapshot: JSON.stringify(personOf(author).user),
    })
    .execute();
}
