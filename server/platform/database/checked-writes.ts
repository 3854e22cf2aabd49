/** Lets the first write of a transaction wait for a check, which then sees everything that the transaction has locked before. */
import type { CompiledQuery, ConnectionProvider, DatabaseConnection } from 'kysely';

/** Functions of the schema that write. Selects call them, so the kind of a query does not show that it writes. */
export const writingFunctions = [
  'account_aside',
  'account_for',
  'append_audit',
  'confirm_member_address',
  'consenting_account',
  'ensure_soa_configuration',
  'open_agent_session',
  'rename_account',
  'set_email_preferences',
];

/** @returns the connections of a provider; after the first write, queries wait for the check, too, so that they keep their order */
export function checkWrites(provider: ConnectionProvider, check: () => Promise<unknown>): ConnectionProvider {
  let checked: Promise<unknown> | undefined;
  const checkedConnection = (connection: DatabaseConnection): DatabaseConnection => ({
    async executeQuery(query: CompiledQuery) {
      if (isWrite(query)) checked ??= check();
      await checked;
      return connection.executeQuery(query);
    },
    streamQuery: (...query) => connection.streamQuery(...query),
  });
  return { provideConnection: (consumer) => provider.provideConnection((connection) => consumer(checkedConnection(connection))) };
}

/** A select may write in its common table expressions, or call a function that writes. */
function isWrite({ query: node, sql }: CompiledQuery): boolean {
  if (node.kind !== 'SelectQueryNode' || writingFunctions.some((name) => sql.includes(`${name}(`))) return true;
  return node.with?.expressions.some(({ expression }) => expression.kind !== 'SelectQueryNode') ?? false;
}
