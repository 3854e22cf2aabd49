/** Finds the organizations whose timelines must be checked, and records the checks (timelines, rule 19). */
import { sql } from 'kysely';
import type { OrganizationDatabase, SystemDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';

/** The maximum number of organizations per batch. */
const batchSize = 100;
const dayMs = 24 * 3_600_000;

/**
 * Finds organizations with a catalog framework whose audit log has grown since their last check, or whose next check is due. A next check
 * more than a day away is also due, because it was computed with a clock that was ahead.
 */
export async function listDueOrganizations(db: SystemDatabase, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_head as head')
    .leftJoin('timeline_check as last', 'last.organization_id', 'head.organization_id')
    .select('head.organization_id as id')
    .where(({ eb, or, ref }) =>
      or([
        eb('last.sequence', 'is', null),
        eb('head.sequence', '<>', ref('last.sequence')),
        eb('last.due_at', '<=', now.toISOString()),
        eb('last.due_at', '>', new Date(now.getTime() + dayMs).toISOString()),
      ]),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('framework_instance as instance')
          .select('instance.id')
          .whereRef('instance.organization_id', '=', 'head.organization_id')
          .where('instance.framework_id', 'is not', null),
      ),
    )
    .orderBy(sql`last.due_at nulls first`)
    .limit(batchSize)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the latest sequence number of the audit log. Data that is read afterwards is at least as new. */
export async function findLatestSequence(db: OrganizationDatabase): Promise<number> {
  return (await db.selectFrom('audit_head').select('sequence').executeTakeFirstOrThrow()).sequence;
}

/** Returns whether the last check is still valid: nothing has changed and no check is due. Another server may have done the check. */
export async function isChecked(db: OrganizationDatabase, sequence: number, now: Date): Promise<boolean> {
  const lastCheck = await db.selectFrom('timeline_check').select(['sequence', 'due_at as dueAt']).executeTakeFirst();
  const nextTime = lastCheck ? Date.parse(lastCheck.dueAt) : 0;
  return lastCheck?.sequence === sequence && nextTime > now.getTime() && nextTime <= now.getTime() + dayMs;
}

/** @param dueAt the time by which the next check must happen */
export async function recordCheck(db: OrganizationDatabase, sequence: number, dueAt: string): Promise<void> {
  await db
    .insertInto('timeline_check')
    .values({ id: newId('tlc'), sequence, due_at: dueAt })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ sequence, due_at: dueAt }))
    .execute();
}
