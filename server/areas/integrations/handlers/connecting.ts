/** Credentials of connections: tried before they are stored, and never shown. */
import { differences } from '../../../platform/audit/changes.ts';
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import type { Call, Handlers } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { violates } from '../../../platform/database/violations.ts';
import { findCredentials, openCredentials, sealCredentials, type Stored, storeCredentials } from '../../../domain/providers/credentials.ts';
import { merged, named } from '../../../domain/providers/credential-fields.ts';
import type { Manifest } from '../../../domain/providers/manifest.ts';
import { providers } from '../../../domain/providers/providers/index.ts';
import { type Tried, tryCredentials } from '../../../domain/providers/trial.ts';
import { effective, faultsInVariables, withValues } from '../../../domain/providers/variables.ts';
import { type Clear, Unreadable, type Vault } from '../../../platform/ports/vault.ts';
import {
  changeConnection,
  type Connection,
  connectionsOf,
  findConnection,
  lockConnection,
  insertConnection,
  labelOf,
  wholeOf,
} from '../queries/connections.ts';
import { reschedule } from '../queries/due.ts';
import { alreadyConnected, connectionNotFound, inApplication, noCredentials, providerNotFound } from '../refusals.ts';
import { credentialFaults, displayOf, needsBrowser, usable, whyNotConnected } from '../rules/connections.ts';
import { startChecksIfComplete } from '../queries/start-checks.ts';
import { CallOutside } from '../../../contract/replies.ts';

type Connecting = 'createIntegrationConnection' | 'replaceIntegrationCredentials' | 'testIntegrationConnection';

const refused = (reason: string) => refusal('credentials_refused', { reason });

export const connecting: Pick<Handlers<'integrations'>, Connecting> = {
  async createIntegrationConnection(context) {
    const { body, db, ports } = context;
    const manifest = providers.find(body.providerSlug);
    if (!manifest) return providerNotFound();
    const why = whyNotConnected(manifest);
    if (why) return why;
    if (body.mode === 'inventory') return createOfInventory(context, manifest);
    const sent = named(manifest, body.credentials);
    const credentials = merged({}, sent);
    const faults = {
      ...(await credentialFaults(manifest, db.organizationId, sent, credentials)),
      ...faultsInVariables(manifest, body.variables),
    };
    if (Object.keys(faults).length) return invalid(faults);
    if (await isTaken(db, manifest)) return alreadyConnected();

    const id = newId('icn');
    const variables = withValues({}, body.variables);
    const metadata = {
      ...displayOf(manifest, credentials),
      ...(body.metadata?.connectionName !== undefined && { connectionName: body.metadata.connectionName.trim() }),
    };
    return new CallOutside(async () => {
      const tried = await tryCredentials(ports, manifest, {
        credentials: usable(manifest, credentials),
        variables: effective(manifest, variables),
        organizationId: db.organizationId,
      });
      if (!tried.ok) return async () => refused(tried.message);
      const sealed = await sealCredentials(ports.vault, id, credentials, tried.token);
      return async ({ db: then, actor, audit }) => {
        try {
          await insertConnection(then, {
            id,
            provider: manifest.slug,
            exclusive: !manifest.supportsMultipleConnections,
            auth_strategy: manifest.auth.type,
            label: labelOf(id, metadata),
            metadata: JSON.stringify(metadata),
            variables: JSON.stringify(variables),
          });
        } catch (error) {
          if (violates(error, 'integration_connection_live')) return alreadyConnected();
          throw error;
        }
        await storeCredentials(then, id, sealed);
        const connection = await inUse(then, id);
        await startChecksIfComplete(then, actor, connection);
        const fields = {
          provider: manifest.slug,
          connectionName: connection.shown.label,
          credentials: Object.keys(credentials),
          ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [`variables.${name}`, value])),
        };
        audit.created(fields, { entityId: id, description: 'Connected integration' });
        return { status: 201, body: wholeOf(connection) };
      };
    });
  },

  async replaceIntegrationCredentials({ path, body, db, ports }) {
    const connection = await findConnection(db, path.connectionId);
    if (!connection) return connectionNotFound();
    const { manifest, variables } = connection;
    if (needsBrowser(manifest)) return inApplication();
    const stored = await findCredentials(db, path.connectionId);
    const sent = named(manifest, body.credentials);
    return new CallOutside(async () => {
      const known = stored && (await readable(ports.vault, path.connectionId, stored));
      // What cannot be read any more is replaced as a whole.
      const before = known === undefined || known instanceof Unreadable ? {} : known;
      const credentials = merged(before, sent);
      const faults = await credentialFaults(manifest, db.organizationId, sent, credentials);
      if (Object.keys(faults).length) return async () => invalid(faults);
      const tried = await tryCredentials(ports, manifest, {
        credentials: usable(manifest, credentials),
        variables: effective(manifest, variables),
        organizationId: db.organizationId,
      });
      if (!tried.ok) return async () => refused(tried.message);
      const sealed = await sealCredentials(ports.vault, path.connectionId, credentials, tried.token);
      return async ({ db: then, actor, audit }) => {
        const now = await lockConnection(then, path.connectionId);
        if (!now) return connectionNotFound();
        const metadata = { ...now.metadata, ...displayOf(manifest, credentials) };
        try {
          await changeConnection(then, path.connectionId, {
            metadata: JSON.stringify(metadata),
            label: labelOf(path.connectionId, metadata),
            mode: 'credentials',
            ...(now.status === 'disconnected' && { reconnected_at: new Date().toISOString() }),
            ...(now.status !== 'paused' && { status: 'active', error_message: null }),
          });
        } catch (error) {
          if (violates(error, 'integration_connection_live')) return alreadyConnected();
          throw error;
        }
        await storeCredentials(then, path.connectionId, sealed);
        const changed = await inUse(then, path.connectionId);
        await startChecksIfComplete(then, actor, changed);
        audit.did('Replaced credentials of integration', {
          changes: {
            credentials: { previous: Object.keys(before), current: Object.keys(credentials) },
            ...differences({ status: now.status }, { status: changed.status }),
          },
        });
        return { status: 200, body: wholeOf(changed) };
      };
    });
  },

  async testIntegrationConnection({ path, db, ports }) {
    const connection = await findConnection(db, path.connectionId);
    if (!connection) return connectionNotFound();
    const stored = await findCredentials(db, path.connectionId);
    if (!stored) return noCredentials();
    const { manifest, variables } = connection;
    return new CallOutside(async () => {
      const fields = await readable(ports.vault, path.connectionId, stored);
      const isLost = fields instanceof Unreadable;
      const { ok, message, details, token }: Tried = isLost
        ? { ok: false, message: fields.message, details: undefined, token: undefined }
        : await tryCredentials(ports, manifest, {
            credentials: usable(manifest, fields),
            variables: effective(manifest, variables),
            organizationId: db.organizationId,
          });
      const sealed = isLost || !token ? undefined : await sealCredentials(ports.vault, path.connectionId, fields, token);
      return async ({ db: then, audit }) => {
        const now = await lockConnection(then, path.connectionId);
        if (!now) return connectionNotFound();
        // Credentials that were replaced in the meantime have had a test of their own.
        const isCurrent = (await findCredentials(then, path.connectionId))?.id === stored.id;
        if (isCurrent && sealed) await storeCredentials(then, path.connectionId, sealed);
        const status = ok ? 'active' : 'error';
        const isTold = isCurrent && (now.status === 'active' || now.status === 'error');
        if (isTold) await reschedule(then, await changeConnection(then, path.connectionId, { status, error_message: ok ? null : message }));
        audit.changed({ status: now.status }, { status: isTold ? status : now.status }, { description: 'Tested integration' });
        return { status: 200, body: { ok, message, ...(details !== undefined && { providerMessage: details }) } };
      };
    });
  },
};

