/** Status transitions of letters (spec/areas/audits/letter-of-engagement). Callers must lock the letter first. */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';
import { queueMail } from '#platform/mail/outbox';
import { touchUpdatedAt } from '#platform/database/touched';
import { contentHashOf } from '../rules/content.ts';
import { signingRequestMail, expiredMail, otherSignedMail, signingReminderMail, cancelledMail, declinedMail } from '../rules/mails.ts';
import { type EventActor, insertEvent, serviceActor } from './events.ts';
import { findLetter, type Letter } from './letters.ts';
import { mailDrafter, type MailPorts, mailParties, openSigningAddress } from './mail.ts';
import {
  endPendingSignatures,
  type ExpectedSigner,
  storeSignature,
  type SignatureData,
  insertPendingSignatures,
  recordReminder,
  type Party,
  deletePendingSignatures,
  type Signature,
} from './signatures.ts';

const now = sql<string>`now()`;

function updateLetterRow(db: OrganizationDatabase, id: string) {
  return db.updateTable('engagement_letter').set(touchUpdatedAt).where('id', '=', id);
}

/**
 * Freezes the content of a draft, and asks both parties to sign.
 * @throws a unique violation if another letter about the same engagement is open
 */
export async function send(
  db: OrganizationDatabase,
  ports: MailPorts,
  letter: Letter,
  { expected, validDays, message, actor }: SendOptions,
): Promise<void> {
  await updateLetterRow(db, letter.id)
    .set({
      status: 'sent',
      sent_at: now,
      expires_at: sql<string>`now() + make_interval(days => ${validDays}::integer)`,
      content_hash: contentHashOf(letter),
    })
    .execute();
  await insertPendingSignatures(db, letter.id, expected);
  await insertEvent(db, letter.id, 'sent', actor);
  const sent = await findLetter(db, letter.id);
  if (!sent) throw new Error('the letter was not found');
  for (const { party, signerEmail: to } of expected)
    await queueMail(db, { to, ...signingRequestMail(sent, await openSigningAddress(db, ports, sent, party), message) });
}

interface SendOptions {
  readonly expected: readonly ExpectedSigner[];
  readonly validDays: number;
  readonly message: string | undefined;
  readonly actor: EventActor;
}

/** Reminds a party to sign. If it signs with a link, the mail contains a new link. */
export async function remind(
  db: OrganizationDatabase,
  ports: MailPorts,
  letter: Letter,
  { id, party, signerEmail: to }: Signature,
  actor: EventActor,
  at?: Date,
): Promise<void> {
  await queueMail(db, { to, ...signingReminderMail(letter, await openSigningAddress(db, ports, letter, party)) });
  await recordReminder(db, id, at);
  await insertEvent(db, letter.id, 'reminded', actor, { party });
}

/** Stores the signature of a party that signs online. */
export async function sign(
  db: OrganizationDatabase,
  letter: Letter,
  { id, party }: Signature,
  signatureData: SignatureData,
  actor: EventActor,
): Promise<void> {
  await storeSignature(db, id, signatureData);
  await insertEvent(db, letter.id, 'signed', actor, { party, method: signatureData.method });
  await completeSignature(db, letter, party, actor);
}

/** Marks the letter as signed and schedules its PDF if this was the last signature (rule 5); otherwise asks the other party to sign. */
export async function completeSignature(db: OrganizationDatabase, letter: Letter, party: Party, actor: EventActor): Promise<void> {
  const otherSignature = letter.signatures.find((signature) => signature.party !== party);
  if (otherSignature?.status !== 'signed') {
    await updateLetterRow(db, letter.id).set({ status: 'partially_signed' }).execute();
    const signerName = party === 'organization' ? letter.organizationLegalName : letter.auditorFirm;
    if (otherSignature) await queueMail(db, { to: otherSignature.signerEmail, ...otherSignedMail(letter, signerName) });
    return;
  }
  await updateLetterRow(db, letter.id).set({ status: 'signed', signed_at: now, pdf_due_at: now }).execute();
  if (letter.supersedesId === null) return;
  await updateLetterRow(db, letter.supersedesId).set({ status: 'superseded' }).execute();
  await insertEvent(db, letter.supersedesId, 'superseded', actor);
}

export async function decline(db: OrganizationDatabase, letter: Letter, party: Party, reason: string, actor: EventActor): Promise<void> {
  await endPendingSignatures(db, letter.id, party);
  await updateLetterRow(db, letter.id).set({ status: 'declined', declined_at: now, decline_reason: reason }).execute();
  await insertEvent(db, letter.id, 'declined', actor, { party, reason });
  await mailDrafter(db, letter, declinedMail(letter, actor.name, reason));
}

export async function cancel(db: OrganizationDatabase, letter: Letter, reason: string, actor: EventActor): Promise<void> {
  await endPendingSignatures(db, letter.id);
  await updateLetterRow(db, letter.id).set({ status: 'cancelled', cancelled_at: now, cancel_reason: reason }).execute();
  await insertEvent(db, letter.id, 'cancelled', actor, { reason });
  await mailParties(db, letter, cancelledMail(letter, reason));
}

/** Marks a letter that is past its expiry as expired. @returns false if it is not due or was marked before */
export async function expire(db: OrganizationDatabase, letter: Letter): Promise<boolean> {
  const expired = await updateLetterRow(db, letter.id)
    .set({ status: 'expired' })
    .where('status', 'in', ['sent', 'partially_signed'])
    .where('expires_at', '<=', now)
    .returning('id')
    .executeTakeFirst();
  if (!expired) return false;
  await endPendingSignatures(db, letter.id);
  await insertEvent(db, letter.id, 'expired', serviceActor, null, letter.expiresAt ?? undefined);
  await mailDrafter(db, letter, expiredMail(letter));
  return true;
}

/** Turns a letter back into a draft. @throws a unique violation if another amendment of the same letter is open */
export async function reopen(db: OrganizationDatabase, letter: Letter, actor: EventActor): Promise<void> {
  await endPendingSignatures(db, letter.id);
  await deletePendingSignatures(db, letter.id);
  await updateLetterRow(db, letter.id)
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
