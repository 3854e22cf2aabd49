/**
 * The organization whose answers are measured: it works like that of the demonstration. It has adopted three frameworks of the catalog, most of
 * their policies are in force, most of their tasks are done, and it has said a few things about itself.
 */
import { sql } from 'kysely';
import { adoptFrameworks } from '../../server/areas/frameworks/queries/adoption.ts';
import { contextEntries } from '../../server/demonstration/data/context.ts';
import { catalogueId } from '../../server/domain/catalogue/ids.ts';
import { newId } from '../../server/platform/database/ids.ts';
import type { Database } from '../../server/platform/database/open.ts';
import { newOrganization, within } from '../../test/support/organization.ts';

/** Policies that nobody has published, by the names of their templates. What they say must not be quoted. */
export const drafts = ['remote-working', 'clear-desk', 'whistleblowing', 'processing-integrity', 'legal-compliance'];
/** Tasks that are still open, so that their controls are not implemented. */
const openTasks = ['security-budget', 'responsibility-matrix'];

/** @returns its id */
export async function newMeasured(database: Database): Promise<string> {
  const { id, owner } = await newOrganization(database);
  await within(database, id, async (db) => {
    for (const { question, answer } of contextEntries)
      await db
        .insertInto('context_entry')
        .values({ id: newId('ctx'), question, answer })
        .execute();
    await adoptFrameworks(
      db,
      ['soc2', 'iso27001', 'gdpr'].map((slug) => catalogueId('framework', slug)),
      owner.id,
    );
    const templates = drafts.map((slug) => catalogueId('policy', slug));
    await db.updateTable('policy').set({ status: 'published' }).where('policy_template_id', 'not in', templates).execute();
    const open = openTasks.map((slug) => catalogueId('task', slug));
    await db.updateTable('task').set({ status: 'done' }).where('task_template_id', 'not in', open).execute();
    // A risk that must never be quoted.
    await db
      .insertInto('risk')
      .values({
        id: newId('rsk'),
        title: 'Backups are never tested',
        description: 'We have no MFA, and our backups are not encrypted.',
        category: 'technology',
        department: 'it',
      })
      .execute();
  });
  // As a server does from time to time: without statistics the planner reads whole tables.
  await sql`analyze`.execute(database.system);
  return id;
}
