import { describe, expect, test } from 'vitest';
import { catalogue } from '#domain/catalogue/index';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { confirm } from '../../support/confirmation.ts';
import { addCustom, addRequirement, adopt, detail, frameworkId, frameworkRecords } from '../../support/frameworks.ts';
import { within } from '../../support/organization.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp();
const { countEntries, lastEntry } = frameworkRecords(app);
const [soc2, iso, gdpr] = [frameworkId('soc2'), frameworkId('iso27001'), frameworkId('gdpr')];
const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
const refusedFrameworks = {
  status: 400,
  body: { details: { frameworkIds: { _errors: ['must name a framework of the catalog that can be adopted, or a custom framework'] } } },
};

describe('addFrameworks', () => {
  test('201 with an instance of the latest version, and with copies of all its controls, policies and tasks (rules 7, 8)', async () => {
    const { call, organization } = await app.caller();
    const answer = await call('POST', '/v1/frameworks', { body: { frameworkIds: [soc2] } });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        data: [
          {
            id: expect.stringMatching(/^frm_[0-9a-f]{24}$/),
            organizationId: organization.id,
            frameworkId: soc2,
            customFrameworkId: null,
            currentVersionId: expect.stringMatching(/^fvr_/),
            framework: { name: 'SOC 2' },
            customFramework: null,
          },
        ],
      },
    });
    expect(answer.headers.get('location')).toBe('/v1/frameworks');
    const { controls, tasks, requirementDefinitions } = await detail(call, answer.body.data[0].id);
    const templates = catalogue.controls.filter(({ requirements }) => requirements.soc2?.length);
    expect(namesOf(controls)).toHaveLength(templates.length);
    expect(requirementDefinitions).toHaveLength(61);
    for (const { name, description, controlFamily, controlTemplateId, policies, controlDocumentTypes, requirementsMapped } of controls) {
      const template = templates.find(({ id }) => id === controlTemplateId);
      expect({ name, description, controlFamily }).toEqual({
        name: template?.name,
        description: template?.description,
        controlFamily: template?.controlFamily,
      });
      expect([policies.length, controlDocumentTypes.length, requirementsMapped.length], name).toEqual([
        template?.policies.length,
        template?.documentTypes.length,
        template?.requirements.soc2?.length,
      ]);
      expect(policies.every(({ status }: { status: string }) => status === 'draft')).toBe(true);
    }
    for (const task of tasks) {
      const template = catalogue.tasks.find(({ id }) => id === task.taskTemplateId);
      expect(task).toMatchObject({
        title: template?.name,
        // Paragraphs for a framework that the organization has not adopted are omitted (tasks, rule 3).
        description: template?.description
          .split('\n\n')
          .filter((paragraph) => !/^For (?!SOC 2)[\w ]+:/.test(paragraph))
          .join('\n\n'),
        frequency: template?.frequency,
        department: template?.department,
        automationStatus: template?.automationStatus,
        status: 'todo',
      });
      expect(task.controls).not.toEqual([]);
    }
  });
  test('201 with policies as drafts, each with a first version, and filled with known facts about the organization (rules 8, 10)', async () => {
    const { call, organization } = await app.caller();
    await within(app.database, organization.id, (db) =>
      db
        .insertInto('onboarding')
        .values({ id: newId('onb'), company_details: { industry: 'Beekeeping', employees: '11-50', frameworks: 7 } })
        .execute(),
    );
    const entries = [
      ['What devices do you use?', 'Old laptops', 2],
      ['What devices do you use?', 'Hives with sensors\nand smokers', 1],
      ['How many employees do you have?', 'Thirteen', 3],
    ] as const;
    await within(app.database, organization.id, (db) =>
      db
        .insertInto('context_entry')
        .values(
          entries.map(([question, answer, days]) => ({
            id: newId('ctx'),
            question,
            answer,
            created_at: new Date(Date.now() - days * 86_400_000).toISOString(),
          })),
        )
        .execute(),
    );
    await adopt(call, gdpr, soc2);
    const rows = await within(app.database, organization.id, (db) =>
      db
        .selectFrom('policy')
        .innerJoin('policy_version as version', 'version.id', 'policy.current_version_id')
        .select([
          'policy.status',
          'policy.content',
          'policy.draft_content as draft',
          'version.content as first',
          'version.version',
          'version.created_by_id as by',
          'version.published_at as published',
        ])
        .execute(),
    );
    expect(rows.length).toBeGreaterThan(5);
    for (const { status, content, draft, first, version, by: authorId, published: publishedAt } of rows) {
      expect([status, version, authorId, publishedAt]).toEqual(['draft', 1, organization.owner.id, null]);
      expect(draft).toEqual(content);
      expect(first).toEqual(content);
      expect(JSON.stringify(content)).not.toContain('{{');
    }
    const texts = JSON.stringify(rows);
    for (const knownText of ['Test organization', 'Beekeeping', 'Hives with sensors']) expect(texts).toContain(knownText);
    for (const unknownText of ['Old laptops', '11-50']) expect(texts).not.toContain(unknownText);
  });
  test('201 with one copy of each record that two frameworks share (rule 8)', async () => {
    const { call, organization } = await app.caller();
    await adopt(call, soc2);
    await adopt(call, iso, gdpr);
    const templates = await within(app.database, organization.id, async (db) => [
      await db.selectFrom('control').select('control_template_id as id').execute(),
      await db.selectFrom('policy').select('policy_template_id as id').execute(),
      await db.selectFrom('task').select('task_template_id as id').execute(),
    ]);
    for (const rows of templates) expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const {
      body: { data },
    } = await call('GET', '/v1/frameworks');
    const idsIn = async ({ id: instance }: { id: string }): Promise<Set<string>> =>
      new Set((await detail(call, instance)).controls.map(({ id }: { id: string }) => id));
    const [firstIds, secondIds] = [await idsIn(data[0]), await idsIn(data[1])];
    expect([...firstIds].filter((id) => secondIds.has(id)).length).toBeGreaterThan(20);
  });
  test('201 for an id that was adopted before changes nothing; unknown and repeated ids are skipped (rule 6)', async () => {
    const { call, organization } = await app.caller();
    const [first] = await adopt(call, gdpr);
    const before = await detail(call, first ?? '');
    expect(await adopt(call, newId('frk'), gdpr, gdpr, 'nothing')).toEqual([first]);
    expect(await detail(call, first ?? '')).toEqual(before);
    expect(await lastEntry(organization.id)).toMatchObject({
      entity_type: 'framework',
      description: expect.stringContaining('Adopted no further framework'),
    });
  });
  test('201 adopts several frameworks at once, in the order of the request', async () => {
    const { call, organization } = await app.caller();
    const custom = await addCustom(call);
    await confirm(call, 'DELETE', `/v1/frameworks/${custom.id}`);
    const { body } = await call('POST', '/v1/frameworks', { body: { frameworkIds: [iso, custom.customFrameworkId, gdpr] } });
    expect(body.data.map(({ frameworkId: platform, customFrameworkId }: Record<string, string>) => platform ?? customFrameworkId)).toEqual([
      iso,
      custom.customFrameworkId,
      gdpr,
    ]);
    expect(await lastEntry(organization.id)).toMatchObject({
      entity_type: 'framework',
      data: { changes: { frameworks: { previous: null, current: ['ISO 27001', 'House rules', 'GDPR'] } } },
    });
  });
  test('201 for a custom framework that was removed before, with its former requirements', async () => {
    const { call } = await app.caller();
    const custom = await addCustom(call);
    await addRequirement(call, custom.id, 'H1');
    await confirm(call, 'DELETE', `/v1/frameworks/${custom.id}`);
    const [readoptedId] = await adopt(call, custom.customFrameworkId);
    expect(readoptedId).not.toBe(custom.id);
    expect(await detail(call, readoptedId ?? '')).toMatchObject({
      customFramework: { id: custom.customFrameworkId },
      requirementDefinitions: [{ identifier: 'H1' }],
      controls: [],
    });
  });
  test('201 for two adoptions at the same moment creates one copy of everything', async () => {
    const { call, organization } = await app.caller();
    const [firstIds, secondIds] = await Promise.all([adopt(call, gdpr, soc2), adopt(call, soc2, gdpr)]);
    expect(secondIds).toEqual(firstIds.toReversed());
    const policies = await within(app.database, organization.id, (db) =>
      db.selectFrom('policy').select('policy_template_id as id').execute(),
    );
    expect(new Set(policies.map(({ id }) => id)).size).toBe(policies.length);
  });
  test('400 when no id is a visible framework, such as an id of another organization, and nothing is stored (rules 6, 22)', async () => {
    const { call, organization } = await app.caller();
    const foreign = await addCustom((await app.caller()).call);
    const before = await countEntries(organization.id);
    expect(await call('POST', '/v1/frameworks', { body: { frameworkIds: [newId('frk'), foreign.customFrameworkId] } })).toMatchObject(
      refusedFrameworks,
    );
    expect(await call('POST', '/v1/frameworks', { body: { frameworkIds: [foreign.customFrameworkId] }, ...asProblem })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/frameworkIds' }] },
    });
    expect((await call('GET', '/v1/frameworks')).body).toEqual({ data: [] });
    expect(await countEntries(organization.id)).toBe(before);
  });
  test.each([{ frameworkIds: [] }, {}, { frameworkIds: soc2 }, { frameworkIds: [''] }, { frameworkIds: [7] }])(
    '400 for %j',
    async (body) => {
      const { call } = await app.caller();
      expect(await call('POST', '/v1/frameworks', { body })).toMatchObject({ status: 400, body: { error: 'Validation failed' } });
    },
  );
});

test('SOC 2 has the security category, which is required, and four optional categories', async () => {
  const { call } = await app.caller();
  const [id = ''] = await adopt(call, soc2);
  const { framework, requirementDefinitions } = await detail(call, id);
  expect(framework.parts.map(({ id: part, required }: { id: string; required: boolean }) => [part, required])).toEqual([
    ['security', true],
    ['availability', false],
    ['confidentiality', false],
    ['processing_integrity', false],
    ['privacy', false],
  ]);
  const prefixes = { security: /^CC/, availability: /^A/, confidentiality: /^C\d/, processing_integrity: /^PI/, privacy: /^P\d/ };
  for (const [part, prefix] of Object.entries(prefixes))
    expect(requirementDefinitions.filter((requirement: { part: string }) => requirement.part === part).length, part).toBe(
      requirementDefinitions.filter(({ identifier }: { identifier: string }) => prefix.test(identifier)).length,
    );
});
