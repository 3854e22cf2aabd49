/** Creates the context entries. */
import type { Insertable } from 'kysely';
import type { SystemTables } from '#generated/database';
import { changesOnCreate } from '#platform/audit/changes';
import { newId } from '#platform/database/ids';
import { contextEntries } from './data/context.ts';
import type { DemoContext } from './demo-context.ts';
import type { Members } from './member.ts';

/** Logs the creation and editing of context entries. @returns the rows of the entries */
export function createContextEntries(
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
): Insertable<SystemTables['context_entry']>[] {
  return contextEntries.map(
    ({ question, answer, tags = [], audience = 'internal', by: authorName, ago, edit }): Insertable<SystemTables['context_entry']> => {
      const id = newId('ctx');
      const createdAt = calendar.ago(ago, question);
      const auditNote = (action: string) =>
        ({ entityType: 'organization', entityId: id, resource: 'context', description: `${action} context entry` }) as const;
      log.write(
        createdAt,
        members.of(authorName),
        'createContext',
        {},
        { ...auditNote('Created'), changes: changesOnCreate({ question, answer: edit?.was ?? answer, tags, audience }) },
      );
      const updatedAt = edit && calendar.ago(edit.ago, `${question} edited`);
      if (updatedAt !== undefined)
        log.write(
          updatedAt,
          members.of(authorName),
          'updateContext',
          { path: { id } },
          { ...auditNote('Updated'), changes: { answer: { previous: edit?.was ?? null, current: answer } } },
        );
      return {
        id,
        organization_id,
        question,
        answer,
        tags: [...tags],
        audience,
        created_at: createdAt,
        updated_at: updatedAt ?? createdAt,
      };
    },
  );
}
