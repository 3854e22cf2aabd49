import type { Secrets } from '#platform/ports/secrets';

/** Equal for equal secrets, so an import can tell whether it can decrypt the data. */
export function secretMark(secrets: Secrets, organizationId: string): string {
  return secrets.sign('export', organizationId);
}
