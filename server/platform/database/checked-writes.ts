/** Lets the first write of a transaction wait for a check, which then sees everything that the transaction has locked before. */
import type { CompiledQuery, ConnectionProvider, DatabaseConnection, RootOperationNode } from 'kysely';

/** @returns the connections of a provider; after the first write, queries wait for the check, too, so that they keep their order */
export function checkWrites(provider: ConnectionProvider, check: () => Promise<unknown>): ConnectionProvider {
  let checked: Promise<unknown> | undefined;
  const checkedConnection = (connection: DatabaseConnection): DatabaseConnection => ({
    async executeQuery(query: CompiledQuery) {
      if (isWrite(query.query)) checked ??= check();
      await checked;
      return connection.executeQuery(query);
    },
    streamQuery: (...query) => connection.streamQuery(...query),
  });
  return { provideConnection: (consumer) => provider.provideConnection((connection) => consumer(checkedConnection(connection))) };
}

/** A select may write in its common table expressions. */
function isWrite(node: RootOperationNode): boolean {
  if (node.kind !== 'SelectQueryNode') return true;
  return node.with?.expressions.some(({ expression }) => expression.kind !== 'SelectQueryNode') ?? false;
}
