/** How results of checks are shown as somebody's access: decisions without a database (spec/areas/people, rule 11). */
import type { components } from '../../../../generated/api.d.ts';
import { isObject } from '../../../platform/json-object.ts';

type Source = components['schemas']['MemberAccessSource'];

/** @param runs with results, and how many users each names @param own results that name the member */
export function matchOf(runs: readonly { readonly users: number }[], own: readonly unknown[]): Source['matchType'] {
  if (!runs.length) return 'no_data';
  if (own.length) return 'matched';
  return runs.some(({ users }) => users > 0) ? 'not_matched' : 'no_person_data';
}

/** About the check, and not about the access. */
const hidden = new Set(['checkedAt', 'fetchedAt', 'reviewedAt', 'raw']);
const most = 12;

/** The simple values of evidence, as texts under labels in title case. */
export function fieldsOf(evidence: unknown): Record<string, string> {
  if (!isObject(evidence)) return {};
  const simple = Object.entries(evidence).filter(
    ([name, value]) => !hidden.has(name) && ['string', 'number', 'boolean'].includes(typeof value),
  );
  return Object.fromEntries(simple.slice(0, most).map(([name, value]) => [labelOf(name), String(value)]));
}

/** `lastSignIn` and `last_sign_in` as `Last Sign In`. */
function labelOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
