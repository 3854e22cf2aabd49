/** Lists, counts and deletes computers (spec/areas/devices/devices). */
import { CallExternal, Deferred } from '#contract/replies';
import type { Handlers } from '#contract/types';
import { listDevices, readWithManagedDevices } from '#domain/devices/inventory';
import { findDevice, lockDevice } from '#domain/devices/record';
import { refusal } from '#platform/refusals/refusal';
import { deleteDevice, isActiveMember, computeDeviceStats } from './queries.ts';

const newestFirst = { limit: undefined, after: undefined, count: false, sortBy: 'installedAt', sortOrder: 'desc' } as const;
const deviceNotFound = () => refusal('device_not_found');

export const devices: Handlers<'devices'> = {
  async listDevices({ query, page, ...context }) {
    const { staleDays } = context.ports.deviceAgent;
    const result = await readWithManagedDevices(context, (db, managed) => listDevices(db, managed, query, staleDays, page));
    return typeof result === 'function'
      ? new Deferred(async () => ({ status: 200 as const, page: await result() }))
      : { status: 200, page: result };
  },

  async getDeviceStats(context) {
    const { staleDays } = context.ports.deviceAgent;
    const { staffEmailDomains } = context.ports.access;
    const result = await readWithManagedDevices(context, (db, managed) => computeDeviceStats(db, managed, staleDays, staffEmailDomains));
    return typeof result === 'function'
      ? new Deferred(async () => ({ status: 200 as const, body: await result() }))
      : { status: 200, body: result };
  },

  async listMemberDevices({ path: { memberId }, ...context }) {
    if (!(await isActiveMember(context.db, memberId))) return refusal('member_not_found');
    const { staleDays } = context.ports.deviceAgent;
    const result = await readWithManagedDevices(context, async (db, managed) => {
      const { rows } = await listDevices(db, managed, { memberId }, staleDays, newestFirst);
      return { data: [...rows] };
    });
    return typeof result === 'function'
      ? new Deferred(async () => ({ status: 200 as const, body: await result() }))
      : { status: 200, body: result };
  },

  async getDevice({ path: { id }, ...context }) {
    const storedDevice = await findDevice(context.db, id, context.ports.deviceAgent.staleDays);
    if (storedDevice) return { status: 200, body: storedDevice };
    const result = await readWithManagedDevices(context, async (_db, managed) => managed.find((device) => device.id === id));
    if (typeof result !== 'function') return deviceNotFound();
    return new Deferred(async () => {
      const device = await result();
      return device ? { status: 200 as const, body: device } : deviceNotFound();
    });
  },

  async deleteDevice({ path: { id }, actor, audit, ...context }) {
    const { db, ports } = context;
    if (actor.credential === 'session' && !actor.roles.includes('owner')) return refusal('device_deletion_by_owner');
    // An id with this prefix can belong only to a computer that only device management knows.
    if (id.startsWith('dmx_')) {
      const isManaged = await readWithManagedDevices(context, async (_db, managed) => managed.some((device) => device.id === id));
      if (typeof isManaged !== 'function') return deviceNotFound();
      return new CallExternal(async () => {
        const answer = (await isManaged()) ? refusal('device_managed_elsewhere') : deviceNotFound();
        return async () => answer;
      });
    }
    const device = await lockDevice(db, id, ports.deviceAgent.staleDays);
    if (!device) return deviceNotFound();
    await deleteDevice(db, id);
    const { name, serialNumber, memberId } = device;
    audit.removed(
      { name, serialNumber, memberId },
      { entityType: 'people', ...(memberId !== null && { entityId: memberId }), description: 'Deleted a device' },
    );
    return { status: 204 };
  },
};
