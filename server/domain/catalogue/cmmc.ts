/** Level 2 of CMMC is NIST SP 800-171, requirement by requirement, under identifiers of its own. */

interface Numbered {
  readonly identifier: string;
  readonly requirementFamily: string;
}

/** Its domains, in the order of the families 3.1 to 3.14. */
const domains = ['AC', 'AT', 'AU', 'CM', 'IA', 'IR', 'MA', 'MP', 'PS', 'PE', 'RA', 'CA', 'SC', 'SI'];

/** @param requirements of NIST SP 800-171 @returns those of level 2 */
export function levelTwo<Requirement extends Numbered>(requirements: readonly Requirement[]): (Requirement & { readonly part: string })[] {
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
