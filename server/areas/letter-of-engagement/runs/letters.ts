/** What the clock does with letters: they expire, parties are reminded, and signed letters become PDFs (spec/areas/letter-of-engagement, rules 5 and 12). */
import { sql } from 'kysely';
import { actingEntry } from '../../../platform/audit/acting-entry.ts';
import type { AuditEntry, OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Database } from '../../../platform/database/open.ts';
import { writeScheduled } from '../../../platform/jobs/write-scheduled.ts';
import { expireDue } from '../queries/due.ts';
import { theService } from '../queries/events.ts';
import { type Letter, lockLetter } from '../queries/letters.ts';
import type { Mailing } from '../queries/mail.ts';
import { remind } from '../queries/transitions.ts';
import { isReminderDue } from '../rules/reminders.ts';
import { isOpen } from '../rules/types.ts';

/** Letters and organizations in one look. */
const most = 100;

/** @returns how many organizations had letters that have run out */
export async function expireLetters({ system, tenant }: Database): Promise<number> {
  const due = await system
    .selectFrom('engagement_letter')
    .select('organization_id as organizationId')
    .distinct()
    .where('status', 'in', ['sent', 'partially_signed'])
    .where('expires_at', '<=', sql<string>`now()`)
    .limit(most)
    .execute();
  for (const { organizationId } of due)
    await writeScheduled(tenant, organizationId, async (db) =>
      (await expireDue(db)).map((letter) => entryOf(db, letter, 'Letter of engagement has expired')),
    );
  return due.length;
}

/** @returns how many letters had a party that was to be reminded */
export async function remindOfLetters({ system, tenant }: Database, ports: Mailing, now: Date): Promise<number> {
  const moment = now.toISOString();
  // Half way to the end, or one day before it.
  const since = sql<string>`case when ${moment}::timestamptz >= letter.expires_at - interval '1 day' and letter.expires_at - interval '1 day' > letter.sent_at + (letter.expires_at - letter.sent_at) / 2
    then letter.expires_at - interval '1 day' else letter.sent_at + (letter.expires_at - letter.sent_at) / 2 end`;
  const due = await system
    .selectFrom('engagement_letter as letter')
    .innerJoin('engagement_letter_signature as signature', (join) =>
      join.onRef('signature.organization_id', '=', 'letter.organization_id').onRef('signature.letter_id', '=', 'letter.id'),
    )
    .select(['letter.organization_id as organizationId', 'letter.id'])
    .distinct()
    .where('letter.status', 'in', ['sent', 'partially_signed'])
    .where('letter.expires_at', '>', moment)
    .where('signature.status', '=', 'pending')
    .where(since, '<=', moment)
    .where((eb) => eb.or([eb('signature.reminded_at', 'is', null), eb('signature.reminded_at', '<', since)]))
    .limit(most)
    .execute();
  for (const { organizationId, id } of due) await writeScheduled(tenant, organizationId, (db) => remindPending(db, ports, id, now));
  return due.length;
}

/** Another server may have been faster: with the letter held, a party is still to be reminded, or nothing is done. */
async function remindPending(db: OrganizationDatabase, ports: Mailing, id: string, now: Date): Promise<readonly AuditEntry[]> {
  const letter = await lockLetter(db, id);
  if (!letter || !isOpen(letter)) return [];
  const due = letter.signatures.filter((signature) => signature.status === 'pending' && isReminderDue(letter, signature, now.getTime()));
  for (const signature of due) await remind(db, ports, letter, signature, theService, now);
  return due.map(({ party }) => entryOf(db, letter, `Reminded ${party} of letter of engagement`));
}

export function entryOf(db: OrganizationDatabase, { id }: Pick<Letter, 'id'>, action: string): AuditEntry {
  return actingEntry(db.organizationId, {
    actor: { user: undefined, memberId: undefined, via: 'schedule' },
    action,
    entityType: 'framework',
    entityId: id,
    data: { resource: 'audit' },
  });
}
