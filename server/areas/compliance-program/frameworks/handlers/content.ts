/** Lists the contents of a framework before and after it is adopted. */
import type { Handlers } from '#contract/types';
import { findAvailable, listAvailable } from '../queries/available.ts';
import { listControlsPage } from '../queries/controls.ts';
import { listEvidencePage, listRequirementsPage } from '../steps/detail.ts';
import { findInstance } from '#domain/frameworks/instances';
import { listAvailableDefinitions } from '../queries/requirements.ts';
import { listTasksPage } from '../queries/tasks.ts';
import { frameworkNotFound, instanceNotFound } from '../refusals.ts';
import { pageOfAll } from '#platform/database/page-of-all';

export const contentHandlers = {
  async listAvailableFrameworks({ db }) {
    return { status: 200, body: { data: await listAvailable(db) } };
  },

  async listAvailableFrameworkRequirements({ path, page, db }) {
    const framework = await findAvailable(db, path.frameworkId);
    if (!framework) return frameworkNotFound();
    return { status: 200, page: pageOfAll(await listAvailableDefinitions(db, framework), page) };
  },

  async listFrameworkRequirements({ path, query, page, db }) {
    const instance = await findInstance(db, path.id);
    return instance ? { status: 200, page: await listRequirementsPage(db, instance, query, page) } : instanceNotFound();
  },

  async listFrameworkControls({ path, page, db, actor }) {
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    return { status: 200, page: await listControlsPage(db, instance.id, actor, page) };
  },

  async listFrameworkTasks({ path, page, db, actor }) {
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    return { status: 200, page: await listTasksPage(db, instance.id, actor, page) };
  },

  async listFrameworkEvidenceSubmissions({ path, page, db }) {
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    return { status: 200, page: await listEvidencePage(db, instance, page) };
  },
} satisfies Partial<Handlers<'frameworks'>>;
