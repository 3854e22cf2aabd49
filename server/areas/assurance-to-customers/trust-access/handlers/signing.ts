/** Shows an agreement to the holder of its signing link, and lets them sign it (trust-access, rules 4 and 9). */
import { stateOf } from '#contract/states';
import { trustAccessRequestNdaStatus } from '#generated/transitions';
import { CallExternal, Deferred } from '#contract/replies';
import type { Handlers } from '#contract/types';
import { ensureWorkingToken } from '#domain/trust/access/grants';
import { findPage } from '#domain/trust/portal/public-page';
import type { Client, OrganizationContext } from '#platform/context';
import { newId } from '#platform/database/ids';
import { storeFile } from '#platform/files/store';
import { dispositionOf } from '#platform/ports/file-links';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { makeAgreement } from '../documents/make.ts';
import { findAgreement, lockAgreement, signAgreement } from '../queries/agreements.ts';
import { type Agreement } from '../rules/agreement.ts';
import { insertGrant, lockGrant } from '../queries/grants.ts';
import { findRequest, lockRequest } from '../queries/requests.ts';
import { personalUrl, portalUrl } from '#domain/trust/access/links';
import { auditFields } from '../rules/audit-fields.ts';
import { ndaLink, ndaName } from '../rules/nda-file.ts';
import { deriveToken } from '#domain/trust/access/tokens';
import { buildAgreementPages } from './agreement-pages.ts';
import { withSigningLink } from './visitor-access.ts';
import { sendPersonalLink } from './send-links.ts';

type Operations = 'getNdaByToken' | 'previewNdaByToken' | 'signNdaByToken';

const defaultDays = 30;
const notFound = () => refusal('signing_link_not_found');
const signingLinkDead = () => refusal('signing_link_dead');

export const signing: Pick<Handlers<'trust-access'>, Operations> = {
  getNdaByToken: (call) =>
    withSigningLink(call, async ({ db, ports, actor }) => {
      const agreement = await findAgreement(db, actor.id);
      const request = agreement && (await findRequest(db, agreement.accessRequestId));
      if (!request) return notFound();
      const page = await findPage(db, ports.files);
      const status = agreement.status === 'pending' && agreement.isLinkExpired ? 'expired' : agreement.status;
      const pages = status === 'pending' ? await buildAgreementPages(ports, page, request, agreement) : undefined;
      return {
        status: 200 as const,
        body: {
          id: agreement.id,
          organizationName: page.organizationName,
          friendlyUrl: page.friendlyUrl,
          faviconUrl: page.faviconUrl,
          requesterName: request.name,
          requesterEmail: request.email,
          requesterCompany: request.company,
          expiresAt: agreement.signTokenExpiresAt,
          portalUrl: portalUrl(ports, page),
          status,
          sections: pages ? pages.sections.map(({ heading, paragraphs }) => ({ heading, paragraphs: [...paragraphs] })) : [],
        },
      };
    }),

  previewNdaByToken: (call) =>
    withSigningLink(call, async ({ db, ports, actor }) => {
      const agreement = await findAgreement(db, actor.id);
      const request = agreement && (await findRequest(db, agreement.accessRequestId));
      if (!request) return notFound();
      if (isLinkDead(agreement)) return signingLinkDead();
      const page = await findPage(db, ports.files);
      const response = {
        status: 200,
        type: 'application/pdf',
        headers: { 'Content-Disposition': dispositionOf(ndaName(page), false) },
      } as const;
      const { pdfKey } = agreement;
      const pages = await buildAgreementPages(ports, page, request, agreement);
      return new Deferred(async () => {
        const signedPdf = pdfKey === null ? undefined : await ports.files.read(pdfKey);
        return { ...response, body: signedPdf ?? (await makeAgreement(actor.organizationId, pages)) };
      });
    }),

  signNdaByToken: ({ body, client, ...call }) =>
    withSigningLink(call, async (context) => {
      const { db, ports, actor } = context;
      const signableNda = await findSignable(context, body);
      if (isRefusal(signableNda)) return signableNda;
      const { agreement, request } = signableNda;
      if (agreement.status === 'signed') return respondWithAccess(context, agreement);
      const signature = { name: body.name, email: request.email, at: new Date().toISOString() };
      const pages = await buildAgreementPages(ports, await findPage(db, ports.files), request, agreement, signature);
      return new CallExternal<Awaited<ReturnType<typeof storeSignature>>>(async () => {
        const pdf = await makeAgreement(actor.organizationId, pages);
        return (nextContext) => storeSignature(nextContext, { body, client, signature, pdf });
      });
    }),
};

