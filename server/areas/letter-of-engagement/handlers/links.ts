/** What the holder of a signing link does (spec/areas/letter-of-engagement, rules 14 and 17). The token is the only credential. */
import type { Handlers } from '../../../contract/types.ts';
import { actingEntry } from '../../../platform/audit/acting-entry.ts';
import type { PublicContext } from '../../../platform/context.ts';
import type { AuditEntry, OrganizationDatabase } from '../../../platform/database/handle.ts';
import { dispositionOf } from '../../../platform/ports/file-links.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
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
type Context = Pick<PublicContext, 'outsiders' | 'withOrganization'>;

export const links: Pick<Handlers<'letter-of-engagement'>, Operations> = {
  getEngagementLetterByToken: ({ path: { token }, ...context }) =>
    byToken(context, token, async ({ db, letter, signature, holder, contentHash, expiresAt }) => {
      if (!(await happenedLately(db, letter.id, 'viewed', signature.signerEmail)))
        await insertEvent(db, letter.id, 'viewed', holder, { party: signature.party });
      const { party, signerName, signerEmail, status } = signature;
      return { status: 200, body: { letter: shownByLink(letter), party, signerName, signerEmail, status, contentHash, expiresAt } };
    }),

  async exportEngagementLetterByToken({ path: { token }, ...context }) {
    const found = await byToken(context, token, async ({ db, letter, note, holder, signature }) => {
      await insertEvent(db, letter.id, 'exported', holder, { party: signature.party });
      note(entryOf(db, letter, holder, 'Downloaded letter of engagement'));
      return { letter, document: await findDocument(db, letter, false) };
    });
    if (isRefusal(found)) return found;
    const { letter, document } = found;
    return {
      status: 200,
      type: 'application/pdf',
      headers: { 'Content-Disposition': dispositionOf(fileNameOf(letter), false) },
      body: await fileOf(context.ports.files, letter.organizationId, document),
    };
  },

  signEngagementLetterByToken: ({ path: { token }, body, client, ports, ...context }) =>
    byToken(context, token, async ({ db, letter, signature, holder, note, contentHash }) => {
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
        note(entryOf(db, letter, holder, `Signed letter of engagement for the ${signature.party}`));
      }
      const after = await findLetter(db, letter.id);
      const signedAt = after?.signatures.find(({ id }) => id === signature.id)?.signedAt;
      if (!after || typeof signedAt !== 'string') throw new Error('the signature is gone');
      const isDone = after.status === 'signed' || after.status === 'superseded';
      const downloadUrl = isDone ? `${ports.baseUrl}/v1/letters-of-engagement/signing/${token}/export` : null;
      return { status: 200, body: { status: after.status, signedAt, downloadUrl } };
    }),

  declineEngagementLetterByToken: ({ path: { token }, body, ...context }) =>
    byToken(context, token, async ({ db, letter, signature, holder, note }) => {
      if (signature.status !== 'pending') return linkVoid();
      await decline(db, letter, signature.party, body.reason.trim(), holder);
      note(entryOf(db, letter, holder, `Declined letter of engagement for the ${signature.party}`));
      return { status: 200, body: { status: 'declined' } };
    }),
};

/** What a link that works leads to. */
interface Reached {
  readonly db: OrganizationDatabase;
  readonly letter: Letter;
  readonly signature: Signature;
  readonly contentHash: string;
  readonly expiresAt: string;
  readonly holder: EventActor;
  readonly note: (entry: AuditEntry) => void;
}

/** Works with the letter that a token leads to, held until the transaction ends. */
async function byToken<R>({ outsiders, withOrganization }: Context, token: string, work: (reached: Reached) => Promise<R>) {
  const known = await outsiders.letterLinkOf(token);
  if (!known) return linkNotFound();
  return withOrganization(known.organizationId, async (db, note) => {
    const before = await findLink(db, known.id);
    const letter = before && (await lockLetter(db, before.letterId));
    if (!letter) return linkNotFound();
    // A reminder may have replaced it while the letter was held.
    const link = await findLink(db, known.id);
    const signature = letter.signatures.find(({ party }) => party === link?.party);
    const { contentHash } = letter;
    if (!link || !signature || contentHash === null || !worksStill(link, letter, signature, Date.now())) return linkVoid();
    const holder: EventActor = { kind: 'link', name: signature.signerName, email: signature.signerEmail };
    return work({ db, letter, signature, contentHash, expiresAt: link.expiresAt, holder, note });
  });
}

/** The holder has no account: the address that the link was sent to says who it is. */
function entryOf(db: OrganizationDatabase, letter: Letter, { email }: EventActor, action: string): AuditEntry {
  return actingEntry(db.organizationId, {
    actor: { user: undefined, memberId: undefined, via: `signing link of ${email}` },
    action,
    entityType: 'framework',
    entityId: letter.id,
    data: { resource: 'audit', actorEmail: email },
  });
}
