/** How an agent gets a session, and loses it (spec/areas/device-agent, rules 6 and 7). */
import { createHash, randomBytes } from 'node:crypto';
import type { Handlers } from '../../../contract/types.ts';
import { findDevice } from '../../../domain/devices/record.ts';
import { isObject } from '../../../platform/json-object.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import { unlinkSession } from '../queries/check-in.ts';

/** For how long a code works. */
const codeSeconds = 120;

export const signingIn: Pick<
  Handlers<'device-agent'>,
  'createDeviceAgentAuthCode' | 'createDeviceAgentSession' | 'revokeDeviceAgentSession' | 'listDeviceAgentOrganizations'
> = {
  async createDeviceAgentAuthCode({ body: { state }, account, ephemeral }) {
    // Who has taken a token of an agent would get sessions that nobody knows of, and that nobody revokes.
    if (account.agentSession) return refusal('session_invalid');
    const code = randomBytes(32).toString('hex');
    await ephemeral.put(`device-agent ${code}`, { userId: account.userId, state: hashOf(state) }, codeSeconds);
    return { status: 200, body: { code } };
  },

  async createDeviceAgentSession({ body: { code, state }, agents, ephemeral }) {
    const kept = await ephemeral.take(`device-agent ${code}`);
    if (!isObject(kept) || typeof kept.userId !== 'string') return refusal('agent_code_invalid');
    if (state !== undefined && kept.state !== hashOf(state)) return refusal('agent_code_invalid');
    const { token, userId, expiresAt } = await agents.open(kept.userId);
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
    const data = (await memberships()).map(({ memberId: _memberId, ...organization }) => organization);
    return { status: 200, body: { data } };
  },
};

function hashOf(state: string): string {
  return createHash('sha256').update(state).digest('hex');
}
