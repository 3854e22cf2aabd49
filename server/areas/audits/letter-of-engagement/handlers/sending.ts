/** Handlers that send letters, remind signers, cancel and reopen letters, and create amendments. */
import type { Handlers } from '#contract/types';
import { violates } from '#platform/database/violations';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { authorOf } from '#platform/identity/author';
import { expireDueLetters } from '../steps/expire-due.ts';
import { eventActorOf, insertEvent } from '../queries/events.ts';
import { hasOtherAmendment, insertLetter } from '../queries/letters.ts';
import { findSignatories } from '../queries/people.ts';
import { remindToConfirm } from '../steps/recording.ts';
import { type ExpectedSigner, findConfirmingParties } from '../queries/signatures.ts';
import { cancel, expire, remind, reopen, send } from '../steps/transitions.ts';
import { alreadyAmended, notClosed, notDraft, notOpen, notPending, notSigned } from '../refusals.ts';
import { findMissingForSending } from '../rules/content.ts';
import { isOpen } from '../rules/labels.ts';
import { lockRequiredLetter, findVisibleLetter } from './require-letter.ts';

type Operations =
  'sendEngagementLetter' | 'remindEngagementLetter' | 'cancelEngagementLetter' | 'reopenEngagementLetter' | 'amendEngagementLetter';

export const sending: Pick<Handlers<'letter-of-engagement'>, Operations> = {
  async sendEngagementLetter({ path, body: { validDays = 14, message }, db, actor, ports, audit }) {
    // A letter past its expiry must not block this one, even if the scheduled job has not marked it as expired yet.
    await expireDueLetters(db);
    const letter = await lockRequiredLetter(db, path.id);
    if (isRefusal(letter)) return letter;
    if (letter.status !== 'draft') return notDraft(letter);
    const signatories = await findSignatories(db, letter);
    const { organization, auditor } = signatories;
    const missingFields = findMissingForSending(letter, signatories);
    if (missingFields.length || !organization) return refusal('engagement_letter_incomplete', { missing: missingFields });
    const expectedSigners: ExpectedSigner[] = [
      { party: 'organization', signerName: organization.name, signerEmail: organization.email },
      {
        party: 'auditor',
        signerName: auditor?.name ?? letter.auditorContactName,
        signerEmail: auditor?.email ?? letter.auditorContactEmail,
      },
    ];
    try {
      await send(db, ports, letter, { expected: expectedSigners, validDays, message, actor: eventActorOf(actor) });
    } catch (error) {
      // If two letters are sent concurrently, a unique index rejects the second one.
      if (violates(error, 'engagement_letter_open')) return refusal('engagement_letter_open');
      throw error;
    }
    audit.performed('Sent letter of engagement', { changes: { status: { previous: 'draft', current: 'sent' } } });
    return { status: 200, body: await findVisibleLetter(db, actor, letter.id) };
  },

  async remindEngagementLetter({ path, body: { party }, db, actor, ports, audit }) {
    const letter = await lockRequiredLetter(db, path.id);
    if (isRefusal(letter)) return letter;
    if (!isOpen(letter)) return notOpen(letter);
    const confirmingParties = await findConfirmingParties(db, letter.id);
    const reminders = letter.signatures.flatMap((signature) => {
      const confirmer = signature.status === 'unconfirmed' ? confirmingParties.get(signature.id) : undefined;
      const recipient = signature.status === 'pending' ? signature.party : confirmer;
      return recipient !== undefined && (party === undefined || recipient === party)
        ? [{ signature, recipient, confirms: confirmer !== undefined }]
        : [];
    });
    if (!reminders.length) return notPending(letter);
    const waitSeconds = reminders.map(({ signature: { remindedAt } }) =>
      remindedAt === null ? 0 : Math.ceil((Date.parse(remindedAt) + ports.letters.reminderHours * 3_600_000 - Date.now()) / 1000),
    );
    const dueReminders = reminders.filter((_reminder, index) => (waitSeconds[index] ?? 0) <= 0);
    if (!dueReminders.length) return refusal('engagement_letter_reminded', { retryAfter: Math.min(...waitSeconds) });
    for (const { signature, recipient, confirms } of dueReminders)
      if (confirms) await remindToConfirm(db, ports, letter, { signature, party: recipient, actor: eventActorOf(actor) });
      else await remind(db, ports, letter, signature, eventActorOf(actor));
    const remindedParties = [...new Set(dueReminders.map(({ recipient }) => recipient))];
    audit.performed(`Reminded ${remindedParties.join(' and ')} of letter of engagement`);
    return { status: 200, body: { reminded: remindedParties } };
  },

  async cancelEngagementLetter({ path, body, db, actor, audit }) {
    const letter = await lockRequiredLetter(db, path.id);
    if (isRefusal(letter)) return letter;
    if (!isOpen(letter)) return notOpen(letter);
    const { reason } = body;
    await cancel(db, letter, reason, eventActorOf(actor));
    audit.performed('Cancelled letter of engagement', {
      changes: { status: { previous: letter.status, current: 'cancelled' }, cancelReason: { previous: null, current: reason } },
    });
    return { status: 200, body: await findVisibleLetter(db, actor, letter.id) };
  },

  async reopenEngagementLetter({ path, db, actor, audit }) {
    const letter = await lockRequiredLetter(db, path.id);
    if (isRefusal(letter)) return letter;
    if (!['declined', 'cancelled', 'expired'].includes(letter.status)) return notClosed(letter);
    if (letter.supersedesId !== null && (await hasOtherAmendment(db, letter.supersedesId, letter.id))) return alreadyAmended();
    // The status may come from the expiry time alone, so the expiry is recorded if the scheduled job has not done so yet.
    await expire(db, letter);
    try {
      await reopen(db, letter, eventActorOf(actor));
    } catch (error) {
      if (violates(error, 'engagement_letter_amendment')) return alreadyAmended();
      throw error;
    }
    audit.performed('Reopened letter of engagement', { changes: { status: { previous: letter.status, current: 'draft' } } });
    return { status: 200, body: await findVisibleLetter(db, actor, letter.id) };
  },

  async amendEngagementLetter({ path, db, actor, audit }) {
    const letter = await lockRequiredLetter(db, path.id);
    if (isRefusal(letter)) return letter;
    if (letter.status !== 'signed') return notSigned(letter);
    if (await hasOtherAmendment(db, letter.id)) return alreadyAmended();
    const { organization, auditor } = await findSignatories(db, letter);
    const author = authorOf(actor);
    const id = await insertLetter(
      db,
      {
        ...letter,
        organizationSignatoryMemberId: organization ? letter.organizationSignatoryMemberId : null,
        auditorMemberId: auditor ? letter.auditorMemberId : null,
      },
      { templateId: null, supersedesId: letter.id, by: author },
    );
    await insertEvent(db, id, 'created', eventActorOf(actor));
    const amendment = await findVisibleLetter(db, actor, id);
    audit.created(
      { reference: amendment.reference, amends: letter.reference },
      { description: 'Amended letter of engagement', entityId: id },
    );
    return { status: 201, body: amendment };
  },
};
