/** Mails links to external parties, in the transaction that creates or renews them. */
import { ensureWorkingToken } from '#domain/trust/access/grants';
import type { PublicPage } from '#domain/trust/portal/public-page';
import { findPage } from '#domain/trust/portal/public-page';
import type { OrganizationContext } from '#platform/context';
import { queueMail, queueMailIf } from '#platform/mail/outbox';
import { lockGrant } from '../queries/grants.ts';
import type { Agreement } from '../rules/agreement.ts';
import { personalUrl, signingUrl } from '#domain/trust/access/links';
import { accessGrantedMail, linkRecoveredMail, signingMail } from '../rules/mails.ts';
import { deriveToken } from '#domain/trust/access/tokens';

type MailContext = Pick<OrganizationContext, 'db' | 'ports'>;
type MailKind = 'granted' | 'recovered';

/** A substitute grant. For an address without access, it is used to compute a link that is not mailed. */
const noGrant = { id: 'none', subjectEmail: '', expiresAt: new Date(0).toISOString(), ndaBypassed: false } as const;

/**
 * Mails the personal link of an access grant. Without a grant, it does the same work except for the mail, so that response times do not
 * reveal which addresses have access.
 * @param grantId undefined for an address without access
 * @param page the page of the organization, if the caller has already loaded it with `findPage`
 * @param query a query parameter for the link
 * @returns the link; undefined if the grant is not active
 */
export async function sendPersonalLink(
  { db, ports }: MailContext,
  grantId: string | undefined,
  mailKind: MailKind,
  { page, query }: { readonly page?: PublicPage; readonly query?: string | undefined } = {},
): Promise<string | undefined> {
  const grant = await lockGrant(db, grantId ?? noGrant.id);
  const publicPage = page ?? (await findPage(db, ports.files));
  const isActive = grant?.status === 'active';
  const { subjectEmail, expiresAt, ndaBypassed } = isActive ? grant : noGrant;
  const token = isActive ? await ensureWorkingToken({ db, ports }, grant) : deriveToken(ports.secrets, noGrant.id, 0).token;
  const link = personalUrl(ports, publicPage, token, query);
  const mail = { to: subjectEmail, organization: publicPage.organizationName, link, until: expiresAt };
  await queueMailIf(db, isActive, mailKind === 'granted' ? accessGrantedMail(mail, ndaBypassed) : linkRecoveredMail(mail));
  return isActive ? link : undefined;
}

/** Mails the signing link of an agreement. @param token the token in the link */
export async function sendSigningLink(
  { db, ports }: MailContext,
  { signTokenExpiresAt }: Pick<Agreement, 'signTokenExpiresAt'>,
  token: string,
  { email, page }: { readonly email: string; readonly page: PublicPage },
): Promise<void> {
  const link = signingUrl(ports, token);
  await queueMail(db, signingMail({ to: email, organization: page.organizationName, link, until: signTokenExpiresAt }));
}
