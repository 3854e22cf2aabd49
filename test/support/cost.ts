/** The statements and the answer of a request: requests that must be indistinguishable have the same in both. */
import type { call } from './app.ts';
import type { Statement } from './statements.ts';

type Answer = Awaited<ReturnType<typeof call>>;

/** Background work, and counters of requests, occur at any time. */
const backgroundStatements = /"lease"|rate_window/;

/**
 * @param during the function of `openWatchedDatabase` @returns the statements except the first and last of each transaction, and the answer
 * without ids
 */
export async function measureCost(during: (work: () => Promise<unknown>) => Promise<Statement[]>, ask: () => Promise<Answer>) {
  let answer: Answer | undefined;
  const statements = await during(async () => {
    answer = await ask();
  });
  return {
    asked: statements
      .filter(({ text }) => !backgroundStatements.test(text))
      .map(({ text }) => text.replaceAll(/'(?:org_)?[0-9a-f-]{20,}'/g, '?')),
    status: answer?.status,
    text: answer?.text.replaceAll(/(?:req|org)_[0-9a-f]{24}/g, '?'),
  };
}
