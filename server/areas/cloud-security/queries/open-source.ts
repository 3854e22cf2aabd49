/** The account as the code of its provider reads it. */
import { credentialFieldsOf, withDefaults } from '../../../domain/providers/credential-fields.ts';
import { findCredentials, openCredentials } from '../../../domain/providers/credentials.ts';
import type { Source } from '../../../domain/providers/manifest.ts';
import { sourceOf } from '../../../domain/providers/source.ts';
import { effective } from '../../../domain/providers/variables.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Ports } from '../../../platform/ports/index.ts';
import type { Account } from './connections.ts';

const noTokens = { token: () => Promise.reject(new Error('only OAuth 2 has access tokens')) };

/** @returns what opens it, outside of the transaction; undefined when it has no credentials */
export async function openSource(
  db: OrganizationDatabase,
  ports: Ports,
  { id, manifest, variables }: Pick<Account, 'id' | 'manifest' | 'variables'>,
): Promise<((signal: AbortSignal) => Promise<Source>) | undefined> {
  const stored = await findCredentials(db, id);
  const { organizationId } = db;
  return (
    stored &&
    (async (signal) => {
      const { fields } = await openCredentials(ports.vault, id, stored);
      const connected = {
        credentials: withDefaults(credentialFieldsOf(manifest), fields),
        variables: effective(manifest, variables),
        organizationId,
      };
      return sourceOf(manifest, connected, ports, noTokens, signal);
    })
  );
}
