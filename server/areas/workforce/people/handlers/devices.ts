/** Lists, removes and unlinks the computers of members. Most operations call the device management system (people, rule 13). */
import type { OrganizationContext } from '#platform/context';
import { refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import type { DeviceManagement } from '#platform/ports/device-management';
import { createConfirmationRefusal } from '#contract/confirmation/require-confirmation';
import { listDevices, readWithManagedDevices } from '#domain/devices/inventory';
import { mapPage } from '#platform/database/page';
import { withManualResults } from '../rules/hosts.ts';
import { countAgentDevices, listPolicyResults, unlinkDevices } from '../queries/devices.ts';
import { findMember, findMembers, lockMember } from '../queries/record.ts';
import { memberNotFound } from '../refusals.ts';
import { CallExternal, Deferred } from '#contract/replies';

export const devices: Pick<
  Handlers<'people'>,
  'listPeopleDevices' | 'getMemberDeviceCompliance' | 'removeMemberHost' | 'unlinkMemberDevices'
> = {
  async listPeopleDevices({ query, page, ...context }) {
    const { staleDays } = context.ports.deviceAgent;
    const result = await readWithManagedDevices(context, async (db, managedDevices) => {
      const devices = await listDevices(db, managedDevices, query, staleDays, page);
      const members = await findMembers(db, [...new Set(devices.rows.flatMap(({ memberId }) => memberId ?? []))]);
      return mapPage(devices, (device) => ({ ...device, member: members.find(({ id }) => id === device.memberId) ?? null }));
    });
    // The result is a function if it needs data from device management, which is read after the transaction.
    return typeof result === 'function'
      ? new Deferred(async () => ({ status: 200 as const, page: await result() }))
      : { status: 200, page: result };
  },

  async getMemberDeviceCompliance({ path, db, ports, afterCommit }) {
    const member = await findMember(db, path.id);
    if (!member) return memberNotFound();
    const { deviceMgmtLabelId: labelId } = member;
    if (labelId === null) return { status: 200, body: { hosts: [], policyResults: [] } };
    const policyResults = await listPolicyResults(db, member);
    return new Deferred(async () => {
      const hosts = (await ports.devices.listHosts(labelId).catch(logErrors(afterCommit))) ?? [];
      return { status: 200, body: { hosts: hosts.map((host) => withManualResults(host, policyResults)), policyResults } };
    });
  },

  async removeMemberHost({ path, db, ports: { devices: management }, afterCommit }) {
    const member = await findMember(db, path.id);
    if (!member) return memberNotFound();
    const { deviceMgmtLabelId: labelId } = member;
    if (labelId === null) return hostNotFound();
    return new CallExternal(async () => {
      const hosts = await management.listHosts(labelId).catch(logErrors(afterCommit));
      const host = hosts?.find(({ id }) => id === path.hostId);
      const isRemoved = host !== undefined && (await management.removeHost(host.id).then(() => true, logErrors(afterCommit))) === true;
      return async ({ audit }) => {
        if (hosts && !host) return hostNotFound();
        if (!host || !isRemoved) return refusal('device_management_failed');
        audit.removed({ host: `${host.name} (${host.id})` }, { description: 'Removed host' });
        return { status: 204 };
      };
    });
  },

  async unlinkMemberDevices({ path, query, db, actor, ports, audit, afterCommit }) {
    const member = await lockMember(db, path.id);
    if (!member) return memberNotFound();
    const { deviceMgmtLabelId: labelId } = member;
    if (query.confirm !== 'true')
      return createConfirmationRefusal(actor, 'true', [
        { count: await countAgentDevices(db, member.id), kind: 'device', plural: 'devices', readers: ['app:read', 'member:read'] },
        { count: labelId === null ? 0 : 1, kind: 'label with all of its hosts', plural: 'labels' },
      ]);
    await unlinkDevices(db, member.id);
    if (labelId !== null) {
      afterCommit(async (isCommitted) => {
        if (isCommitted) await removeHosts(ports.devices, labelId);
      });
    }
    audit.changed({ deviceMgmtLabelId: labelId }, { deviceMgmtLabelId: null }, { description: 'Unlinked devices' });
    return { status: 204 };
  },
};

const hostNotFound = () => refusal('host_not_found');

/** @returns a handler that returns undefined instead of throwing an error of device management. A rejected `afterCommit` logs the error. */
function logErrors(afterCommit: OrganizationContext['afterCommit']): (error: unknown) => undefined {
  return (error) => void afterCommit(() => Promise.reject(error));
}

/** Removes as many hosts as possible. @throws if the hosts could not be listed, or some of them could not be removed */
async function removeHosts(management: DeviceManagement, labelId: number): Promise<void> {
  const hosts = await management.listHosts(labelId);
  const errors = (await Promise.allSettled(hosts.map(({ id }) => management.removeHost(id)))).filter(({ status }) => status === 'rejected');
  if (errors.length)
    throw new AggregateError(
      errors.map((error) => ('reason' in error ? error.reason : error)),
      `${errors.length} of ${hosts.length} hosts could not be removed`,
    );
}
