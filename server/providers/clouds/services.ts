/** The services of an account that are scanned (cloud-security, rule 2). */
import { enabledServices } from '../catalogue.ts';
import type { Manifest } from '../manifest.ts';

/** @param chosen by a member, null when nobody has chosen @param detected in the account, null before the first detection */
export function listScannedServices(manifest: Manifest, chosen: readonly string[] | null, detected: readonly string[] | null): string[] {
  const enabled = enabledServices(manifest, chosen ?? detected);
  const always = manifest.cloud?.alwaysScanned ?? [];
  return (manifest.services ?? []).map(({ id }) => id).filter((id) => enabled.includes(id) || always.includes(id));
}

/**
 * Adds newly detected services. Only services that were never found before are switched on, so a member's choice to switch one off stays.
 * @returns the values to store; `chosen` stays null until a member chooses
 */
export function addDetected(
  { chosen, detected }: { readonly chosen: readonly string[] | null; readonly detected: readonly string[] | null },
  found: readonly string[],
): { readonly detected: string[]; readonly chosen: string[] | null } {
  const before = detected ?? [];
  const added = found.filter((id) => !before.includes(id));
  return { detected: [...before, ...added], chosen: chosen && [...new Set([...chosen, ...added])] };
}
