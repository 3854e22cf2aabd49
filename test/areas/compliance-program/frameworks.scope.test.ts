/** Chooses which parts of a framework are in scope (frameworks, rule 28). */
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import type { Content } from '../../support/catalogue.ts';
import { invalid } from '../../support/controls.ts';
import { frameworkVersions } from '../../support/framework-versions.ts';
import { addCustom, detail, frameworkId, frameworkRecords } from '../../support/frameworks.ts';
import { within } from '../../support/organization.ts';
import { ownDatabase } from '../../support/own-database.ts';
import { expectProblem } from '../../support/refusals.ts';

const app = startApp(ownDatabase());
const { lastEntry } = frameworkRecords(app);
const { catalogue, sync, rollback, synced } = frameworkVersions(app);

/** One required part and two optional parts; one control serves two of the parts. Names of records start with `p`. */
const content = (p: string): Content => ({
  parts: { base: true, extra: false, rest: false },
  requirements: { R0: {}, R1: { part: 'base' }, R2: { part: 'extra' }, R3: { part: 'rest' } },
  controls: {
    [`${p} general`]: { meets: ['R0'], tasks: [`${p} general`] },
    [`${p} locks`]: { meets: ['R1', 'R2'], policies: [`${p} keys`], tasks: [`${p} photos`] },
    [`${p} pumps`]: { meets: ['R2'], policies: [`${p} keys`, `${p} water`], tasks: [`${p} walk`], forms: ['network-diagram'] },
    [`${p} files`]: { meets: ['R3'], policies: [`${p} paper`], tasks: [`${p} shred`] },
  },
  policies: { [`${p} keys`]: {}, [`${p} water`]: {}, [`${p} paper`]: {} },
  tasks: { [`${p} general`]: {}, [`${p} photos`]: {}, [`${p} walk`]: {}, [`${p} shred`]: {} },
});
let count = 0;
/** Adopts such a framework in a new organization. @param scope all parts if undefined */
async function adoptWithScope(scope?: string[], contentOf = content) {
  const caller = await app.caller();
  const p = `s${(count += 1)}`;
  const { frameworkId: framework } = await catalogue.publish(app.database, p, '1.0.0', contentOf(p));
  const answer = await caller.call('POST', '/v1/frameworks', {
    body: { frameworkIds: [framework], ...(scope && { frameworkScopes: [{ frameworkId: framework, scope }] }) },
  });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  const id: string = answer.body.data[0].id;
  const replace = (parts: string[]) => caller.call('PUT', `/v1/frameworks/${id}/scope`, { body: { scope: parts } });
  const preview = (...parts: string[]) =>
    caller.call('GET', `/v1/frameworks/${id}/scope-preview?${parts.map((part) => `scope=${part}`).join('&')}`);
  const names = async () => {
    const {
      controls,
      tasks,
      requirementDefinitions,
      policyCount,
      taskCount,
      requirementCount,
      scope: current,
    } = await detail(caller.call, id);
    return {
      scope: current,
      controls: controls.map(({ name }: { name: string }) => name.slice(p.length + 1)),
      tasks: tasks.map(({ title }: { title: string }) => title.slice(p.length + 1)),
      excluded: requirementDefinitions.flatMap((requirement: { identifier: string; inScope: boolean }) =>
        requirement.inScope ? [] : requirement.identifier,
      ),
      figures: [requirementCount, controls.length, policyCount, taskCount],
    };
  };
  const rows = () =>
    within(app.database, caller.organization.id, async (db) => ({
      controls: (await db.selectFrom('control').select('name').where('archived_at', 'is', null).orderBy('name').execute()).map(
        ({ name }) => name,
      ),
      policies: (await db.selectFrom('policy').select('name').where('archived_at', 'is', null).orderBy('name').execute()).map(
        ({ name }) => name,
      ),
      maps: (await db.selectFrom('requirement_map').select('id').where('archived_at', 'is', null).execute()).length,
      links: (await db.selectFrom('framework_control_policy').select('id').execute()).length,
    }));
  return { ...caller, p, framework, id, first: answer.body.data[0], replace, preview, names, rows };
}
const complete = (organizationId: string, title: string) =>
  within(app.database, organizationId, (db) => db.updateTable('task').set({ status: 'done' }).where('title', '=', title).execute());
const score = async (call: Awaited<ReturnType<typeof adoptWithScope>>['call'], id: string) =>
  (await call('GET', `/v1/frameworks/${id}`)).body.complianceScore;

