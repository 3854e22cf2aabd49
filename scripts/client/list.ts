import type { AnyAnswer } from './errors.ts';
import { pageOf } from './page.ts';

/** Yields the records of all pages. @param ask requests a page with this query, added to the caller's @throws ApiError */
export async function* rowsOf(ask: (query: { readonly cursor?: string }) => Promise<AnyAnswer>): AsyncGenerator<unknown, void, void> {
  for (let query: { cursor?: string } | undefined = {}; query;) {
    const { data, nextCursor } = await pageOf(ask(query));
    yield* data;
    query = nextCursor === null ? undefined : { cursor: nextCursor };
  }
}
