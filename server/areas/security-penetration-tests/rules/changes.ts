/** Decisions about issues (spec/areas/security-penetration-tests, States). */
import type { components } from '../../../../generated/api.d.ts';

type Status = components['schemas']['PenetrationTestIssueStatus'];

/** @returns whether a status needs a reason, and has none */
export function lacksReason(status: Status, reason: string | null): boolean {
  return (status === 'accepted' || status === 'false_positive') && reason === null;
}

const unfinished: readonly string[] = ['provisioning', 'cloning', 'running'];

export function isFinished(status: components['schemas']['PenetrationTestStatus']): boolean {
  return !unfinished.includes(status);
}
