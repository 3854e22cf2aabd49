/** Handles the requests of an agent about its own computer (device-agent, rules 1 to 5). */
import { InOrganization } from '#contract/replies';
import type { Handlers } from '#contract/types';
import { type Device, findDevice, listDevicesOf, lockDevice } from '#domain/devices/record';
import type { AccountContext } from '#platform/context';
import type { Membership } from '#platform/identity/account';
import { openAgentSession } from '#platform/identity/agent-sessions';
import { refusal } from '#platform/refusals/refusal';
import { checkIn, belongsTo } from '../queries/check-in.ts';
import { registerDevice } from '../queries/registration.ts';
import { selectAcceptedResults } from '../rules/results.ts';

const hourMs = 3_600_000;
const deviceNotFound = () => refusal('device_not_found');

export const devices: Pick<Handlers<'device-agent'>, 'listMyDevices' | 'registerDevice' | 'getMyDevice' | 'createDeviceCheckIn'> = {
  async listMyDevices({ query: { organizationId }, ports, memberships, readOrganization }) {
    const joined = (await memberships()).filter((one) => organizationId === undefined || one.organizationId === organizationId);
    const lists = await Promise.all(
      joined.map((membership) => readOrganization(membership, (db) => listDevicesOf(db, membership.memberId, ports.deviceAgent.staleDays))),
    );
    const data = lists
      .flat()
      .sort((one, other) => (one.installedAt < other.installedAt ? 1 : one.installedAt > other.installedAt ? -1 : 0));
    return { status: 200, body: { data } };
  },

  async registerDevice({ body, ports, account, memberships }) {
    const membership = (await memberships()).find(({ organizationId }) => organizationId === body.organizationId);
    if (!membership) return refusal('agent_organization_not_found');
    return new InOrganization(membership.organizationId, async ({ db, audit }) => {
      const { id, isNew } = await registerDevice(db, membership.memberId, body, account.agentSession);
      const device = await findDevice(db, id, ports.deviceAgent.staleDays);
      if (!device) throw new Error(`${id} was not found, although it was just registered`);
      if (!isNew) return { status: 200 as const, body: device };
      const { name, serialNumber, platform } = device;
      audit.created(
        { name, serialNumber, platform },
        { entityType: 'people', entityId: membership.memberId, description: 'Registered a device' },
      );
      return { status: 201 as const, body: device };
    });
  },

  async getMyDevice({ path: { id }, ports, ...context }) {
    const membership = await findMembership(context, id);
    const device = membership && (await context.readOrganization(membership, (db) => findDevice(db, id, ports.deviceAgent.staleDays)));
    return device ? { status: 200, body: device } : deviceNotFound();
  },

  async createDeviceCheckIn({ path: { id }, body, ports, account, ...context }) {
    const membership = await findMembership(context, id);
    if (!membership) return deviceNotFound();
    return new InOrganization(membership.organizationId, async ({ db, audit }) => {
      const before = await lockDevice(db, id, ports.deviceAgent.staleDays);
      if (before?.memberId !== membership.memberId) return deviceNotFound();
      const upgradedSession = account.agentSession ? undefined : await openAgentSession(db, account);
      if (!account.agentSession && !upgradedSession) return refusal('session_invalid');
      const now = Date.now();
      const { accepted: acceptedResults, ignored } = selectAcceptedResults(
        body.checks,
        checkTimesOf(before),
        now,
        ports.deviceAgent.staleDays,
      );
      await checkIn(db, id, acceptedResults, { agentVersion: body.agentVersion, session: account.agentSession ?? upgradedSession });
      const after = await findDevice(db, id, ports.deviceAgent.staleDays);
      if (!after) throw new Error(`${id} was not found, although it just checked in`);
      const { isCompliant } = after;
      if (isCompliant !== before.isCompliant)
        audit.changed(
          { isCompliant: before.isCompliant },
          { isCompliant },
          {
            entityType: 'people',
            entityId: membership.memberId,
            description: `${after.name} ${isCompliant ? 'passes all' : 'no longer passes all'} security checks`,
          },
        );
      return {
        status: 201 as const,
        body: {
          isCompliant,
          nextCheckIn: new Date(now + hourMs).toISOString(),
          ignoredChecks: [...ignored],
          ...(upgradedSession && { upgradedSessionToken: upgradedSession.token }),
        },
      };
    });
  },
};

/** @returns the time of each stored check result */
function checkTimesOf({ checkDetails }: Device) {
  return Object.fromEntries(Object.entries(checkDetails ?? {}).map(([check, details]) => [check, details?.checkedAt]));
}

/** @returns the person's membership that the device belongs to; undefined if the device does not belong to the person */
async function findMembership(
  { memberships, readOrganization }: Pick<AccountContext, 'memberships' | 'readOrganization'>,
  id: string,
): Promise<Membership | undefined> {
  for (const membership of await memberships())
    if (await readOrganization(membership, (db) => belongsTo(db, id, membership.memberId))) return membership;
  return undefined;
}
