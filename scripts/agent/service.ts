/** The API calls of the agent. */
import type { components } from '#generated/api';

type Schemas = components['schemas'];

/** An error response of the service. */
export class ServiceError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(`${status}: ${message}`);
    this.status = status;
  }
}

export interface Service {
  exchange(code: string, state: string): Promise<Schemas['AgentSession']>;
  /** Creates a code that the agent exchanges for its own session. @param session token of the signed-in user */
  authCode(session: string, state: string): Promise<Schemas['AgentAuthCode']>;
  organizations(token: string): Promise<Schemas['AgentOrganizationList']>;
  register(token: string, registration: Schemas['DeviceRegistration']): Promise<Schemas['Device']>;
  checkIn(token: string, deviceId: string, results: Schemas['DeviceCheckInCreate']): Promise<Schemas['DeviceCheckIn']>;
}

/** @param server address of the service, without a slash at its end */
export function createServiceClient(server: string): Service {
  async function ask<Answer>(method: string, path: string, body?: object, token?: string): Promise<Answer> {
    const response = await fetch(`${server}/v1/device-agent${path}`, {
      method,
      headers: { ...(body && { 'Content-Type': 'application/json' }), ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
      signal: AbortSignal.timeout(60_000),
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new ServiceError(response.status, text.slice(0, 500));
    // The contract guarantees this type.
    const answer: Answer = JSON.parse(text);
    return answer;
  }
  return {
    exchange: (code, state) => ask('POST', '/sessions', { code, state }),
    authCode: (session, state) => ask('POST', '/auth-code', { callbackPort: 1, state }, session),
    organizations: (token) => ask('GET', '/organizations', undefined, token),
    register: (token, registration) => ask('POST', '/devices', registration, token),
    checkIn: (token, deviceId, results) => ask('POST', `/devices/${encodeURIComponent(deviceId)}/check-ins`, results, token),
  };
}
