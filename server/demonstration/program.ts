/** Creates the compliance program with the same functions as the API, and then the work on the program. */
import type { Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { adoptFrameworks } from '#areas/compliance-program/frameworks/steps/adoption';
import { insertCustomFramework } from '#areas/compliance-program/frameworks/queries/custom-frameworks';
import { insertRequirements } from '#areas/compliance-program/frameworks/queries/custom-requirements';
import { findInstance, type Instance } from '#domain/frameworks/instances';
import { mapControls } from '#areas/compliance-program/frameworks/queries/links';
import { syncInstance } from '#areas/compliance-program/frameworks/steps/sync';
import { listVersions } from '#areas/compliance-program/frameworks/queries/versions';
import { catalogueId } from '#domain/catalogue/ids';
import { lockLinkable } from '#domain/access/links/linkable';
import type { Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { noAuthor } from '#platform/identity/author';
import { runAsOrganization } from './as-organization.ts';
import { adopted, annex, owners, ownControl, ownRequirement } from './data/program.ts';
import { type TaskData, tasks } from './data/tasks.ts';
import type { Members } from './member.ts';
import { logProgram } from './program-log.ts';
import { applyProgramWork, type Tasks } from './program-work.ts';
import type { DemoContext } from './demo-context.ts';
import { createNamed, required } from './named.ts';

/** Controls are linked with the permissions of this reader, because no member makes the request. */
const readerOfControls: Reader = { permissions: new Set(['control:read']), memberId: undefined, restrictedTo: undefined };

/** Creates the program. @returns the tasks that risks refer to */
export async function fillProgram(db: Transaction<SystemTables>, demo: DemoContext, members: Members): Promise<Tasks> {
  const adopterId = members.of(adopted.by).id;
  const { instances, known: namedTasks } = await runAsOrganization(db, demo.organizationId, async (organization) => {
    const { platform, version } = await adoptCatalogFrameworks(organization, demo, adopterId);
    const ownRecords = await addOwnControl(organization);
    for (const { controls, owner } of owners) {
      const templates = controls.map((slug) => catalogueId('control', slug));
      await organization
        .updateTable('control')
        .set({ owner_id: members.of(owner).id })
        .where('control_template_id', 'in', templates)
        .execute();
    }
    const ids = await organization.selectFrom('task').select(['id', 'task_template_id as template', 'title']).execute();
    return {
      instances: { platform, version, annex: await addAnnex(organization, ownRecords.control) },
      known: createNamed(tasks, (data: TaskData) => {
        const task = ids.find(({ template, title }) =>
          'template' in data ? template === catalogueId('task', data.template) : title === data.title,
        );
        return { id: required(task, 'template' in data ? data.template : data.title).id, data };
      }),
    };
  });
  await applyProgramWork(db, demo, members, namedTasks);
  logProgram(demo, members, instances);
  return namedTasks;
}

/** Adopts the frameworks. The first framework was adopted before it had versions, and later updated to its first version. */
async function adoptCatalogFrameworks(
  db: OrganizationDatabase,
  { calendar }: DemoContext,
  adopterId: string,
): Promise<{ readonly platform: readonly Instance[]; readonly version: string }> {
  const author = { ...noAuthor, memberId: adopterId };
  const { ids } = await adoptFrameworks(
    db,
    adopted.slugs.map((slug) => catalogueId('framework', slug)),
    author,
    new Map([[catalogueId('framework', 'soc2'), adopted.soc2Scope]]),
  );
  const instances = await Promise.all(ids.map(async (id) => required(await findInstance(db, id), id)));
  const firstInstance = required(instances[0], 'framework');
  await insertRequirements(db, firstInstance, [ownRequirement]);
  const version = required(
    (await listVersions(db, firstInstance.frameworkId === null ? [] : [firstInstance.frameworkId])).at(-1),
    'version',
  );
  await syncInstance(db, { ...firstInstance, currentVersionId: null }, version, version, author, new Date(calendar.ago(93, 'update')));
  return { platform: instances, version: version.version };
}

/** Adds a control without a template, and its tasks. @returns the id of the control */
async function addOwnControl(db: OrganizationDatabase): Promise<{ readonly control: string }> {
  const control = newId('ctl');
  await db.insertInto('control').values({ id: control, name: ownControl.name, description: ownControl.description }).execute();
  for (const name of ownControl.tasks) {
    const [id, { title, description }] = [newId('tsk'), tasks[name]];
    await db.insertInto('task').values({ id, title, description, automation_status: 'manual', frequency: 'quarterly' }).execute();
    await db
      .insertInto('control_task')
      .values({ id: newId('ctk'), control_id: control, task_id: id })
      .execute();
  }
  return { control };
}

/** Adds the custom framework, and links its requirements to existing controls. @param paymentsControlId the control without a template */
async function addAnnex(db: OrganizationDatabase, paymentsControlId: string): Promise<Instance> {
  const id = await insertCustomFramework(db, annex);
  const instance = required(await findInstance(db, id), annex.name);
  const requirements = await insertRequirements(
    db,
    instance,
    annex.requirements.map(({ identifier, name, description }) => ({ identifier, name, description })),
  );
  for (const { identifier, controls } of annex.requirements) {
    if (!controls.length) continue;
    const { id: requirement } = required(
      requirements.find((candidate) => candidate.identifier === identifier),
      identifier,
    );
    const templates = controls.map((slug) => catalogueId('control', slug));
    const copies = await db.selectFrom('control').select('id').where('control_template_id', 'in', templates).execute();
    const ids = [...copies.map((copy) => copy.id), ...(controls.some((slug) => slug === 'payments') ? [paymentsControlId] : [])];
    const linkable = await lockLinkable(db, readerOfControls, 'control', ids);
    await mapControls(db, instance, { id: requirement, kind: 'custom' }, linkable);
  }
  return instance;
}
