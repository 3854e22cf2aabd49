import { type AnyAnswer, orThrow } from './errors.ts';

/**
 * Yields the records of all pages. The next page comes from `nextCursor`, or from the `Link` header of lists whose bodies cannot contain
 * it. Only the cursor of that header is used, because its address may differ from the address that the caller uses.
 * @param ask requests a page with this query, added to the caller's @throws ApiError
 */
export async function* rowsOf(
  ask: (query: { readonly cursor?: string }) => Promise<AnyAnswer<unknown>>,
): AsyncGenerator<unknown, void, void> {
  for (let query: { cursor?: string } | undefined = {}; query;) {
    const answer = ask(query);
    const page = await orThrow(answer);
    if (!isPage(page)) throw new TypeError('this is not a list');
    yield* page.data;
    const cursor = page.nextCursor ?? cursorIn((await answer).response);
    query = cursor === undefined ? undefined : { cursor };
  }
}

interface Page {
  readonly data: readonly unknown[];
  readonly nextCursor?: string | null;
}

function isPage(body: unknown): body is Page {
  return typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data);
}

function cursorIn({ headers, url }: Response): string | undefined {
  const next = /<([^<>]*)>; *rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  return next === undefined ? undefined : (new URL(next, url).searchParams.get('cursor') ?? undefined);
}
