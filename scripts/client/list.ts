import { type AnyAnswer, orThrow } from './errors.ts';

/**
 * The rows of all pages. The next page is named by `nextCursor`, or by the `Link` header of the lists that have no place for it; only the
 * cursor is taken from that, so that it does not matter under which address the service knows itself.
 * @param ask for the page that the query, added to the caller's, names @throws ApiError
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
