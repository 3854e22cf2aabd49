/** Providers that know whether people use a second factor (spec/areas/integrations, rule 12). */
import type { Manifest } from '../providers/manifest.ts';
import { providers } from '../providers/providers/index.ts';
import { checksOf } from '../providers/registry.ts';

/** @returns the ids of the checks of a provider whose results say it */
export function twoFactorChecks(manifest: Manifest): string[] {
  return checksOf(manifest)
    .filter(({ task }) => task === 'two-factor-auth')
    .map(({ id }) => id);
}

/** Those that can be chosen, by name. */
export const twoFactorSources: readonly Manifest[] = providers.all.filter(
  (manifest) => manifest.category === 'Identity & Access' && !manifest.retired && twoFactorChecks(manifest).length > 0,
);
