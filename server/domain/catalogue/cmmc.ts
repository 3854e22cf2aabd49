/** Level 2 of CMMC: the requirements of NIST SP 800-171 under identifiers of its own. */

interface Numbered {
  readonly identifier: string;
  readonly requirementFamily: string;
}

/** The domains of CMMC, in the order of the families 3.1 to 3.14. */
const domains = ['AC', 'AT', 'AU', 'CM', 'IA', 'IR', 'MA', 'MP', 'PS', 'PE', 'RA', 'CA', 'SC', 'SI'];

/** @param requirements of NIST SP 800-171 @returns the requirements of level 2 */
export function cmmcLevelTwo<Requirement extends Numbered>(
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
