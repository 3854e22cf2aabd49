/** Connects accounts with credentials, which are tested before they are stored and are never returned. */
import { changesOnCreate, changesBetween } from '#platform/audit/changes';
import { fieldErrors } from '#platform/refusals/field-errors';
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
  listAllConnections,
  findConnection,
  lockConnection,
  insertConnection,
  labelOf,
  detailOf,
} from '../queries/connections.ts';
import { type Connection } from '../rules/connection.ts';
import { reschedule } from '../queries/due.ts';
import { alreadyConnected, connectionNotFound, connectedInApplication, noCredentials, providerNotFound } from '../refusals.ts';
import { credentialChanges } from '../rules/credential-changes.ts';
import { validateCredentials, displayOf, needsBrowser, credentialsWithDefaults, checkProviderConnectable } from '../rules/connections.ts';
import { startChecksIfComplete } from '../queries/start-checks.ts';
import { CallExternal, LoggedRefusal } from '#contract/replies';

type Operations = 'createIntegrationConnection' | 'replaceIntegrationCredentials' | 'testIntegrationConnection';

const credentialsRefused = (reason: string) => refusal('credentials_refused', { reason });

export const connecting: Pick<Handlers<'integrations'>, Operations> = {
  async createIntegrationConnection(context) {
    const { body, db, ports } = context;
    const manifest = providers.find(body.providerSlug);
    if (!manifest) return providerNotFound();
    const rejection = checkProviderConnectable(manifest);
    if (rejection) return rejection;
    if (body.mode === 'inventory') return connectWithInventory(context, manifest);
    const sentFields = normalizeFieldIds(manifest, body.credentials);
    const credentials = mergeCredentials({}, sentFields);
    const errors = {
      ...(await validateCredentials(manifest, db.organizationId, sentFields, credentials)),
      ...findVariableErrors(manifest, body.variables),
    };
    if (Object.keys(errors).length) return invalid(errors);
    if (await isAlreadyConnected(db, manifest)) return alreadyConnected();

    const id = newId('icn');
    const variables = mergeVariables({}, body.variables);
    const metadata = {
      ...displayOf(manifest, credentials),
      ...(body.metadata?.connectionName !== undefined && { connectionName: body.metadata.connectionName }),
    };
    const addresses = loggableAddresses(manifest, credentials);
    return new CallExternal(async () => {
      const testResult = await testCredentials(ports, manifest, {
        credentials: credentialsWithDefaults(manifest, credentials),
        variables: effectiveVariables(manifest, variables),
        organizationId: db.organizationId,
      });
      if (!testResult.ok) {
        const changes = changesOnCreate({ provider: manifest.slug, ...(addresses.length && { addresses }), reason: testResult.message });
        return async () =>
          new LoggedRefusal(credentialsRefused(testResult.message), { description: 'Failed to connect integration', changes });
      }
      const sealedCredentials = await sealCredentials(ports.vault, id, credentials, testResult.token);
      return async ({ db: nextDb, actor, audit }) => {
        const conflict = await insertUnlessConnected(nextDb, manifest, { id, metadata, variables });
        if (conflict) return conflict;
        await storeCredentials(nextDb, id, sealedCredentials);
        const connection = await rescheduleConnection(nextDb, id);
        await startChecksIfComplete(nextDb, actor, connection);
        const fields = {
          provider: manifest.slug,
          connectionName: connection.listItem.label,
          credentials: Object.keys(credentials),
          ...(addresses.length && { addresses }),
          ...Object.fromEntries(Object.entries(connection.listItem.variables).map(([name, value]) => [`variables.${name}`, value])),
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
    const storedCredentials = await findCredentials(db, path.connectionId);
    const sentFields = normalizeFieldIds(manifest, body.credentials);
    return new CallExternal(async () => {
      const storedFields = storedCredentials && (await readCredentials(ports.vault, path.connectionId, storedCredentials));
      // Unreadable credentials are replaced completely.
      const before = storedFields === undefined || storedFields instanceof UnreadableCredentials ? {} : storedFields;
      const credentials = mergeCredentials(before, sentFields);
      const changes = credentialChanges(manifest, before, credentials);
      const auditNoteFor = (reason: string) => ({
        description: 'Failed to replace credentials of integration',
        changes: { ...changes, ...changesOnCreate({ reason }) },
      });
      const secretsToReenter = findSecretsToReenter(manifest, before, sentFields);
      const errors = { ...(await validateCredentials(manifest, db.organizationId, sentFields, credentials)), ...secretsToReenter };
      const [reenterError] = Object.values(secretsToReenter);
      if (reenterError) return async () => new LoggedRefusal(invalid(errors), auditNoteFor(`The secrets ${reenterError.message}`));
      if (Object.keys(errors).length) return async () => invalid(errors);
      const testResult = await testCredentials(ports, manifest, {
        credentials: credentialsWithDefaults(manifest, credentials),
        variables: effectiveVariables(manifest, variables),
        organizationId: db.organizationId,
      });
      if (!testResult.ok) return async () => new LoggedRefusal(credentialsRefused(testResult.message), auditNoteFor(testResult.message));
      const sealedCredentials = await sealCredentials(ports.vault, path.connectionId, credentials, testResult.token);
      return async ({ db: nextDb, actor, audit }) => {
        const currentConnection = await lockConnection(nextDb, path.connectionId);
        if (!currentConnection) return connectionNotFound();
        const metadata = { ...currentConnection.metadata, ...displayOf(manifest, credentials) };
        try {
          await changeConnection(nextDb, path.connectionId, {
            metadata: JSON.stringify(metadata),
            label: labelOf(path.connectionId, metadata),
            mode: 'credentials',
            ...(currentConnection.status === 'disconnected' && { reconnected_at: new Date().toISOString() }),
            ...(currentConnection.status !== 'paused' && { status: 'active', error_message: null }),
          });
        } catch (error) {
          if (violates(error, 'integration_connection_live')) return alreadyConnected();
          throw error;
        }
        await storeCredentials(nextDb, path.connectionId, sealedCredentials);
        const changedConnection = await rescheduleConnection(nextDb, path.connectionId);
        await startChecksIfComplete(nextDb, actor, changedConnection);
        audit.performed('Replaced credentials of integration', {
          changes: { ...changes, ...changesBetween({ status: currentConnection.status }, { status: changedConnection.status }) },
        });
        return { status: 200, body: detailOf(changedConnection) };
      };
    });
  },

  async testIntegrationConnection({ path, db, ports }) {
    const connection = await findConnection(db, path.connectionId);
    if (!connection) return connectionNotFound();
    const storedCredentials = await findCredentials(db, path.connectionId);
    if (!storedCredentials) return noCredentials();
    const { manifest, variables } = connection;
    return new CallExternal(async () => {
      const fields = await readCredentials(ports.vault, path.connectionId, storedCredentials);
      const isUnreadable = fields instanceof UnreadableCredentials;
      const { ok, message, details, token }: TestResult = isUnreadable
        ? { ok: false, message: fields.message, details: undefined, token: undefined }
        : await testCredentials(ports, manifest, {
            credentials: credentialsWithDefaults(manifest, fields),
            variables: effectiveVariables(manifest, variables),
            organizationId: db.organizationId,
          });
      const sealedCredentials = isUnreadable || !token ? undefined : await sealCredentials(ports.vault, path.connectionId, fields, token);
      return async ({ db: nextDb, audit }) => {
        const currentConnection = await lockConnection(nextDb, path.connectionId);
        if (!currentConnection) return connectionNotFound();
        // Credentials that were replaced in the meantime have their own test, so this result does not apply to them.
        const isCurrent = (await findCredentials(nextDb, path.connectionId))?.id === storedCredentials.id;
        if (isCurrent && sealedCredentials) await storeCredentials(nextDb, path.connectionId, sealedCredentials);
        const status = ok ? 'active' : 'error';
        const isStatusUpdated = isCurrent && (currentConnection.status === 'active' || currentConnection.status === 'error');
        if (isStatusUpdated)
          await reschedule(nextDb, await changeConnection(nextDb, path.connectionId, { status, error_message: ok ? null : message }));
        audit.changed(
          { status: currentConnection.status },
          { status: isStatusUpdated ? status : currentConnection.status },
          { description: 'Tested integration' },
        );
        return { status: 200, body: { ok, message, ...(details !== undefined && { providerMessage: details }) } };
      };
    });
  },
};

/** Connects an account without credentials. Its scans evaluate uploaded inventories (cloud-security, rule 9). */
async function connectWithInventory(
  { body, db, audit }: Pick<Call<'createIntegrationConnection'>, 'body' | 'db' | 'audit'>,
  manifest: Manifest,
) {
  if (!manifest.cloud) return invalid({ mode: fieldErrors.notAllowed('must be credentials, because the provider is no cloud') });
  const errors = {
    ...Object.fromEntries(
      Object.keys(body.credentials).map((field) => [
        `credentials.${field}`,
        fieldErrors.notAllowed('must not be set with the mode inventory'),
      ]),
    ),
    ...findVariableErrors(manifest, body.variables),
  };
  if (Object.keys(errors).length) return invalid(errors);
  if (await isAlreadyConnected(db, manifest)) return alreadyConnected();
  const id = newId('icn');
  const variables = mergeVariables({}, body.variables);
  const metadata = body.metadata?.connectionName === undefined ? {} : { connectionName: body.metadata.connectionName };
  const conflict = await insertUnlessConnected(db, manifest, { id, mode: 'inventory', metadata, variables });
  if (conflict) return conflict;
  const connection = await rescheduleConnection(db, id);
  const fields = {
    provider: manifest.slug,
    connectionName: connection.listItem.label,
    mode: 'inventory',
    ...Object.fromEntries(Object.entries(connection.listItem.variables).map(([name, value]) => [`variables.${name}`, value])),
  };
  audit.created(fields, { entityId: id, description: 'Connected integration' });
  return { status: 201, body: detailOf(connection) } as const;
}

/** @returns whether the provider allows one connection and has it (integrations, rule 1). A unique index rejects concurrent requests. */
async function isAlreadyConnected(db: OrganizationDatabase, { slug, supportsMultipleConnections }: Manifest): Promise<boolean> {
  return !supportsMultipleConnections && (await listAllConnections(db, slug)).some(({ status }) => status !== 'disconnected');
}

/** @returns a refusal if a concurrent request has connected a provider that allows one connection */
async function insertUnlessConnected(
  db: OrganizationDatabase,
  manifest: Manifest,
  { id, mode, metadata, variables }: NewConnection,
): Promise<ReturnType<typeof alreadyConnected> | undefined> {
  try {
    await insertConnection(db, {
      id,
      provider: manifest.slug,
      ...(mode && { mode }),
      exclusive: !manifest.supportsMultipleConnections,
      auth_strategy: manifest.auth.type,
      label: labelOf(id, metadata),
      metadata: JSON.stringify(metadata),
      variables: JSON.stringify(variables),
    });
    return undefined;
  } catch (error) {
    if (violates(error, 'integration_connection_live')) return alreadyConnected();
    throw error;
  }
}

interface NewConnection {
  readonly id: string;
  readonly mode?: 'inventory';
  readonly metadata: Parameters<typeof labelOf>[1];
  readonly variables: object;
}

/** Reschedules a connection whose credentials were just stored. */
async function rescheduleConnection(db: OrganizationDatabase, id: string): Promise<Connection> {
  const connection = await findConnection(db, id);
  if (!connection) throw new Error(`${id} was not found in the transaction that changed it`);
  return reschedule(db, connection);
}

/** @returns the stored credentials, or an error that says why they cannot be read */
async function readCredentials(
  vault: Vault,
  id: string,
  storedCredentials: StoredCredentials,
): Promise<ClearFields | UnreadableCredentials> {
  try {
    return (await openCredentials(vault, id, storedCredentials)).fields;
  } catch (error) {
    if (error instanceof UnreadableCredentials) return error;
    throw error;
  }
}
