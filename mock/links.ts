/** Rewrites links to files in responses, so that the links lead to the mock at the address that the client used. */
import type { Request } from 'express';
import { operations, type Operation } from '#generated/operations';
import { createRouteFinder } from '#contract/routes';
import { isObject } from '#platform/json-object';
import { typeOfName } from './file-names.ts';

/** @returns a function that returns the body of a response with rewritten links */
export function createLinkRewriter(contract: string): (req: Request, body: unknown) => unknown {
  const urlProperties = findUrlProperties(contract);

  function rewriteLinks(req: Request, value: unknown, name: string, record: object): unknown {
    if (Array.isArray(value)) return value.map((item) => rewriteLinks(req, item, name, record));
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rewriteLinks(req, member, key, value)]));
    return typeof value === 'string' && urlProperties.has(name) ? (mockUrlOf(req, value, record) ?? value) : value;
  }
  return (req, body) => rewriteLinks(req, body, '', {});
}

/** @returns the names of the properties that contain absolute URLs */
function findUrlProperties(contract: string): ReadonlySet<string> {
  const names = new Set<string>();
  JSON.parse(contract, (name, value: unknown) => {
    if (isObject(value) && value.format === 'uri') names.add(name);
    return value;
  });
  return names;
}

/** Matches the paths to which clients upload files. Links to these paths keep their path, as links to logos do. */
const matchUpload = createRouteFinder(
  Object.values<Operation>(operations).flatMap(({ path, body }) => (body === 'bytes' ? [[path, path] as const] : [])),
);

/** @param record the record that contains the link @returns the URL of the file in the mock; undefined if the link leads to no file */
function mockUrlOf(req: Request, url: string, record: object): string | undefined {
  const link = URL.parse(url);
  const lastSegment = link?.pathname.split('/').at(-1) ?? '';
  const mockUrl = URL.parse(`${req.protocol}://${req.host}`);
  if (!link || !mockUrl || !(link.searchParams.has('signature') || typeOfName(lastSegment))) return undefined;
  mockUrl.search = link.search;
  if (matchUpload(link.pathname) || link.pathname.startsWith('/logos/')) mockUrl.pathname = link.pathname;
  else {
    mockUrl.pathname = `/files/${encodeURIComponent(fileNameIn(record) ?? decodeURIComponent(lastSegment))}`;
    if (typeof req.query.disposition === 'string') mockUrl.searchParams.set('disposition', req.query.disposition);
  }
  return mockUrl.href;
}

/** @returns the file name in a record; undefined if the record contains none */
function fileNameIn(record: object): string | undefined {
  if ('fileName' in record && typeof record.fileName === 'string') return record.fileName;
  return 'name' in record && typeof record.name === 'string' && typeOfName(record.name) ? record.name : undefined;
}