/** Connects an account without credentials, whose scans evaluate inventories that somebody sends (spec/areas/cloud-security, rule 9). */
async function createOfInventory(
  { body, db, audit }: Pick<Call<'createIntegrationConnection'>, 'body' | 'db' | 'audit'>,
  manifest: Manifest,
) {
  if (!manifest.cloud) return invalid({ mode: 'must be credentials, because the provider is no cloud' });
  const faults = {
    ...Object.fromEntries(
      Object.keys(body.credentials).map((field) => [`credentials.${field}`, 'must not be set with the mode inventory']),
    ),
    ...faultsInVariables(manifest, body.variables),
  };
  if (Object.keys(faults).length) return invalid(faults);
  const id = newId('icn');
  const variables = withValues({}, body.variables);
  const metadata = body.metadata?.connectionName === undefined ? {} : { connectionName: body.metadata.connectionName.trim() };
  await insertConnection(db, {
    id,
    provider: manifest.slug,
    mode: 'inventory',
    exclusive: !manifest.supportsMultipleConnections,
    auth_strategy: manifest.auth.type,
    label: labelOf(id, metadata),
    metadata: JSON.stringify(metadata),
    variables: JSON.stringify(variables),
  });
  const connection = await inUse(db, id);
  const fields = {
    provider: manifest.slug,
    connectionName: connection.shown.label,
    mode: 'inventory',
    ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [`variables.${name}`, value])),
  };
  audit.created(fields, { entityId: id, description: 'Connected integration' });
  return { status: 201, body: wholeOf(connection) } as const;
}

/** One that is not disconnected, where there may be one only (spec/areas/integrations, rule 1). The database says so again when two are faster than this. */
async function isTaken(db: OrganizationDatabase, { slug, supportsMultipleConnections }: Manifest): Promise<boolean> {
  return !supportsMultipleConnections && (await connectionsOf(db, slug)).some(({ status }) => status !== 'disconnected');
}

/** The connection with its new credentials, and with its place in the schedule. */
async function inUse(db: OrganizationDatabase, id: string): Promise<Connection> {
  const connection = await findConnection(db, id);
  if (!connection) throw new Error(`${id} is gone in the transaction that changed it`);
  return reschedule(db, connection);
}

/** What is stored, or why it cannot be read. */
async function readable(vault: Vault, id: string, stored: Stored): Promise<Clear | Unreadable> {
  try {
    return (await openCredentials(vault, id, stored)).fields;
  } catch (error) {
    if (error instanceof Unreadable) return error;
    throw error;
  }
}
