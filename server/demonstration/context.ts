import type { Insertable } from 'kysely';
import type { SystemTables } from '#generated/database';
import { changesOnCreate } from '#platform/audit/changes';
import { newId } from '#platform/database/ids';
import { contextEntries } from './data/context.ts';
import type { DemoContext } from './demo-context.ts';
import type { Members } from './member.ts';

/** The organization's answers about itself, with the log of their authors. */
export function contextOf(
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
): Insertable<SystemTables['context_entry']>[] {
  return contextEntries.map(
    ({ question, answer, tags = [], audience = 'internal', by, ago, edit }): Insertable<SystemTables['context_entry']> => {
      const id = newId('ctx');
      const at = calendar.ago(ago, question);
      const logged = (action: string) =>
        ({ entityType: 'organization', entityId: id, resource: 'context', description: `${action} context entry` }) as const;
      log.write(
        at,
        members.of(by),
        'createContext',
        {},
        { ...logged('Created'), changes: changesOnCreate({ question, answer: edit?.was ?? answer, tags, audience }) },
      );
      const updatedAt = edit && calendar.ago(edit.ago, `${question} edited`);
      if (updatedAt !== undefined)
        log.write(
          updatedAt,
          members.of(by),
          'updateContext',
          { path: { id } },
          { ...logged('Updated'), changes: { answer: { previous: edit?.was ?? null, current: answer } } },
        );
      return { id, organization_id, question, answer, tags: [...tags], audience, created_at: at, updated_at: updatedAt ?? at };
    },
  );
}
