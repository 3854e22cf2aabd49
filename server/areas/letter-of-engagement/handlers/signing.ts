/** Signatures of members, and those that are filed on paper. */
import { CallOutside } from '../../../contract/replies.ts';
import type { Handlers } from '../../../contract/types.ts';
import { acceptFile, type FileInput, inspectFile, isAccepted, isInspected } from '../../../domain/files/receive.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { isReadable } from '../documents/render.ts';
import { actorOf } from '../queries/events.ts';
import type { Letter } from '../queries/letters.ts';
import { findSignatory } from '../queries/people.ts';
import type { Party } from '../queries/signatures.ts';
import { decline, sign } from '../queries/transitions.ts';
import { notOpen, notPending } from '../refusals.ts';
import { firstDayOf } from '../rules/dates.ts';
import { isOpen } from '../rules/types.ts';
import { lockRequiredLetter, lookAt } from './require-letter.ts';

type Operations = 'signEngagementLetter' | 'declineEngagementLetter' | 'recordEngagementSignature';

const wanted = { purpose: 'document', accepts: (type: string) => type === 'application/pdf' } as const;

export const signing: Pick<Handlers<'letter-of-engagement'>, Operations> = {
  async signEngagementLetter({ path, body: { party, signerTitle, contentHash }, client, db, actor, audit }) {
    const found = await lockPending(db, path.id, party, actor);
    if (isRefusal(found)) return found;
    const { letter, signature, signer } = found;
    if (contentHash !== letter.contentHash) return refusal('engagement_letter_differs');
    const given = {
      signerName: signer.name,
      signerEmail: signer.email,
      signerTitle: signerTitle?.trim() || null,
      method: 'session',
      ipAddress: client.ipAddress,
      userAgent: client.userAgent,
    } as const;
    await sign(db, letter, signature, given, actorOf(actor));
    audit.did(`Signed letter of engagement for the ${party}`, { changes: { contentHash: { previous: null, current: contentHash } } });
    return { status: 200, body: await lookAt(db, actor, letter.id) };
  },

  async declineEngagementLetter({ path, body: { party, reason }, db, actor, audit }) {
    const found = await lockPending(db, path.id, party, actor);
    if (isRefusal(found)) return found;
    await decline(db, found.letter, party, reason.trim(), actorOf(actor));
    audit.did(`Declined letter of engagement for the ${party}`, {
      changes: { declineReason: { previous: null, current: reason.trim() } },
    });
    return { status: 200, body: await lookAt(db, actor, found.letter.id) };
  },

  async recordEngagementSignature({ path, body, ...context }) {
    const { db, actor } = context;
    const found = await lockRecordable(db, path.id, body);
    if (isRefusal(found)) return found;
    const paper = await inspectFile(context, body, wanted);
    if (!isInspected(paper)) return paper;
    return new CallOutside(async () => {
      // A damaged one could not be put behind the letter.
      if (!(await isReadable(actor.organizationId, await paper.draft.read()))) return () => Promise.resolve(refusal('file_unreadable'));
      return async (later) => {
        const again = await lockRecordable(later.db, path.id, body);
        if (isRefusal(again)) return again;
        const { letter, signature, signedAt } = again;
        const file = await acceptFile(later, body, wanted, `letters-of-engagement/${letter.id}`);
        if (!isAccepted(file)) return file;
        const given = {
          signerName: body.signerName.trim(),
          signerEmail: body.signerEmail.toLowerCase(),
          signerTitle: body.signerTitle?.trim() || null,
          method: 'uploaded',
          signedAt,
          fileKey: file.key,
        } as const;
        await sign(later.db, letter, signature, given, actorOf(later.actor));
        later.audit.did(`Filed countersigned paper of letter of engagement for the ${body.party}`, {
          changes: {
            signerName: { previous: null, current: given.signerName },
            fileName: { previous: null, current: file.name },
            sha256: { previous: null, current: file.sha256 },
          },
        });
        return { status: 200, body: await lookAt(later.db, later.actor, letter.id) };
      };
    });
  },
};

/** @returns the letter and the signature that is still missing, or why there is none */
function pendingIn(letter: Letter, party: Party) {
  if (!isOpen(letter)) return notOpen();
  const signature = letter.signatures.find((one) => one.party === party);
  return signature?.status === 'pending' ? { letter, signature } : notPending();
}

/** The same for the member who signs for the party in person (rules 4 and 9). */
async function lockPending(db: OrganizationDatabase, id: string, party: Party, { memberId, user }: Actor) {
  const letter = await lockRequiredLetter(db, id);
  if (isRefusal(letter)) return letter;
  const named = party === 'organization' ? letter.organizationSignatoryMemberId : letter.auditorMemberId;
  const other = letter.signatures.find((one) => one.party !== party);
  const isOther = other?.signerEmail.toLowerCase() === user?.email.toLowerCase();
  // What is known of the session may be half a second old, and a signature is for good.
  const signatory = memberId === undefined || memberId !== named ? undefined : await findSignatory(db, party, memberId);
  if (!signatory || isOther) return refusal('engagement_letter_signer_required');
  const found = pendingIn(letter, party);
  return isRefusal(found) ? found : { ...found, signer: signatory };
}

interface Paper extends FileInput {
  readonly party: Party;
  readonly signerEmail: string;
  readonly signedAt: string;
}

/** The same for a paper that somebody files. */
async function lockRecordable(db: OrganizationDatabase, id: string, { party, signerEmail, signedAt: given }: Paper) {
  const letter = await lockRequiredLetter(db, id);
  if (isRefusal(letter)) return letter;
  const signedAt = new Date(given);
  if (signedAt.getTime() > Date.now()) return invalid({ signedAt: 'must not be in the future' });
  const found = pendingIn(letter, party);
  if (isRefusal(found)) return found;
  if (letter.sentAt !== null && signedAt.getTime() < Date.parse(firstDayOf(letter.sentAt)))
    return invalid({ signedAt: 'must not be before the day on which the letter was sent' });
  const other = letter.signatures.find((one) => one.party !== party);
  if (other?.signerEmail.toLowerCase() === signerEmail.toLowerCase())
    return invalid({ signerEmail: 'must not be the address of the other signatory' });
  return { ...found, signedAt: signedAt.toISOString() };
}
