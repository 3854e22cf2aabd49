/** Rules for the statuses of tests and issues (spec/areas/audits/security-penetration-tests, States). */
import type { components } from '#generated/api';

type Status = components['schemas']['PenetrationTestIssueStatus'];

/** @returns whether the status requires a reason and none is given */
export function lacksReason(status: Status, reason: string | null): boolean {
  return (status === 'accepted' || status === 'false_positive') && reason === null;
}

const unfinishedStatuses: readonly string[] = ['provisioning', 'cloning', 'running'];

export function isFinished(status: components['schemas']['PenetrationTestStatus']): boolean {
  return !unfinishedStatuses.includes(status);
}
