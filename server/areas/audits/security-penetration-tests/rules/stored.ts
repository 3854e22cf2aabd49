/** Reads stored values of penetration tests. */
import type { components } from '#generated/api';
import { trusted } from '#platform/trusted';

/** @returns the checks of a stored order */
export function checksIn(storedChecks: readonly string[] | null): components['schemas']['PenetrationTest']['checks'] {
  return trusted<components['schemas']['PenetrationTest']['checks']>(storedChecks, 'the contract allows nothing else to be stored');
}
