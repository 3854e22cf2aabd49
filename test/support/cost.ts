/** Records the database statements and the answer of a request. For requests that must be indistinguishable, both must be equal. */
import type { call } from './app.ts';
import type { Statement } from './statements.ts';

type Answer = Awaited<ReturnType<typeof call>>;

/** Statements of background work and of request counters, which occur at any time. */
const backgroundStatements = /"lease"|rate_window/;

/**
 * @param during the function of `openWatchedDatabase` @returns the statements except those of background work, and the answer; both with
 * placeholders for ids
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
