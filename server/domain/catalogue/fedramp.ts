/** FedRAMP takes the requirements of NIST SP 800-53 under their own identifiers, and puts more of them into its baselines. */
import { byNaturalText } from './requirement-order.ts';

interface Placed {
  readonly identifier: string;
  readonly part: string;
}

/** What stands in a higher baseline of NIST than in that of FedRAMP. */
const moved: readonly { readonly part: string; readonly identifiers: readonly string[] }[] = [
  { part: 'low', identifiers: ['CA-2(1)', 'CA-8', 'PL-8', 'SC-8', 'SC-8(1)', 'SC-28', 'SC-28(1)'] },
  {
    part: 'moderate',
    identifiers: ['AC-2(12)', 'CA-8(1)', 'CM-5(1)', 'CM-6(1)', 'IA-2(5)', 'MA-5(1)', 'PE-13(2)', 'SC-7(18)', 'SI-6'],
  },
];
/** The other requirements stand in the baseline of the same name; the high one of NIST has none here. */
const kept = new Map([
  ['low_baseline', 'low'],
  ['moderate_baseline', 'moderate'],
]);

/** @param nist requirements of NIST SP 800-53 @param own those that no baseline of NIST has @returns those of FedRAMP at low and moderate */
export function fedrampBaselines<Requirement extends Placed>(
  nist: readonly Requirement[],
  own: readonly Requirement[],
): (Requirement & Placed)[] {
  const taken = nist.flatMap((requirement) => {
    const part = moved.find(({ identifiers }) => identifiers.includes(requirement.identifier))?.part ?? kept.get(requirement.part);
    return part === undefined ? [] : [{ ...requirement, part }];
  });
  return [...taken, ...own].sort((one, other) => byNaturalText.compare(one.identifier, other.identifier));
}
