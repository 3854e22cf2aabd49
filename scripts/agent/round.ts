/** One round of the agent: it registers the computer and checks it in, with every organization of its user. */
import { checksOf, type Run, runCheck } from './checks/run.ts';
import { describeComputer } from './computer.ts';
import { Refused, type Service } from './service.ts';

export interface Round {
  readonly token: string;
  readonly organizations: readonly { readonly name: string; readonly isCompliant: boolean }[];
  /** The failed checks, in words. */
  readonly failed: readonly string[];
  /** The organizations that the computer could not be checked in with, and why. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
}

/** @returns the token to go on with, and what the round came to @throws Refused, with 401 when the user has to sign in again */
export async function runRound(service: Service, token: string, agentVersion: string, run: Run): Promise<Round> {
  const computer = await describeComputer(run);
  const checks = await Promise.all(checksOf[computer.platform].map((check) => runCheck(check, run)));
  let current = token;
  const [organizations, refused]: [Round['organizations'][number][], Round['refused'][number][]] = [[], []];
  for (const { organizationId, organizationName: name } of (await service.organizations(current)).data) {
    try {
      const { id } = await service.register(current, { ...computer, organizationId, agentVersion });
      const { isCompliant, upgradedSessionToken } = await service.checkIn(current, id, { checks, agentVersion });
      current = upgradedSessionToken ?? current;
      organizations.push({ name, isCompliant });
    } catch (error) {
      // What one organization refuses is no matter of the others. Without a session there are none.
      if (!(error instanceof Refused) || error.status === 401) throw error;
      refused.push({ name, reason: error.message });
    }
  }
  const failed = checks
    .filter(({ passed }) => !passed)
    .map(({ checkType, details }) => `${checkType}: ${details?.exception ?? details?.message ?? ''}`);
  return { token: current, organizations, failed, refused };
}
