/** FedRAMP uses the requirements of NIST SP 800-53 under the same identifiers, but its baselines contain more of them. */
import { naturalCollator } from './requirement-order.ts';

interface PartRequirement {
  readonly identifier: string;
  readonly part: string;
}

/** Requirements that FedRAMP has in a lower baseline than NIST. */
const movedRequirements: readonly { readonly part: string; readonly identifiers: readonly string[] }[] = [
  { part: 'low', identifiers: ['CA-2(1)', 'CA-8', 'PL-8', 'SC-8', 'SC-8(1)', 'SC-28', 'SC-28(1)'] },
  {
    part: 'moderate',
    identifiers: ['AC-2(12)', 'CA-8(1)', 'CM-5(1)', 'CM-6(1)', 'IA-2(5)', 'MA-5(1)', 'PE-13(2)', 'SC-7(18)', 'SI-6'],
  },
];
/** Other requirements stay in the baseline of the same name. The high baseline is not part of this catalog. */
const keptBaselines = new Map([
  ['low_baseline', 'low'],
  ['moderate_baseline', 'moderate'],
]);

/**
 * @param nist requirements of NIST SP 800-53 @param own requirements that are in no baseline of NIST @returns FedRAMP's low and moderate baselines
 */
export function fedrampBaselines<Requirement extends PartRequirement>(
  nist: readonly Requirement[],
  own: readonly Requirement[],
): (Requirement & PartRequirement)[] {
  const taken = nist.flatMap((requirement) => {
    const part =
      movedRequirements.find(({ identifiers }) => identifiers.includes(requirement.identifier))?.part ??
      keptBaselines.get(requirement.part);
    return part === undefined ? [] : [{ ...requirement, part }];
  });
  return [...taken, ...own].sort((one, other) => naturalCollator.compare(one.identifier, other.identifier));
}
