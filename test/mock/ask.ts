/** Calls the mock in tests. */
import { call, type RequestOptions } from '../support/app.ts';
import { requiresPerson } from '../support/persons.ts';
import { startMock } from './start.ts';

/** Calls the mock with a credential that the operation accepts. @param url a path, or a complete address of the mock */
export async function ask(method: string, url: string, { prefer, headers, ...options }: RequestOptions & { prefer?: string } = {}) {
  const base = await startMock();
  const path = url.replace(base, '');
  const inPerson = requiresPerson(method, path);
  return call(base, method, path, {
    ...(inPerson ? { bearer: 'any' } : { key: 'any' }),
    ...options,
    headers: {
      ...(inPerson && { 'X-Organization-Id': 'org_68aa0d2f6f1c2b3a4d5e6f70' }),
      ...(prefer !== undefined && { Prefer: prefer }),
      ...headers,
    },
  });
}

/** @returns the success response that the mock returns for an operation: the one with the lowest status; undefined if there is none */
export function successOf<Declared extends { readonly status: number; readonly answer: { readonly content?: object } }>(
  responses: readonly Declared[],
): Declared | undefined {
  return responses.filter(({ status }) => status >= 200 && status < 300).toSorted((one, other) => one.status - other.status)[0];
}
