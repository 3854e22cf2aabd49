/** Where checks may call (spec/areas/task-automations, Declarative check). */

/**
 * @param allowed names in lower case, or `*.` and a domain, which stands for all names below it
 * @returns whether a check may call the host of this address
 */
export function isAllowedHost({ hostname }: URL, allowed: readonly string[]): boolean {
  // A dot at the end makes a name absolute, and it is the same name.
  const name = hostname.replace(/\.$/, '').toLowerCase();
  return allowed.some((host) => (host.startsWith('*.') ? name.endsWith(host.slice(1)) && name.length >= host.length : name === host));
}

/** @returns why a check may not call this host */
export function hostFault({ hostname }: URL): string {
  return `${hostname} is not among the automationAllowedHosts of the organization`;
}
