/** Sends the links of outsiders, in the transaction of what they follow from. */
import type { PublicPage } from '../../../domain/trust-portal/public-page.ts';
import { findPage } from '../../../domain/trust-portal/public-page.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { postMail, postMailIf } from '../../../platform/mail/post.ts';
import { type HeldGrant, keepToken, lockGrant } from '../queries/grants.ts';
import type { Agreement } from '../queries/agreements.ts';
import { personalLink, signingLink } from '../rules/links.ts';
import { accessGranted, linkRecovered, ndaToSign } from '../rules/mails.ts';
import { presentToken, tokenOf } from '../rules/tokens.ts';

type Within = Pick<OrganizationContext, 'db' | 'ports'>;
type Wording = 'granted' | 'recovered';

/** Whose link is worked out for an address without access, and mailed to nobody. */
const nobody = { id: 'none', subjectEmail: '', expiresAt: new Date(0).toISOString(), ndaBypassed: false } as const;

/**
 * Mails the personal link of an access. The same is done when there is none, but for the mail itself, so that the time tells nobody which
 * addresses have access.
 * @param grantId undefined for an address without access
 * @param page of the organization, as `findPage` gives it
 * @param query a word that the page is told
 * @returns the link; undefined when the access is not active
 */
export async function sendPersonalLink(
  { db, ports }: Within,
  grantId: string | undefined,
  wording: Wording,
  { page, query }: { readonly page?: PublicPage; readonly query?: string | undefined } = {},
): Promise<string | undefined> {
  const grant = await lockGrant(db, grantId ?? nobody.id);
  const whole = page ?? (await findPage(db, ports.files));
  const isActive = grant?.status === 'active';
  const { subjectEmail, expiresAt, ndaBypassed } = isActive ? grant : nobody;
  const token = isActive ? await workingToken({ db, ports }, grant) : tokenOf(ports.secrets, nobody.id, 0).token;
  const link = personalLink(ports, whole, token, query);
  const mail = { to: subjectEmail, organization: whole.organizationName, link, until: expiresAt };
  await postMailIf(db, isActive, wording === 'granted' ? accessGranted(mail, ndaBypassed) : linkRecovered(mail));
  return isActive ? link : undefined;
}

/** @returns the token of a grant that is held, which replaces the stored one when that can be derived no longer (rule 17) */
export async function workingToken({ db, ports }: Within, grant: HeldGrant): Promise<string> {
  const present = presentToken(ports.secrets, grant.id, grant);
  if (present.tokenHash !== grant.tokenHash) await keepToken(db, grant.id, present);
  return present.token;
}

/** Mails the signing link of an agreement. @param token of it */
export async function sendSigningLink(
  { db, ports }: Within,
  { signTokenExpiresAt }: Pick<Agreement, 'signTokenExpiresAt'>,
  token: string,
  { email, page }: { readonly email: string; readonly page: PublicPage },
): Promise<void> {
  const link = signingLink(ports, token);
  await postMail(db, ndaToSign({ to: email, organization: page.organizationName, link, until: signTokenExpiresAt }));
}
