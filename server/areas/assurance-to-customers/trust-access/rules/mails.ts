/** Writes the mails to reviewers and to external parties (trust-access, rule 15). */
import { formatDay } from '#domain/trust/access/links';
import { toOneLine } from '#platform/mail/one-line';
import type { Mail } from '#platform/mail/outbox';

interface RequestFields {
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
  readonly purpose: string | null;
}

/**
 * @param to address of a reviewer
 * @param requestUrl URL of the list of requests
 */
export function newRequestMail(to: string, { name, email, company, purpose }: RequestFields, requestUrl: string): Mail {
  return {
    to,
    subject: `${toOneLine(name)} asks for access to confidential documents`,
    text: [
      'Somebody asks for access to the confidential documents of the trust portal. They wrote:',
      '',
      `Name: ${toOneLine(name)}`,
      `E-mail address: ${email}`,
      ...(company === null ? [] : [`Company: ${toOneLine(company)}`]),
      ...(purpose === null ? [] : [`Purpose: ${toOneLine(purpose)}`]),
      '',
      `Review the request: ${requestUrl}`,
    ].join('\n'),
  };
}

interface LinkMail {
  readonly to: string;
  readonly organization: string;
  readonly link: string;
  /** The time when the link expires. */
  readonly until: string;
}

export function signingMail({ to, organization, link, until }: LinkMail): Mail {
  return {
    to,
    subject: `Sign the agreement with ${toOneLine(organization)}`,
    text: [
      `${toOneLine(organization)} has approved your request for its confidential documents.`,
      'Read and sign the non-disclosure agreement to get access:',
      '',
      link,
      '',
      `The link works until ${formatDay(until)}.`,
    ].join('\n'),
  };
}

/** @param isNdaBypassed whether access was granted without an agreement */
export function accessGrantedMail({ to, organization, link, until }: LinkMail, isNdaBypassed: boolean): Mail {
  return {
    to,
    subject: `Your access to the documents of ${toOneLine(organization)}`,
    text: [
      isNdaBypassed
        ? `${toOneLine(organization)} has given you access to its confidential documents.`
        : `Thank you for signing the agreement. You have access to the confidential documents of ${toOneLine(organization)}.`,
      'This is your personal link. Do not pass it on, because whoever has it can read the documents:',
      '',
      link,
      '',
      `The link works until ${formatDay(until)}.`,
    ].join('\n'),
  };
}

export function linkRecoveredMail({ to, organization, link, until }: LinkMail): Mail {
  return {
    to,
    subject: `Your link to the documents of ${toOneLine(organization)}`,
    text: [
      `Here is your personal link to the confidential documents of ${toOneLine(organization)} again:`,
      '',
      link,
      '',
      `The link works until ${formatDay(until)}. If you did not ask for it, you can ignore this message.`,
    ].join('\n'),
  };
}
