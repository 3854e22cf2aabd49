/** Handlers of credentials, which are tested before they are stored and never returned. */
import { added, differences } from '#platform/audit/changes';
import { invalid, refusal } from '#platform/refusals/refusal';
import type { Call, Handlers } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { violates } from '#platform/database/violations';
import { findCredentials, openCredentials, sealCredentials, type StoredCredentials, storeCredentials } from '#providers/credentials';
import { mergeCredentials, normalizeFieldIds } from '#providers/credential-fields';
import { loggableAddresses, findSecretsToReenter } from '#providers/destinations';
import type { Manifest } from '#providers/manifest';
import { providers } from '#providers/providers/index';
import { type TestResult, testCredentials } from '#providers/test-credentials';
import { effectiveVariables, findVariableErrors, mergeVariables } from '#providers/variables';
import { type ClearFields, UnreadableCredentials, type Vault } from '#platform/ports/vault';
import {
  changeConnection,
  type Connection,
  listAllConnections,
  findConnection,
  lockConnection,
  insertConnection,
  labelOf,
  detailOf,
} from '../queries/connections.ts';
import { reschedule } from '../queries/due.ts';
import { alreadyConnected, connectionNotFound, connectedInApplication, noCredentials, providerNotFound } from '../refusals.ts';
import { credentialChanges } from '../rules/credential-changes.ts';
import { validateCredentials, displayOf, needsBrowser, credentialsWithDefaults, refuseProvider } from '../rules/connections.ts';
import { startChecksIfComplete } from '../queries/start-checks.ts';
import { CallExternal, LoggedRefusal } from '#contract/replies';

type Connecting = 'createIntegrationConnection' | 'replaceIntegrationCredentials' | 'testIntegrationConnection';

const refused = (reason: string) => refusal('credentials_refused', { reason });

