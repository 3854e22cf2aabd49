/** What the holder of a signing link does (spec/areas/letter-of-engagement, rules 14 and 17). The token is the only credential. */
import { Deferred, InOrganization } from '../../../contract/replies.ts';
import type { Handlers } from '../../../contract/types.ts';
import type { AuditNote } from '../../../platform/audit/entry.ts';
import type { OrganizationContext, PublicContext } from '../../../platform/context.ts';
import { dispositionOf } from '../../../platform/ports/file-links.ts';
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import { fileOf } from '../documents/make.ts';
import { findDocument } from '../queries/document.ts';
import { type EventActor, happenedLately, insertEvent } from '../queries/events.ts';
import { findLetter, type Letter, lockLetter } from '../queries/letters.ts';
import { findLink, type Signature } from '../queries/signatures.ts';
import { decline, sign } from '../queries/transitions.ts';
import { linkNotFound, linkVoid } from '../refusals.ts';
import { worksStill } from '../rules/links.ts';
import { fileNameOf } from '../rules/types.ts';
import { shownByLink } from '../rules/viewer.ts';

type Operations =
  'getEngagementLetterByToken' | 'exportEngagementLetterByToken' | 'signEngagementLetterByToken' | 'declineEngagementLetterByToken';

export const links: Pick<Handlers<'letter-of-engagement'>, Operations> = {
  getEngagementLetterByToken: (call) =>
    byLink(call, findLetter, async ({ letter, signature, holder, contentHash, expiresAt }, { db, newWriteTransaction }) => {
      const { party, signerName, signerEmail, status } = signature;
      const answer = {
        status: 200 as const,
        body: { letter: shownByLink(letter), party, signerName, signerEmail, status, contentHash, expiresAt },
      };
      if (await happenedLately(db, letter.id, 'viewed', signerEmail)) return answer;
      return new Deferred(async () => {
        await newWriteTransaction(async (further) => {
          // Of two looks at once the first is noted.
          if (!(await lockLetter(further, letter.id)) || (await happenedLately(further, letter.id, 'viewed', signerEmail))) return;
          await insertEvent(further, letter.id, 'viewed', holder, { party });
        });
        return answer;
      });
    }),

  exportEngagementLetterByToken: (call) =>
    byLink(call, findLetter, async ({ letter, holder, signature }, { db, actor, ports: { files }, audit, writeWithEntry }) => {
      const document = await findDocument(db, letter, false);
      audit.did('Downloaded letter of engagement', about(letter, holder));
      writeWithEntry((later) => insertEvent(later, letter.id, 'exported', holder, { party: signature.party }));
      return new Deferred(async () => ({
        status: 200 as const,
        type: 'application/pdf' as const,
        headers: { 'Content-Disposition': dispositionOf(fileNameOf(letter), false) },
        body: await fileOf(files, actor.organizationId, document),
      }));
    }),

  signEngagementLetterByToken: ({ body, client, ports, ...call }) =>
    byLink(call, lockLetter, async ({ letter, signature, holder, contentHash }, { db, audit }) => {
      // Who has signed on paper has not signed by this link.
      if (signature.status === 'signed' && signature.method !== 'link') return linkVoid();
      if (body.email.toLowerCase() !== signature.signerEmail.toLowerCase())
        return invalid({ email: 'must be the address that the link was sent to' });
      if (body.contentHash !== contentHash) return refusal('engagement_letter_differs');
      if (signature.status === 'pending') {
        const name = body.name.trim();
        const given = {
          signerName: name,
          signerEmail: signature.signerEmail,
          signerTitle: body.title?.trim() || null,
          method: 'link',
          ipAddress: client.ipAddress,
          userAgent: client.userAgent,
        } as const;
        await sign(db, letter, signature, given, { ...holder, name });
        audit.did(`Signed letter of engagement for the ${signature.party}`, {
          ...about(letter, holder),
          changes: { contentHash: { previous: null, current: contentHash } },
        });
      }
      const after = await findLetter(db, letter.id);
      const signedAt = after?.signatures.find(({ id }) => id === signature.id)?.signedAt;
      if (!after || typeof signedAt !== 'string') throw new Error('the signature is gone');
      const isDone = after.status === 'signed' || after.status === 'superseded';
      const downloadUrl = isDone ? `${ports.baseUrl}/v1/letters-of-engagement/signing/${call.path.token}/export` : null;
      return { status: 200 as const, body: { status: after.status, signedAt, downloadUrl } };
    }),

  declineEngagementLetterByToken: ({ body, ...call }) =>
    byLink(call, lockLetter, async ({ letter, signature, holder }, { db, audit }) => {
      if (signature.status !== 'pending') return linkVoid();
      const reason = body.reason.trim();
      await decline(db, letter, signature.party, reason, holder);
      audit.did(`Declined letter of engagement for the ${signature.party}`, {
        ...about(letter, holder),
        changes: { declineReason: { previous: null, current: reason } },
      });
      return { status: 200 as const, body: { status: 'declined' as const } };
    }),
};

/** What a link that works leads to. */
interface Reached {
  readonly letter: Letter;
  readonly signature: Signature;
  readonly contentHash: string;
  readonly expiresAt: string;
  readonly holder: EventActor;
}

interface Call extends Pick<PublicContext, 'outsiders'> {
  readonly path: { readonly token: string };
}

/** Works with the letter that a token leads to. @param find the letter, held until the transaction ends by whoever changes it */
async function byLink<A>(
  { path, outsiders }: Call,
  find: typeof findLetter,
  work: (reached: Reached, context: OrganizationContext) => Promise<A>,
) {
  const visitor = await outsiders.letterLinkOf(path.token);
  if (!visitor) return linkNotFound();
  return new InOrganization<A | ReturnType<typeof linkNotFound> | ReturnType<typeof linkVoid>>(
    visitor.organizationId,
    async (context) => {
      const { db, actor } = context;
      const before = await findLink(db, actor.id);
      const letter = before && (await find(db, before.letterId));
      if (!letter) return linkNotFound();
      // A reminder may have replaced it while the letter was waited for.
      const link = await findLink(db, actor.id);
      const signature = letter.signatures.find(({ party }) => party === link?.party);
      const { contentHash } = letter;
      if (!link || !signature || contentHash === null || !worksStill(link, letter, signature, Date.now())) return linkVoid();
      const holder: EventActor = { kind: 'link', name: signature.signerName, email: signature.signerEmail };
      return work({ letter, signature, contentHash, expiresAt: link.expiresAt, holder }, context);
    },
    visitor,
  );
}

/** The holder has no account: the address that the link was sent to says who it is. */
function about({ id }: Letter, { email }: EventActor): Omit<AuditNote, 'description' | 'changes'> {
  return { resource: 'audit', entityType: 'framework', entityId: id, data: { actorEmail: email } };
}