describe('addFrameworks', () => {
  test('201 with all parts unless the request names parts, in the order of the framework (rule 28)', async () => {
    expect((await adoptWithScope()).first).toMatchObject({
      scope: ['base', 'extra', 'rest'],
      framework: { parts: [{ id: 'base', name: 'Part base', required: true }, { id: 'extra', required: false }, { id: 'rest' }] },
    });
    expect((await adoptWithScope(['extra', 'base'])).first.scope).toEqual(['base', 'extra']);
  });
  test('201 copies only records that serve a requirement in scope (rules 7, 28)', async () => {
    const { p, names, rows } = await adoptWithScope(['base']);
    expect(await names()).toEqual({
      scope: ['base'],
      controls: ['general', 'locks'],
      tasks: ['general', 'photos'],
      excluded: ['R2', 'R3'],
      figures: [2, 2, 1, 2],
    });
    expect(await rows()).toEqual({ controls: [`${p} general`, `${p} locks`], policies: [`${p} keys`], maps: 2, links: 1 });
  });
  test('201 keeps the scope of a framework that was adopted before', async () => {
    const { call, framework, names } = await adoptWithScope(['base']);
    const answer = await call('POST', '/v1/frameworks', {
      body: { frameworkIds: [framework], frameworkScopes: [{ frameworkId: framework, scope: ['base', 'extra'] }] },
    });
    expect(answer).toMatchObject({ status: 201, body: { data: [{ scope: ['base'] }] } });
    expect(await names()).toMatchObject({ controls: ['general', 'locks'] });
  });
  test('400 for unknown parts, a missing required part, a framework that is not adopted, and a framework without parts', async () => {
    const { call } = await app.caller();
    const { framework } = await adoptWithScope(['base']);
    const custom = await addCustom(call);
    const add = (frameworkScopes: object[]) =>
      call('POST', '/v1/frameworks', { body: { frameworkIds: [framework, custom.customFrameworkId], frameworkScopes } });
    expect(await add([{ frameworkId: framework, scope: ['base', 'cellar'] }])).toMatchObject(
      invalid({ 'frameworkScopes.0.scope': 'must be parts of the framework: base, extra, rest' }),
    );
    expect(await add([{ frameworkId: framework, scope: ['extra'] }])).toMatchObject(
      invalid({ 'frameworkScopes.0.scope': 'must include the required part: base' }),
    );
    expect(await add([{ frameworkId: frameworkId('gdpr'), scope: [] }])).toMatchObject(
      invalid({ 'frameworkScopes.0.frameworkId': 'must be one of frameworkIds' }),
    );
    expect(
      await add([
        { frameworkId: framework, scope: ['base'] },
        { frameworkId: framework, scope: ['base'] },
      ]),
    ).toMatchObject(invalid({ 'frameworkScopes.1.frameworkId': 'must not be named twice' }));
    expect(await add([{ frameworkId: custom.customFrameworkId, scope: ['base'] }])).toMatchObject(
      invalid({ 'frameworkScopes.0.scope': 'must be empty, because the framework has no parts' }),
    );
    expect((await call('GET', '/v1/frameworks')).body.data).toHaveLength(1);
  });
  test('201 for a framework without parts, whose scope is null', async () => {
    const { first } = await adoptWithScope(undefined, (p) => ({ requirements: { R1: {} }, controls: { [`${p} a`]: { meets: ['R1'] } } }));
    expect(first).toMatchObject({ scope: null, framework: { parts: [] } });
  });
});

