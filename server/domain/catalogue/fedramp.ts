/** FedRAMP uses the requirements of NIST SP 800-53 under the same identifiers, but its baselines contain more of these requirements. */
import { naturalCollator } from './requirement-order.ts';

interface PartRequirement {
  readonly identifier: string;
  readonly part: string;
}

/** Requirements that FedRAMP puts into a lower baseline than NIST does. */
const movedRequirements: readonly { readonly part: string; readonly identifiers: readonly string[] }[] = [
  { part: 'low', identifiers: ['CA-2(1)', 'CA-8', 'PL-8', 'SC-8', 'SC-8(1)', 'SC-28', 'SC-28(1)'] },
  {
    part: 'moderate',
    identifiers: ['AC-2(12)', 'CA-8(1)', 'CM-5(1)', 'CM-6(1)', 'IA-2(5)', 'MA-5(1)', 'PE-13(2)', 'SC-7(18)', 'SI-6'],
  },
];
/** All other requirements stay in the baseline of the same name. This catalog does not contain the high baseline. */
const keptBaselines = new Map([
  ['low_baseline', 'low'],
  ['moderate_baseline', 'moderate'],
]);

/**
 * @param nistRequirements the requirements of NIST SP 800-53 @param fedrampOnly requirements that no NIST baseline contains
 * @returns FedRAMP's low and moderate baselines
 */
export function fedrampBaselines<Requirement extends PartRequirement>(
  nistRequirements: readonly Requirement[],
  fedrampOnly: readonly Requirement[],
): (Requirement & PartRequirement)[] {
  const adopted = nistRequirements.flatMap((requirement) => {
    const part =
      movedRequirements.find(({ identifiers }) => identifiers.includes(requirement.identifier))?.part ??
      keptBaselines.get(requirement.part);
    return part === undefined ? [] : [{ ...requirement, part }];
  });
  return [...adopted, ...fedrampOnly].sort((one, other) => naturalCollator.compare(one.identifier, other.identifier));
}
