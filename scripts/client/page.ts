import { type AnyAnswer, orThrow } from './errors.ts';

/** A page of a list, in the same form for every list. */
export interface ListPage<Row> {
  readonly data: readonly Row[];
  /** The `cursor` of the next page; null on the last one. */
  readonly nextCursor: string | null;
  /** The `cursor` of the page before; null on the first one, and for lists that only go forward. */
  readonly previousCursor: string | null;
  /** The number of records on all pages, if `count` was true and the list can count. */
  readonly totalCount: number | undefined;
}

/**
 * Returns an answer as a page. The cursors are in the body, or in the `Link` header of lists whose bodies cannot contain them. Only the
 * cursor of that header is used, because its address may differ from the address that the caller uses.
 * @throws ApiError
 */
export async function pageOf(call: Promise<AnyAnswer>): Promise<ListPage<unknown>> {
  const body = await orThrow(call);
  const { response } = await call;
  if (!isPage(body)) throw new TypeError('this is not a list');
  return {
    data: body.data,
    nextCursor: body.nextCursor ?? cursorIn(response, 'next'),
    previousCursor: body.previousCursor ?? cursorIn(response, 'prev'),
    totalCount: body.totalCount,
  };
}

function isPage(body: unknown): body is Partial<ListPage<unknown>> & Pick<ListPage<unknown>, 'data'> {
  return typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data);
}

function cursorIn({ headers, url }: Response, relation: 'next' | 'prev'): string | null {
  const links = [...(headers.get('Link') ?? '').matchAll(/<([^<>]*)>; *rel="(\w+)"/g)];
  const address = links.find(([, , name]) => name === relation)?.[1];
  return address === undefined ? null : new URL(address, url).searchParams.get('cursor');
}
