/** Decides who may see which parts of a letter (letter-of-engagement, rule 10). */
import type { components } from '#generated/api';

type Schemas = components['schemas'];

export interface Viewer {
  readonly memberId: string | undefined;
  /** Whether fees of other auditors are hidden from the viewer. */
  readonly isAuditor: boolean;
  /** Whether the viewer sees the network address and the client of signatures. */
  readonly canSeeEvidence: boolean;
}

/** @param roles of the member who makes the request, in person or with an API key */
export function viewerOf(memberId: string | undefined, roles: readonly string[], permissions: ReadonlySet<string>): Viewer {
  return {
    memberId,
    isAuditor: roles.includes('auditor') && !roles.includes('owner') && !roles.includes('admin'),
    canSeeEvidence: permissions.has('audit:update'),
  };
}

export function canSeeFee(
  { memberId, isAuditor }: Viewer,
  { auditorMemberId }: Pick<Schemas['EngagementLetter'], 'auditorMemberId'>,
): boolean {
  return !isAuditor || (memberId !== undefined && memberId === auditorMemberId);
}

/** @returns the letter without the parts that the viewer may not see */
export function redactForViewer<L extends Schemas['EngagementLetterListItem']>(viewer: Viewer, letter: L): L {
  const isFeeVisible = canSeeFee(viewer, letter);
  return {
    ...letter,
    fee: isFeeVisible ? letter.fee : null,
    // The hash would reveal the fee, because the rest of the content is known.
    contentHash: isFeeVisible ? letter.contentHash : null,
    signatures: viewer.canSeeEvidence
      ? letter.signatures
      : letter.signatures.map((signature) => ({ ...signature, ipAddress: null, userAgent: null })),
  };
}

/** @returns the letter without the fields that the holder of a signing link may not see */
export function redactForLink({
  auditorMemberId: _auditor,
  organizationSignatoryMemberId: _signatory,
  createdById: _creator,
  createdVia: _creatorVia,
  updatedById: _editor,
  updatedVia: _editorVia,
  signatures,
  ...letter
}: Schemas['EngagementLetter']): Schemas['EngagementLetterShown'] {
  return {
    ...letter,
    signatures: signatures.map(({ ipAddress: _address, userAgent: _browser, ...signature }) => signature),
  };
}
