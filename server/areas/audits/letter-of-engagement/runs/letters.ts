/** Scheduled work on letters: expiry and reminders (letter-of-engagement, rules 5 and 12). */
import { sql } from 'kysely';
import { createEntry } from '#platform/audit/create-entry';
import type { AuditEntry, OrganizationDatabase } from '#platform/database/handle';
import type { Database } from '#platform/database/open';
import { writeScheduled } from '#platform/jobs/write-scheduled';
import { expireDueLetters } from '../steps/expire-due.ts';
import { serviceActor } from '../queries/events.ts';
import { type Letter, lockLetter } from '../queries/letters.ts';
import type { MailPorts } from '../steps/mail.ts';
import { remind } from '../steps/transitions.ts';
import { isReminderDue } from '../rules/reminders.ts';
import { isOpen } from '../rules/labels.ts';

/** The maximum number of letters or organizations per batch. */
const batchSize = 100;

/** @returns the number of organizations that had expired letters */
export async function expireLetters({ system, tenant }: Database): Promise<number> {
  const organizations = await system
    .selectFrom('engagement_letter')
    .select('organization_id as organizationId')
    .distinct()
    .where('status', 'in', ['sent', 'partially_signed'])
    .where('expires_at', '<=', sql<string>`now()`)
    .limit(batchSize)
    .execute();
  for (const { organizationId } of organizations)
    await writeScheduled(tenant, organizationId, async (db) =>
      (await expireDueLetters(db)).map((letter) => createLetterAuditEntry(db, letter, 'Letter of engagement has expired')),
    );
  return organizations.length;
}

/** @returns the number of letters for which a reminder was due */
export async function remindOfLetters({ system, tenant }: Database, ports: MailPorts, now: Date): Promise<number> {
  const nowText = now.toISOString();
  // The latest reminder time: the middle of the period, or one day before its end.
  const reminderTime = sql<string>`case when ${nowText}::timestamptz >= letter.expires_at - interval '1 day' and letter.expires_at - interval '1 day' > letter.sent_at + (letter.expires_at - letter.sent_at) / 2
    then letter.expires_at - interval '1 day' else letter.sent_at + (letter.expires_at - letter.sent_at) / 2 end`;
  const dueLetters = await system
    .selectFrom('engagement_letter as letter')
    .innerJoin('engagement_letter_signature as signature', (join) =>
      join.onRef('signature.organization_id', '=', 'letter.organization_id').onRef('signature.letter_id', '=', 'letter.id'),
    )
    .select(['letter.organization_id as organizationId', 'letter.id'])
    .distinct()
    .where('letter.status', 'in', ['sent', 'partially_signed'])
    .where('letter.expires_at', '>', nowText)
    .where('signature.status', '=', 'pending')
    .where(reminderTime, '<=', nowText)
    .where((eb) => eb.or([eb('signature.reminded_at', 'is', null), eb('signature.reminded_at', '<', reminderTime)]))
    .limit(batchSize)
    .execute();
  for (const { organizationId, id } of dueLetters) await writeScheduled(tenant, organizationId, (db) => remindPending(db, ports, id, now));
  return dueLetters.length;
}

/** Reminds the pending signers. Locks the letter and checks again whether a reminder is due, because another server may have sent it. */
async function remindPending(db: OrganizationDatabase, ports: MailPorts, id: string, now: Date): Promise<readonly AuditEntry[]> {
  const letter = await lockLetter(db, id);
  if (!letter || !isOpen(letter)) return [];
  const dueSignatures = letter.signatures.filter(
    (signature) => signature.status === 'pending' && isReminderDue(letter, signature, now.getTime()),
  );
  for (const signature of dueSignatures) await remind(db, ports, letter, signature, serviceActor, now);
  return dueSignatures.map(({ party }) => createLetterAuditEntry(db, letter, `Reminded ${party} of letter of engagement`));
}

export function createLetterAuditEntry(db: OrganizationDatabase, { id }: Pick<Letter, 'id'>, action: string): AuditEntry {
  return createEntry(db.organizationId, {
    actor: { user: undefined, memberId: undefined, via: 'schedule' },
    action,
    entityType: 'framework',
    entityId: id,
    data: { resource: 'audit' },
  });
}
