/** These operations read and change the variables of a connection. */
import type { components } from '../../../../generated/api.d.ts';
import type { Fields } from '../../../platform/audit/changes.ts';
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import { findCredentials, openCredentials } from '../../../domain/providers/credentials.ts';
import { isFailure, lineOf } from '../../../domain/providers/failures.ts';
import { variablesOf } from '../../../domain/providers/registry.ts';
import { passingSource } from '../../../domain/providers/trial.ts';
import { effective, faultsInVariables, variableOf, withValues } from '../../../domain/providers/variables.ts';
import { changeConnection, type Connection, findConnection, lockConnection } from '../queries/connections.ts';
import { connectionNotFound, noCredentials, notActive, variableNotFound } from '../refusals.ts';
import { usable } from '../rules/connections.ts';
import { startChecksIfComplete } from '../queries/start-checks.ts';
import { Deferred } from '../../../contract/replies.ts';

type Schemas = components['schemas'];
type Variables = 'listConnectionVariables' | 'updateConnectionVariables' | 'listVariableOptions';

export const variables: Pick<Handlers<'integrations'>, Variables> = {
  async listConnectionVariables({ path, db }) {
    const connection = await findConnection(db, path.connectionId);
    return connection ? { status: 200, body: { data: valuesOf(connection) } } : connectionNotFound();
  },

  async updateConnectionVariables({ path, body, db, actor, audit }) {
    const connection = await lockConnection(db, path.connectionId);
    if (!connection) return connectionNotFound();
    const faults = faultsInVariables(connection.manifest, body.variables);
    if (Object.keys(faults).length) return invalid(faults);
    const changed = await changeConnection(db, path.connectionId, {
      variables: JSON.stringify(withValues(connection.variables, body.variables)),
    });
    audit.changed(auditFields(connection), auditFields(changed), { description: 'Updated variables of integration' });
    await startChecksIfComplete(db, actor, changed);
    return { status: 200, body: { data: valuesOf(changed) } };
  },

  async listVariableOptions({ path, query, db, ports }) {
    const connection = await findConnection(db, path.connectionId);
    if (!connection) return connectionNotFound();
    const { id, manifest, status } = connection;
    const variable = variablesOf(manifest).find((one) => one.id === path.variableId);
    if (!variable) return variableNotFound();
    const { options = [], fetchOptions } = variable;
    if (!fetchOptions) return { status: 200, body: { data: found(options, query.search) } };
    const stored = await findCredentials(db, id);
    if (status !== 'active') return notActive();
    if (!stored) return noCredentials();
    return new Deferred(async () => {
      const secrets: string[] = [];
      try {
        const { fields } = await openCredentials(ports.vault, id, stored);
        secrets.push(...Object.values(fields).flat());
        const fetched = await fetchOptions(
          passingSource(ports, manifest, {
            credentials: usable(manifest, fields),
            variables: effective(manifest, connection.variables),
            organizationId: db.organizationId,
          }),
        );
        return { status: 200, body: { data: found(fetched, query.search) } };
      } catch (error) {
        if (!isFailure(error)) throw error;
        return refusal('provider_failed', { reason: lineOf(error, secrets) });
      }
    });
  },
};

/** Most options that are shown; a search narrows them. */
const most = 500;

function found(options: Iterable<Schemas['IntegrationFieldOption']>, search: string | undefined): Schemas['IntegrationFieldOption'][] {
  const wanted = search?.toLowerCase() ?? '';
  return [...options].filter(({ value, label }) => `${value}\n${label}`.toLowerCase().includes(wanted)).slice(0, most);
}

function auditFields({ variables: values }: Connection): Fields {
  return Object.fromEntries(Object.entries(values).map(([id, value]) => [`variables.${id}`, value]));
}

function valuesOf({ manifest, variables: values }: Connection): Schemas['ConnectionVariable'][] {
  return variablesOf(manifest).map((variable) => ({ ...variableOf(variable), currentValue: values[variable.id] ?? null }));
}
