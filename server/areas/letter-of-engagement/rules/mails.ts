/** What people are mailed about a letter (spec/areas/letter-of-engagement, rule 15). */
import type { components } from '../../../../generated/api.d.ts';
import { inLine } from '../../../platform/mail/in-line.ts';
import { dateInWords } from './dates.ts';

type Letter = Pick<
  components['schemas']['EngagementLetter'],
  'reference' | 'title' | 'organizationLegalName' | 'auditorFirm' | 'expiresAt'
>;

export interface Text {
  readonly subject: string;
  readonly text: string;
}

const about = ({ reference, title, organizationLegalName, auditorFirm }: Letter) =>
  `the letter of engagement "${inLine(title)}" (${reference}) between ${inLine(organizationLegalName)} and ${inLine(auditorFirm)}`;
const body = (...paragraphs: readonly string[]) => `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`;
const until = ({ expiresAt }: Letter) => (expiresAt === null ? '' : `The letter can be signed until ${dateInWords(expiresAt)}.`);

/** @param address where the letter is read and signed @param message of the organization */
export function askToSign(letter: Letter, address: string, message = ''): Text {
  return {
    subject: `Please sign: ${letter.title}`,
    text: body(`Please read and sign ${about(letter)}:`, address, message, until(letter)),
  };
}

export function remindToSign(letter: Letter, address: string): Text {
  return {
    subject: `Reminder to sign: ${letter.title}`,
    text: body(
      `You are still asked to read and sign ${about(letter)}:`,
      address,
      until(letter),
      'Links in earlier e-mails do not work any more.',
    ),
  };
}

/** @param who has signed */
export function otherHasSigned(letter: Letter, who: string): Text {
  return {
    subject: `${who} has signed: ${letter.title}`,
    text: body(`${inLine(who)} has signed ${about(letter)}.`, 'Your signature is still missing.'),
  };
}

/** @param isAttached whether the letter is small enough for an e-mail */
export function allHaveSigned(letter: Letter, isAttached: boolean): Text {
  const where = isAttached
    ? 'The signed letter is attached.'
    : 'The signed letter is where it was signed, because it is too large for an e-mail.';
  return { subject: `Signed by all: ${letter.title}`, text: body(`Both parties have signed ${about(letter)}.`, where) };
}

export function wasDeclined(letter: Letter, who: string, reason: string): Text {
  return { subject: `Declined: ${letter.title}`, text: body(`${inLine(who)} has declined ${about(letter)}.`, `Reason: ${inLine(reason)}`) };
}

export function wasCancelled(letter: Letter, reason: string): Text {
  return {
    subject: `Cancelled: ${letter.title}`,
    text: body(`${about(letter).replace(/^the/, 'The')} was cancelled and cannot be signed any more.`, `Reason: ${inLine(reason)}`),
  };
}

export function hasExpired(letter: Letter): Text {
  return {
    subject: `Expired: ${letter.title}`,
    text: body(`${about(letter).replace(/^the/, 'The')} has expired before both parties had signed it.`),
  };
}
