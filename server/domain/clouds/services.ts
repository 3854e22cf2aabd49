/** Which services of an account are scanned (spec/areas/cloud-security, rule 2). */
import { enabledServices } from '../providers/catalogue.ts';
import type { Manifest } from '../providers/manifest.ts';

/** @param chosen by hand, null when nobody has @param detected in the account, null before anybody has looked */
export function scannedServices(manifest: Manifest, chosen: readonly string[] | null, detected: readonly string[] | null): string[] {
  const enabled = enabledServices(manifest, chosen ?? detected);
  const always = manifest.cloud?.always ?? [];
  return (manifest.services ?? []).map(({ id }) => id).filter((id) => enabled.includes(id) || always.includes(id));
}

/**
 * Adds what was found. What somebody has switched off stays so, because only services that were never found before are switched on.
 * @returns what to store; `chosen` stays null as long as nobody has chosen
 */
export function withDetected(
  { chosen, detected }: { readonly chosen: readonly string[] | null; readonly detected: readonly string[] | null },
  found: readonly string[],
): { readonly detected: string[]; readonly chosen: string[] | null } {
  const before = detected ?? [];
  const added = found.filter((id) => !before.includes(id));
  return { detected: [...before, ...added], chosen: chosen && [...new Set([...chosen, ...added])] };
}
