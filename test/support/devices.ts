/** Computers as the agent registers them. */
import type { call, RequestOptions } from './app.ts';

type Ask = (method: string, url: string, options?: RequestOptions) => ReturnType<typeof call>;

/** A registration with a unique host name and serial number. */
export function registration(organizationId: string, fields: object = {}) {
  const name = `laptop-${Math.random().toString(36).slice(2, 10)}`;
  return {
    name,
    hostname: `${name}.local`,
    osVersion: '15.3',
    organizationId,
    platform: 'macos',
    serialNumber: name.toUpperCase(),
    hardwareModel: 'Mac15,6',
    agentVersion: '0.1.0',
    ...fields,
  };
}

/** Results of all four checks. @param passed whether each has passed */
export function results(passed = true, checkedAt = new Date().toISOString()) {
  return ['disk_encryption', 'antivirus', 'password_policy', 'screen_lock'].map((checkType) => ({ checkType, passed, checkedAt }));
}

/** Registers a computer. @param ask with a session @returns the device */
export async function newDevice(ask: Ask, organizationId: string, fields: object = {}) {
  const { status, body, text } = await ask('POST', '/v1/device-agent/devices', { body: registration(organizationId, fields) });
  if (status !== 201) throw new Error(`${status}: ${text}`);
  return body;
}

/** Signs an agent in. @param ask with a session @param anonymous without credentials @returns the token of the agent */
export async function agentToken(ask: Ask, anonymous: Ask): Promise<string> {
  const { body: authCode } = await ask('POST', '/v1/device-agent/auth-code', { body: { callbackPort: 51873, state: 'a state' } });
  const { status, body, text } = await anonymous('POST', '/v1/device-agent/sessions', { body: { code: authCode.code, state: 'a state' } });
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return body.sessionToken;
}
