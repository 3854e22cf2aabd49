/** Decisions about issues (spec/areas/audits/security-penetration-tests, States). */
import type { components } from '#generated/api';

type Status = components['schemas']['PenetrationTestIssueStatus'];

/** @returns whether a required reason is missing for a status */
export function lacksReason(status: Status, reason: string | null): boolean {
  return (status === 'accepted' || status === 'false_positive') && reason === null;
}

const unfinished: readonly string[] = ['provisioning', 'cloning', 'running'];

export function isFinished(status: components['schemas']['PenetrationTestStatus']): boolean {
  return !unfinished.includes(status);
}
