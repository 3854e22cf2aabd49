/** Handlers that sign and decline letters for members, and that file countersigned papers. */
import { CallExternal } from '#contract/replies';
import type { Handlers } from '#contract/types';
import { acceptFile, type FileInput, inspectFile, isAccepted, isInspected } from '#documents/files/receive';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { isReadable } from '../documents/render.ts';
import { eventActorOf } from '../queries/events.ts';
import type { Letter } from '../queries/letters.ts';
import { findSignatory } from '../queries/people.ts';
import { listRecordings, type Party } from '../queries/signatures.ts';
import { recordOnPaper } from '../steps/recording.ts';
import { decline, sign } from '../steps/transitions.ts';
import { notOpen, notPending } from '../refusals.ts';
import { earliestSigningDay } from '../rules/dates.ts';
import { isOpen } from '../rules/labels.ts';
import { lockRequiredLetter, findVisibleLetter } from './require-letter.ts';

type Operations = 'signEngagementLetter' | 'declineEngagementLetter' | 'recordEngagementSignature';

const pdfOnly = { purpose: 'document', accepts: (type: string) => type === 'application/pdf' } as const;

export const signing: Pick<Handlers<'letter-of-engagement'>, Operations> = {
  async signEngagementLetter({ path, body: { party, signerTitle, contentHash }, client, db, actor, audit }) {
    const pendingSignature = await lockPending(db, path.id, party, actor);
    if (isRefusal(pendingSignature)) return pendingSignature;
    const { letter, signature, signer } = pendingSignature;
    const otherParty = party === 'organization' ? 'auditor' : 'organization';
    if (await hasRecorded(db, letter.id, otherParty, actor.user?.id)) return refusal('engagement_letter_one_party');
    if (contentHash !== letter.contentHash) return refusal('engagement_letter_differs');
    const signatureFields = {
      signerName: signer.name,
      signerEmail: signer.email,
      signerTitle: signerTitle || null,
      method: 'session',
      ipAddress: client.ipAddress,
      userAgent: client.userAgent,
    } as const;
    await sign(db, letter, signature, signatureFields, eventActorOf(actor));
    audit.performed(`Signed letter of engagement for the ${party}`);
    return { status: 200, body: await findVisibleLetter(db, actor, letter.id) };
  },

  async declineEngagementLetter({ path, body: { party, reason }, db, actor, audit }) {
    const pendingSignature = await lockPending(db, path.id, party, actor);
    if (isRefusal(pendingSignature)) return pendingSignature;
    await decline(db, pendingSignature.letter, party, reason, eventActorOf(actor));
    audit.performed(`Declined letter of engagement for the ${party}`, {
      changes: { declineReason: { previous: null, current: reason } },
    });
    return { status: 200, body: await findVisibleLetter(db, actor, pendingSignature.letter.id) };
  },

  async recordEngagementSignature({ path, body, ...context }) {
    const { db, actor } = context;
    const pendingSignature = await lockRecordable(db, path.id, body, actor);
    if (isRefusal(pendingSignature)) return pendingSignature;
    const paper = await inspectFile(context, body, pdfOnly);
    if (!isInspected(paper)) return paper;
    return new CallExternal(async () => {
      // The pages of a damaged file cannot be appended to the letter.
      if (!(await isReadable(actor.organizationId, await paper.draft.read()))) return () => Promise.resolve(refusal('file_unreadable'));
      return async (nextContext) => {
        const lockedSignature = await lockRecordable(nextContext.db, path.id, body, nextContext.actor);
        if (isRefusal(lockedSignature)) return lockedSignature;
        const { letter, signature, signedAt, confirmer } = lockedSignature;
        const file = await acceptFile(nextContext, body, pdfOnly, `letters-of-engagement/${letter.id}`);
        if (!isAccepted(file)) return file;
        const signatureFields = {
          signerName: body.signerName,
          signerEmail: body.signerEmail,
          signerTitle: body.signerTitle || null,
          method: 'uploaded',
          signedAt,
          fileKey: file.key,
          recordedById: nextContext.actor.user?.id ?? null,
          recordedByName: nextContext.actor.user?.name ?? 'Somebody',
        } as const;
        await recordOnPaper(nextContext.db, nextContext.ports, letter, signature, {
          signatureData: signatureFields,
          confirmer,
          actor: eventActorOf(nextContext.actor),
        });
        nextContext.audit.performed(`Filed countersigned paper of letter of engagement for the ${body.party}`, {
          changes: {
            signerName: { previous: null, current: signatureFields.signerName },
            fileName: { previous: null, current: file.name },
            sha256: { previous: null, current: file.sha256 },
          },
        });
        return { status: 200, body: await findVisibleLetter(nextContext.db, nextContext.actor, letter.id) };
      };
    });
  },
};

