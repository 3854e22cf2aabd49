/** Texts of mails about letters (letter-of-engagement, rule 15). */
import type { components } from '#generated/api';
import { toOneLine } from '#platform/mail/one-line';
import { dateInWords } from './dates.ts';

type Letter = Pick<
  components['schemas']['EngagementLetter'],
  'reference' | 'title' | 'organizationLegalName' | 'auditorFirm' | 'expiresAt'
>;

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

const describe = ({ reference, title, organizationLegalName, auditorFirm }: Letter) =>
  `the letter of engagement "${toOneLine(title)}" (${reference}) between ${toOneLine(organizationLegalName)} and ${toOneLine(auditorFirm)}`;
const body = (...paragraphs: readonly string[]) => `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`;
const deadline = ({ expiresAt }: Letter) => (expiresAt === null ? '' : `The letter can be signed until ${dateInWords(expiresAt)}.`);

/**
 * @param address where the letter can be read and signed
 * @param message the organization's message to the signers
 */
export function signingRequestMail(letter: Letter, address: string, message = ''): MailText {
  return {
    subject: `Please sign: ${letter.title}`,
    text: body(`Please read and sign ${describe(letter)}:`, address, message, deadline(letter)),
  };
}

export function signingReminderMail(letter: Letter, address: string): MailText {
  return {
    subject: `Reminder to sign: ${letter.title}`,
    text: body(
      `You are still asked to read and sign ${describe(letter)}:`,
      address,
      deadline(letter),
      'Links in earlier e-mails do not work any more.',
    ),
  };
}

/** @param who the name of the signer */
export function otherSignedMail(letter: Letter, who: string): MailText {
  return {
    subject: `${who} has signed: ${letter.title}`,
    text: body(`${toOneLine(who)} has signed ${describe(letter)}.`, 'Your signature is still missing.'),
  };
}

/** @param isAttached whether the letter is small enough for an e-mail */
export function allSignedMail(letter: Letter, isAttached: boolean): MailText {
  const location = isAttached
    ? 'The signed letter is attached.'
    : 'The signed letter is where it was signed, because it is too large for an e-mail.';
  return { subject: `Signed by all: ${letter.title}`, text: body(`Both parties have signed ${describe(letter)}.`, location) };
}

interface RecordedSignature {
  readonly party: string;
  readonly signerName: string;
  readonly recordedByName: string;
}

/**
 * @param recorded the signature on paper
 * @param address where the signature can be confirmed
 */
export function confirmationRequestMail(letter: Letter, recorded: RecordedSignature, address: string, note = ''): MailText {
  const { party, signerName, recordedByName } = recorded;
  return {
    subject: `Please confirm a signature: ${letter.title}`,
    text: body(
      `${toOneLine(recordedByName)} has filed a paper with the signature of ${toOneLine(signerName)} for the ${party}, on ${describe(letter)}.`,
      'Please read the paper, and confirm the signature or object to it. It counts once you have confirmed it:',
      address,
      deadline(letter),
      note,
    ),
  };
}

/** The mail that reminds a party to confirm a signature. */
export function confirmationReminderMail(letter: Letter, recorded: RecordedSignature, address: string): MailText {
  const { text } = confirmationRequestMail(letter, recorded, address, 'Links in earlier e-mails do not work any more.');
  return { subject: `Reminder to confirm a signature: ${letter.title}`, text };
}

export function objectionMail(letter: Letter, who: string, reason: string): MailText {
  return {
    subject: `Signature withdrawn: ${letter.title}`,
    text: body(
      `${toOneLine(who)} has objected to a signature on paper that was filed for ${describe(letter)}. The signature does not count.`,
      `Reason: ${toOneLine(reason)}`,
    ),
  };
}

export function declinedMail(letter: Letter, who: string, reason: string): MailText {
  return {
    subject: `Declined: ${letter.title}`,
    text: body(`${toOneLine(who)} has declined ${describe(letter)}.`, `Reason: ${toOneLine(reason)}`),
  };
}

export function cancelledMail(letter: Letter, reason: string): MailText {
  return {
    subject: `Cancelled: ${letter.title}`,
    text: body(`${describe(letter).replace(/^the/, 'The')} was cancelled and cannot be signed any more.`, `Reason: ${toOneLine(reason)}`),
  };
}

export function expiredMail(letter: Letter): MailText {
  return {
    subject: `Expired: ${letter.title}`,
    text: body(`${describe(letter).replace(/^the/, 'The')} has expired before both parties had signed it.`),
  };
}
