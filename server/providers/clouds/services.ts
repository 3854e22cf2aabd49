/** Determines which services of an account are scanned (cloud-security, rule 2). */
import { enabledServices } from '../catalogue.ts';
import type { Manifest } from '../manifest.ts';

/** @param chosen services that a member chose, null if nobody has chosen @param detected services in the account, null if unknown */
export function listScannedServices(manifest: Manifest, chosen: readonly string[] | null, detected: readonly string[] | null): string[] {
  const enabledIds = enabledServices(manifest, chosen ?? detected);
  const alwaysScannedIds = manifest.cloud?.alwaysScanned ?? [];
  return (manifest.services ?? []).map(({ id }) => id).filter((id) => enabledIds.includes(id) || alwaysScannedIds.includes(id));
}

/**
 * Adds detected services. Only services that were never detected before are enabled, so services that a member disabled stay disabled.
 * @returns the values to store; `chosen` stays null until a member chooses services
 */
export function addDetectedServices(
  { chosen, detected }: { readonly chosen: readonly string[] | null; readonly detected: readonly string[] | null },
  detectedNow: readonly string[],
): { readonly detected: string[]; readonly chosen: string[] | null } {
  const previous = detected ?? [];
  const added = detectedNow.filter((id) => !previous.includes(id));
  return { detected: [...previous, ...added], chosen: chosen && [...new Set([...chosen, ...added])] };
}
