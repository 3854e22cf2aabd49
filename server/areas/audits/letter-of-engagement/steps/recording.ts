/** Signatures on paper, which count only once the other party has confirmed them (rule 22). Callers must lock the letter first. */
import type { OrganizationDatabase } from '#platform/database/handle';
import { queueMail } from '#platform/mail/outbox';
import { confirmationRequestMail, confirmationReminderMail, objectionMail } from '../rules/mails.ts';
import { type EventActor, insertEvent } from '../queries/events.ts';
import type { Letter } from '../queries/letters.ts';
import { mailDrafter, type MailPorts, mailParties } from './mail.ts';
import {
  confirmSignature,
  endConfirmation,
  listRecordings,
  recordReminder,
  openConfirmation,
  type Party,
  type RecordedSignatureData,
  recordSignature,
  type Signature,
  withdrawSignature,
} from '../queries/signatures.ts';
import { completeSignature } from './transitions.ts';

interface Confirmer {
  readonly party: Party;
  /** The e-mail address to which the letter was sent. */
  readonly email: string;
}

/** Stores a signature on paper, and asks the other party to confirm it. */
export async function recordOnPaper(
  db: OrganizationDatabase,
  ports: MailPorts,
  letter: Letter,
  signature: Signature,
  {
    signatureData,
    confirmer,
    actor,
  }: { readonly signatureData: RecordedSignatureData; readonly confirmer: Confirmer; readonly actor: EventActor },
): Promise<void> {
  await recordSignature(db, signature, signatureData);
  await insertEvent(db, letter.id, 'recorded', actor, { party: signature.party, method: signatureData.method });
  const url = await openConfirmationUrl(db, ports, letter, confirmer.party, signature.id);
  await queueMail(db, { to: confirmer.email, ...confirmationRequestMail(letter, { ...signatureData, party: signature.party }, url) });
}

/** Reminds the other party to confirm a recorded signature, with a new link. */
export async function remindToConfirm(
  db: OrganizationDatabase,
  ports: MailPorts,
  letter: Letter,
  { signature, party, actor }: { readonly signature: Signature; readonly party: Party; readonly actor: EventActor },
): Promise<void> {
  const to = (await listRecordings(db, letter.id)).find((recording) => recording.party === party)?.namedEmail;
  if (to === undefined) throw new Error('an open letter has no e-mail address for a party');
  const recordedSignature = { ...signature, recordedByName: signature.recordedByName ?? 'Somebody' };
  const url = await openConfirmationUrl(db, ports, letter, party, signature.id);
  await queueMail(db, { to, ...confirmationReminderMail(letter, recordedSignature, url) });
  await recordReminder(db, signature.id);
  await insertEvent(db, letter.id, 'reminded', actor, { party });
}

/** @returns the URL where the party confirms the signature: a new link, which replaces the previous link */
async function openConfirmationUrl(
  db: OrganizationDatabase,
  ports: MailPorts,
  letter: Letter,
  party: Party,
  signatureId: string,
): Promise<string> {
  if (letter.expiresAt === null) throw new Error('an open letter has no expiry date');
  const token = await openConfirmation(db, letter.id, { party, signatureId, expiresAt: letter.expiresAt });
  return `${ports.letters.url}/confirmations/${token}`;
}

export async function recordConfirmation(
  db: OrganizationDatabase,
  letter: Letter,
  { id, party }: Signature,
  actor: EventActor,
): Promise<void> {
  await confirmSignature(db, id);
  await endConfirmation(db, id);
  await insertEvent(db, letter.id, 'confirmed', actor, { party });
  await completeSignature(db, letter, party, actor);
}

/** Withdraws a filed signature, so that the party can sign again, and notifies both parties and the drafter. */
export async function withdrawRecordedSignature(
  db: OrganizationDatabase,
  letter: Letter,
  { id, party }: Signature,
  reason: string,
  actor: EventActor,
): Promise<void> {
  await withdrawSignature(db, id);
  await endConfirmation(db, id);
  await insertEvent(db, letter.id, 'objected', actor, { party, reason });
  const mail = objectionMail(letter, actor.name, reason);
  await mailParties(db, letter, mail);
  await mailDrafter(db, letter, mail);
}
