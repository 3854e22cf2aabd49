/** Status transitions of a finding, and who may make them (spec/areas/audits/findings, States). */
import { canFollow } from '#contract/states';
import type { components } from '#generated/api';
import { findingStatus } from '#generated/transitions';

type Schemas = components['schemas'];
type StatusAndNote = Pick<Schemas['Finding'], 'status' | 'revisionNote'>;
type StatusChange = Pick<Schemas['FindingUpdate'], 'status' | 'revisionNote'>;

/**
 * Returns the new status and revision note for a requested change.
 * @param before the finding before the change
 * @param change the requested status and note
 * @param isAuditor whether the caller has `finding:create`
 * @returns the new status and note; `reserved` if only an auditor may make this change; `closed` if the finding must be reopened first
 */
export function nextStatus(before: StatusAndNote, change: StatusChange, isAuditor: boolean): StatusAndNote | 'reserved' | 'closed' {
  const { status, revisionNote } = change;
  if (status === undefined || (status === before.status && (status !== 'needs_revision' || revisionNote === undefined)))
    return { status: before.status, revisionNote: before.revisionNote };
  if (status !== before.status && !canFollow(findingStatus, before.status, status)) return 'closed';
  if (!isAuditor && (status === 'needs_revision' || status === 'closed' || before.status === 'closed')) return 'reserved';
  return { status, revisionNote: status === 'needs_revision' ? revisionNote || null : null };
}

/** @returns the statuses that the caller may set in place of the current one */
export function allowedStatuses(before: StatusAndNote, isAuditor: boolean): Schemas['Finding']['status'][] {
  return findingStatus[before.status].filter((status) => typeof nextStatus(before, { status }, isAuditor) !== 'string');
}
