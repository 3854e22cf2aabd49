/**
 * The organization whose answers are measured, similar to that of the demonstration. It has adopted three frameworks of the catalog, most
 * of their policies are in force, most of their tasks are done, and it has written a few answers about itself.
 */
import { sql } from 'kysely';
import { adoptFrameworks } from '#areas/compliance-program/frameworks/steps/adoption';
import { contextEntries } from '#demonstration/data/context';
import { catalogueId } from '#domain/catalogue/ids';
import { newId } from '#platform/database/ids';
import type { Database } from '#platform/database/open';
import { noAuthor } from '#platform/identity/author';
import { newOrganization, within } from '../../test/support/organization.ts';

/** Unpublished policies, by the names of their templates. Answers must not quote them. */
export const unpublishedPolicies = ['remote-working', 'clear-desk', 'whistleblowing', 'processing-integrity', 'legal-compliance'];
/** Open tasks, so that their controls are not implemented. */
const openTasks = ['security-budget', 'responsibility-matrix'];

/** @returns its id */
export async function createMeasuredOrganization(database: Database): Promise<string> {
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
      { ...noAuthor, memberId: owner.id },
    );
    const templates = unpublishedPolicies.map((slug) => catalogueId('policy', slug));
    await db.updateTable('policy').set({ status: 'published' }).where('policy_template_id', 'not in', templates).execute();
    const openTemplateIds = openTasks.map((slug) => catalogueId('task', slug));
    await db.updateTable('task').set({ status: 'done' }).where('task_template_id', 'not in', openTemplateIds).execute();
    // A risk that answers must never quote.
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
  // Servers do this regularly: without statistics, the planner scans whole tables.
  await sql`analyze`.execute(database.system);
  return id;
}
