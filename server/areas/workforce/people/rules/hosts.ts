/** Combines the policies of hosts in device management with results that people entered (people, rule 13). */
import type { components } from '#generated/api';
import type { Host } from '#platform/ports/device-management';

type Policy = components['schemas']['DeviceHostPolicy'];
type ManualResult = Pick<components['schemas']['DevicePolicyResult'], 'policyId' | 'response'>;

/**
 * Adds a policy about mobile device management to a macOS host that reports its enrollment.
 * Policies that a manual result marks as passed count as passed.
 */
export function withManualResults(host: Host, manualResults: readonly ManualResult[]): Host {
  const policies = policiesOf(host);
  const isPassedManually = ({ id }: Policy) => manualResults.some(({ policyId, response }) => policyId === id && response === 'pass');
  return policies.length
    ? { ...host, policies: policies.map((policy) => (isPassedManually(policy) ? { ...policy, response: 'pass' } : policy)) }
    : host;
}

function policiesOf({ policies = [], platform, mdm }: Host): Policy[] {
  return [
    ...policies,
    ...(platform === 'macos' && mdm
      ? [{ id: '-9999', name: 'MDM enabled', response: mdm.enrolled ? ('pass' as const) : ('fail' as const) }]
      : []),
  ];
}