describe('replaceFrameworkScope', () => {
  test('200 creates the records that adopting the new part would have created (rule 28)', async () => {
    const { id, organization, replace, names, rows } = await adoptWithScope(['base']);
    expect(await replace(['extra', 'base'])).toMatchObject({ status: 200, body: { id, scope: ['base', 'extra'] } });
    expect(await names()).toEqual({
      scope: ['base', 'extra'],
      controls: ['general', 'locks', 'pumps'],
      tasks: ['general', 'photos', 'walk'],
      excluded: ['R3'],
      figures: [3, 3, 2, 3],
    });
    expect(await rows()).toMatchObject({ maps: 4, links: 3 });
    expect(await lastEntry(organization.id)).toMatchObject({
      entity_type: 'framework',
      entity_id: id,
      description: expect.stringContaining('Changed the scope of the framework'),
      data: { changes: { scope: { previous: ['base'], current: ['base', 'extra'] } } },
    });
  });
  test('200 for a narrower scope deletes and archives nothing, but excluded records no longer count (rules 1, 28)', async () => {
    const { call, id, p, organization, replace, names, rows } = await adoptWithScope();
    for (const title of ['general', 'photos']) await complete(organization.id, `${p} ${title}`);
    expect(await score(call, id)).toBe(25);
    const before = await rows();
    await replace(['base']);
    expect(await rows()).toEqual(before);
    expect(await names()).toMatchObject({ controls: ['general', 'locks'], tasks: ['general', 'photos'], figures: [2, 2, 1, 2] });
    expect(await score(call, id)).toBe(67);
    const listed = await call('GET', '/v1/frameworks?includeScores=true');
    expect(listed.body.data[0]).toMatchObject({ scope: ['base'], complianceScore: 67 });
    await replace(['base', 'extra', 'rest']);
    expect(await rows()).toEqual(before);
    expect(await score(call, id)).toBe(25);
  });
  test('200 for the same parts changes nothing, even after a control was deleted', async () => {
    const { call, id, replace, names } = await adoptWithScope(['base', 'extra']);
    const { controls, updatedAt } = await detail(call, id);
    await call('DELETE', `/v1/controls/${controls[2].id}`);
    expect(await replace(['extra', 'base'])).toMatchObject({ status: 200, body: { updatedAt } });
    expect(await names()).toMatchObject({ controls: ['general', 'locks'] });
  });
  test('200 keeps the requirements of an excluded part, with the controls that meet these requirements', async () => {
    const { call, id, replace } = await adoptWithScope();
    await replace(['base']);
    const { requirementDefinitions } = await detail(call, id);
    const excluded = requirementDefinitions.find(({ identifier }: { identifier: string }) => identifier === 'R2');
    expect(excluded).toMatchObject({ inScope: false, part: 'extra', controlCount: 2 });
    expect(await call('GET', `/v1/frameworks/${id}/requirements/${excluded.id}`)).toMatchObject({
      status: 200,
      body: { requirement: { inScope: false }, relatedControls: [{}, {}] },
    });
  });
  test('400 for unknown parts, and for a missing required part', async () => {
    const { replace, preview } = await adoptWithScope();
    for (const ask of [replace, (parts: string[]) => preview(...parts)]) {
      expect(await ask(['base', 'cellar'])).toMatchObject(invalid({ scope: 'must be parts of the framework: base, extra, rest' }));
      expect(await ask(['extra'])).toMatchObject(invalid({ scope: 'must include the required part: base' }));
    }
  });
  test('409 for a framework without parts', async () => {
    const { call } = await app.caller();
    const { id } = await addCustom(call);
    const conflict = { status: 409, body: { code: 'framework_without_parts' } };
    expect(await call('PUT', `/v1/frameworks/${id}/scope`, { body: { scope: [] } })).toMatchObject(conflict);
    expect(await call('GET', `/v1/frameworks/${id}/scope-preview?scope=base`)).toMatchObject(conflict);
    await expectProblem(call, 'PUT', `/v1/frameworks/${id}/scope`, 409, { scope: [] });
    await expectProblem(call, 'GET', `/v1/frameworks/${id}/scope-preview?scope=base`, 409);
  });
});

describe('previewFrameworkScope', () => {
  test('200 with the records that a wider scope adds, and with the resulting score', async () => {
    const { call, id, p, organization, preview, replace } = await adoptWithScope(['base']);
    await complete(organization.id, `${p} photos`);
    const { status, body } = await preview('base', 'extra');
    const expectedAdditions = (...names: string[]) => ({ added: names.map((name) => expect.objectContaining({ name: `${p} ${name}` })) });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        scope: ['base', 'extra'],
        requirements: { added: [{ identifier: 'R2', name: 'R2' }], excluded: [] },
        controls: expectedAdditions('pumps'),
        policies: expectedAdditions('water'),
        tasks: expectedAdditions('walk'),
        orphaned: { controls: [], policies: [], tasks: [] },
        complianceScore: { before: 33, after: 17 },
      },
    });
    expect(body.controls.added[0].id).toMatch(/^frk_ct_/);
    expect(await score(call, id)).toBe(33);
    await replace(['base', 'extra']);
    expect(await score(call, id)).toBe(17);
  });
  test('200 with the work that a narrower scope orphans, except work that other requirements in scope need', async () => {
    const { call, id, p, preview, replace } = await adoptWithScope();
    const custom = await addCustom(call);
    const requirement = await call('POST', `/v1/frameworks/${custom.id}/requirements`, {
      body: { name: 'Files', identifier: 'F', description: '' },
    });
    const { controls } = await detail(call, id);
    const files = controls.find(({ name }: { name: string }) => name === `${p} files`);
    const { body } = await preview('base');
    const expectedRecords = (...names: string[]) => names.map((name) => expect.objectContaining({ name: `${p} ${name}` }));
    expect(body).toMatchObject({
      requirements: { added: [], excluded: [{ identifier: 'R2' }, { identifier: 'R3' }] },
      controls: { added: [] },
      orphaned: {
        controls: expectedRecords('files', 'pumps'),
        policies: expectedRecords('paper', 'water'),
        tasks: expectedRecords('shred', 'walk'),
      },
    });
    await call('POST', `/v1/frameworks/${custom.id}/requirements/${requirement.body.id}/controls/link`, {
      body: { controlIds: [files.id] },
    });
    const secondPreview = (await preview('base')).body;
    expect(secondPreview.orphaned).toMatchObject({
      controls: expectedRecords('pumps'),
      policies: expectedRecords('water'),
      tasks: expectedRecords('walk'),
    });
    await replace(['base']);
    expect(await score(call, id)).toBe(secondPreview.complianceScore.after);
    // Records of a part that returns to the scope are not created again.
    expect((await preview('base', 'extra', 'rest')).body).toMatchObject({
      requirements: { added: [{ identifier: 'R2' }, { identifier: 'R3' }] },
      controls: { added: [] },
      policies: { added: [] },
      tasks: { added: [] },
    });
  });
});