export const connecting: Pick<Handlers<'integrations'>, Connecting> = {
  async createIntegrationConnection(context) {
    const { body, db, ports } = context;
    const manifest = providers.find(body.providerSlug);
    if (!manifest) return providerNotFound();
    const why = refuseProvider(manifest);
    if (why) return why;
    if (body.mode === 'inventory') return createOfInventory(context, manifest);
    const sent = normalizeFieldIds(manifest, body.credentials);
    const credentials = mergeCredentials({}, sent);
    const faults = {
      ...(await validateCredentials(manifest, db.organizationId, sent, credentials)),
      ...findVariableErrors(manifest, body.variables),
    };
    if (Object.keys(faults).length) return invalid(faults);
    if (await isTaken(db, manifest)) return alreadyConnected();

    const id = newId('icn');
    const variables = mergeVariables({}, body.variables);
    const metadata = {
      ...displayOf(manifest, credentials),
      ...(body.metadata?.connectionName !== undefined && { connectionName: body.metadata.connectionName }),
    };
    const addresses = loggableAddresses(manifest, credentials);
    return new CallExternal(async () => {
      const tried = await testCredentials(ports, manifest, {
        credentials: credentialsWithDefaults(manifest, credentials),
        variables: effectiveVariables(manifest, variables),
        organizationId: db.organizationId,
      });
      if (!tried.ok) {
        const changes = added({ provider: manifest.slug, ...(addresses.length && { addresses }), reason: tried.message });
        return async () => new LoggedRefusal(refused(tried.message), { description: 'Failed to connect integration', changes });
      }
      const sealed = await sealCredentials(ports.vault, id, credentials, tried.token);
      return async ({ db: laterDb, actor, audit }) => {
        try {
          await insertConnection(laterDb, {
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
        await storeCredentials(laterDb, id, sealed);
        const connection = await rescheduledConnection(laterDb, id);
        await startChecksIfComplete(laterDb, actor, connection);
        const fields = {
          provider: manifest.slug,
          connectionName: connection.shown.label,
          credentials: Object.keys(credentials),
          ...(addresses.length && { addresses }),
          ...Object.fromEntries(Object.entries(connection.shown.variables).map(([name, value]) => [`variables.${name}`, value])),
        };
        audit.created(fields, { entityId: id, description: 'Connected integration' });
        return { status: 201, body: detailOf(connection) };
      };
    });
  },

  async replaceIntegrationCredentials({ path, body, db, ports }) {
    const connection = await findConnection(db, path.connectionId);
    if (!connection) return connectionNotFound();
    const { manifest, variables } = connection;
    if (needsBrowser(manifest)) return connectedInApplication();
    const stored = await findCredentials(db, path.connectionId);
    const sent = normalizeFieldIds(manifest, body.credentials);
    return new CallExternal(async () => {
      const known = stored && (await readCredentials(ports.vault, path.connectionId, stored));
      // Unreadable credentials are replaced as a whole.
      const before = known === undefined || known instanceof UnreadableCredentials ? {} : known;
      const credentials = mergeCredentials(before, sent);
      const changes = credentialChanges(manifest, before, credentials);
      const noteOf = (reason: string) => ({
        description: 'Failed to replace credentials of integration',
        changes: { ...changes, ...added({ reason }) },
      });
      const unproven = findSecretsToReenter(manifest, before, sent);
      const faults = { ...(await validateCredentials(manifest, db.organizationId, sent, credentials)), ...unproven };
      const [reason] = Object.values(unproven);
      if (reason !== undefined) return async () => new LoggedRefusal(invalid(faults), noteOf(`The secrets ${reason}`));
      if (Object.keys(faults).length) return async () => invalid(faults);
      const tried = await testCredentials(ports, manifest, {
        credentials: credentialsWithDefaults(manifest, credentials),
        variables: effectiveVariables(manifest, variables),
        organizationId: db.organizationId,
      });
      if (!tried.ok) return async () => new LoggedRefusal(refused(tried.message), noteOf(tried.message));
      const sealed = await sealCredentials(ports.vault, path.connectionId, credentials, tried.token);
      return async ({ db: laterDb, actor, audit }) => {
        const now = await lockConnection(laterDb, path.connectionId);
        if (!now) return connectionNotFound();
        const metadata = { ...now.metadata, ...displayOf(manifest, credentials) };
        try {
          await changeConnection(laterDb, path.connectionId, {
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
        await storeCredentials(laterDb, path.connectionId, sealed);
        const changed = await rescheduledConnection(laterDb, path.connectionId);
        await startChecksIfComplete(laterDb, actor, changed);
        audit.performed('Replaced credentials of integration', {
          changes: { ...changes, ...differences({ status: now.status }, { status: changed.status }) },
        });
        return { status: 200, body: detailOf(changed) };
      };
    });
  },

  async testIntegrationConnection({ path, db, ports }) {
    const connection = await findConnection(db, path.connectionId);
    if (!connection) return connectionNotFound();
    const stored = await findCredentials(db, path.connectionId);
    if (!stored) return noCredentials();
    const { manifest, variables } = connection;
    return new CallExternal(async () => {
      const fields = await readCredentials(ports.vault, path.connectionId, stored);
      const isLost = fields instanceof UnreadableCredentials;
      const { ok, message, details, token }: TestResult = isLost
        ? { ok: false, message: fields.message, details: undefined, token: undefined }
        : await testCredentials(ports, manifest, {
            credentials: credentialsWithDefaults(manifest, fields),
            variables: effectiveVariables(manifest, variables),
            organizationId: db.organizationId,
          });
      const sealed = isLost || !token ? undefined : await sealCredentials(ports.vault, path.connectionId, fields, token);
      return async ({ db: laterDb, audit }) => {
        const now = await lockConnection(laterDb, path.connectionId);
        if (!now) return connectionNotFound();
        // Credentials that were replaced in the meantime have been tested separately.
        const isCurrent = (await findCredentials(laterDb, path.connectionId))?.id === stored.id;
        if (isCurrent && sealed) await storeCredentials(laterDb, path.connectionId, sealed);
        const status = ok ? 'active' : 'error';
        const isStatusUpdated = isCurrent && (now.status === 'active' || now.status === 'error');
        if (isStatusUpdated)
          await reschedule(laterDb, await changeConnection(laterDb, path.connectionId, { status, error_message: ok ? null : message }));
        audit.changed({ status: now.status }, { status: isStatusUpdated ? status : now.status }, { description: 'Tested integration' });
        return { status: 200, body: { ok, message, ...(details !== undefined && { providerMessage: details }) } };
      };
    });
  },
};

/** Connects an account without credentials, whose scans evaluate uploaded inventories (cloud-security, rule 9). */
async function createOfInventory(
  { body, db, audit }: Pick<Call<'createIntegrationConnection'>, 'body' | 'db' | 'audit'>,
  manifest: Manifest,
) {
  if (!manifest.cloud) return invalid({ mode: 'must be credentials, because the provider is no cloud' });
  const faults = {
    ...Object.fromEntries(
      Object.keys(body.credentials).map((field) => [`credentials.${field}`, 'must not be set with the mode inventory']),
    ),
    ...findVariableErrors(manifest, body.variables),
  };
  if (Object.keys(faults).length) return invalid(faults);
  const id = newId('icn');
  const variables = mergeVariables({}, body.variables);
  const metadata = body.metadata?.connectionName === undefined ? {} : { connectionName: body.metadata.connectionName };
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
  const connection = await rescheduledConnection(db, id);
  const fields = {
    provider: manifest.slug,
    connectionName: connection.shown.label,
    mode: 'inventory',
    ...Object.fromEntries(Object.entries(connection.shown.variables).map(([name, value]) => [`variables.${name}`, value])),
  };
  audit.created(fields, { entityId: id, description: 'Connected integration' });
  return { status: 201, body: detailOf(connection) } as const;
}

/** Whether the provider allows only one connection and has one (integrations, rule 1). A unique index covers concurrent requests. */
async function isTaken(db: OrganizationDatabase, { slug, supportsMultipleConnections }: Manifest): Promise<boolean> {
  return !supportsMultipleConnections && (await listAllConnections(db, slug)).some(({ status }) => status !== 'disconnected');
}

/** The connection with its new credentials, rescheduled. */
async function rescheduledConnection(db: OrganizationDatabase, id: string): Promise<Connection> {
  const connection = await findConnection(db, id);
  if (!connection) throw new Error(`${id} was not found in the transaction that changed it`);
  return reschedule(db, connection);
}

/** The stored credentials, or why they cannot be read. */
async function readCredentials(vault: Vault, id: string, stored: StoredCredentials): Promise<ClearFields | UnreadableCredentials> {
  try {
    return (await openCredentials(vault, id, stored)).fields;
  } catch (error) {
    if (error instanceof UnreadableCredentials) return error;
    throw error;
  }
}