interface SignatureInput {
  readonly name: string;
  readonly email: string;
  readonly accept: boolean;
}

/**
 * @returns the agreement and its request, both locked, or a refusal if it cannot be signed. An agreement that the same person has already
 * signed is returned, too
 */
async function findSignable({ db, actor }: OrganizationContext, { name, email, accept }: SignatureInput) {
  const unlockedAgreement = await findAgreement(db, actor.id);
  // Locks the request first, in the same order as cancellation does.
  const request = unlockedAgreement && (await lockRequest(db, unlockedAgreement.accessRequestId));
  const agreement = request && (await lockAgreement(db, unlockedAgreement.id));
  if (!agreement) return notFound();
  if (isLinkDead(agreement) || request.status !== 'approved') return signingLinkDead();
  const errors = {
    ...(!accept && { accept: fieldErrors.notAllowed('must be true') }),
    ...(email !== request.email && { email: fieldErrors.notAllowed('must be the address that access was requested for') }),
  };
  if (Object.keys(errors).length) return invalid(errors);
  // The link may have been passed on, so the access is shown again only to the signer.
  if (agreement.status === 'signed' && agreement.signerName !== name)
    return refusal('nda_not_pending', stateOf(trustAccessRequestNdaStatus, request.ndaStatus));
  return { agreement, request };
}

interface SigningInput {
  readonly body: SignatureInput;
  readonly client: Client;
  readonly signature: { readonly name: string; readonly email: string; readonly at: string };
  readonly pdf: Buffer;
}

async function storeSignature(context: OrganizationContext, { body, client, signature, pdf }: SigningInput) {
  const { db, ports, audit, afterCommit } = context;
  const signableNda = await findSignable(context, body);
  if (isRefusal(signableNda)) return signableNda;
  const { agreement, request } = signableNda;
  // A concurrent request has already signed the agreement.
  if (agreement.status === 'signed') return respondWithAccess(context, agreement);
  const draft = await ports.files.draft(pdf);
  afterCommit(() => draft.discard());
  const { sha256 } = draft;
  const pdfKey = await storeFile(context, draft, 'trust-access/nda', 'NDA.pdf');
  if (typeof pdfKey !== 'string') return pdfKey;
  const grantId = newId('tag');
  const grant = {
    id: grantId,
    accessRequestId: request.id,
    subjectEmail: request.email,
    days: request.requestedDurationDays ?? defaultDays,
    issuedBy: { memberId: request.reviewerMemberId, via: request.reviewedVia },
  };
  await insertGrant(db, grant, deriveToken(ports.secrets, grantId, 0));
  await signAgreement(db, agreement.id, {
    ...client,
    grantId,
    signerName: signature.name,
    signerEmail: signature.email,
    signedAt: signature.at,
    pdfKey,
    pdfSha256: sha256,
  });
  await sendPersonalLink({ db, ports }, grantId, 'granted');
  const signatureFields = { signerName: signature.name, signerEmail: signature.email, signedAt: signature.at, pdfSha256: sha256 };
  audit.created(
    { ...signatureFields, ipAddress: client.ipAddress, userAgent: client.userAgent },
    { ...auditFields(agreement.id), description: 'Signed NDA' },
  );
  return respondWithAccess(context, { ...agreement, grantId, pdfKey });
}

/** @returns the response with the access that was granted by the signature */
async function respondWithAccess({ db, ports }: OrganizationContext, { grantId, pdfKey }: Pick<Agreement, 'grantId' | 'pdfKey'>) {
  const grant = grantId === null ? undefined : await lockGrant(db, grantId);
  if (!grant || pdfKey === null) throw new Error('a signed agreement has no grant or no PDF');
  const page = await findPage(db, ports.files);
  const token = await ensureWorkingToken({ db, ports }, grant);
  return {
    status: 200 as const,
    body: {
      grant: { id: grant.id, status: grant.status, expiresAt: grant.expiresAt },
      pdfDownloadUrl: ndaLink(ports.files, page, pdfKey),
      portalUrl: personalUrl(ports, page, token),
    },
  };
}

/** A dead link can neither be used to sign nor to see the access that an earlier signature gave. */
function isLinkDead({ status, isLinkExpired }: Agreement): boolean {
  return status === 'void' || isLinkExpired;
}
