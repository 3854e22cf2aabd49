/** Changes of credentials for the audit log: addresses, and of secrets only whether they exist and were replaced. */
import { loggableAddresses, changedFields } from '#providers/destinations';
import type { Manifest } from '#providers/manifest';
import { type Changes, differences } from '#platform/audit/changes';
import type { ClearFields } from '#platform/ports/vault';

/** @param before the stored credentials @param after the credentials that replace them, or would have */
export function credentialChanges(manifest: Manifest, before: ClearFields, after: ClearFields): Changes {
  return {
    credentials: { previous: Object.keys(before), current: Object.keys(after) },
    ...differences({ addresses: loggableAddresses(manifest, before) }, { addresses: loggableAddresses(manifest, after) }),
    replacedFields: { previous: null, current: changedFields(before, after) },
  };
}
