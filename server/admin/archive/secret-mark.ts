import type { Secrets } from '#platform/ports/secrets';

/** Returns a signature that is equal for equal secrets, so that an import can check whether it can decrypt the data. */
export function secretMark(secrets: Secrets, organizationId: string): string {
  return secrets.sign('export', organizationId);
}
