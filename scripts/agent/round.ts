/** One round of the agent: it registers the computer and reports its checks to every organization of its user. */
import { checksOf, type Run, runCheck } from './checks/run.ts';
import { describeComputer } from './computer.ts';
import { ServiceError, type Service } from './service.ts';
import type { State } from './state.ts';

export interface RoundResult {
  readonly token: string;
  readonly organizations: readonly { readonly name: string; readonly isCompliant: boolean }[];
  /** The failed checks as text. */
  readonly failed: readonly string[];
  /** The organizations that rejected the report, and why. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
}

/** @returns the token to continue with, and the results of the round @throws {ServiceError} with status 401 if the user must sign in */
export async function runRound(service: Service, { token, installationId }: State, agentVersion: string, run: Run): Promise<RoundResult> {
  const computer = await describeComputer(run, installationId);
  const checks = await Promise.all(checksOf[computer.platform].map((check) => runCheck(check, run)));
  let currentToken = token;
  const [organizations, refused]: [RoundResult['organizations'][number][], RoundResult['refused'][number][]] = [[], []];
  for (const { organizationId, organizationName: name } of (await service.organizations(currentToken)).data) {
    try {
      const { id } = await service.register(currentToken, { ...computer, organizationId, agentVersion });
      const { isCompliant, upgradedSessionToken } = await service.checkIn(currentToken, id, { checks, agentVersion });
      currentToken = upgradedSessionToken ?? currentToken;
      organizations.push({ name, isCompliant });
    } catch (error) {
      // An error from one organization does not affect the others, except for 401: then the session has ended for all of them.
      if (!(error instanceof ServiceError) || error.status === 401) throw error;
      refused.push({ name, reason: error.message });
    }
  }
  const failed = checks
    .filter(({ passed }) => !passed)
    .map(({ checkType, details }) => `${checkType}: ${details?.exception ?? details?.message ?? ''}`);
  return { token: currentToken, organizations, failed, refused };
}
