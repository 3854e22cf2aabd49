/** Finds the providers that report whether people use a second factor (integrations, rule 12). */
import type { Manifest } from '#providers/manifest';
import { providers } from '#providers/providers/index';
import { checksOf } from '#providers/registry';

/** @returns the ids of the provider's checks that report the use of a second factor */
export function twoFactorCheckIds(manifest: Manifest): string[] {
  return checksOf(manifest)
    .filter(({ task }) => task === 'two-factor-auth')
    .map(({ id }) => id);
}

/** The providers that an organization can choose, sorted by name. */
export const twoFactorSources: readonly Manifest[] = providers.all.filter(
  (manifest) => manifest.category === 'Identity & Access' && !manifest.retired && twoFactorCheckIds(manifest).length > 0,
);
