/** Status transitions of letters (spec/areas/audits/letter-of-engagement). Callers must lock the letter first. */
import type { OrganizationDatabase } from '#platform/database/handle';
import { queueMail } from '#platform/mail/outbox';
import { contentHashOf } from '../rules/content.ts';
import { signingRequestMail, expiredMail, otherSignedMail, signingReminderMail, cancelledMail, declinedMail } from '../rules/mails.ts';
import { type EventActor, insertEvent, serviceActor } from '../queries/events.ts';
import { findLetter, type Letter } from '../queries/letters.ts';
import { mailDrafter, type MailPorts, mailParties, openSigningUrl } from './mail.ts';
import {
  endPendingSignatures,
  type ExpectedSigner,
  storeSignature,
  type SignatureData,
  insertPendingSignatures,
  recordReminder,
  type Party,
  deleteSignatures,
  type Signature,
} from '../queries/signatures.ts';
import {
  markCancelled,
  markDeclined,
  markDraft,
  markExpired,
  markPartiallySigned,
  markSent,
  markSigned,
  markSuperseded,
} from '../queries/statuses.ts';

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
  await markSent(db, letter.id, contentHashOf(letter), validDays);
  await insertPendingSignatures(db, letter.id, expected);
  await insertEvent(db, letter.id, 'sent', actor);
  const sentLetter = await findLetter(db, letter.id);
  if (!sentLetter) throw new Error('the letter was not found');
  for (const { party, signerEmail: to } of expected)
    await queueMail(db, { to, ...signingRequestMail(sentLetter, await openSigningUrl(db, ports, sentLetter, party), message) });
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
  checkedAt?: Date,
): Promise<void> {
  await queueMail(db, { to, ...signingReminderMail(letter, await openSigningUrl(db, ports, letter, party)) });
  await recordReminder(db, id, checkedAt);
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
    await markPartiallySigned(db, letter.id);
    const partyName = party === 'organization' ? letter.organizationLegalName : letter.auditorFirm;
    if (otherSignature)
      await queueMail(db, { to: otherSignature.signerEmail, ...otherSignedMail(letter, partyName, otherSignature.status) });
    return;
  }
  await markSigned(db, letter.id);
  if (letter.supersedesId === null) return;
  await markSuperseded(db, letter.supersedesId);
  await insertEvent(db, letter.supersedesId, 'superseded', actor);
}

export async function decline(db: OrganizationDatabase, letter: Letter, party: Party, reason: string, actor: EventActor): Promise<void> {
  await endPendingSignatures(db, letter.id, party);
  await markDeclined(db, letter.id, reason);
  await insertEvent(db, letter.id, 'declined', actor, { party, reason });
  await mailDrafter(db, letter, declinedMail(letter, actor.name, reason));
}

export async function cancel(db: OrganizationDatabase, letter: Letter, reason: string, actor: EventActor): Promise<void> {
  await endPendingSignatures(db, letter.id);
  await markCancelled(db, letter.id, reason);
  await insertEvent(db, letter.id, 'cancelled', actor, { reason });
  await mailParties(db, letter, cancelledMail(letter, reason));
}

/** Marks a letter that is past its expiry as expired. @returns false if it is not due or was marked before */
export async function expire(db: OrganizationDatabase, letter: Letter): Promise<boolean> {
  if (!(await markExpired(db, letter.id))) return false;
  await endPendingSignatures(db, letter.id);
  await insertEvent(db, letter.id, 'expired', serviceActor, null, letter.expiresAt ?? undefined);
  await mailDrafter(db, letter, expiredMail(letter));
  return true;
}

/** Turns a letter back into a draft. @throws a unique violation if another amendment of the same letter is open */
export async function reopen(db: OrganizationDatabase, letter: Letter, actor: EventActor): Promise<void> {
  await endPendingSignatures(db, letter.id);
  await deleteSignatures(db, letter.id);
  await markDraft(db, letter.id);
  await insertEvent(db, letter.id, 'reopened', actor);
}
