/** Level 2 of CMMC has the requirements of NIST SP 800-171, but with other identifiers. */

interface NumberedRequirement {
  readonly identifier: string;
  readonly requirementFamily: string;
}

/** The CMMC domains that correspond to the families 3.1 to 3.14 of NIST SP 800-171. */
const domains = ['AC', 'AT', 'AU', 'CM', 'IA', 'IR', 'MA', 'MP', 'PS', 'PE', 'RA', 'CA', 'SC', 'SI'];

/** @param requirements the requirements of NIST SP 800-171 @returns the requirements of CMMC level 2 */
export function cmmcLevelTwo<Requirement extends NumberedRequirement>(
  requirements: readonly Requirement[],
): (Requirement & { readonly part: string })[] {
  return requirements.map((requirement) => {
    const domain = domains[Number(requirement.identifier.split('.')[1]) - 1] ?? '';
    return {
      ...requirement,
      identifier: `${domain}.L2-${requirement.identifier}`,
      requirementFamily: `${requirement.requirementFamily.replace(/^\S+ /, '')} (${domain})`,
      part: 'level_2',
    };
  });
}
