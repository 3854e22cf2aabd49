/** Links to files in answers lead to the mock, under the address that the client asked it at. */
import type { Request } from 'express';
import { operations, type Operation } from '../generated/operations.ts';
import { routesOf } from '../server/contract/routes.ts';
import { isObject } from '../server/platform/json-object.ts';
import { typeOfName } from './file-names.ts';

/** @returns what changes the links in the body of an answer */
export function linksOf(contract: string): (req: Request, body: unknown) => unknown {
  const names = addressesIn(contract);

  function led(req: Request, value: unknown, name: string, record: object): unknown {
    if (Array.isArray(value)) return value.map((item) => led(req, item, name, record));
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, led(req, member, key, value)]));
    return typeof value === 'string' && names.has(name) ? (placeOf(req, value, record) ?? value) : value;
  }
  return (req, body) => led(req, body, '', {});
}

/** Names of the properties that hold whole addresses. */
function addressesIn(contract: string): ReadonlySet<string> {
  const names = new Set<string>();
  JSON.parse(contract, (name, value: unknown) => {
    if (isObject(value) && value.format === 'uri') names.add(name);
    return value;
  });
  return names;
}

/** Paths that take bytes: links to these are sent files. The mock has the logos of the server. */
const taking = routesOf(
  Object.values<Operation>(operations).flatMap(({ path, body }) => (body === 'bytes' ? [[path, path] as const] : [])),
);

/** @param record that the link stands in @returns undefined for an address that is not a file's */
function placeOf(req: Request, address: string, record: object): string | undefined {
  const link = URL.parse(address);
  const last = link?.pathname.split('/').at(-1) ?? '';
  const here = URL.parse(`${req.protocol}://${req.host}`);
  if (!link || !here || !(link.searchParams.has('signature') || typeOfName(last))) return undefined;
  here.search = link.search;
  if (taking(link.pathname) || link.pathname.startsWith('/logos/')) here.pathname = link.pathname;
  else {
    here.pathname = `/files/${encodeURIComponent(nameIn(record) ?? decodeURIComponent(last))}`;
    if (typeof req.query.disposition === 'string') here.searchParams.set('disposition', req.query.disposition);
  }
  return here.href;
}

/** What the record calls its file. */
function nameIn(record: object): string | undefined {
  if ('fileName' in record && typeof record.fileName === 'string') return record.fileName;
  return 'name' in record && typeof record.name === 'string' && typeOfName(record.name) ? record.name : undefined;
}
