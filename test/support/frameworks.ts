/** Frameworks for tests. */
import { expect } from 'vitest';
import { catalogueId } from '#domain/catalogue/ids';
import type { FrameworkSlug } from '#domain/catalogue/types';
import { newId } from '#platform/database/ids';
import { allPages, type Caller, type startApp } from './app.ts';
import { within } from './organization.ts';

type Call = Caller['call'];
export const frameworkId = (slug: FrameworkSlug) => catalogueId('framework', slug);

/** Adopts frameworks by id. @returns ids of the instances */
export async function adopt(call: Call, ...frameworkIds: string[]): Promise<string[]> {
  const answer = await call('POST', '/v1/frameworks', { body: { frameworkIds } });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body.data.map(({ id }: { id: string }) => id);
}

/** Creates a custom framework. @returns ids of instance and framework */
export async function addCustom(call: Call, name = 'House rules'): Promise<{ id: string; customFrameworkId: string }> {
  const answer = await call('POST', '/v1/frameworks/custom', { body: { name, description: 'What we want of ourselves.' } });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}

/** Creates a custom requirement. @returns its id */
export async function addRequirement(call: Call, instance: string, identifier: string, name = `Name of ${identifier}`): Promise<string> {
  const answer = await call('POST', `/v1/frameworks/${instance}/requirements`, {
    body: { identifier, name, description: `Text of ${identifier}.` },
  });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body.id;
}

/** @returns an adopted framework with all its content, which is read page by page */
export async function detail(call: Call, instance: string) {
  const answer = await call('GET', `/v1/frameworks/${instance}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  const readAll = async (list: string) =>
    (await allPages(call, `/v1/frameworks/${instance}/${list}?limit=250`)).flatMap((page) => page.data);
  const controls = await readAll('controls');
  const requirementDefinitions = await readAll('requirements');
  const tasks = await readAll('tasks');
  const evidenceSubmissions = await readAll('evidence-submissions');
  const requirementMaps = controls.flatMap(({ requirementsMapped }: { requirementsMapped: { frameworkInstanceId: string }[] }) =>
    requirementsMapped.filter(({ frameworkInstanceId }) => frameworkInstanceId === instance),
  );
  return { ...answer.body, controls, requirementDefinitions, tasks, requirementMaps, evidenceSubmissions };
}

export function frameworkRecords(app: ReturnType<typeof startApp>) {
  return {
    /** Inserts controls, because the operations on frameworks can only copy existing controls. @returns their ids */
    addControls(organizationId: string, ...names: string[]): Promise<string[]> {
      return within(app.database, organizationId, async (db) => {
        const rows = names.map((name) => ({ id: newId('ctl'), name, description: `What ${name} does.` }));
        await db.insertInto('control').values(rows).execute();
        return rows.map(({ id }) => id);
      });
    },
    lastEntry: (organizationId: string) =>
      app.database.system
        .selectFrom('audit_entry')
        .select(['entity_type', 'entity_id', 'description', 'data'])
        .where('organization_id', '=', organizationId)
        .orderBy('sequence', 'desc')
        .executeTakeFirstOrThrow(),
    countEntries: async (organizationId: string) =>
      (await app.database.system.selectFrom('audit_entry').select('id').where('organization_id', '=', organizationId).execute()).length,
  };
}