/** @returns the letter and the pending signature of the party, or a refusal if it cannot be signed */
function requirePending(letter: Letter, party: Party) {
  if (!isOpen(letter)) return notOpen(letter);
  const signature = letter.signatures.find((candidate) => candidate.party === party);
  return signature?.status === 'pending' ? { letter, signature } : notPending(letter);
}

/** Locks the letter. Returns its pending signature, or a refusal if the member may not sign for the party in person (rules 4 and 9). */
async function lockPending(db: OrganizationDatabase, id: string, party: Party, { memberId, user }: Actor) {
  const letter = await lockRequiredLetter(db, id);
  if (isRefusal(letter)) return letter;
  const namedMemberId = signerMemberId(letter, party);
  const otherSignature = letter.signatures.find((candidate) => candidate.party !== party);
  const isOtherSigner = otherSignature?.signerEmail.toLowerCase() === user?.email.toLowerCase();
  // Reads the member again, because cached session data may be half a second old, which is too old for a binding signature.
  const signatory = memberId === undefined || memberId !== namedMemberId ? undefined : await findSignatory(db, party, memberId);
  if (!signatory || isOtherSigner) return refusal('engagement_letter_signer_required');
  const pendingSignature = requirePending(letter, party);
  return isRefusal(pendingSignature) ? pendingSignature : { ...pendingSignature, signer: signatory };
}

/** @returns the member who signs for the party, in their own session (rule 24); null if the contact is not a member */
function signerMemberId(letter: Letter, party: Party): string | null {
  return party === 'organization' ? letter.organizationSignatoryMemberId : letter.auditorMemberId;
}

interface Paper extends FileInput {
  readonly party: Party;
  readonly signerEmail: string;
  readonly signedAt: string;
}

/** Locks the letter. Returns its pending signature, or a refusal if this paper may not be filed for it. */
async function lockRecordable(db: OrganizationDatabase, id: string, { party, signerEmail, signedAt: signedAtText }: Paper, actor: Actor) {
  const letter = await lockRequiredLetter(db, id);
  if (isRefusal(letter)) return letter;
  const signatoryId = signerMemberId(letter, party);
  if (signatoryId !== null && signatoryId !== actor.memberId) return refusal('engagement_letter_signer_required');
  const signedAt = new Date(signedAtText);
  if (signedAt.getTime() > Date.now()) return invalid({ signedAt: fieldErrors.inTheFuture() });
  const pendingSignature = requirePending(letter, party);
  if (isRefusal(pendingSignature)) return pendingSignature;
  if (letter.sentAt !== null && signedAt.getTime() < Date.parse(earliestSigningDay(letter.sentAt)))
    return invalid({ signedAt: fieldErrors.tooEarly('the day on which the letter was sent') });
  const otherSignature = letter.signatures.find((candidate) => candidate.party !== party);
  if (otherSignature?.signerEmail.toLowerCase() === signerEmail.toLowerCase())
    return invalid({ signerEmail: fieldErrors.duplicate('must not be the address of the other signatory') });
  const confirmer = await findConfirmer(db, letter, actor);
  const email = actor.user?.email.toLowerCase();
  const hasSigned = otherSignature?.method === 'session' && otherSignature.signerEmail.toLowerCase() === email;
  if (hasSigned || confirmer.email.toLowerCase() === email || (await hasRecorded(db, id, otherSignature?.party, actor.user?.id)))
    return refusal('engagement_letter_one_party');
  return { ...pendingSignature, confirmer, signedAt: signedAt.toISOString() };
}

/** @returns whether the user has filed a paper for this party */
async function hasRecorded(db: OrganizationDatabase, letterId: string, party: Party | undefined, userId: string | undefined) {
  const recordings = await listRecordings(db, letterId);
  return userId !== undefined && recordings.some((candidate) => candidate.party === party && candidate.recordedById === userId);
}

/** @returns the party that must confirm the caller's filing, to which the caller does not belong, and its e-mail address */
async function findConfirmer(db: OrganizationDatabase, letter: Letter, { memberId, roles }: Actor) {
  const isAuditor =
    memberId === letter.auditorMemberId || (roles.includes('auditor') && !roles.includes('owner') && !roles.includes('admin'));
  const party = isAuditor ? 'organization' : 'auditor';
  const email = (await listRecordings(db, letter.id)).find((candidate) => candidate.party === party)?.namedEmail;
  if (email === undefined) throw new Error('an open letter has no e-mail address for a party');
  return { party, email } as const;
}
