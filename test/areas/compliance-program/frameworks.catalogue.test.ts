/** Loads the catalogue into the database, and handles records that the catalogue no longer contains. */
import { describe, expect, test } from 'vitest';
import { parseManifest } from '#domain/catalogue/manifest';
import { loadCatalogue } from '#domain/catalogue/load';
import { catalogueId } from '#domain/catalogue/ids';
import { startApp } from '../../support/app.ts';
import { confirm } from '../../support/confirmation.ts';
import { type Content, TestCatalogue } from '../../support/catalogue.ts';
import { adopt, detail } from '../../support/frameworks.ts';
import { within } from '../../support/organization.ts';
import { ownDatabase } from '../../support/own-database.ts';

const app = startApp(ownDatabase());
const catalogue = new TestCatalogue();
const publish = (framework: string, release: string, content: Content, notes?: string) =>
  catalogue.publish(app.database, framework, release, content, notes);
const doors = (prefix: string): Content => ({
  requirements: { R1: {}, R2: { family: 'Other' } },
  controls: {
    [`${prefix} locks`]: { meets: ['R1'], policies: [`${prefix} keys`], tasks: [`${prefix} photos`], forms: ['rbac-matrix'] },
    [`${prefix} fences`]: { meets: ['R2'] },
  },
  policies: { [`${prefix} keys`]: { text: '## Keys of {{COMPANY}}' } },
  tasks: { [`${prefix} photos`]: { automation: 'automated', frequency: 'monthly' } },
});
const versionsOf = (frameworkId: string) =>
  app.database.system
    .selectFrom('framework_version')
    .select(['id', 'version', 'release_notes as notes', 'manifest'])
    .where('framework_id', '=', frameworkId)
    .orderBy('published_at')
    .execute();

