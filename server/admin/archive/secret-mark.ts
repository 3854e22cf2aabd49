import type { Secrets } from '../../platform/ports/secrets.ts';

/** The same where the secret is the same: what was encrypted with another cannot be read. */
export function secretMark(secrets: Secrets, organizationId: string): string {
  return secrets.sign('export', organizationId);
}
