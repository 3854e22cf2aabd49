import type { components } from '#generated/api';
import { trusted } from '#platform/trusted';

/** @returns the stored checks of an order */
export function checksIn(stored: readonly string[] | null): components['schemas']['PenetrationTest']['checks'] {
  return trusted<components['schemas']['PenetrationTest']['checks']>(stored, 'the contract allows nothing else to be stored');
}
