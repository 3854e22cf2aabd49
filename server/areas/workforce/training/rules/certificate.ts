/** Creates the texts of certificates, their file names, and the mails with certificates (training, rule 8). */
import type { Program } from '#domain/people/training/modules';
import { type Completion, completionOfProgram } from './progress.ts';

/** The content of a certificate. */
export interface Certificate {
  readonly program: Program;
  readonly title: string;
  readonly member: string;
  /** The e-mail address of the member, printed if the fonts cannot print the name. Empty if the member has none. */
  readonly email: string;
  readonly organization: string;
  /** The stored time of completion, as ISO 8601 timestamp. */
  readonly completedAt: string;
  /** The number of the certificate, which is the id of the last completed module's completion. */
  readonly number: string;
}

const titles: Readonly<Record<Program, string>> = {
  general: 'Security awareness training',
  hipaa: 'HIPAA privacy and security training',
};

interface Names {
  /** The member's name in the organization. */
  readonly member: string;
  readonly email: string;
  readonly organization: string;
}

/** @returns the certificate of a program; undefined if the member has not completed all modules */
export function certificateOf(program: Program, names: Names, completions: readonly Completion[]): Certificate | undefined {
  const completion = completionOfProgram(program, completions);
  return (
    completion && {
      program,
      title: titles[program],
      member: cleanText(names.member) || 'Team Member',
      email: names.email,
      organization: cleanText(names.organization) || 'Organization',
      completedAt: completion.completedAt,
      number: completion.id,
    }
  );
}

/** Replacements for quotes, dashes and ellipses. */
const plainCharacters: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2015': '-',
  '\u2026': '...',
};

/** Puts a text on one line, removes invisible and bidirectional control characters, and simplifies quotes, dashes and ellipses. */
export function cleanText(text: string): string {
  return text
    .replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .replace(/[\u2010-\u2015\u2018-\u201a\u201c-\u201e\u2026]/g, (character) => plainCharacters[character] ?? character)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** @param time an ISO 8601 timestamp @returns the date in UTC in words, such as `March 12, 2026` */
export function dateInWords(time: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));
}

/** @returns the file name of a downloaded certificate */
export function downloadNameOf({ program, member }: Pick<Certificate, 'program' | 'member'>): string {
  return `${program === 'hipaa' ? 'hipaa-' : ''}training-certificate-${slugOf(member)}.pdf`;
}

/** @returns the file name of a certificate that is attached to a mail */
export function attachmentNameOf({ program, member }: Pick<Certificate, 'program' | 'member'>): string {
  return `${program === 'hipaa' ? 'hipaa' : 'security-awareness'}-training-certificate-${slugOf(member)}.pdf`;
}

function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 100)
    .replace(/^-|-$/g, '');
  return slug || 'team-member';
}

/** @returns the subject and the text of the mail with a certificate */
export function mailTextOf({ title, organization, completedAt }: Certificate): { subject: string; text: string } {
  return {
    subject: `Your certificate: ${title}`,
    text: `You completed the training "${title}" of ${organization} on ${dateInWords(completedAt)}. Your certificate is attached.\n`,
  };
}
