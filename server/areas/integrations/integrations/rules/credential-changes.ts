/** Describes changes of credentials for the audit log. Secrets are never logged, only the names of their fields. */
import { loggableAddresses, changedFields } from '#providers/destinations';
import type { Manifest } from '#providers/manifest';
import { type Changes, changesBetween } from '#platform/audit/changes';
import type { ClearFields } from '#platform/ports/vault';

/** @param before the stored credentials @param after the new credentials, even if they were rejected */
export function credentialChanges(manifest: Manifest, before: ClearFields, after: ClearFields): Changes {
  return {
    credentials: { previous: Object.keys(before), current: Object.keys(after) },
    ...changesBetween({ addresses: loggableAddresses(manifest, before) }, { addresses: loggableAddresses(manifest, after) }),
    replacedFields: { previous: null, current: changedFields(before, after) },
  };
}
