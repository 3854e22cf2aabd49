/** The compliance program: adopted by the same functions as over the interface, and then worked on. */
import type { Transaction } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';
import { adoptFrameworks } from '../areas/frameworks/queries/adoption.ts';
import { insertCustomFramework } from '../areas/frameworks/queries/custom-frameworks.ts';
import { insertRequirements } from '../areas/frameworks/queries/custom-requirements.ts';
import { findInstance, type Instance } from '../domain/frameworks/instances.ts';
import { mapControls } from '../areas/frameworks/queries/links.ts';
import { syncInstance } from '../areas/frameworks/queries/sync.ts';
import { listVersions } from '../areas/frameworks/queries/versions.ts';
import { catalogueId } from '../domain/catalogue/ids.ts';
import type { OrganizationDatabase } from '../platform/database/handle.ts';
import { newId } from '../platform/database/ids.ts';
import { asOrganization } from './as-organization.ts';
import { adopted, annex, owners, ownControl, ownRequirement } from './data/program.ts';
import { type TaskData, tasks } from './data/tasks.ts';
import type { Members } from './member.ts';
import { logProgram } from './program-log.ts';
import { settleProgram, type Tasks } from './program-work.ts';
import type { DemoContext } from './demo-context.ts';
import { named, required } from './named.ts';

/** @returns the tasks that risks refer to */
export async function fillProgram(db: Transaction<SystemTables>, scene: DemoContext, members: Members): Promise<Tasks> {
  const by = members.of(adopted.by).id;
  const { instances, known } = await asOrganization(db, scene.organizationId, async (organization) => {
    const { platform, version } = await adopt(organization, scene, by);
    const own = await addOwn(organization);
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
      instances: { platform, version, annex: await addAnnex(organization, own.control) },
      known: named(tasks, (data: TaskData) => {
        const found = ids.find(({ template, title }) =>
          'template' in data ? template === catalogueId('task', data.template) : title === data.title,
        );
        return { id: required(found, 'template' in data ? data.template : data.title).id, data };
      }),
    };
  });
  await settleProgram(db, scene, members, known);
  logProgram(scene, members, instances);
  return known;
}

/** The first of them was adopted before it had versions, and updated to the first one later. */
async function adopt(
  db: OrganizationDatabase,
  { calendar }: DemoContext,
  by: string,
): Promise<{ readonly platform: readonly Instance[]; readonly version: string }> {
  const { ids } = await adoptFrameworks(
    db,
    adopted.slugs.map((slug) => catalogueId('framework', slug)),
    by,
    new Map([[catalogueId('framework', 'soc2'), adopted.soc2Scope]]),
  );
  const instances = await Promise.all(ids.map(async (id) => required(await findInstance(db, id), id)));
  const first = required(instances[0], 'framework');
  await insertRequirements(db, first, [ownRequirement]);
  const version = required((await listVersions(db, first.frameworkId === null ? [] : [first.frameworkId])).at(-1), 'version');
  await syncInstance(db, { ...first, currentVersionId: null }, version, version, by, new Date(calendar.ago(93, 'update')));
  return { platform: instances, version: version.version };
}

async function addOwn(db: OrganizationDatabase): Promise<{ readonly control: string }> {
  const control = newId('ctl');
  await db.insertInto('control').values({ id: control, name: ownControl.name, description: ownControl.description }).execute();
  for (const name of ownControl.tasks) {
    const [id, { title, description }] = [newId('tsk'), tasks[name]];
    await db.insertInto('task').values({ id, title, description, automation_status: 'MANUAL', frequency: 'quarterly' }).execute();
    await db
      .insertInto('control_task')
      .values({ id: newId('ctk'), control_id: control, task_id: id })
      .execute();
  }
  return { control };
}

/** The custom framework, its requirements met by what is there already. @param payments the control of their own */
async function addAnnex(db: OrganizationDatabase, payments: string): Promise<Instance> {
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
      requirements.find((one) => one.identifier === identifier),
      identifier,
    );
    const templates = controls.map((slug) => catalogueId('control', slug));
    const copies = await db.selectFrom('control').select('id').where('control_template_id', 'in', templates).execute();
    await mapControls(db, instance, { id: requirement, kind: 'custom' }, [
      ...copies.map((copy) => copy.id),
      ...(controls.some((slug) => slug === 'payments') ? [payments] : []),
    ]);
  }
  return instance;
}