describe('syncFramework', () => {
  /** The next version removes the pumps, and adds an optional part (attic) and a required part (cellar). */
  const next = (p: string): Content => ({
    ...content(p),
    parts: { base: true, extra: false, rest: false, attic: false, cellar: true },
    requirements: {
      R0: {},
      R1: { part: 'base' },
      R2: { part: 'extra' },
      R3: { part: 'rest' },
      R4: { part: 'attic' },
      R5: { part: 'cellar' },
    },
    controls: {
      [`${p} locks`]: { meets: ['R1', 'R2'], policies: [`${p} keys`], tasks: [`${p} photos`] },
      [`${p} files`]: { meets: ['R3'], policies: [`${p} paper`], description: 'Better files.' },
      [`${p} roof`]: { meets: ['R4'], tasks: [`${p} roof`] },
      [`${p} drain`]: { meets: ['R5'], tasks: [`${p} drain`] },
    },
    policies: { [`${p} keys`]: {}, [`${p} paper`]: {} },
    tasks: { [`${p} photos`]: {}, [`${p} roof`]: {}, [`${p} drain`]: {} },
  });
  test('200 keeps the scope, creates nothing for excluded parts, and adds a new part only if the part is required (rule 28)', async () => {
    const { call, p, id, names } = await adoptWithScope(['base']);
    const { versionId } = await catalogue.publish(app.database, p, '1.1.0', next(p));
    const { body } = await call('GET', `/v1/frameworks/${id}/update-preview`);
    expect(body.controls.added).toMatchObject([{ name: `${p} drain` }]);
    expect(body.controls.archived).toMatchObject([{ manifest: { name: `${p} general` } }]);
    const operation = await synced(call, id, versionId);
    expect(await names()).toMatchObject({ scope: ['base', 'cellar'], controls: ['drain', 'locks'], excluded: ['R2', 'R3', 'R4'] });
    expect(await rollback(call, id, operation)).toMatchObject({ status: 200 });
    expect(await names()).toMatchObject({ scope: ['base'], controls: ['general', 'locks'], excluded: ['R2', 'R3'] });
  });
  test('200 leaves the records of an excluded part unchanged when the new version changes or removes the records', async () => {
    const { call, p, id, organization, replace } = await adoptWithScope();
    await replace(['base']);
    const { versionId } = await catalogue.publish(app.database, p, '1.1.0', next(p));
    expect(await sync(call, id, versionId)).toMatchObject({ status: 200 });
    const controls = await within(app.database, organization.id, (db) =>
      db.selectFrom('control').select(['name', 'description', 'archived_at']).orderBy('name').execute(),
    );
    expect(controls).toEqual([
      { name: `${p} drain`, description: `Text of ${p} drain.`, archived_at: null },
      { name: `${p} files`, description: `Text of ${p} files.`, archived_at: null },
      { name: `${p} general`, description: `Text of ${p} general.`, archived_at: expect.any(String) },
      { name: `${p} locks`, description: `Text of ${p} locks.`, archived_at: null },
      { name: `${p} pumps`, description: `Text of ${p} pumps.`, archived_at: null },
    ]);
  });
  test('200 includes all parts when a version is the first version with parts', async () => {
    const { call, p, id, names } = await adoptWithScope(undefined, (prefix) => {
      const { parts: _parts, requirements, ...otherContent } = content(prefix);
      return { ...otherContent, requirements: Object.fromEntries(Object.keys(requirements).map((identifier) => [identifier, {}])) };
    });
    expect(await names()).toMatchObject({ scope: null });
    const { versionId } = await catalogue.publish(app.database, p, '1.1.0', content(p));
    expect(await names()).toMatchObject({ scope: null, excluded: [], figures: [4, 4, 3, 4] });
    const operation = await synced(call, id, versionId);
    expect(await names()).toMatchObject({ scope: ['base', 'extra', 'rest'], excluded: [], figures: [4, 4, 3, 4] });
    await rollback(call, id, operation);
    expect(await names()).toMatchObject({ scope: null });
  });
});
