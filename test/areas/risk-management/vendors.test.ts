/** Creating, listing and updating vendors. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { allPages, startApp } from '../../support/app.ts';
import { notFound } from '../../support/controls.ts';
import { newApiKey, newMember } from '../../support/organization.ts';
import { expectProblem, expectError } from '../../support/refusals.ts';
import { invalid } from '../../support/risks.ts';
import { addVendor, namesOf, read, vendor } from '../../support/vendors.ts';

const app = startApp();
const noParticipant = ['must be an active member who takes part in compliance work'];
const vendorNotFound = notFound('Vendor');

describe('creating and reading', () => {
  test('201 returns the defaults, and reading the vendor returns the same (rule 1)', async () => {
    const { call, organization } = await app.caller();
    const answer = await call('POST', '/v1/vendors', { body: { ...vendor, name: ` ${vendor.name} ` } });
    expect(answer, answer.text).toMatchObject({ status: 201 });
    const unrated = { raw: 1, score: 1, level: 'very_low', levelLabel: 'Very low' };
    const time = expect.stringMatching(/Z$/);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^vnd_[0-9a-f]{24}$/),
      organizationId: organization.id,
      ...vendor,
      category: 'other',
      status: 'assessed',
      inherentProbability: 'very_unlikely',
      inherentImpact: 'insignificant',
      residualProbability: 'very_unlikely',
      residualImpact: 'insignificant',
      inherentRating: unrated,
      residualRating: unrated,
      treatmentType: 'mitigate',
      treatmentStrategyDescription: null,
      strategyDescriptions: {},
      website: null,
      isSubProcessor: false,
      assigneeId: null,
      assignee: null,
      tasks: [],
      logoUrl: null,
      showOnTrustPortal: false,
      trustPortalOrder: null,
      complianceBadges: null,
      riskAssessmentData: null,
      riskAssessmentVersion: null,
      riskAssessmentUpdatedAt: null,
      reviewDueAt: null,
      externalId: null,
      createdAt: time,
      updatedAt: time,
      version: expect.any(Number),
    });
    expect(answer.headers.get('location')).toBe(`/v1/vendors/${answer.body.id}`);
    expect(await read(call, answer.body.id)).toEqual(answer.body);
  });

  test('201 stores every sent field, including the owner', async () => {
    const { call, organization } = await app.caller();
    const ada = await newMember(app.database, organization.id, ['admin'], { name: 'Ada Marsh' });
    const sentFields = {
      category: 'cloud',
      inherentProbability: 'likely',
      inherentImpact: 'severe',
      residualProbability: 'possible',
      residualImpact: 'major',
      treatmentType: 'transfer',
      treatmentStrategyDescription: 'An insurance covers it.',
      isSubProcessor: true,
      assigneeId: ada.id,
    };
    expect(await addVendor(call, { ...sentFields, website: '', reviewDueAt: '2027-01-31' })).toMatchObject({
      ...sentFields,
      website: null,
      assignee: { id: ada.id, user: { name: 'Ada Marsh' } },
      strategyDescriptions: { transfer: 'An insurance covers it.' },
      inherentRating: { raw: 20, score: 8, level: 'high', levelLabel: 'High' },
      residualRating: { raw: 12, score: 5, level: 'medium' },
      reviewDueAt: '2027-01-31T00:00:00.000Z',
    });
  });

  test('400 for missing, blank or unknown values and invalid websites (rules 4 and 13)', async () => {
    const { call, organization } = await app.caller();
    const inactive = await newMember(app.database, organization.id, ['admin'], { active: false });
    const { id } = await addVendor(call);
    const create = (body: object) => call('POST', '/v1/vendors', { body: { ...vendor, ...body } });
    for (const [field, value] of [
      ['name', ' '],
      ['description', ''],
      ['category', 'paper'],
      ['status', 'done'],
      ['website', 'www.example.com'],
      ['website', 'ftp://example.com'],
      ['website', 'http://'],
      ['inherentImpact', 5],
      ['treatmentType', 'ignore'],
      ['reviewDueAt', 'soon'],
    ] as const)
      expect(await create({ [field]: value }), field).toMatchObject({ status: 400, body: { details: { [field]: expect.anything() } } });
    for (const assigneeId of ['mem_x', inactive.id]) {
      const details = { assigneeId: { _errors: noParticipant } };
      expect(await create({ assigneeId })).toMatchObject(invalid(details));
      expect(await call('PATCH', `/v1/vendors/${id}`, { body: { assigneeId } })).toMatchObject(invalid(details));
    }
    const noWebsite = { website: { _errors: ['must be an address that begins with http:// or https://'] } };
    for (const website of ['https://[x', 'www.example.com', 'ftp://example.com'])
      expect(await create({ website }), website).toMatchObject(invalid(noWebsite));
    expect(await create({ website: 'HTTPS://Example.COM' })).toMatchObject({
      status: 201,
      body: { website: 'HTTPS://Example.COM', status: 'in_progress' },
    });
    expect(await call('PATCH', `/v1/vendors/${id}`, { body: { website: 'https://[x' } })).toMatchObject(invalid(noWebsite));
    await expectProblem(call, 'POST', '/v1/vendors', 400, {});
    await expectProblem(call, 'PATCH', `/v1/vendors/${id}`, 400, { name: '' });
  });

  test('404 for a vendor that does not exist or belongs to another organization, from every operation (rule 1)', async () => {
    const [{ inPerson: call }, other] = [await app.caller(), await app.caller()];
    const { id: otherVendorId } = await addVendor(other.call);
    for (const id of [otherVendorId, newId('vnd')])
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', '', {}],
        ['DELETE', '', undefined],
        ['GET', '/assessments', undefined],
        ['POST', '/assessments', {}],
        ['GET', '/acceptances', undefined],
        ['POST', '/acceptances', {}],
        ['PUT', '/tasks', { taskIds: [] }],
        ['GET', '/contacts', undefined],
        ['POST', '/contacts', { name: 'x', email: 'x@example.com' }],
        ['PATCH', `/contacts/${newId('vct')}`, {}],
        ['DELETE', `/contacts/${newId('vct')}`, undefined],
      ] as const) {
        expect(await call(method, `/v1/vendors/${id}${path}`, { body }), `${method} ${path}`).toMatchObject(vendorNotFound);
        await expectProblem(call, method, `/v1/vendors/${id}${path}`, 404, body);
      }
  });

  test('403 without the permission; auditors can read all vendors, employees none (rule 12)', async () => {
    const { call, organization } = await app.caller();
    const { id } = await addVendor(call);
    const [auditor, employee] = [await app.session(organization, ['auditor']), await app.session(organization, ['employee'])];
    expect(await namesOf(auditor.call)).toEqual([vendor.name]);
    expect(await auditor.call('PATCH', `/v1/vendors/${id}`, { body: {} })).toMatchObject({ status: 403 });
    for (const path of ['', `/${id}`, '/catalog', `/${id}/contacts`])
      expect(await employee.call('GET', `/v1/vendors${path}`)).toMatchObject({
        status: 403,
        body: { error: expect.stringContaining('Missing permission') },
      });
  });
});

describe('the list', () => {
  test('200 filters, sorts and pages the vendors, and omits the fields that are returned only for a single vendor', async () => {
    const { call, organization } = await app.caller();
    const ada = await newMember(app.database, organization.id, ['admin']);
    await addVendor(call, { name: 'Beta', category: 'hr', status: 'not_assessed', reviewDueAt: '2026-01-01' });
    await addVendor(call, { name: 'Alpha', description: 'Needles in 50% of_hay.', isSubProcessor: true, assigneeId: ada.id });
    const { id } = await addVendor(call, { name: 'Gamma', category: 'cloud' });
    await call('PATCH', `/v1/vendors/${id}`, { body: { status: 'not_assessed' } });
    expect(await namesOf(call)).toEqual(['Gamma', 'Alpha', 'Beta']);
    expect(await namesOf(call, '?sortBy=name&sortOrder=asc')).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(await namesOf(call, '?sortBy=updatedAt')).toEqual(['Gamma', 'Alpha', 'Beta']);
    expect((await namesOf(call, '?sortBy=status&sortOrder=desc'))[0]).toBe('Gamma');
    expect(await namesOf(call, '?category=hr&category=cloud&sortBy=name&sortOrder=asc')).toEqual(['Beta', 'Gamma']);
    expect(await namesOf(call, '?status=not_assessed')).toEqual(['Gamma']);
    expect(await namesOf(call, '?isSubProcessor=true')).toEqual(['Alpha']);
    expect(await namesOf(call, '?isSubProcessor=false&sortBy=name&sortOrder=asc')).toEqual(['Beta', 'Gamma']);
    expect(await namesOf(call, `?assigneeId=${ada.id}`)).toEqual(['Alpha']);
    expect(await namesOf(call, '?search=50%25%20of_')).toEqual(['Alpha']);
    expect(await namesOf(call, '?search=GAM')).toEqual(['Gamma']);
    expect(await namesOf(call, '?reviewDueAtBefore=2026-01-01')).toEqual(['Beta']);
    const pages = await allPages(call, '/v1/vendors?limit=2&count=true');
    expect(pages.map(({ data, totalCount }) => [data.length, totalCount])).toEqual([
      [2, 3],
      [1, 3],
    ]);
    const [item] = pages[0]?.data ?? [];
    for (const field of ['description', 'tasks', 'strategyDescriptions', 'riskAssessmentData']) expect(item).not.toHaveProperty(field);
    expect(item).toMatchObject({ taskCount: 0 });
    expect(await call('GET', '/v1/vendors?status=open')).toMatchObject({ status: 400 });
    await expectProblem(call, 'GET', '/v1/vendors?limit=0', 400);
  });

  test('200 returns the catalog sorted by name, the same for every organization (rule 21)', async () => {
    const { call } = await app.caller();
    const catalog = (await call('GET', '/v1/vendors/catalog?limit=250')).body.data;
    expect(catalog.length).toBeGreaterThan(30);
    const names: string[] = catalog.map(({ companyName }: { companyName: string }) => companyName);
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
    expect(new Set(catalog.map(({ website }: { website: string }) => new URL(website).origin)).size).toBe(catalog.length);
    expect(
      (await call('GET', '/v1/vendors/catalog?search=GIT')).body.data.map(({ companyName }: { companyName: string }) => companyName),
    ).toEqual(['DigitalOcean', 'GitHub', 'GitLab']);
    const pages = await allPages(call, '/v1/vendors/catalog?search=git&limit=2&count=true');
    expect(pages.map(({ data, totalCount }) => [data.length, totalCount])).toEqual([
      [2, 3],
      [1, 3],
    ]);
    for (const { securityCertifications, securityPageUrl } of catalog)
      if (securityCertifications.length) expect(securityPageUrl).not.toBeNull();
    expect(await call('GET', '/v1/vendors/catalog?search=')).toMatchObject({ status: 400 });
    await expectProblem(call, 'GET', '/v1/vendors/catalog?limit=0', 400);
  });
});

describe('updating', () => {
  test('200 changes the sent fields; an empty body changes nothing, and an empty website is ignored', async () => {
    const { call } = await app.caller();
    const created = await addVendor(call, { website: 'http://localhost' });
    const update = (body: object) => call('PATCH', `/v1/vendors/${created.id}`, { body });
    const { updatedAt, version, ...unchanged } = created;
    expect((await update({})).body).toMatchObject(unchanged);
    expect((await update({ website: '' })).body.website).toBe('http://localhost');
    expect((await update({ website: null, description: '', name: ' New ', status: 'not_assessed' })).body).toMatchObject({
      website: null,
      description: '',
      name: 'New',
      status: 'not_assessed',
    });
    const after = await read(call, created.id);
    expect([after.updatedAt > updatedAt, after.version > version]).toEqual([true, true]);
  });

  test('200 keeps the text of each treatment strategy (rule 2)', async () => {
    const { call } = await app.caller();
    const { id } = await addVendor(call, { treatmentStrategyDescription: 'Two regions.' });
    const update = async (body: object) => (await call('PATCH', `/v1/vendors/${id}`, { body })).body;
    expect(await update({ treatmentType: 'accept' })).toMatchObject({
      treatmentStrategyDescription: null,
      strategyDescriptions: { mitigate: 'Two regions.' },
    });
    expect(await update({ treatmentStrategyDescription: 'Small.' })).toMatchObject({
      treatmentType: 'accept',
      strategyDescriptions: { accept: 'Small.', mitigate: 'Two regions.' },
    });
    expect(await update({ treatmentType: 'mitigate' })).toMatchObject({ treatmentStrategyDescription: 'Two regions.' });
    expect(await update({ treatmentType: 'avoid', treatmentStrategyDescription: 'Leave.' })).toMatchObject({
      treatmentStrategyDescription: 'Leave.',
    });
    expect((await update({ treatmentStrategyDescription: '' })).strategyDescriptions).toEqual({
      accept: 'Small.',
      mitigate: 'Two regions.',
    });
    await update({ treatmentType: 'accept', treatmentStrategyDescription: null });
    expect((await read(call, id)).strategyDescriptions).toEqual({ mitigate: 'Two regions.' });
  });

  test('200 returns levels computed with the bands of the organization (rule 3)', async () => {
    const { call } = await app.caller();
    const { id } = await addVendor(call, { inherentProbability: 'very_likely', inherentImpact: 'severe' });
    expect((await read(call, id)).inherentRating).toEqual({ raw: 25, score: 10, level: 'very_high', levelLabel: 'Very high' });
    await call('PUT', '/v1/risks/rating-bands', { body: { veryLow: 6, low: 7, medium: 8, high: 9 } });
    await call('PATCH', `/v1/vendors/${id}`, { body: { inherentProbability: 'possible' } });
    expect((await read(call, id)).inherentRating).toEqual({ raw: 15, score: 6, level: 'very_low', levelLabel: 'Very low' });
  });

  test('409 for an external id that another vendor has', async () => {
    const { call } = await app.caller();
    await addVendor(call, { externalId: 'A-1' });
    const { id } = await addVendor(call, { name: 'Other' });
    await expectError(call, 'PATCH', `/v1/vendors/${id}`, 409, { externalId: 'A-1' });
  });
  test('412 for a vendor that has changed since it was read', async () => {
    const { call } = await app.caller();
    const { id } = await addVendor(call);
    const etag = (await call('GET', `/v1/vendors/${id}`)).headers.get('etag') ?? '';
    const update = (ifMatch: string) => call('PATCH', `/v1/vendors/${id}`, { body: { name: 'New' }, headers: { 'If-Match': ifMatch } });
    expect(await update(etag)).toMatchObject({ status: 200 });
    expect(await update(etag)).toMatchObject({ status: 412 });
    expect(await call('GET', `/v1/vendors/${id}`, { headers: { 'If-None-Match': '"x"' } })).toMatchObject({ status: 200 });
  });

  test('200 returns no owner after the member was removed or deactivated (rule 11)', async () => {
    const { call, inPerson, organization } = await app.caller();
    const [ada, chen] = [
      await newMember(app.database, organization.id, ['admin']),
      await newMember(app.database, organization.id, ['admin']),
    ];
    const [first, second] = [await addVendor(call, { assigneeId: ada.id }), await addVendor(call, { assigneeId: chen.id })];
    await app.database.system.deleteFrom('member').where('id', '=', ada.id).execute();
    expect(await inPerson('DELETE', `/v1/people/${chen.id}`)).toMatchObject({ status: 204 });
    for (const { id } of [first, second]) expect(await read(call, id)).toMatchObject({ assigneeId: null, assignee: null });
  });
});

test('200 returns null as the number of tasks when the caller cannot read tasks (rule 28)', async () => {
  const { call, organization } = await app.caller();
  await addVendor(call);
  const listAs = async (...scopes: string[]) => {
    const { key } = await newApiKey(app.database, organization.id, { scopes, created_by_member_id: organization.owner.id });
    return (await app.call('GET', '/v1/vendors', { key })).body.data;
  };
  expect(await listAs('vendor:read')).toMatchObject([{ taskCount: null }]);
  expect(await listAs('vendor:read', 'task:read')).toMatchObject([{ taskCount: 0 }]);
});
