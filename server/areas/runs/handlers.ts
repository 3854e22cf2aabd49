import type { components } from '../../../generated/api.d.ts';
import { assigneeOfRun } from '../../domain/tasks/automation-runs.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { refusal } from '../../platform/refusals/refusal.ts';
import type { Handlers } from '../../contract/types.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { kinds, resourceOf } from '../../platform/jobs/kinds.ts';
import { cancel, findRun, lockRun } from './queries.ts';

type Run = components['schemas']['Run'];

export const runs: Handlers<'runs'> = {
  async getRun({ path: { id }, actor, db }) {
    const run = await findRun(db, id);
    if (!run) return notFound();
    return (await mayFollow(db, actor, run)) ? { status: 200, body: run } : forbidden();
  },

  async cancelRun({ path: { id }, actor, db, audit, skipAudit }) {
    const run = await lockRun(db, id);
    if (!run) return notFound();
    // A restricted member changes nothing by a run (spec/areas/runs, rule 1).
    if (actor.restrictedTo !== undefined || !(await mayFollow(db, actor, run))) return forbidden();
    if (run.status === 'completed' || run.status === 'failed') return refusal('run_finished', { runStatus: run.status });
    if (run.status === 'cancelled') {
      skipAudit();
      return { status: 200, body: run };
    }
    audit.did(`Cancelled ${run.kind}`, { resource: resourceOf(run.kind), entityType: kinds[run.kind].entityType, entityId: id });
    return { status: 200, body: await cancel(db, id) };
  },
};

const notFound = () => refusal('run_not_found');
const forbidden = () => refusal('missing_permission');

/** The permission to start a run also allows reading and cancelling it; a restricted member reads what is for their tasks (spec/areas/runs, rule 1). */
async function mayFollow(db: OrganizationDatabase, { permissions, restrictedTo }: Actor, { id, kind }: Run): Promise<boolean> {
  if (!permissions.has(kinds[kind].permission)) return false;
  return restrictedTo === undefined || (kind === 'task_automation' && (await assigneeOfRun(db, id)) === restrictedTo);
}
