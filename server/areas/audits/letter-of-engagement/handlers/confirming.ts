/** Lets the other party use a link to confirm or reject a signature that was filed on paper (letter-of-engagement, rule 22). */
import { Deferred, InOrganization } from '#contract/replies';
import type { Handlers } from '#contract/types';
import type { AuditNote } from '#platform/audit/entry';
import type { OrganizationContext, PublicContext } from '#platform/context';
import { dispositionOf } from '#platform/ports/file-links';
import { getLetterFile } from '../documents/make.ts';
import { findDocumentInput } from '../queries/document.ts';
import { type EventActor, insertEvent } from '../queries/events.ts';
import { findLetter, type Letter, lockLetter } from '../queries/letters.ts';
import { recordConfirmation, withdrawRecordedSignature } from '../steps/recording.ts';
import { findLink, listRecordings, type Signature } from '../queries/signatures.ts';
import { linkNotFound, linkVoid } from '../refusals.ts';
import { fileNameOf, isOpen } from '../rules/labels.ts';
import { redactForLink } from '../rules/viewer.ts';

type Operations =
  'getRecordedSignatureByToken' | 'exportRecordedSignatureByToken' | 'confirmRecordedSignatureByToken' | 'objectToRecordedSignatureByToken';

export const confirming: Pick<Handlers<'letter-of-engagement'>, Operations> = {
  getRecordedSignatureByToken: (call) =>
    withLink(call, findLetter, ({ letter, signature, expiresAt }) => {
      const redacted = redactForLink(letter);
      const recordedSignature = redacted.signatures.find(({ id }) => id === signature.id);
      if (!recordedSignature) throw new Error('the signature was not found');
      return Promise.resolve({ status: 200 as const, body: { letter: redacted, recordedSignature, expiresAt } });
    }),

  exportRecordedSignatureByToken: (call) =>
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

  confirmRecordedSignatureByToken: (call) =>
    withLink(call, lockLetter, async ({ letter, signature, holder }, { db, audit }) => {
      await recordConfirmation(db, letter, signature, holder);
      audit.performed(`Confirmed countersigned paper of letter of engagement for the ${signature.party}`, auditFields(letter, holder));
      const after = await findLetter(db, letter.id);
      if (!after) throw new Error('the letter was not found');
      return { status: 200 as const, body: { status: after.status, signatureStatus: 'signed' as const } };
    }),

  objectToRecordedSignatureByToken: ({ body, ...call }) =>
    withLink(call, lockLetter, async ({ letter, signature, holder }, { db, audit }) => {
      const { reason } = body;
      await withdrawRecordedSignature(db, letter, signature, reason, holder);
      audit.performed(`Objected to countersigned paper of letter of engagement for the ${signature.party}`, {
        ...auditFields(letter, holder),
        changes: { objection: { previous: null, current: reason } },
      });
      return { status: 200 as const, body: { status: letter.status, signatureStatus: 'pending' as const } };
    }),
};

interface LinkTarget {
  readonly letter: Letter;
  /** The signature to confirm. */
  readonly signature: Signature;
  readonly expiresAt: string;
  readonly holder: EventActor;
}

interface Call extends Pick<PublicContext, 'externalParties'> {
  readonly path: { readonly token: string };
}

/**
 * Runs `work` with the signature that the holder of a token may confirm.
 * Returns a refusal if the token is unknown, or if the signature can no longer be confirmed with it.
 * @param loadLetter finds the letter; must lock it if `work` changes it
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
      const letter = unlockedLink?.confirmsId ? await loadLetter(db, unlockedLink.letterId) : undefined;
      if (!letter) return linkNotFound();
      // The link is read again, because it may have ended while this request waited for the lock.
      const link = await findLink(db, actor.id);
      const signature = letter.signatures.find(({ id }) => id === link?.confirmsId);
      if (!link || link.endedAt !== null || signature?.status !== 'unconfirmed' || !isOpen(letter)) return linkVoid();
      const recording = (await listRecordings(db, letter.id)).find(({ party }) => party === link.party);
      const holder: EventActor = { kind: 'link', name: recording?.namedName ?? 'The other party', email: recording?.namedEmail ?? null };
      return work({ letter, signature, expiresAt: link.expiresAt, holder }, context);
    },
    visitor,
  );
}

function auditFields({ id }: Letter, { email }: EventActor): Omit<AuditNote, 'description' | 'changes'> {
  return { resource: 'audit', entityType: 'framework', entityId: id, data: { actorEmail: email } };
}
