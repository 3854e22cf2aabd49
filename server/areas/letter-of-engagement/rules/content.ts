/** What both parties sign (spec/areas/letter-of-engagement, rules 2 to 4). */
import { createHash } from 'node:crypto';
import type { components } from '../../../../generated/api.d.ts';
import { canonical } from '../../../platform/audit/entry.ts';
import { placeholdersIn, textFields } from './placeholders.ts';

type Letter = components['schemas']['EngagementLetter'];

/** What letters are about, in short. */
export const particulars = [
  'engagementType',
  'auditorFirm',
  'auditorAddress',
  'auditorContactName',
  'auditorContactEmail',
  'organizationLegalName',
  'organizationAddress',
  'periodStart',
  'periodEnd',
  'fieldworkStart',
  'fieldworkEnd',
  'reportDueDate',
  'governingLaw',
] as const;

/** What is too long for a list. */
export const texts = [...textFields, 'deliverables'] as const;

/** What is signed. An earlier hash holds for these fields alone, so none of them is ever left out or added. */
const signedFields = ['reference', ...particulars, ...texts, 'fee'] as const;

/** @returns the hash that whoever signs sends back */
export function contentHashOf(letter: Letter): string {
  const content = Object.fromEntries(signedFields.map((field) => [field, letter[field]]));
  return createHash('sha256').update(canonical(content)).digest('hex');
}

const withoutDates: readonly Letter['engagementType'][] = ['readiness_assessment', 'penetration_test', 'other'];

/** Who signs, as far as it is known and may sign. */
export interface Signatories {
  readonly organization: Person | undefined;
  /** Of the auditor, where it is a member. */
  readonly auditor: Person | undefined;
}
export interface Person {
  readonly name: string;
  readonly email: string;
}

/** @returns everything that keeps a draft from being sent */
export function missingIn(letter: Letter, { organization, auditor }: Signatories): string[] {
  const isMember = letter.auditorMemberId !== null;
  const hasDates =
    (letter.periodStart !== null && letter.periodEnd !== null) || (letter.fieldworkStart !== null && letter.fieldworkEnd !== null);
  const left = [
    ...textFields.map((field) => [field, letter[field] ?? ''] as const),
    ...letter.deliverables.map((one) => ['deliverables', one] as const),
  ].flatMap(([field, text]) => placeholdersIn(text).map((name) => `${field} has the placeholder {{${name}}}`));
  const isSame = (one: string | undefined, other: string | undefined) =>
    one !== undefined && other !== undefined && one.toLowerCase() === other.toLowerCase();
  return [
    ...(organization ? [] : ['organizationSignatoryMemberId must be an active owner or admin']),
    ...(isMember && !auditor ? ['auditorMemberId must be an active auditor'] : []),
    ...(letter.scope.trim() === '' ? ['scope must not be blank'] : []),
    ...(hasDates || withoutDates.includes(letter.engagementType) ? [] : ['the period or the fieldwork must have both dates']),
    ...(isSame(organization?.email, letter.auditorContactEmail) || isSame(organization?.email, auditor?.email)
      ? ['the two signatories must have different e-mail addresses']
      : []),
    ...new Set(left),
  ];
}