describe('loadCatalogue', () => {
  test('creates the version that a framework names, with its complete content (rule 24)', async () => {
    const { frameworkId, versionId, written } = await publish('one', '1.0.0', doors('one'), 'First.');
    expect(written).toBe(true);
    const [version] = await versionsOf(frameworkId);
    expect(version).toMatchObject({ id: versionId, version: '1.0.0', notes: 'First.' });
    expect(parseManifest(version?.manifest)).toBeDefined();
    expect(version?.manifest).toEqual({
      framework: { id: frameworkId, name: 'one', catalogVersion: '2026', description: 'What one is for.', parts: [] },
      requirements: [
        {
          id: catalogueId('requirement', 'one/R1'),
          identifier: 'R1',
          name: 'R1',
          description: 'Text of R1.',
          requirementFamily: 'All',
          part: null,
          sortOrder: 1,
        },
        {
          id: catalogueId('requirement', 'one/R2'),
          identifier: 'R2',
          name: 'R2',
          description: 'Text of R2.',
          requirementFamily: 'Other',
          part: null,
          sortOrder: 2,
        },
      ],
      controls: [
        {
          id: catalogueId('control', 'one fences'),
          name: 'one fences',
          description: 'Text of one fences.',
          controlFamily: 'All',
          requirementIds: [catalogueId('requirement', 'one/R2')],
          policyIds: [],
          taskIds: [],
          documentTypes: [],
        },
        {
          id: catalogueId('control', 'one locks'),
          name: 'one locks',
          description: 'Text of one locks.',
          controlFamily: 'All',
          requirementIds: [catalogueId('requirement', 'one/R1')],
          policyIds: [catalogueId('policy', 'one keys')],
          taskIds: [catalogueId('task', 'one photos')],
          documentTypes: ['rbac-matrix'],
        },
      ],
      policies: [
        {
          id: catalogueId('policy', 'one keys'),
          name: 'one keys',
          description: 'About one keys.',
          content: [{ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Keys of {{COMPANY}}' }] }],
          frequency: 'yearly',
          department: 'it',
        },
      ],
      tasks: [
        {
          id: catalogueId('task', 'one photos'),
          name: 'one photos',
          description: 'How to one photos.',
          frequency: 'monthly',
          department: 'it',
          automationStatus: 'automated',
        },
      ],
    });
  });
  test('writes nothing when nothing changed, however many servers load the catalogue', async () => {
    await publish('two', '1.0.0', doors('two'));
    const lastUpdate = () =>
      app.database.system
        .selectFrom('control_template')
        .select(({ fn }) => [fn.max('updated_at').as('at'), fn.countAll<number>().as('n')])
        .executeTakeFirstOrThrow();
    const before = await lastUpdate();
    expect(await Promise.all([1, 2, 3].map(() => loadCatalogue(app.database.system, catalogue.value())))).toEqual([false, false, false]);
    expect(await lastUpdate()).toEqual(before);
    expect(
      await app.database.system
        .selectFrom('framework_version')
        .select('id')
        .where('framework_id', '=', catalogueId('framework', 'two'))
        .execute(),
    ).toHaveLength(1);
  });
  test('writes a new catalogue once when several servers start at the same time', async () => {
    await publish('three', '1.0.0', doors('three'));
    const changed = catalogue.value();
    const next = { ...changed, tasks: changed.tasks.map((task) => ({ ...task, description: 'Otherwise.' })) };
    expect((await Promise.all([1, 2, 3].map(() => loadCatalogue(app.database.system, next)))).filter(Boolean)).toHaveLength(1);
  });
  test('updates only the changed rows; a version never changes', async () => {
    const { frameworkId } = await publish('four', '1.0.0', doors('four'));
    const before = await versionsOf(frameworkId);
    const templates = () =>
      app.database.system
        .selectFrom('control_template')
        .select(['id', 'description', 'updated_at as at'])
        .where('name', 'like', 'four %')
        .orderBy('name')
        .execute();
    const [fences, locks] = await templates();
    const content = doors('four');
    await publish('four', '1.0.0', {
      ...content,
      controls: { ...content.controls, 'four locks': { meets: ['R1'], description: 'Better.' } },
    });
    const [fencesNow, locksNow] = await templates();
    expect(fencesNow).toEqual(fences);
    expect(locksNow).toMatchObject({ id: locks?.id, description: 'Better.' });
    expect(await versionsOf(frameworkId)).toEqual(before);
  });
  test('keeps the rows of a newer server when an older server starts', async () => {
    await publish('five', '1.0.0', doors('five'));
    const older = catalogue.value();
    await publish('five', '1.1.0', { ...doors('five'), requirements: { R1: { description: 'New.' }, R2: {} } });
    expect(await loadCatalogue(app.database.system, older)).toBe(false);
    expect(
      await app.database.system
        .selectFrom('platform_requirement')
        .select('description')
        .where('id', '=', catalogueId('requirement', 'five/R1'))
        .executeTakeFirst(),
    ).toEqual({ description: 'New.' });
  });
  test('rejects a control that names an unknown task, and writes nothing', async () => {
    const { frameworkId } = await publish('six', '1.0.0', doors('six'));
    const broken = catalogue.value();
    const controls = broken.controls.map((control) =>
      control.slug === 'six locks' ? { ...control, name: 'Changed', tasks: ['nothing'] } : control,
    );
    await expect(loadCatalogue(app.database.system, { ...broken, controls })).rejects.toThrow('the catalog has no nothing');
    expect(
      await app.database.system
        .selectFrom('control_template')
        .select('name')
        .where('id', '=', catalogueId('control', 'six locks'))
        .executeTakeFirst(),
    ).toEqual({ name: 'six locks' });
    expect(await versionsOf(frameworkId)).toHaveLength(1);
  });
});

describe('records that the catalogue no longer contains', () => {
  test('201 omits removed templates and requirements, even when the version names them (rule 7)', async () => {
    const { frameworkId } = await publish('seven', '1.0.0', doors('seven'));
    await publish('seven', '1.0.0', { requirements: { R1: {} }, controls: { 'seven locks': { meets: ['R1'] } } });
    const { call } = await app.caller();
    const [id = ''] = await adopt(call, frameworkId);
    expect(await detail(call, id)).toMatchObject({
      controls: [{ name: 'seven locks', policies: [], requirementsMapped: { length: 1 } }],
      tasks: [],
      currentVersionId: catalogueId('version', 'seven/1.0.0'),
    });
  });
  test('201 restores records that an update had archived (rule 8)', async () => {
    const { frameworkId } = await publish('eight', '1.0.0', doors('eight'));
    const { call, organization } = await app.caller();
    const [id] = await adopt(call, frameworkId);
    await confirm(call, 'DELETE', `/v1/frameworks/${id}`);
    const archived_at = new Date().toISOString();
    const readArchived = () =>
      within(app.database, organization.id, async (db) => [
        ...(await db.selectFrom('control').select(['id', 'archived_at']).orderBy('id').execute()),
        ...(await db.selectFrom('policy').select(['id', 'archived_at']).execute()),
        ...(await db.selectFrom('task').select(['id', 'archived_at']).execute()),
      ]);
    await within(app.database, organization.id, async (db) => {
      for (const table of ['control', 'policy', 'task'] as const) await db.updateTable(table).set({ archived_at }).execute();
      await db.updateTable('policy').set({ is_archived: true }).execute();
    });
    const before = await readArchived();
    const [readoptedId = ''] = await adopt(call, frameworkId);
    expect(await readArchived()).toEqual(before.map((row) => ({ ...row, archived_at: null })));
    // Only a person can restore what a person archived.
    expect((await detail(call, readoptedId)).controls.flatMap(({ policies }: { policies: object[] }) => policies)).toEqual([]);
  });
  test('400 for a framework that was withdrawn; 200 for an organization that adopted it before (rule 6)', async () => {
    const { frameworkId } = await publish('nine', '1.0.0', doors('nine'));
    const { call } = await app.caller();
    const [id = ''] = await adopt(call, frameworkId);
    await catalogue.withdraw(app.database, 'nine');
    const other = await app.caller();
    expect(await other.call('POST', '/v1/frameworks', { body: { frameworkIds: [frameworkId] } })).toMatchObject({
      status: 400,
      body: { details: { frameworkIds: {} } },
    });
    expect((await other.call('GET', '/v1/frameworks/available')).body.data.map(({ name }: { name: string }) => name)).not.toContain('nine');
    expect(await detail(call, id)).toMatchObject({
      framework: { visible: false },
      controls: [{ name: 'nine fences' }, { name: 'nine locks' }],
      requirementDefinitions: [{ identifier: 'R1' }, { identifier: 'R2' }],
    });
  });
  test('400 for a draft framework, which is neither listed nor published until it is finished (rule 24)', async () => {
    const { frameworkId } = await publish('sketch', '1.0.0', { ...doors('sketch'), draft: true });
    const { call } = await app.caller();
    const add = () => call('POST', '/v1/frameworks', { body: { frameworkIds: [frameworkId] } });
    const listed = async () => (await call('GET', '/v1/frameworks/available')).body.data.map(({ name }: { name: string }) => name);
    expect(await add()).toMatchObject({ status: 400, body: { details: { frameworkIds: {} } } });
    expect(await listed()).not.toContain('sketch');
    expect(await versionsOf(frameworkId)).toEqual([]);
    await publish('sketch', '1.0.0', doors('sketch'));
    expect(await listed()).toContain('sketch');
    expect(await add()).toMatchObject({ status: 201 });
    expect(await versionsOf(frameworkId)).toMatchObject([{ version: '1.0.0' }]);
  });
  test('201 adopts the current catalogue without a version when no version was published (rule 7)', async () => {
    const { frameworkId } = await publish('ten', '1.0.0', doors('ten'));
    await app.database.system.deleteFrom('framework_version').where('framework_id', '=', frameworkId).execute();
    const { call } = await app.caller();
    const [id = ''] = await adopt(call, frameworkId);
    expect(await detail(call, id)).toMatchObject({
      currentVersionId: null,
      controls: [{ name: 'ten fences' }, { name: 'ten locks' }],
      requirementDefinitions: { length: 2 },
    });
    expect((await call('GET', `/v1/frameworks/${id}/update-status`)).body).toMatchObject({
      frameworkName: 'ten',
      currentVersion: null,
      latestVersion: null,
      updateAvailable: false,
    });
    expect((await call('GET', `/v1/frameworks/${id}/update-preview`)).status).toBe(409);
    expect(await call('POST', `/v1/frameworks/${id}/sync`, { body: { targetVersionId: 'fvr_1' } })).toMatchObject({
      status: 409,
      body: { error: 'The framework has no versions' },
    });
  });
});
