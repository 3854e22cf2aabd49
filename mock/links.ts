/** Rewrites links to files in answers, so that they lead to the mock at the address that the client used. */
import type { Request } from 'express';
import { operations, type Operation } from '#generated/operations';
import { createRouteFinder } from '#contract/routes';
import { isObject } from '#platform/json-object';
import { typeOfName } from './file-names.ts';

/** @returns a function that rewrites the links in the body of an answer */
export function createLinkRewriter(contract: string): (req: Request, body: unknown) => unknown {
  const names = addressesIn(contract);

  function withMockLinks(req: Request, value: unknown, name: string, record: object): unknown {
    if (Array.isArray(value)) return value.map((item) => withMockLinks(req, item, name, record));
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withMockLinks(req, member, key, value)]));
    return typeof value === 'string' && names.has(name) ? (placeOf(req, value, record) ?? value) : value;
  }
  return (req, body) => withMockLinks(req, body, '', {});
}

/** Names of the properties that contain absolute URLs. */
function addressesIn(contract: string): ReadonlySet<string> {
  const names = new Set<string>();
  JSON.parse(contract, (name, value: unknown) => {
    if (isObject(value) && value.format === 'uri') names.add(name);
    return value;
  });
  return names;
}

/** Paths that accept bytes: clients upload files to these links. The mock also serves the logos of the server. */
const matchUpload = createRouteFinder(
  Object.values<Operation>(operations).flatMap(({ path, body }) => (body === 'bytes' ? [[path, path] as const] : [])),
);

/** @param record that contains the link @returns undefined when the address is not that of a file */
function placeOf(req: Request, address: string, record: object): string | undefined {
  const link = URL.parse(address);
  const last = link?.pathname.split('/').at(-1) ?? '';
  const here = URL.parse(`${req.protocol}://${req.host}`);
  if (!link || !here || !(link.searchParams.has('signature') || typeOfName(last))) return undefined;
  here.search = link.search;
  if (matchUpload(link.pathname) || link.pathname.startsWith('/logos/')) here.pathname = link.pathname;
  else {
    here.pathname = `/files/${encodeURIComponent(nameIn(record) ?? decodeURIComponent(last))}`;
    if (typeof req.query.disposition === 'string') here.searchParams.set('disposition', req.query.disposition);
  }
  return here.href;
}

/** The file name in the record. */
function nameIn(record: object): string | undefined {
  if ('fileName' in record && typeof record.fileName === 'string') return record.fileName;
  return 'name' in record && typeof record.name === 'string' && typeOfName(record.name) ? record.name : undefined;
}
