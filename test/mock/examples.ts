/** Expected answers of the mock, from the examples of the contract. */
import { expect } from 'vitest';

/** @returns the expected answer for an example: links to files lead to the mock, and a list has a next page unless it is empty */
export function expectedAnswer(example: unknown, base: string): unknown {
  const withMockLinks = replaceFileLinks(example, base);
  if (
    typeof withMockLinks !== 'object' ||
    withMockLinks === null ||
    !('nextCursor' in withMockLinks) ||
    !('data' in withMockLinks) ||
    !Array.isArray(withMockLinks.data)
  )
    return withMockLinks;
  const { totalCount: _counted, ...page } = { totalCount: 0, ...withMockLinks };
  return { ...page, nextCursor: withMockLinks.data.length ? expect.any(String) : null };
}

function replaceFileLinks(value: unknown, base: string): unknown {
  if (typeof value === 'string') return isLinkToFile(value) ? expect.stringContaining(`${base}/`) : value;
  if (Array.isArray(value)) return value.map((item) => replaceFileLinks(item, base));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaceFileLinks(member, base)]));
}

/** @returns whether a text is a link to a file. In the examples, such a link is signed or leads to a picture of a person or provider */
export function isLinkToFile(text: string): boolean {
  return /^https:\/\/\S*(?:[?&]signature=|\.(?:png|svg)$)/.test(text);
}

/** @returns the absolute addresses in an answer, each with the name of its field and the record that contains it */
export function addressesIn(value: unknown, name = '', record: object = {}): { name: string; address: string; record: object }[] {
  if (typeof value === 'string') return /^https?:\/\//.test(value) ? [{ name, address: value, record }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    addressesIn(member, Array.isArray(value) ? name : key, Array.isArray(value) ? record : value),
  );
}
