/** Stores the status of letters, and when it changed. */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';
import { touchUpdatedAt } from '#platform/database/touched';

const now = sql<string>`now()`;

function updateRow(db: OrganizationDatabase, id: string) {
  return db.updateTable('engagement_letter').set(touchUpdatedAt).where('id', '=', id);
}

/** @throws a unique violation if another letter about the same engagement is open */
export async function markSent(db: OrganizationDatabase, id: string, contentHash: string, validDays: number): Promise<void> {
  await updateRow(db, id)
    .set({
      status: 'sent',
      sent_at: now,
      expires_at: sql<string>`now() + make_interval(days => ${validDays}::integer)`,
      content_hash: contentHash,
    })
    .execute();
}

export async function markPartiallySigned(db: OrganizationDatabase, id: string): Promise<void> {
  await updateRow(db, id).set({ status: 'partially_signed' }).execute();
}

/** Marks a letter as signed, and schedules its PDF. */
export async function markSigned(db: OrganizationDatabase, id: string): Promise<void> {
  await updateRow(db, id).set({ status: 'signed', signed_at: now, pdf_due_at: now }).execute();
}

export async function markSuperseded(db: OrganizationDatabase, id: string): Promise<void> {
  await updateRow(db, id).set({ status: 'superseded' }).execute();
}

export async function markDeclined(db: OrganizationDatabase, id: string, reason: string): Promise<void> {
  await updateRow(db, id).set({ status: 'declined', declined_at: now, decline_reason: reason }).execute();
}

export async function markCancelled(db: OrganizationDatabase, id: string, reason: string): Promise<void> {
  await updateRow(db, id).set({ status: 'cancelled', cancelled_at: now, cancel_reason: reason }).execute();
}

/** @returns false if the letter has not reached its expiry, or no longer waits for signatures */
export async function markExpired(db: OrganizationDatabase, id: string): Promise<boolean> {
  const expiredLetter = await updateRow(db, id)
    .set({ status: 'expired' })
    .where('status', 'in', ['sent', 'partially_signed'])
    .where('expires_at', '<=', now)
    .returning('id')
    .executeTakeFirst();
  return expiredLetter !== undefined;
}

/** @throws a unique violation if another amendment of the same letter is open */
export async function markDraft(db: OrganizationDatabase, id: string): Promise<void> {
  await updateRow(db, id)
    .set({
      status: 'draft',
      content_hash: null,
      expires_at: null,
      sent_at: null,
      declined_at: null,
      cancelled_at: null,
      decline_reason: null,
      cancel_reason: null,
    })
    .execute();
}

/** @returns the ids of the letters that have reached their expiry and still wait for signatures */
export async function listExpiredIds(db: OrganizationDatabase): Promise<string[]> {
  const rows = await db
    .selectFrom('engagement_letter')
    .select('id')
    .where('status', 'in', ['sent', 'partially_signed'])
    .where('expires_at', '<=', now)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
