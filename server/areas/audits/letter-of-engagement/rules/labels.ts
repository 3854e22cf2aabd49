/** Labels for types and signature methods of engagement letters, their file names, and which of them are open for signature. */
import type { components } from '#generated/api';

type Schemas = components['schemas'];

export const typeLabel: Readonly<Record<Schemas['EngagementType'], string>> = {
  certification_audit: 'certification audit',
  surveillance_audit: 'surveillance audit',
  recertification_audit: 'recertification audit',
  attestation_type1: 'attestation at a point in time',
  attestation_type2: 'attestation over a period',
  internal_audit: 'internal audit',
  readiness_assessment: 'readiness assessment',
  penetration_test: 'penetration test',
  other: 'engagement',
};

export const methodLabel: Readonly<Record<Schemas['EngagementLetterSignatureMethod'], string>> = {
  session: 'signed in',
  link: 'signing link',
  uploaded: 'countersigned paper',
};

/** Returns the file name of a letter's PDF. */
export function fileNameOf({ reference }: Pick<Schemas['EngagementLetter'], 'reference'>): string {
  return `letter-of-engagement-${reference}.pdf`;
}

export function isOpen({ status }: Pick<Schemas['EngagementLetter'], 'status'>): boolean {
  return status === 'sent' || status === 'partially_signed';
}
