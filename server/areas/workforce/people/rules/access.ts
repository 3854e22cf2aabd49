/** Converts results of checks to entries about a member's access (people, rule 11). */
import type { components } from '#generated/api';
import { isObject } from '#platform/json-object';

type Source = components['schemas']['MemberAccessSource'];

/**
 * @param runs the latest runs that have results, with the number of users in the results
 * @param memberResults the results about the member
 * @returns whether the results show access of the member, only access of other users, no users at all, or whether no results exist
 */
export function matchTypeOf(runs: readonly { readonly users: number }[], memberResults: readonly unknown[]): Source['matchType'] {
  if (!runs.length) return 'no_data';
  if (memberResults.length) return 'matched';
  return runs.some(({ users }) => users > 0) ? 'not_matched' : 'no_person_data';
}

/** Fields of evidence that describe the check instead of the access. */
const hiddenFields = new Set(['checkedAt', 'fetchedAt', 'reviewedAt', 'raw']);
const maxFields = 12;

/** @returns a map from label to text with the scalar values of evidence. Labels are in title case. */
export function evidenceFieldsOf(evidence: unknown): Record<string, string> {
  if (!isObject(evidence)) return {};
  const scalarEntries = Object.entries(evidence).filter(
    ([name, value]) => !hiddenFields.has(name) && ['string', 'number', 'boolean'].includes(typeof value),
  );
  return Object.fromEntries(scalarEntries.slice(0, maxFields).map(([name, value]) => [labelOf(name), String(value)]));
}

/** Converts a name to a label: `lastSignIn` and `last_sign_in` become `Last Sign In`. */
function labelOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
