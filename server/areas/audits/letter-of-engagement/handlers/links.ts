/** Operations with a signing link, whose token is the only credential (letter-of-engagement, rules 14 and 17). */
import { Deferred, InOrganization } from '#contract/replies';
import type { Handlers } from '#contract/types';
import type { AuditNote } from '#platform/audit/entry';
import type { OrganizationContext, PublicContext } from '#platform/context';
import { dispositionOf } from '#platform/ports/file-links';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, refusal } from '#platform/refusals/refusal';
import { getLetterFile } from '../documents/make.ts';
import { findDocumentInput } from '../queries/document.ts';
import { type EventActor, happenedRecently, insertEvent } from '../queries/events.ts';
import { findLetter, type Letter, lockLetter } from '../queries/letters.ts';
import { findLink, type Signature } from '../queries/signatures.ts';
import { decline, sign } from '../steps/transitions.ts';
import { linkNotFound, linkVoid } from '../refusals.ts';
import { isStillActive } from '../rules/links.ts';
import { fileNameOf } from '../rules/labels.ts';
import { redactForLink } from '../rules/viewer.ts';

type Operations =
  'getEngagementLetterByToken' | 'exportEngagementLetterByToken' | 'signEngagementLetterByToken' | 'declineEngagementLetterByToken';

export const links: Pick<Handlers<'letter-of-engagement'>, Operations> = {
  getEngagementLetterByToken: (call) =>
    withLink(call, findLetter, async ({ letter, signature, holder, contentHash, expiresAt }, { db, newWriteTransaction }) => {
      const { party, signerName, signerEmail, status } = signature;
      const response = {
        status: 200 as const,
        body: { letter: redactForLink(letter), party, signerName, signerEmail, status, contentHash, expiresAt },
      };
      if (await happenedRecently(db, letter.id, 'viewed', signerEmail)) return response;
      return new Deferred(async () => {
        await newWriteTransaction(async (transaction) => {
          // Checks again with the letter locked, so that only the first of two concurrent views is logged.
          if (!(await lockLetter(transaction, letter.id)) || (await happenedRecently(transaction, letter.id, 'viewed', signerEmail)))
            return;
          await insertEvent(transaction, letter.id, 'viewed', holder, { party });
        });
        return response;
      });
    }),

  exportEngagementLetterByToken: (call) =>
    withLink(call, findLetter, async ({ letter, holder, signature }, { db, actor, ports: { files }, audit, writeWithEntry }) => {
      const document = await findDocumentInput(db, letter, false);
      audit.performed('Downloaded letter of engagement', auditFields(letter, holder));
      writeWithEntry((transaction) => insertEvent(transaction, letter.id, 'exported', holder, { party: signature.party }));
      return new Deferred(async () => ({
        status: 200 as const,
        type: 'application/pdf' as const,
        headers: { 'Content-Disposition': dispositionOf(fileNameOf(letter), false) },
        body: await getLetterFile(files, actor.organizationId, document),
      }));
    }),

  signEngagementLetterByToken: ({ body, client, ports, ...call }) =>
    withLink(call, lockLetter, async ({ letter, signature, holder, contentHash }, { db, audit }) => {
      // A party that has signed on paper cannot also sign with this link.
      if (signature.status !== 'pending' && signature.method !== 'link') return linkVoid();
      if (body.email !== signature.signerEmail.toLowerCase())
        return invalid({ email: fieldErrors.notAllowed('must be the address that the link was sent to') });
      if (body.contentHash !== contentHash) return refusal('engagement_letter_differs');
      if (signature.status === 'pending') {
        const { name } = body;
        const signatureFields = {
          signerName: name,
          signerEmail: signature.signerEmail,
          signerTitle: body.title || null,
          method: 'link',
          ipAddress: client.ipAddress,
          userAgent: client.userAgent,
        } as const;
        await sign(db, letter, signature, signatureFields, { ...holder, name });
        audit.performed(`Signed letter of engagement for the ${signature.party}`, auditFields(letter, holder));
      }
      const after = await findLetter(db, letter.id);
      const signedAt = after?.signatures.find(({ id }) => id === signature.id)?.signedAt;
      if (!after || typeof signedAt !== 'string') throw new Error('the signature was not found');
      const isSigned = after.status === 'signed' || after.status === 'superseded';
      const downloadUrl = isSigned ? `${ports.baseUrl}/v1/letters-of-engagement/signing/${call.path.token}/export` : null;
      return { status: 200 as const, body: { status: after.status, signedAt, downloadUrl } };
    }),

  declineEngagementLetterByToken: ({ body, ...call }) =>
    withLink(call, lockLetter, async ({ letter, signature, holder }, { db, audit }) => {
      if (signature.status !== 'pending') return linkVoid();
      const { reason } = body;
      await decline(db, letter, signature.party, reason, holder);
      audit.performed(`Declined letter of engagement for the ${signature.party}`, {
        ...auditFields(letter, holder),
        changes: { declineReason: { previous: null, current: reason } },
      });
      return { status: 200 as const, body: { status: 'declined' as const } };
    }),
};

/** The letter and signature that an active link gives access to. */
interface LinkTarget {
  readonly letter: Letter;
  readonly signature: Signature;
  readonly contentHash: string;
  readonly expiresAt: string;
  readonly holder: EventActor;
}

interface Call extends Pick<PublicContext, 'externalParties'> {
  readonly path: { readonly token: string };
}

/**
 * Runs `work` with the letter that a token gives access to. Returns a refusal if the token is unknown or its link no longer works.
 * @param loadLetter finds the letter; must lock it until the transaction ends if `work` changes it
 */
async function withLink<A>(
  { path, externalParties }: Call,
  loadLetter: typeof findLetter,
  work: (target: LinkTarget, context: OrganizationContext) => Promise<A>,
) {
  const visitor = await externalParties.letterLinkOf(path.token);
  if (!visitor) return linkNotFound();
  return new InOrganization<A | ReturnType<typeof linkNotFound> | ReturnType<typeof linkVoid>>(
    visitor.organizationId,
    async (context) => {
      const { db, actor } = context;
      const unlockedLink = await findLink(db, actor.id);
      const letter = unlockedLink?.confirmsId === null ? await loadLetter(db, unlockedLink.letterId) : undefined;
      if (!letter) return linkNotFound();
      // The link is read again, because a reminder may have replaced it while this request waited for the lock.
      const link = await findLink(db, actor.id);
      const signature = letter.signatures.find(({ party }) => party === link?.party);
      const { contentHash } = letter;
      if (!link || !signature || contentHash === null || !isStillActive(link, letter, signature, Date.now())) return linkVoid();
      const holder: EventActor = { kind: 'link', name: signature.signerName, email: signature.signerEmail };
      return work({ letter, signature, contentHash, expiresAt: link.expiresAt, holder }, context);
    },
    visitor,
  );
}

/** The holder of a link has no account, so the audit entry contains the address that the link was sent to. */
function auditFields({ id }: Letter, { email }: EventActor): Omit<AuditNote, 'description' | 'changes'> {
  return { resource: 'audit', entityType: 'framework', entityId: id, data: { actorEmail: email } };
}
