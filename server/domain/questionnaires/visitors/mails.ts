/** Writes the mails that tell a visitor whether the answers were released or declined (trust-access, rule 22). */
import { toOneLine } from '#platform/mail/one-line';
import type { Mail } from '#platform/mail/outbox';
import { formatDay } from '#domain/trust/access/links';

export interface Recipient {
  readonly to: string;
  readonly organization: string;
  readonly fileName: string;
  /** The page of the questionnaire. */
  readonly link: string;
  /** The time when the link expires. */
  readonly until: string;
}

export function answersReleasedMail({ to, organization, fileName, link, until }: Recipient): Mail {
  return {
    to,
    subject: `${toOneLine(organization)} has answered your questionnaire`,
    text: [
      `${toOneLine(organization)} has answered your questionnaire ${toOneLine(fileName)}.`,
      'This is your personal link to the answers. Do not pass it on:',
      '',
      link,
      '',
      `The link works until ${formatDay(until)}.`,
    ].join('\n'),
  };
}

/** @param reason the reason that the visitor sees; null if none was given */
export function answersDeclinedMail({ to, organization, fileName, link }: Recipient, reason: string | null): Mail {
  return {
    to,
    subject: `${toOneLine(organization)} does not answer your questionnaire`,
    text: [
      `${toOneLine(organization)} does not answer your questionnaire ${toOneLine(fileName)}.`,
      ...(reason === null ? [] : ['', reason]),
      '',
      link,
    ].join('\n'),
  };
}
