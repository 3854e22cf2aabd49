/** Reads and sets the services of a provider that a connection uses. */
import type { components } from '#generated/api';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { enabledServices } from '#providers/catalogue';
import { recordActivity } from '#providers/clouds/activity';
import { changeConnection, findConnection, lockConnection } from '../queries/connections.ts';
import { type Connection } from '../rules/connection.ts';
import { connectionNotFound } from '../refusals.ts';

export const services: Pick<Handlers<'integrations'>, 'getConnectionServices' | 'replaceConnectionServices'> = {
  async getConnectionServices({ path, db }) {
    const connection = await findConnection(db, path.connectionId);
    return connection ? { status: 200, body: toConnectionServices(connection) } : connectionNotFound();
  },

  async replaceConnectionServices({ path, body, db, actor, audit }) {
    const connection = await lockConnection(db, path.connectionId);
    if (!connection) return connectionNotFound();
    const knownIds = (connection.manifest.services ?? []).map(({ id }) => id);
    const errors = body.serviceIds.flatMap((id, index) =>
      knownIds.includes(id) ? [] : [[`serviceIds.${index}`, fieldErrors.notInList(knownIds)] as const],
    );
    if (errors.length) return invalid(Object.fromEntries(errors));
    const changedConnection = await changeConnection(db, path.connectionId, { enabled_services: body.serviceIds });
    const [previous, current] = [connection, changedConnection].map(({ manifest, chosenServices, detectedServices }) =>
      enabledServices(manifest, chosenServices ?? detectedServices),
    );
    if (changedConnection.manifest.cloud)
      await recordActivity(db, actor, changedConnection.id, {
        type: 'service_change',
        action: 'services_set',
        description: 'Set the services that are scanned',
        metadata: { services: [...(current ?? [])] },
      });
    audit.changed({ services: previous }, { services: current }, { description: 'Set services of integration' });
    return { status: 200, body: toConnectionServices(changedConnection) };
  },
};

function toConnectionServices({
  manifest,
  chosenServices,
  detectedServices,
  detectedAt,
}: Connection): components['schemas']['ConnectionServices'] {
  const enabledIds = enabledServices(manifest, chosenServices ?? detectedServices);
  return {
    services: (manifest.services ?? []).map(({ id, name, description, implemented = true }) => ({
      id,
      name,
      description,
      implemented,
      enabled: enabledIds.includes(id),
      projects: [],
    })),
    source: detectedServices === null ? 'default' : 'detected',
    detectionReady: detectedServices !== null,
    detectionCompletedAt: detectedAt,
  };
}
