import type { Insertable } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';
import { added } from '../platform/audit/changes.ts';
import { newId } from '../platform/database/ids.ts';
import { contextEntries } from './data/context.ts';
import type { DemoContext } from './demo-context.ts';
import type { Members } from './member.ts';

/** What the organization says about itself, with the log of who wrote it. */
export function contextOf(
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
): Insertable<SystemTables['context_entry']>[] {
  return contextEntries.map(({ question, answer, tags = [], by, ago, edit }) => {
    const id = newId('ctx');
    const at = calendar.ago(ago, question);
    const logged = (deed: string) =>
      ({ entityType: 'organization', entityId: id, resource: 'context', description: `${deed} context entry` }) as const;
    log.write(
      at,
      members.of(by),
      'createContext',
      {},
      { ...logged('Created'), changes: added({ question, answer: edit?.was ?? answer, tags }) },
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
    return { id, organization_id, question, answer, tags: [...tags], created_at: at, updated_at: updatedAt ?? at };
  });
}
