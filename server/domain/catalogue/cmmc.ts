/** Level 2 of CMMC is NIST SP 800-171, requirement by requirement, under identifiers of its own. */
import type { FrameworkSource } from './source.ts';

/** Its domains, in the order of the families 3.1 to 3.14. */
const domains = ['AC', 'AT', 'AU', 'CM', 'IA', 'IR', 'MA', 'MP', 'PS', 'PE', 'RA', 'CA', 'SC', 'SI'];

/** @param cmmc with levels 1 and 3 */
export function withLevelTwo(cmmc: FrameworkSource, nist800171: FrameworkSource): FrameworkSource {
  const levelTwo = nist800171.requirements.map((requirement) => {
    const domain = domains[Number(requirement.identifier.split('.')[1]) - 1] ?? '';
    return {
      ...requirement,
      identifier: `${domain}.L2-${requirement.identifier}`,
      requirementFamily: `${requirement.requirementFamily.replace(/^\S+ /, '')} (${domain})`,
      part: 'level_2',
    };
  });
  const at = (level: string) => cmmc.requirements.filter(({ part }) => part === level);
  return { ...cmmc, requirements: [...at('level_1'), ...levelTwo, ...at('level_3')] };
}
