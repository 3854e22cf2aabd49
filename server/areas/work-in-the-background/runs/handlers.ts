/** Handlers for background runs. */
import { stateOf } from '#contract/states';
import { runStatus } from '#generated/transitions';
import { checkPermissions } from '#platform/identity/missing-permission';
import type { components } from '#generated/api';
import { createSourceFilter } from '#domain/access/records/sources';
import { findAssigneeOfRun } from '#domain/tasks/automation-runs';
import type { OrganizationDatabase } from '#platform/database/handle';
import { refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import type { Actor } from '#platform/identity/actor';
import { kinds, resourceOf } from '#platform/jobs/kinds';
import { markCancelled, findRun, lockRun } from './queries.ts';

type Run = components['schemas']['Run'];

export const runs: Handlers<'runs'> = {
  async getRun({ path: { id }, actor, db }) {
    const run = await findRun(db, id);
    if (!run) return notFound();
    const accessError = await checkAccess(db, actor, run);
    return accessError ?? { status: 200, body: await withReadableAnswers(db, actor, run) };
  },

  async cancelRun({ path: { id }, actor, db, audit, skipAudit }) {
    const run = await lockRun(db, id);
    if (!run) return notFound();
    // Restricted members cannot cancel runs (runs, rule 1).
    const accessError = (await checkAccess(db, actor, run)) ?? (actor.restrictedTo === undefined ? undefined : recordHidden());
    if (accessError) return accessError;
    if (run.status === 'completed' || run.status === 'failed') return refusal('run_finished', stateOf(runStatus, run.status));
    if (run.status === 'cancelled') {
      skipAudit();
      return { status: 200, body: await withReadableAnswers(db, actor, run) };
    }
    audit.performed(`Cancelled ${run.kind}`, { resource: resourceOf(run.kind), entityType: kinds[run.kind].entityType, entityId: id });
    return { status: 200, body: await withReadableAnswers(db, actor, await markCancelled(db, id)) };
  },
};

const notFound = () => refusal('run_not_found');
const recordHidden = () => refusal('record_hidden');

/** Hides sources that the caller may not read, and the answers that are based on a hidden source (runs, rule 11). */
async function withReadableAnswers(db: OrganizationDatabase, actor: Actor, run: Run): Promise<Run> {
  const { result } = run;
  if (!result || !('answers' in result)) return run;
  const filterReadableSources = await createSourceFilter(
    db,
    actor,
    result.answers.flatMap(({ sources }) => sources),
  );
  const answers = result.answers.map((answer) => {
    const sources = filterReadableSources(answer.sources);
    return { ...answer, sources, answer: sources.length === answer.sources.length ? answer.answer : null };
  });
  return { ...run, result: { ...result, answers } };
}

/**
 * The permission to start a run also allows reading and cancelling the run. Restricted members can read runs about their own tasks
 * (spec/areas/work-in-the-background/runs, rule 1).
 * @returns an error response, or undefined if the caller may read the run
 */
async function checkAccess(db: OrganizationDatabase, actor: Actor, { id, kind }: Run) {
  const { restrictedTo } = actor;
  // The error names the permissions of all kinds, because it must not reveal the kind of the run.
  if (!actor.permissions.has(kinds[kind].permission))
    return checkPermissions(actor, ...Object.values(kinds).map(({ permission }) => permission));
  if (restrictedTo === undefined) return undefined;
  return kind === 'task_automation' && (await findAssigneeOfRun(db, id)) === restrictedTo ? undefined : recordHidden();
}
