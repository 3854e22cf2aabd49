/** Opens and revokes sessions of agents (device-agent, rules 6 and 7). */
import { createHash, randomBytes } from 'node:crypto';
import type { Handlers } from '#contract/types';
import { findDevice } from '#domain/devices/record';
import { isObject } from '#platform/json-object';
import { refusal } from '#platform/refusals/refusal';
import { unlinkSession } from '../queries/check-in.ts';

/** The lifetime of a code in seconds. A code expires with its session, at the latest (device-agent, rule 12). */
const codeSeconds = 120;

export const agentSessionHandlers: Pick<
  Handlers<'device-agent'>,
  'createDeviceAgentAuthCode' | 'createDeviceAgentSession' | 'revokeDeviceAgentSession' | 'listDeviceAgentOrganizations'
> = {
  async createDeviceAgentAuthCode({ body: { state }, account, ephemeral }) {
    // A stolen token of an agent must not open further sessions, because nobody would notice and revoke them.
    if (account.agentSession) return refusal('session_invalid');
    const code = randomBytes(32).toString('hex');
    const { userId, signedInAt, expiresAt } = account;
    const seconds = Math.min(codeSeconds, (Date.parse(expiresAt) - Date.now()) / 1000);
    await ephemeral.put(`device-agent ${code}`, { userId, signedInAt, state: hashOf(state) }, seconds);
    return { status: 200, body: { code } };
  },

  async createDeviceAgentSession({ body: { code, state }, agents, ephemeral }) {
    const storedCode = await ephemeral.take(`device-agent ${code}`);
    if (!isObject(storedCode) || typeof storedCode.userId !== 'string' || typeof storedCode.signedInAt !== 'string')
      return refusal('agent_code_invalid');
    if (state === undefined || storedCode.state !== hashOf(state)) return refusal('agent_code_invalid');
    const newSession = await agents.open({ userId: storedCode.userId, signedInAt: storedCode.signedInAt });
    if (!newSession) return refusal('agent_code_invalid');
    const { token, userId, expiresAt } = newSession;
    return { status: 200, body: { sessionToken: token, userId, expiresAt } };
  },

  async revokeDeviceAgentSession({ path: { deviceId }, db, ports, audit, skipAudit }) {
    const device = await findDevice(db, deviceId, ports.deviceAgent.staleDays);
    if (!device) return refusal('device_not_found');
    if (!(await unlinkSession(db, deviceId))) {
      skipAudit();
      return { status: 204 };
    }
    const { name, serialNumber, memberId } = device;
    audit.removed(
      { name, serialNumber },
      { entityType: 'people', ...(memberId !== null && { entityId: memberId }), description: 'Revoked the agent session of a device' },
    );
    return { status: 204 };
  },

  async listDeviceAgentOrganizations({ memberships }) {
    const data = (await memberships()).map(({ organizationId, organizationName, organizationSlug, roles }) => ({
      organizationId,
      organizationName,
      organizationSlug,
      role: roles[0] ?? '',
    }));
    return { status: 200, body: { data } };
  },
};

function hashOf(state: string): string {
  return createHash('sha256').update(state).digest('hex');
}
