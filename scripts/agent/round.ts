/** One round of the agent: it registers the computer and checks it in, with every organization of its user. */
import { checksOf, type Run, runCheck } from './checks/run.ts';
import { describeComputer } from './computer.ts';
import type { Service } from './service.ts';

export interface Round {
  readonly token: string;
  readonly organizations: readonly { readonly name: string; readonly isCompliant: boolean }[];
  /** The failed checks, in words. */
  readonly failed: readonly string[];
}

/** @returns the token to go on with, and what the round came to @throws Refused, with 401 when the user has to sign in again */
export async function runRound(service: Service, token: string, agentVersion: string, run: Run): Promise<Round> {
  const computer = await describeComputer(run);
  const checks = await Promise.all(checksOf[computer.platform].map((check) => runCheck(check, run)));
  let current = token;
  const organizations = [];
  for (const { organizationId, organizationName: name } of (await service.organizations(current)).data) {
    const { id } = await service.register(current, { ...computer, organizationId, agentVersion });
    const { isCompliant, upgradedSessionToken } = await service.checkIn(current, id, { checks, agentVersion });
    current = upgradedSessionToken ?? current;
    organizations.push({ name, isCompliant });
  }
  const failed = checks
    .filter(({ passed }) => !passed)
    .map(({ checkType, details }) => `${checkType}: ${details?.exception ?? details?.message ?? ''}`);
  return { token: current, organizations, failed };
}
