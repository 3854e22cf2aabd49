/** The content that both parties sign, and what is missing from it (letter-of-engagement, rules 2 to 4). */
import { createHash } from 'node:crypto';
import type { components } from '#generated/api';
import { canonical } from '#platform/audit/entry';
import { findPlaceholders, textFields } from './placeholders.ts';

type Letter = components['schemas']['EngagementLetter'];

/** The short fields of the signed content. */
export const briefFields = [
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

/** The fields that are too long to return in lists. */
export const longFields = [...textFields, 'deliverables'] as const;

/** The signed fields. Fields must never be added or removed, because existing hashes cover exactly these. */
const signedFields = ['reference', ...briefFields, ...longFields, 'fee'] as const;

/** @returns the hash of the signed content, which signers send back */
export function contentHashOf(letter: Letter): string {
  const content = Object.fromEntries(signedFields.map((field) => [field, letter[field]]));
  return createHash('sha256').update(canonical(content)).digest('hex');
}

const typesWithoutDates: readonly Letter['engagementType'][] = ['readiness_assessment', 'penetration_test', 'other'];

/** The signers of a letter. A signer is undefined if unknown or not allowed to sign. */
export interface Signatories {
  readonly organization: Person | undefined;
  /** The auditor, if the auditor is a member. */
  readonly auditor: Person | undefined;
}
export interface Person {
  readonly name: string;
  readonly email: string;
}

/** @returns everything that prevents a draft from being sent */
export function findMissingForSending(letter: Letter, { organization, auditor }: Signatories): string[] {
  const isMember = letter.auditorMemberId !== null;
  const hasDates =
    (letter.periodStart !== null && letter.periodEnd !== null) || (letter.fieldworkStart !== null && letter.fieldworkEnd !== null);
  const placeholders = [
    ...textFields.map((field) => [field, letter[field] ?? ''] as const),
    ...letter.deliverables.map((deliverable) => ['deliverables', deliverable] as const),
  ].flatMap(([field, text]) => findPlaceholders(text).map((name) => `${field} has the placeholder {{${name}}}`));
  const isSameEmail = (first: string | undefined, second: string | undefined) =>
    first !== undefined && second !== undefined && first.toLowerCase() === second.toLowerCase();
  return [
    ...(organization ? [] : ['organizationSignatoryMemberId must be an active owner or admin']),
    ...(isMember && !auditor ? ['auditorMemberId must be an active auditor'] : []),
    ...(letter.scope.trim() === '' ? ['scope must not be blank'] : []),
    ...(hasDates || typesWithoutDates.includes(letter.engagementType) ? [] : ['the period or the fieldwork must have both dates']),
    ...(isSameEmail(organization?.email, letter.auditorContactEmail) || isSameEmail(organization?.email, auditor?.email)
      ? ['the two signatories must have different e-mail addresses']
      : []),
    ...new Set(placeholders),
  ];
}
