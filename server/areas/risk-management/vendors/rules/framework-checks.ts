/** Lists the checks of a vendor that adopted frameworks require (vendors, rule 8). */

/** Pairs of a pattern for the normalized name of a framework and the check that the framework requires. */
const checks: readonly (readonly [RegExp, string])[] = [
  [/soc2/, 'SOC 2: Ask for the current report, and read its scope, exceptions and period.'],
  [/iso(iec)?27001/, 'ISO 27001: Ask for the certificate, and compare its scope with the services that you use.'],
  [/gdpr/, 'GDPR: Sign a data processing agreement, and look at the sub-processors and the places of processing.'],
  [/hipaa/, 'HIPAA: Sign a business associate agreement if the vendor handles health information.'],
  [
    /iso(iec)?42001/,
    'ISO 42001: Ask for the certificate if the vendor supplies models, data or other AI, and agree on who is responsible for what.',
  ],
  [/^nis2/, 'NIS 2: Look at the weaknesses and the development practice of the vendor, and agree on reports of incidents.'],
  [/^dora/, 'DORA: Enter the contract in the register of information, and compare its terms with Art. 30.'],
  [/pcidss/, 'PCI DSS: Ask for the attestation of compliance, and agree on who is responsible for which requirement.'],
];

/**
 * @param frameworks the names of frameworks
 * @returns the checks that these frameworks require
 */
export function frameworkChecks(frameworks: readonly string[]): string[] {
  const normalizedNames = frameworks.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  return checks.flatMap(([pattern, check]) => (normalizedNames.some((name) => pattern.test(name)) ? [check] : []));
}
