/** What an agent does for the computer that it is on (spec/areas/device-agent, rules 1 to 5). */
import { InOrganization } from '../../../contract/replies.ts';
import type { Handlers } from '../../../contract/types.ts';
import { findDevice, listDevicesOf, lockDevice } from '../../../domain/devices/record.ts';
import type { AccountContext } from '../../../platform/context.ts';
import type { Membership } from '../../../platform/identity/account.ts';
import { openAgentSession } from '../../../platform/identity/agent-sessions.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import { checkIn, isOf } from '../queries/check-in.ts';
import { registerDevice } from '../queries/registration.ts';

const hour = 3_600_000;
const deviceNotFound = () => refusal('device_not_found');

export const devices: Pick<Handlers<'device-agent'>, 'listMyDevices' | 'registerDevice' | 'getMyDevice' | 'createDeviceCheckIn'> = {
  async listMyDevices({ query: { organizationId }, ports, memberships, lookInto }) {
    const places = (await memberships()).filter((one) => organizationId === undefined || one.organizationId === organizationId);
    const lists = await Promise.all(
      places.map((place) => lookInto(place, (db) => listDevicesOf(db, place.memberId, ports.deviceAgent.staleDays))),
    );
    const data = lists
      .flat()
      .sort((one, other) => (one.installedAt < other.installedAt ? 1 : one.installedAt > other.installedAt ? -1 : 0));
    return { status: 200, body: { data } };
  },

  async registerDevice({ body, ports, account, memberships }) {
    const place = (await memberships()).find(({ organizationId }) => organizationId === body.organizationId);
    if (!place) return refusal('agent_organization_not_found');
    return new InOrganization(place.organizationId, async ({ db, audit }) => {
      const { id, isNew } = await registerDevice(db, place.memberId, body, account.agentSession);
      const device = await findDevice(db, id, ports.deviceAgent.staleDays);
      if (!device) throw new Error(`${id} is not there`);
      if (!isNew) return { status: 200 as const, body: device };
      const { name, serialNumber, platform } = device;
      audit.created(
        { name, serialNumber, platform },
        { entityType: 'people', entityId: place.memberId, description: 'Registered a device' },
      );
      return { status: 201 as const, body: device };
    });
  },

  async getMyDevice({ path: { id }, ports, ...context }) {
    const place = await placeOf(context, id);
    const device = place && (await context.lookInto(place, (db) => findDevice(db, id, ports.deviceAgent.staleDays)));
    return device ? { status: 200, body: device } : deviceNotFound();
  },

  async createDeviceCheckIn({ path: { id }, body, ports, account, ...context }) {
    const place = await placeOf(context, id);
    if (!place) return deviceNotFound();
    return new InOrganization(place.organizationId, async ({ db, audit }) => {
      const before = await lockDevice(db, id, ports.deviceAgent.staleDays);
      if (before?.memberId !== place.memberId) return deviceNotFound();
      const upgraded = account.agentSession ? undefined : await openAgentSession(db, account.userId);
      await checkIn(db, id, body, account.agentSession ?? upgraded);
      const after = await findDevice(db, id, ports.deviceAgent.staleDays);
      if (!after) throw new Error(`${id} is not there`);
      const { isCompliant } = after;
      if (isCompliant !== before.isCompliant)
        audit.changed(
          { isCompliant: before.isCompliant },
          { isCompliant },
          {
            entityType: 'people',
            entityId: place.memberId,
            description: `${after.name} ${isCompliant ? 'passes all' : 'no longer passes all'} security checks`,
          },
        );
      return {
        status: 201 as const,
        body: {
          isCompliant,
          nextCheckIn: new Date(Date.parse(after.lastCheckIn ?? '') + hour).toISOString(),
          ...(upgraded && { upgradedSessionToken: upgraded.token }),
        },
      };
    });
  },
};

/** @returns where the person has this device; undefined when it is nowhere one of theirs */
async function placeOf(
  { memberships, lookInto }: Pick<AccountContext, 'memberships' | 'lookInto'>,
  id: string,
): Promise<Membership | undefined> {
  for (const place of await memberships()) if (await lookInto(place, (db) => isOf(db, id, place.memberId))) return place;
  return undefined;
}
