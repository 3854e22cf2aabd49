/** Lists the contents of a framework before and after it is adopted. */
import type { Handlers } from '#contract/types';
import { findAvailable, listAvailable } from '../queries/available.ts';
import { listControlsPage } from '../queries/controls.ts';
import { listEvidencePage, listRequirementsPage, requirementTextOf } from '../steps/detail.ts';
import { findInstance } from '#domain/frameworks/instances';
import { listAvailableDefinitions } from '../queries/requirements.ts';
import { listTasksPage } from '../queries/tasks.ts';
import { frameworkNotFound, instanceNotFound } from '../refusals.ts';
import { filterAll, pageOfAll } from '#platform/database/page-of-all';

export const contentHandlers = {
  async listAvailableFrameworks({ db }) {
    return { status: 200, body: { data: await listAvailable(db) } };
  },

  async listAvailableFrameworkRequirements({ path, query, page, db }) {
    const framework = await findAvailable(db, path.frameworkId);
    if (!framework) return frameworkNotFound();
    const definitions = await listAvailableDefinitions(db, framework);
    return { status: 200, page: pageOfAll(filterAll(definitions, query, requirementTextOf), page) };
  },

  async listFrameworkRequirements({ path, query, page, db }) {
    const instance = await findInstance(db, path.id);
    return instance ? { status: 200, page: await listRequirementsPage(db, instance, query, page) } : instanceNotFound();
  },

  async listFrameworkControls({ path, query, page, db, actor }) {
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    return { status: 200, page: await listControlsPage(db, instance.id, query, actor, page) };
  },

  async listFrameworkTasks({ path, query, page, db, actor }) {
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    return { status: 200, page: await listTasksPage(db, instance.id, query, actor, page) };
  },

  async listFrameworkEvidenceSubmissions({ path, query, page, db }) {
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    return { status: 200, page: await listEvidencePage(db, instance, query, page) };
  },
} satisfies Partial<Handlers<'frameworks'>>;
