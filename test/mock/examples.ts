import { expect } from 'vitest';

/** What an example becomes in an answer: its links to files lead to the mock, and a list has a next page unless it is empty. */
export function answered(example: unknown, base: string): unknown {
  const led = leading(example, base);
  if (typeof led !== 'object' || led === null || !('nextCursor' in led) || !('data' in led) || !Array.isArray(led.data)) return led;
  const { totalCount: _counted, ...page } = { totalCount: 0, ...led };
  return { ...page, nextCursor: led.data.length ? expect.any(String) : null };
}

function leading(value: unknown, base: string): unknown {
  if (typeof value === 'string') return isLinkToFile(value) ? expect.stringContaining(`${base}/`) : value;
  if (Array.isArray(value)) return value.map((item) => leading(item, base));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, leading(member, base)]));
}

/** In the examples of the contract every link to a file is signed, or to the picture of a person or a provider. */
export function isLinkToFile(text: string): boolean {
  return /^https:\/\/\S*(?:[?&]signature=|\.(?:png|svg)$)/.test(text);
}

/** The whole addresses in an answer, by the name of their member, and with the record that they stand in. */
export function addressesIn(value: unknown, name = '', record: object = {}): { name: string; address: string; record: object }[] {
  if (typeof value === 'string') return /^https?:\/\//.test(value) ? [{ name, address: value, record }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    addressesIn(member, Array.isArray(value) ? name : key, Array.isArray(value) ? record : value),
  );
}
