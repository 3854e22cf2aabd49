/** Opens an account, so that the code of its provider can use it. */
import { credentialFieldsOf, withDefaults } from '#providers/credential-fields';
import { findCredentials, openCredentials } from '#providers/credentials';
import type { Source } from '#providers/manifest';
import { createSource } from '#providers/source';
import { effectiveVariables } from '#providers/variables';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Ports } from '#platform/ports/index';
import type { Account } from './connections.ts';

const noTokens = { token: () => Promise.reject(new Error('only OAuth 2 has access tokens')) };

/** @returns a function to call outside the transaction, or undefined if the account has no credentials */
export async function openSource(
  db: OrganizationDatabase,
  ports: Ports,
  { id, manifest, variables }: Pick<Account, 'id' | 'manifest' | 'variables'>,
): Promise<((signal: AbortSignal) => Promise<Source>) | undefined> {
  const storedCredentials = await findCredentials(db, id);
  const { organizationId } = db;
  return (
    storedCredentials &&
    (async (signal) => {
      const { fields } = await openCredentials(ports.vault, id, storedCredentials);
      const connection = {
        credentials: withDefaults(credentialFieldsOf(manifest), fields),
        variables: effectiveVariables(manifest, variables),
        organizationId,
      };
      return createSource(manifest, connection, ports, noTokens, signal);
    })
  );
}
