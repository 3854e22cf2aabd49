import type { Mutant } from './mutant.ts';

const tests = ['test/database/transactions.test.ts'];

/** Breaks the reuse of connections. */
export const mutants: readonly Mutant[] = [
  {
    name: 'transactions: a query after the end of its session that is executed',
    file: 'server/platform/database/session.ts',
    from: 'if (this.#isSettled) throw this.#createLateQuery(sql);',
    to: "if (sql === '') throw this.#createLateQuery(sql);",
    tests,
  },
  {
    name: 'transactions: a query after the end of its session that is not reported',
    file: 'server/platform/database/session.ts',
    from: 'this.#onLate(error);',
    to: '',
    tests,
  },
  {
    name: 'transactions: a connection that is reused after begin, commit or rollback failed',
    file: 'server/platform/database/session.ts',
    from: `pendingAnswer.catch(() => {
      this.#isBroken = true;
    });`,
    to: 'pendingAnswer.catch(() => undefined);',
    tests,
  },
  {
    name: 'transactions: a connection that is reused while it is in a transaction',
    file: 'server/platform/database/session.ts',
    from: 'this.#isBroken || !client.isIdle',
    to: 'this.#isBroken',
    tests,
  },
  {
    name: 'transactions: a commit that does not check the token of its transaction',
    file: 'server/platform/database/session.ts',
    from: "is not distinct from '${this.#token}'",
    to: "is distinct from '${this.#token}x'",
    tests,
  },
  {
    name: 'transactions: a result that is returned before its transaction has begun',
    file: 'server/platform/database/session.ts',
    from: 'await begun;',
    to: '',
    tests,
    onPostgres: true,
  },
  {
    name: 'transactions: a read that writes',
    file: 'server/platform/database/session.ts',
    from: "mode: 'begin read only'",
    to: "mode: 'begin read write'",
    tests: ['test/database/engines.test.ts'],
  },
  {
    name: 'transactions: an embedded session that runs statements outside of a transaction',
    file: 'server/platform/database/engine.ts',
    from: 'pglite.isInTransaction() || isTransactionControl(request)',
    to: 'pglite.isInTransaction() || !isTransactionControl(request) || isTransactionControl(request)',
    tests,
  },
  {
    name: 'transactions: sessions on PostgreSQL that write outside of a transaction',
    file: 'server/platform/database/open.ts',
    from: `'default_transaction_read_only=on']`,
    to: ']',
    tests,
    onPostgres: true,
  },
  {
    name: 'transactions: a follow-up error that hides the first error',
    file: 'server/platform/database/session.ts',
    from: '? this.#failure : error',
    to: '? error : error',
    tests,
    onPostgres: true,
  },
  {
    name: 'transactions: the deletion of an organization that does not wait for other transactions',
    file: 'server/platform/database/handle.ts',
    from: 'isShared: !alone',
    to: 'isShared: alone || true',
    tests,
    onPostgres: true,
  },
];
