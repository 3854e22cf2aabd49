/** Which services of a provider a connection uses. */
import type { components } from '../../../../generated/api.d.ts';
import { invalid } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import { enabledServices } from '../../../domain/providers/catalogue.ts';
import { oneOf } from '../../../domain/providers/credential-fields.ts';
import { changeConnection, type Connection, findConnection, lockConnection } from '../queries/connections.ts';
import { connectionNotFound } from '../refusals.ts';

export const services: Pick<Handlers<'integrations'>, 'getConnectionServices' | 'replaceConnectionServices'> = {
  async getConnectionServices({ path, db }) {
    const connection = await findConnection(db, path.connectionId);
    return connection ? { status: 200, body: servicesOf(connection) } : connectionNotFound();
  },

  async replaceConnectionServices({ path, body, db, audit }) {
    const connection = await lockConnection(db, path.connectionId);
    if (!connection) return connectionNotFound();
    const known = (connection.manifest.services ?? []).map(({ id }) => id);
    const unknown = body.serviceIds.flatMap((id, index) => (known.includes(id) ? [] : [[`serviceIds.${index}`, oneOf(known)] as const]));
    if (unknown.length) return invalid(Object.fromEntries(unknown));
    const changed = await changeConnection(db, path.connectionId, { enabled_services: body.serviceIds });
    const [previous, current] = [connection, changed].map(({ manifest, services: chosen }) => enabledServices(manifest, chosen));
    audit.changed({ services: previous }, { services: current }, { description: 'Set services of integration' });
    return { status: 200, body: servicesOf(changed) };
  },
};

/** No provider here has projects, or services that would have to be found out first. */
function servicesOf({ manifest, services: chosen }: Connection): components['schemas']['ConnectionServices'] {
  const enabled = enabledServices(manifest, chosen);
  return {
    services: (manifest.services ?? []).map(({ id, name, description, implemented = true }) => ({
      id,
      name,
      description,
      implemented,
      enabled: enabled.includes(id),
      projects: [],
    })),
    source: 'default',
    detectionReady: false,
    detectionCompletedAt: null,
  };
}
