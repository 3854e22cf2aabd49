/** Applies compliance rules to hosts of device management (people, rule 13). */
import type { components } from '#generated/api';
import type { Host } from '#platform/ports/device-management';

type Policy = components['schemas']['DeviceHostPolicy'];
type Finding = Pick<components['schemas']['DevicePolicyResult'], 'policyId' | 'response'>;

/** Adds to a host's policies one about mobile device management if a macOS host reports it, and turns those into passes that a manual finding covers. */
export function withResults(host: Host, findings: readonly Finding[]): Host {
  const policies = policiesOf(host);
  const isFound = ({ id }: Policy) => findings.some(({ policyId, response }) => policyId === id && response === 'pass');
  return policies.length
    ? { ...host, policies: policies.map((policy) => (isFound(policy) ? { ...policy, response: 'pass' } : policy)) }
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
