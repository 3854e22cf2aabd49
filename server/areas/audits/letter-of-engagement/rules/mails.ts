/** Texts of mails about letters (letter-of-engagement, rule 15). */
import type { components } from '#generated/api';
import { toOneLine } from '#platform/mail/one-line';
import { dateInWords } from './dates.ts';

type Letter = Pick<
  components['schemas']['EngagementLetter'],
  'reference' | 'title' | 'organizationLegalName' | 'auditorFirm' | 'expiresAt'
>;

type SignatureStatus = components['schemas']['EngagementLetter']['signatures'][number]['status'];

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

const describeLetter = ({ reference, title, organizationLegalName, auditorFirm }: Letter) =>
  `the letter of engagement "${toOneLine(title)}" (${reference}) between ${toOneLine(organizationLegalName)} and ${toOneLine(auditorFirm)}`;
const joinParagraphs = (...paragraphs: readonly string[]) => `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`;
const describeDeadline = ({ expiresAt }: Letter) => (expiresAt === null ? '' : `The letter can be signed until ${dateInWords(expiresAt)}.`);

/**
 * @param url URL of the page where the letter can be read and signed
 * @param message the organization's message to the signers
 */
export function signingRequestMail(letter: Letter, url: string, message = ''): MailText {
  return {
    subject: `Please sign: ${letter.title}`,
    text: joinParagraphs(`Please read and sign ${describeLetter(letter)}:`, url, message, describeDeadline(letter)),
  };
}

export function signingReminderMail(letter: Letter, url: string): MailText {
  return {
    subject: `Reminder to sign: ${letter.title}`,
    text: joinParagraphs(
      `You are still asked to read and sign ${describeLetter(letter)}:`,
      url,
      describeDeadline(letter),
      'Links in earlier e-mails do not work any more.',
    ),
  };
}

/**
 * @param partyName the name of the organization or of the audit firm that has signed
 * @param status of the recipient's own signature
 */
export function otherSignedMail(letter: Letter, partyName: string, status: SignatureStatus): MailText {
  const ownSignature =
    status === 'unconfirmed' ? 'Your signature on paper was filed and counts once it is confirmed.' : 'Your signature is still missing.';
  return {
    subject: `${partyName} has signed: ${letter.title}`,
    text: joinParagraphs(`${toOneLine(partyName)} has signed ${describeLetter(letter)}.`, ownSignature),
  };
}

/** @param isAttached whether the letter is small enough for an e-mail */
export function allSignedMail(letter: Letter, isAttached: boolean): MailText {
  const location = isAttached
    ? 'The signed letter is attached.'
    : 'The signed letter is where it was signed, because it is too large for an e-mail.';
  return {
    subject: `Signed by all: ${letter.title}`,
    text: joinParagraphs(`Both parties have signed ${describeLetter(letter)}.`, location),
  };
}

interface RecordedSignature {
  readonly party: string;
  readonly signerName: string;
  readonly recordedByName: string;
}

/**
 * @param recordedSignature the signature on paper
 * @param url URL of the page where the signature can be confirmed
 */
export function confirmationRequestMail(letter: Letter, recordedSignature: RecordedSignature, url: string, note = ''): MailText {
  const { party, signerName, recordedByName } = recordedSignature;
  return {
    subject: `Please confirm a signature: ${letter.title}`,
    text: joinParagraphs(
      `${toOneLine(recordedByName)} has filed a paper with the signature of ${toOneLine(signerName)} for the ${party}, on ${describeLetter(letter)}.`,
      'Please read the paper, and confirm the signature or object to it. It counts once you have confirmed it:',
      url,
      describeDeadline(letter),
      note,
    ),
  };
}

/** The mail that reminds a party to confirm a signature. */
export function confirmationReminderMail(letter: Letter, recordedSignature: RecordedSignature, url: string): MailText {
  const { text } = confirmationRequestMail(letter, recordedSignature, url, 'Links in earlier e-mails do not work any more.');
  return { subject: `Reminder to confirm a signature: ${letter.title}`, text };
}

export function objectionMail(letter: Letter, personName: string, reason: string): MailText {
  return {
    subject: `Signature withdrawn: ${letter.title}`,
    text: joinParagraphs(
      `${toOneLine(personName)} has objected to a signature on paper that was filed for ${describeLetter(letter)}. The signature does not count.`,
      `Reason: ${toOneLine(reason)}`,
    ),
  };
}

export function declinedMail(letter: Letter, personName: string, reason: string): MailText {
  return {
    subject: `Declined: ${letter.title}`,
    text: joinParagraphs(`${toOneLine(personName)} has declined ${describeLetter(letter)}.`, `Reason: ${toOneLine(reason)}`),
  };
}

export function cancelledMail(letter: Letter, reason: string): MailText {
  return {
    subject: `Cancelled: ${letter.title}`,
    text: joinParagraphs(
      `${describeLetter(letter).replace(/^the/, 'The')} was cancelled and cannot be signed any more.`,
      `Reason: ${toOneLine(reason)}`,
    ),
  };
}

export function expiredMail(letter: Letter): MailText {
  return {
    subject: `Expired: ${letter.title}`,
    text: joinParagraphs(`${describeLetter(letter).replace(/^the/, 'The')} has expired before both parties had signed it.`),
  };
}
