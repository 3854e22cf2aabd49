/** Converts results of checks to a member's access (people, rule 11). */
import type { components } from '#generated/api';
import { isObject } from '#platform/json-object';

type Source = components['schemas']['MemberAccessSource'];

/**
 * @param runs with results, and the number of users in each
 * @param own results about the member
 */
export function matchTypeOf(runs: readonly { readonly users: number }[], own: readonly unknown[]): Source['matchType'] {
  if (!runs.length) return 'no_data';
  if (own.length) return 'matched';
  return runs.some(({ users }) => users > 0) ? 'not_matched' : 'no_person_data';
}

/** Fields about the check, not about access. */
const hidden = new Set(['checkedAt', 'fetchedAt', 'reviewedAt', 'raw']);
const maxFields = 12;

/** The scalar values of evidence as texts, with labels in title case. */
export function fieldsOf(evidence: unknown): Record<string, string> {
  if (!isObject(evidence)) return {};
  const scalar = Object.entries(evidence).filter(
    ([name, value]) => !hidden.has(name) && ['string', 'number', 'boolean'].includes(typeof value),
  );
  return Object.fromEntries(scalar.slice(0, maxFields).map(([name, value]) => [labelOf(name), String(value)]));
}

/** `lastSignIn` and `last_sign_in` become `Last Sign In`. */
function labelOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
