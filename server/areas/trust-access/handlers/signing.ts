/** The agreement as whoever has its signing link reads and signs it (spec/areas/trust-access, rules 4 and 9). */
import { CallOutside, Deferred } from '../../../contract/replies.ts';
import type { Handlers } from '../../../contract/types.ts';
import { findPage } from '../../../domain/trust-portal/public-page.ts';
import type { Client, OrganizationContext } from '../../../platform/context.ts';
import { newId } from '../../../platform/database/ids.ts';
import { storeFile } from '../../../platform/files/store.ts';
import { dispositionOf } from '../../../platform/ports/file-links.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { makeAgreement } from '../documents/make.ts';
import { type Agreement, findAgreement, lockAgreement, signAgreement } from '../queries/agreements.ts';
import { insertGrant, lockGrant } from '../queries/grants.ts';
import { findRequest, lockRequest } from '../queries/requests.ts';
import { personalLink, portalUrl } from '../rules/links.ts';
import { about } from '../rules/logged.ts';
import { ndaLink, ndaName } from '../rules/nda-file.ts';
import { tokenOf } from '../rules/tokens.ts';
import { agreementPages } from './agreement-pages.ts';
import { bySigningLink } from './entrances.ts';
import { sendPersonalLink, workingToken } from './sending.ts';

type Signing = 'getNdaByToken' | 'previewNdaByToken' | 'signNdaByToken';

const usualDays = 30;
const notFound = () => refusal('signing_link_not_found');
const dead = () => refusal('signing_link_dead');

export const signing: Pick<Handlers<'trust-access'>, Signing> = {
  getNdaByToken: (call) =>
    bySigningLink(call, async ({ db, ports, actor }) => {
      const agreement = await findAgreement(db, actor.id);
      const request = agreement && (await findRequest(db, agreement.accessRequestId));
      if (!request) return notFound();
      const page = await findPage(db, ports.files);
      const status = agreement.status === 'pending' && agreement.isLinkOver ? 'expired' : agreement.status;
      const text = status === 'pending' ? await agreementPages(ports, page, request, agreement) : undefined;
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
          sections: text ? text.sections.map(({ heading, paragraphs }) => ({ heading, paragraphs: [...paragraphs] })) : [],
        },
      };
    }),

  previewNdaByToken: (call) =>
    bySigningLink(call, async ({ db, ports, actor }) => {
      const agreement = await findAgreement(db, actor.id);
      const request = agreement && (await findRequest(db, agreement.accessRequestId));
      if (!request) return notFound();
      if (isDead(agreement)) return dead();
      const page = await findPage(db, ports.files);
      const answer = {
        status: 200,
        type: 'application/pdf',
        headers: { 'Content-Disposition': dispositionOf(ndaName(page), false) },
      } as const;
      const { pdfKey } = agreement;
      const pages = await agreementPages(ports, page, request, agreement);
      return new Deferred(async () => {
        const signed = pdfKey === null ? undefined : await ports.files.read(pdfKey);
        return { ...answer, body: signed ?? (await makeAgreement(actor.organizationId, pages)) };
      });
    }),

  signNdaByToken: ({ body, client, ...call }) =>
    bySigningLink(call, async (context) => {
      const { db, ports, actor } = context;
      const found = await findSignable(context, body);
      if (isRefusal(found)) return found;
      const { agreement, request } = found;
      if (agreement.status === 'signed') return signedAnswer(context, agreement);
      const signature = { name: body.name.trim(), email: request.email, at: new Date().toISOString() };
      const pages = await agreementPages(ports, await findPage(db, ports.files), request, agreement, signature);
      return new CallOutside<Awaited<ReturnType<typeof sign>>>(async () => {
        const pdf = await makeAgreement(actor.organizationId, pages);
        return (again) => sign(again, { body, client, signature, pdf });
      });
    }),
};

interface Sent {
  readonly name: string;
  readonly email: string;
  readonly accept: boolean;
}

/** @returns the agreement with its request, both held, or why this cannot be signed */
async function findSignable({ db, actor }: OrganizationContext, { email, accept }: Sent) {
  const found = await findAgreement(db, actor.id);
  // The request first, as whoever cancels it does.
  const request = found && (await lockRequest(db, found.accessRequestId));
  const agreement = request && (await lockAgreement(db, found.id));
  if (!agreement) return notFound();
  if (isDead(agreement) || request.status !== 'approved') return dead();
  const wrong = {
    ...(!accept && { accept: 'must be true' }),
    ...(email.toLowerCase() !== request.email && { email: 'must be the address that access was requested for' }),
  };
  return Object.keys(wrong).length ? invalid(wrong) : { agreement, request };
}

interface Signed {
  readonly body: Sent;
  readonly client: Client;
  readonly signature: { readonly name: string; readonly email: string; readonly at: string };
  readonly pdf: Buffer;
}

async function sign(context: OrganizationContext, { body, client, signature, pdf }: Signed) {
  const { db, ports, audit, afterCommit } = context;
  const found = await findSignable(context, body);
  if (isRefusal(found)) return found;
  const { agreement, request } = found;
  // Another request was faster: it has signed.
  if (agreement.status === 'signed') return signedAnswer(context, agreement);
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
    days: request.requestedDurationDays ?? usualDays,
    issuedByMemberId: request.reviewerMemberId,
  };
  await insertGrant(db, grant, tokenOf(ports.secrets, grantId, 0));
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
  const told = { signerName: signature.name, signerEmail: signature.email, signedAt: signature.at, pdfSha256: sha256 };
  audit.created(
    { ...told, ipAddress: client.ipAddress, userAgent: client.userAgent },
    { ...about(agreement.id), description: 'Signed NDA' },
  );
  return signedAnswer(context, { ...agreement, grantId, pdfKey });
}

/** @returns the access that the signature led to */
async function signedAnswer({ db, ports }: OrganizationContext, { grantId, pdfKey }: Pick<Agreement, 'grantId' | 'pdfKey'>) {
  const grant = grantId === null ? undefined : await lockGrant(db, grantId);
  if (!grant || pdfKey === null) throw new Error('a signed agreement without access');
  const page = await findPage(db, ports.files);
  const token = await workingToken({ db, ports }, grant);
  return {
    status: 200 as const,
    body: {
      grant: { id: grant.id, status: grant.status, expiresAt: grant.expiresAt },
      pdfDownloadUrl: ndaLink(ports.files, page, pdfKey),
      portalUrl: personalLink(ports, page, token),
    },
  };
}

/** Nothing is signed with a link that is over, nor is the access of an earlier signature told. */
function isDead({ status, isLinkOver }: Agreement): boolean {
  return status === 'void' || isLinkOver;
}
