import type { AnyAnswer } from './errors.ts';
import { pageOf } from './page.ts';

/** Yields the records of all pages. @param requestPage requests a page with this query, added to the caller's @throws ApiError */
export async function* rowsOf(
  requestPage: (query: { readonly cursor?: string }) => Promise<AnyAnswer>,
): AsyncGenerator<unknown, void, void> {
  for (let query: { cursor?: string } | undefined = {}; query;) {
    const { data, nextCursor } = await pageOf(requestPage(query));
    yield* data;
    query = nextCursor === null ? undefined : { cursor: nextCursor };
  }
}
