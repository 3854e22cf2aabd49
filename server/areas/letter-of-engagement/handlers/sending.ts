/** From the draft to the signatures, back, and on to an amendment. */
import type { Handlers } from '../../../contract/types.ts';
import { violates } from '../../../platform/database/violations.ts';
import { isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { expireDue } from '../queries/due.ts';
import { actorOf, insertEvent } from '../queries/events.ts';
import { hasOtherAmendment, insertLetter } from '../queries/letters.ts';
import { findSignatories } from '../queries/people.ts';
import type { Expected } from '../queries/signatures.ts';
import { cancel, expire, remind, reopen, send } from '../queries/transitions.ts';
import { amended, notDraft, notOpen, notPending } from '../refusals.ts';
import { missingIn } from '../rules/content.ts';
import { isOpen } from '../rules/types.ts';
import { lockRequiredLetter, lookAt } from './require-letter.ts';

type Operations =
  'sendEngagementLetter' | 'remindEngagementLetter' | 'cancelEngagementLetter' | 'reopenEngagementLetter' | 'amendEngagementLetter';

export const sending: Pick<Handlers<'letter-of-engagement'>, Operations> = {
  async sendEngagementLetter({ path, body: { validDays = 14, message }, db, actor, ports, audit }) {
    // What has expired does not stand in the way, whether the schedule has seen it or not.
    await expireDue(db);
    const letter = await lockRequiredLetter(db, path.id);
    if (isRefusal(letter)) return letter;
    if (letter.status !== 'draft') return notDraft();
    const signatories = await findSignatories(db, letter);
    const { organization, auditor } = signatories;
    const missing = missingIn(letter, signatories);
    if (missing.length || !organization) return refusal('engagement_letter_incomplete', { missing });
    const expected: Expected[] = [
      { party: 'organization', signerName: organization.name, signerEmail: organization.email },
      {
        party: 'auditor',
        signerName: auditor?.name ?? letter.auditorContactName,
        signerEmail: auditor?.email ?? letter.auditorContactEmail,
      },
    ];
    try {
      await send(db, ports, letter, { expected, validDays, message, actor: actorOf(actor) });
    } catch (error) {
      // Of two letters that are sent at once the database takes one.
      if (violates(error, 'engagement_letter_open')) return refusal('engagement_letter_open');
      throw error;
    }
    audit.did('Sent letter of engagement', { changes: { status: { previous: 'draft', current: 'sent' } } });
    return { status: 200, body: await lookAt(db, actor, letter.id) };
  },

  async remindEngagementLetter({ path, body: { party }, db, actor, ports, audit }) {
    const letter = await lockRequiredLetter(db, path.id);
    if (isRefusal(letter)) return letter;
    if (!isOpen(letter)) return notOpen();
    const pending = letter.signatures.filter(
      (signature) => signature.status === 'pending' && (party === undefined || signature.party === party),
    );
    if (!pending.length) return notPending();
    const waits = pending.map(({ remindedAt }) =>
      remindedAt === null ? 0 : Math.ceil((Date.parse(remindedAt) + ports.letters.reminderHours * 3_600_000 - Date.now()) / 1000),
    );
    const due = pending.filter((_signature, index) => (waits[index] ?? 0) <= 0);
    if (!due.length) return refusal('engagement_letter_reminded', { retryAfter: Math.min(...waits) });
    for (const signature of due) await remind(db, ports, letter, signature, actorOf(actor));
    const reminded = due.map((signature) => signature.party);
    audit.did(`Reminded ${reminded.join(' and ')} of letter of engagement`);
    return { status: 200, body: { reminded } };
  },

  async cancelEngagementLetter({ path, body, db, actor, audit }) {
    const letter = await lockRequiredLetter(db, path.id);
    if (isRefusal(letter)) return letter;
    if (!isOpen(letter)) return notOpen();
    const reason = body.reason.trim();
    await cancel(db, letter, reason, actorOf(actor));
    audit.did('Cancelled letter of engagement', {
      changes: { status: { previous: letter.status, current: 'cancelled' }, cancelReason: { previous: null, current: reason } },
    });
    return { status: 200, body: await lookAt(db, actor, letter.id) };
  },

  async reopenEngagementLetter({ path, db, actor, audit }) {
    const letter = await lockRequiredLetter(db, path.id);
    if (isRefusal(letter)) return letter;
    if (!['declined', 'cancelled', 'expired'].includes(letter.status)) return refusal('engagement_letter_not_closed');
    if (letter.supersedesId !== null && (await hasOtherAmendment(db, letter.supersedesId, letter.id))) return amended();
    await expire(db, letter);
    try {
      await reopen(db, letter, actorOf(actor));
    } catch (error) {
      if (violates(error, 'engagement_letter_amendment')) return amended();
      throw error;
    }
    audit.did('Reopened letter of engagement', { changes: { status: { previous: letter.status, current: 'draft' } } });
    return { status: 200, body: await lookAt(db, actor, letter.id) };
  },

  async amendEngagementLetter({ path, db, actor, audit }) {
    const letter = await lockRequiredLetter(db, path.id);
    if (isRefusal(letter)) return letter;
    if (letter.status !== 'signed') return refusal('engagement_letter_not_signed');
    if (await hasOtherAmendment(db, letter.id)) return amended();
    const { organization, auditor } = await findSignatories(db, letter);
    const userId = actor.user?.id ?? null;
    const id = await insertLetter(
      db,
      {
        ...letter,
        organizationSignatoryMemberId: organization ? letter.organizationSignatoryMemberId : null,
        auditorMemberId: auditor ? letter.auditorMemberId : null,
      },
      { templateId: null, supersedesId: letter.id, userId },
    );
    await insertEvent(db, id, 'created', actorOf(actor));
    const amendment = await lookAt(db, actor, id);
    audit.created(
      { reference: amendment.reference, amends: letter.reference },
      { description: 'Amended letter of engagement', entityId: id },
    );
    return { status: 201, body: amendment };
  },
};
