/** Who may move a finding to which status (spec/areas/findings, States). */
import type { components } from '../../../../generated/api.d.ts';

type Schemas = components['schemas'];
type Standing = Pick<Schemas['Finding'], 'status' | 'revisionNote'>;
type Wanted = Pick<Schemas['FindingUpdate'], 'status' | 'revisionNote'>;

/**
 * Decides about the status and the revision note that a request asks for.
 * @param before the finding as it is
 * @param wanted what the request sends of the two
 * @param isAuditor whether the caller holds `finding:create`
 * @returns the finding as it will be; `reserved` when only an auditor may do this; `closed` when a closed finding has to be opened first
 */
export function moved(before: Standing, wanted: Wanted, isAuditor: boolean): Standing | 'reserved' | 'closed' {
  const { status, revisionNote } = wanted;
  if (status === undefined || (status === before.status && (status !== 'needs_revision' || revisionNote === undefined)))
    return { status: before.status, revisionNote: before.revisionNote };
  if (before.status === 'closed' && status === 'ready_for_review') return 'closed';
  if (!isAuditor && (status === 'needs_revision' || status === 'closed' || before.status === 'closed')) return 'reserved';
  return { status, revisionNote: status === 'needs_revision' ? revisionNote?.trim() || null : null };
}
