/** The lists of what a framework holds, before and after it is adopted. */
import type { Handlers } from '../../../contract/types.ts';
import { findAvailable, listAvailable } from '../queries/available.ts';
import { pageOfControls } from '../queries/controls.ts';
import { pageOfEvidence, pageOfRequirements } from '../queries/detail.ts';
import { findInstance } from '../../../domain/frameworks/instances.ts';
import { listAvailableDefinitions } from '../queries/requirements.ts';
import { pageOfTasks } from '../queries/tasks.ts';
import { frameworkNotFound, instanceNotFound } from '../refusals.ts';
import { pageOfAll } from '../../../platform/database/page-of-all.ts';

export const content = {
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
    return instance ? { status: 200, page: await pageOfRequirements(db, instance, query, page) } : instanceNotFound();
  },

  async listFrameworkControls({ path, page, db, actor }) {
    const instance = await findInstance(db, path.id);
    return instance ? { status: 200, page: await pageOfControls(db, instance.id, actor.memberId, page) } : instanceNotFound();
  },

  async listFrameworkTasks({ path, page, db }) {
    const instance = await findInstance(db, path.id);
    return instance ? { status: 200, page: await pageOfTasks(db, instance.id, page) } : instanceNotFound();
  },

  async listFrameworkEvidenceSubmissions({ path, page, db }) {
    const instance = await findInstance(db, path.id);
    return instance ? { status: 200, page: await pageOfEvidence(db, instance, page) } : instanceNotFound();
  },
} satisfies Partial<Handlers<'frameworks'>>;
