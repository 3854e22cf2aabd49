/** Reads and updates the variables of a connection, and lists options for them. */
import type { components } from '#generated/api';
import type { Fields } from '#platform/audit/changes';
import { invalid, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { findCredentials, openCredentials } from '#providers/credentials';
import { isProviderFailure, reasonLineOf } from '#providers/failures';
import { hideSecrets } from '#providers/hide-secrets';
import { variablesOf } from '#providers/registry';
import { createTestSource } from '#providers/test-credentials';
import { effectiveVariables, findVariableErrors, toVariable, mergeVariables } from '#providers/variables';
import { changeConnection, findConnection, lockConnection } from '../queries/connections.ts';
import { type Connection } from '../rules/connection.ts';
import { connectionNotFound, noCredentials, notActive, variableNotFound } from '../refusals.ts';
import { credentialsWithDefaults } from '../rules/connections.ts';
import { startChecksIfComplete } from '../queries/start-checks.ts';
import { Deferred } from '#contract/replies';

type Schemas = components['schemas'];
type Option = Schemas['IntegrationFieldOption'];
type Operations = 'listConnectionVariables' | 'updateConnectionVariables' | 'listVariableOptions';

export const variables: Pick<Handlers<'integrations'>, Operations> = {
  async listConnectionVariables({ path, db }) {
    const connection = await findConnection(db, path.connectionId);
    return connection ? { status: 200, body: { data: toConnectionVariables(connection) } } : connectionNotFound();
  },

  async updateConnectionVariables({ path, body, db, actor, audit }) {
    const connection = await lockConnection(db, path.connectionId);
    if (!connection) return connectionNotFound();
    const errors = findVariableErrors(connection.manifest, body.variables);
    if (Object.keys(errors).length) return invalid(errors);
    const changedConnection = await changeConnection(db, path.connectionId, {
      variables: JSON.stringify(mergeVariables(connection.variables, body.variables)),
    });
    audit.changed(auditFields(connection), auditFields(changedConnection), { description: 'Updated variables of integration' });
    await startChecksIfComplete(db, actor, changedConnection);
    return { status: 200, body: { data: toConnectionVariables(changedConnection) } };
  },

  async listVariableOptions({ path, query, db, ports }) {
    const connection = await findConnection(db, path.connectionId);
    if (!connection) return connectionNotFound();
    const { id, manifest, status } = connection;
    const variable = variablesOf(manifest).find((candidate) => candidate.id === path.variableId);
    if (!variable) return variableNotFound();
    const { options = [], fetchOptions } = variable;
    if (!fetchOptions) return { status: 200, body: { data: filterOptions(options, query.search) } };
    const storedCredentials = await findCredentials(db, id);
    if (status !== 'active') return notActive(status);
    if (!storedCredentials) return noCredentials();
    return new Deferred(async () => {
      let secrets: readonly string[] = [];
      try {
        const { fields } = await openCredentials(ports.vault, id, storedCredentials);
        const source = createTestSource(ports, manifest, {
          credentials: credentialsWithDefaults(manifest, fields),
          variables: effectiveVariables(manifest, connection.variables),
          organizationId: db.organizationId,
        });
        ({ secrets } = source);
        const fetchedOptions = await hideSecrets(await fetchOptions(source), secrets, source);
        return { status: 200, body: { data: filterOptions(fetchedOptions, query.search) } };
      } catch (error) {
        if (!isProviderFailure(error)) throw error;
        return refusal('provider_failed', { reason: reasonLineOf(error, secrets) });
      }
    });
  },
};

/** Maximum number of options in a response. Clients can search for others. */
const maxOptions = 500;

function filterOptions(options: Iterable<Option>, search: string | undefined): Option[] {
  const searchText = search?.toLowerCase() ?? '';
  return [...options].filter(({ value, label }) => `${value}\n${label}`.toLowerCase().includes(searchText)).slice(0, maxOptions);
}

function auditFields({ listItem: { variables: values } }: Connection): Fields {
  return Object.fromEntries(Object.entries(values).map(([id, value]) => [`variables.${id}`, value]));
}

function toConnectionVariables({ manifest, listItem: { variables: values } }: Connection): Schemas['ConnectionVariable'][] {
  return variablesOf(manifest).map((variable) => ({ ...toVariable(variable), currentValue: values[variable.id] ?? null }));
}
