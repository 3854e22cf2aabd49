/** How letters go from one state to the next (spec/areas/letter-of-engagement). Whoever calls these holds the letter. */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { postMail } from '../../../platform/mail/post.ts';
import { touched } from '../../../platform/database/touched.ts';
import { contentHashOf } from '../rules/content.ts';
import { askToSign, hasExpired, otherHasSigned, remindToSign, wasCancelled, wasDeclined } from '../rules/mails.ts';
import { type EventActor, insertEvent, theService } from './events.ts';
import { findLetter, type Letter } from './letters.ts';
import { mailDrafter, type Mailing, mailParties, openAddress } from './mail.ts';
import {
  endSlots,
  type Expected,
  giveSignature,
  type Given,
  insertSlots,
  noteReminder,
  type Party,
  removeSlots,
  type Signature,
} from './signatures.ts';

const now = sql<string>`now()`;

function change(db: OrganizationDatabase, id: string) {
  return db.updateTable('engagement_letter').set(touched).where('id', '=', id);
}

/** Freezes a draft and asks both parties to sign. @throws the violation of an index when another letter about the same is open */
export async function send(
  db: OrganizationDatabase,
  ports: Mailing,
  letter: Letter,
  { expected, validDays, message, actor }: Sending,
): Promise<void> {
  await change(db, letter.id)
    .set({
      status: 'sent',
      sent_at: now,
      expires_at: sql<string>`now() + make_interval(days => ${validDays}::integer)`,
      content_hash: contentHashOf(letter),
    })
    .execute();
  await insertSlots(db, letter.id, expected);
  await insertEvent(db, letter.id, 'sent', actor);
  const sent = await findLetter(db, letter.id);
  if (!sent) throw new Error('the letter is gone');
  for (const { party, signerEmail: to } of expected)
    await postMail(db, { to, ...askToSign(sent, await openAddress(db, ports, sent, party), message) });
}

interface Sending {
  readonly expected: readonly Expected[];
  readonly validDays: number;
  readonly message: string | undefined;
  readonly actor: EventActor;
}

/** Reminds a party, with a new link where it signs by one. */
export async function remind(
  db: OrganizationDatabase,
  ports: Mailing,
  letter: Letter,
  { id, party, signerEmail: to }: Signature,
  actor: EventActor,
  at?: Date,
): Promise<void> {
  await postMail(db, { to, ...remindToSign(letter, await openAddress(db, ports, letter, party)) });
  await noteReminder(db, id, at);
  await insertEvent(db, letter.id, 'reminded', actor, { party });
}

/** Takes the signature of a party. The last one makes the letter signed, and orders its PDF (rule 5). */
export async function sign(
  db: OrganizationDatabase,
  letter: Letter,
  { id, party }: Signature,
  given: Given,
  actor: EventActor,
): Promise<void> {
  await giveSignature(db, id, given);
  await insertEvent(db, letter.id, 'signed', actor, { party, method: given.method });
  const other = letter.signatures.find((signature) => signature.party !== party);
  if (other?.status !== 'signed') {
    await change(db, letter.id).set({ status: 'partially_signed' }).execute();
    const who = party === 'organization' ? letter.organizationLegalName : letter.auditorFirm;
    if (other) await postMail(db, { to: other.signerEmail, ...otherHasSigned(letter, who) });
    return;
  }
  await change(db, letter.id).set({ status: 'signed', signed_at: now, pdf_due_at: now }).execute();
  if (letter.supersedesId === null) return;
  await change(db, letter.supersedesId).set({ status: 'superseded' }).execute();
  await insertEvent(db, letter.supersedesId, 'superseded', actor);
}

export async function decline(db: OrganizationDatabase, letter: Letter, party: Party, reason: string, actor: EventActor): Promise<void> {
  await endSlots(db, letter.id, party);
  await change(db, letter.id).set({ status: 'declined', declined_at: now, decline_reason: reason }).execute();
  await insertEvent(db, letter.id, 'declined', actor, { party, reason });
  await mailDrafter(db, letter, wasDeclined(letter, actor.name, reason));
}

export async function cancel(db: OrganizationDatabase, letter: Letter, reason: string, actor: EventActor): Promise<void> {
  await endSlots(db, letter.id);
  await change(db, letter.id).set({ status: 'cancelled', cancelled_at: now, cancel_reason: reason }).execute();
  await insertEvent(db, letter.id, 'cancelled', actor, { reason });
  await mailParties(db, letter, wasCancelled(letter, reason));
}

/** Notes that a letter has expired, unless that is noted. */
export async function expire(db: OrganizationDatabase, letter: Letter): Promise<boolean> {
  const expired = await change(db, letter.id)
    .set({ status: 'expired' })
    .where('status', 'in', ['sent', 'partially_signed'])
    .where('expires_at', '<=', now)
    .returning('id')
    .executeTakeFirst();
  if (!expired) return false;
  await endSlots(db, letter.id);
  await insertEvent(db, letter.id, 'expired', theService, null, letter.expiresAt ?? undefined);
  await mailDrafter(db, letter, hasExpired(letter));
  return true;
}

/** Makes a letter a draft again. @throws the violation of an index when another amendment of the same letter is open */
export async function reopen(db: OrganizationDatabase, letter: Letter, actor: EventActor): Promise<void> {
  await endSlots(db, letter.id);
  await removeSlots(db, letter.id);
  await change(db, letter.id)
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
  await insertEvent(db, letter.id, 'reopened', actor);
}
