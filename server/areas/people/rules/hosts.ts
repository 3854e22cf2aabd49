/** How hosts meet the policies of device management (spec/areas/people, rule 13). */
import type { components } from '../../../../generated/api.d.ts';
import type { Host } from '../../../platform/ports/device-management.ts';

type Policy = components['schemas']['DeviceHostPolicy'];
type Finding = Pick<components['schemas']['DevicePolicyResult'], 'policyId' | 'response'>;

/** The host with its policies: one more of a macOS host that tells of mobile device management, and a pass where somebody found one by hand. */
export function withVerdicts(host: Host, findings: readonly Finding[]): Host {
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
