/** The hosts that checks may call (spec/areas/evidence/task-automations, Declarative check). */

/**
 * @param allowed lowercase host names, or `*.` and a domain for all names below it
 * @returns whether a check may call the host of this address
 */
export function isAllowedHost({ hostname }: URL, allowed: readonly string[]): boolean {
  // A trailing dot makes a name absolute; it is still the same host.
  const name = hostname.replace(/\.$/, '').toLowerCase();
  return allowed.some((host) => (host.startsWith('*.') ? name.endsWith(host.slice(1)) && name.length >= host.length : name === host));
}

/** @returns why a check may not call this host */
export function hostRefusalMessage({ hostname }: URL): string {
  return `${hostname} is not among the automationAllowedHosts of the organization`;
}
