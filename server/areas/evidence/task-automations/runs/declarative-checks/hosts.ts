/** Decides which hosts checks may call (spec/areas/evidence/task-automations, Declarative check). */

/**
 * @param allowedHosts lowercase host names; `*.example.com` allows all hosts below `example.com`
 * @returns whether a check may call the host of this URL
 */
export function isAllowedHost({ hostname }: URL, allowedHosts: readonly string[]): boolean {
  // A host name with a trailing dot is absolute and denotes the same host.
  const name = hostname.replace(/\.$/, '').toLowerCase();
  return allowedHosts.some((host) => (host.startsWith('*.') ? name.endsWith(host.slice(1)) && name.length >= host.length : name === host));
}

/** @returns the error message for a host that a check may not call */
export function hostRefusalMessage({ hostname }: URL): string {
  return `${hostname} is not among the automationAllowedHosts of the organization`;
}
