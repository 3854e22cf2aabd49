/** Who sees what of a letter (spec/areas/letter-of-engagement, rule 10). */
import type { components } from '../../../../generated/api.d.ts';

type Schemas = components['schemas'];

export interface Viewer {
  readonly memberId: string | undefined;
  /** Whether fees are hidden that the viewer does not receive. */
  readonly isAuditor: boolean;
  /** Whether the viewer sees where signatures came from. */
  readonly seesEvidence: boolean;
}

/** @param roles of the member who asks, in person or with a key */
export function viewerOf(memberId: string | undefined, roles: readonly string[], permissions: ReadonlySet<string>): Viewer {
  return {
    memberId,
    isAuditor: roles.includes('auditor') && !roles.includes('owner') && !roles.includes('admin'),
    seesEvidence: permissions.has('audit:update'),
  };
}

export function seesFee(
  { memberId, isAuditor }: Viewer,
  { auditorMemberId }: Pick<Schemas['EngagementLetter'], 'auditorMemberId'>,
): boolean {
  return !isAuditor || (memberId !== undefined && memberId === auditorMemberId);
}

/** @returns the letter as the viewer sees it */
export function shownTo<L extends Schemas['EngagementLetterListItem']>(viewer: Viewer, letter: L): L {
  return {
    ...letter,
    fee: seesFee(viewer, letter) ? letter.fee : null,
    signatures: viewer.seesEvidence
      ? letter.signatures
      : letter.signatures.map((signature) => ({ ...signature, ipAddress: null, userAgent: null })),
  };
}

/** @returns the letter as the holder of a signing link sees it */
export function shownByLink({
  auditorMemberId: _auditor,
  organizationSignatoryMemberId: _signatory,
  createdById: _creator,
  updatedById: _editor,
  signatures,
  ...letter
}: Schemas['EngagementLetter']): Schemas['EngagementLetterShown'] {
  return {
    ...letter,
    signatures: signatures.map(({ ipAddress: _address, userAgent: _browser, ...signature }) => signature),
  };
}
