/** Lists check runs and their results, which serve as evidence. */
import type { Handlers } from '#contract/types';
import { checkRunExists, findCheckRun, listCheckRuns, listResults } from '../queries/check-runs.ts';
import { findConnection } from '../queries/connections.ts';
import { checkRunNotFound, connectionNotFound } from '../refusals.ts';

export const checkRuns: Pick<Handlers<'integrations'>, 'listConnectionCheckRuns' | 'getCheckRun' | 'listCheckRunResults'> = {
  async listConnectionCheckRuns({ path, query, page, db }) {
    if (!(await findConnection(db, path.connectionId))) return connectionNotFound();
    return { status: 200, page: await listCheckRuns(db, path.connectionId, query, page) };
  },

  async getCheckRun({ path, db }) {
    const run = await findCheckRun(db, path.checkRunId);
    return run ? { status: 200, body: run } : checkRunNotFound();
  },

  async listCheckRunResults({ path, query, page, db }) {
    if (!(await checkRunExists(db, path.checkRunId))) return checkRunNotFound();
    return { status: 200, page: await listResults(db, path.checkRunId, query, page) };
  },
};
