/** The mails to reviewers and to outsiders (spec/areas/trust-access, rule 15). */
import { inLine } from '../../../platform/mail/in-line.ts';
import type { Mail } from '../../../platform/mail/post.ts';

/** A day as people read it. */
const dayOf = (time: string) =>
  new Date(time).toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

interface Asked {
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
  readonly purpose: string | null;
}

/** @param to whoever reviews requests @param address of the list of requests */
export function newRequest(to: string, { name, email, company, purpose }: Asked, address: string): Mail {
  return {
    to,
    subject: `${inLine(name)} asks for access to confidential documents`,
    text: [
      'Somebody asks for access to the confidential documents of the trust portal. They wrote:',
      '',
      `Name: ${inLine(name)}`,
      `E-mail address: ${email}`,
      ...(company === null ? [] : [`Company: ${inLine(company)}`]),
      ...(purpose === null ? [] : [`Purpose: ${inLine(purpose)}`]),
      '',
      `Review the request: ${address}`,
    ].join('\n'),
  };
}

interface Link {
  readonly to: string;
  readonly organization: string;
  readonly link: string;
  /** When the link ends. */
  readonly until: string;
}

export function ndaToSign({ to, organization, link, until }: Link): Mail {
  return {
    to,
    subject: `Sign the agreement with ${inLine(organization)}`,
    text: [
      `${inLine(organization)} has approved your request for its confidential documents.`,
      'Read and sign the non-disclosure agreement to get access:',
      '',
      link,
      '',
      `The link works until ${dayOf(until)}.`,
    ].join('\n'),
  };
}

/** @param bypassed whether access was granted without an agreement */
export function accessGranted({ to, organization, link, until }: Link, bypassed: boolean): Mail {
  return {
    to,
    subject: `Your access to the documents of ${inLine(organization)}`,
    text: [
      bypassed
        ? `${inLine(organization)} has given you access to its confidential documents.`
        : `Thank you for signing the agreement. You have access to the confidential documents of ${inLine(organization)}.`,
      'This is your personal link. Do not pass it on, because whoever has it can read the documents:',
      '',
      link,
      '',
      `The link works until ${dayOf(until)}.`,
    ].join('\n'),
  };
}

export function linkRecovered({ to, organization, link, until }: Link): Mail {
  return {
    to,
    subject: `Your link to the documents of ${inLine(organization)}`,
    text: [
      `Here is your personal link to the confidential documents of ${inLine(organization)} again:`,
      '',
      link,
      '',
      `The link works until ${dayOf(until)}. If you did not ask for it, you can ignore this message.`,
    ].join('\n'),
  };
}
