/** Files of the trust portal: the favicon, documents and badges. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { allPages, type Caller, startApp } from '../../support/app.ts';
import { expectError } from '../../support/refusals.ts';
import { keysOf, uploaded } from '../../support/uploads.ts';

const app = startApp();
const urlOf = (path: string) => `/v1/trust-portal/${path}`;
const base64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64');
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const icon = { fileName: 'favicon.png', fileType: 'image/png', fileData: png };
const pdf = { fileName: 'ISO 27001.pdf', fileType: 'application/pdf', fileData: base64('%PDF-1.7\nfirst') };
const fetchLink = (link: string) => fetch(link.replace(/^https?:\/\/[^/]+/, app.base));
const portalFiles = async ({ organization }: Caller) =>
  (await keysOf(app.ports.files, organization.id)).filter((key) => key.includes('/trust-portal/'));
const settings = async ({ call }: Caller) => (await call('GET', urlOf('settings'))).body;
const lastDescriptions = async ({ call }: Caller, count: number) =>
  (await call('GET', `/v1/audit-logs?entityType=trust&limit=${count}`)).body.data.map(({ description }: { description: string }) =>
    description.replace(/ \[via .*/, ''),
  );
async function addFramework({ call, organization }: Caller, name = 'Customer annex') {
  const answer = await call('POST', '/v1/frameworks/custom', { body: { name, description: 'What customers ask for' } });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return (
    await app.database.system
      .selectFrom('custom_framework')
      .select('id')
      .where('organization_id', '=', organization.id)
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
  ).id;
}

describe('favicon', () => {
  test.each([
    ['favicon.png', 'image/png', png, 'image/png'],
    ['favicon.ico', 'image/x-icon', base64(Buffer.from('00000100010010100000', 'hex')), 'image/x-icon'],
    ['favicon', 'image/vnd.microsoft.icon', base64(Buffer.from('00000100010010100000', 'hex')), 'image/x-icon'],
    ['favicon.svg', 'image/svg+xml', base64('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
  ])(
    '201 returns a link to %s of the type %s, and 204 for repeated deletion (rule 8)',
    async (fileName, fileType, fileData, servedType) => {
      const caller = await app.caller();
      const answer = await caller.call('POST', urlOf('favicon'), { body: { fileName, fileType, fileData } });
      expect(answer, answer.text).toMatchObject({ status: 201 });
      expect(answer.headers.get('location')).toBe(urlOf('settings'));
      expect(await settings(caller)).toMatchObject({
        faviconUrl: expect.stringContaining('signature='),
        isConfigured: true,
        status: 'draft',
      });
      const served = await fetchLink(answer.body.faviconUrl);
      expect([served.status, served.headers.get('content-type')?.split(';')[0]]).toEqual([200, servedType]);
      expect(served.headers.get('content-security-policy')).toContain('sandbox');
      await caller.call('POST', urlOf('favicon'), { body: icon });
      expect(await portalFiles(caller)).toHaveLength(1);
      for (let times = 0; times < 2; times += 1) expect(await caller.call('DELETE', urlOf('favicon'))).toMatchObject({ status: 204 });
      expect(await settings(caller)).toMatchObject({ faviconUrl: null, isConfigured: false });
      expect(await portalFiles(caller)).toEqual([]);
      expect(await lastDescriptions(caller, 1)).toEqual(['Deleted favicon']);
    },
  );
  test('201 stores a drawing without its unsafe parts (rule 8)', async () => {
    const { call } = await app.caller();
    const shape = '<path fill="#123456" d="M0 0h16v16z"></path>';
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg">${shape}<image href="//evil.example/x"/><foreignObject/></svg>`;
    const answer = await call('POST', urlOf('favicon'), {
      body: { fileName: 'favicon.svg', fileType: 'image/svg+xml', fileData: base64(drawing) },
    });
    expect(answer, answer.text).toMatchObject({ status: 201 });
    const storedSvg = await (await fetchLink(answer.body.faviconUrl)).text();
    expect(storedSvg).toContain(shape);
    expect(storedSvg).not.toMatch(/foreign|evil/);
  });
  test.each([
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '<svg xmlns="http://www.w3.org/2000/svg"><a href="javascript:alert(1)"><path d="M0 0h1v1z"/></a></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><iframe src="https://elsewhere.example/"/></svg>',
  ])('422 for a drawing with active content, as for the logo: %s', async (drawing) => {
    const { call } = await app.caller();
    const body = { fileName: 'favicon.svg', fileType: 'image/svg+xml', fileData: base64(drawing) };
    for (const path of [urlOf('favicon'), '/v1/organization/logo'])
      expect(await call('POST', path, { body }), path).toMatchObject({ status: 422, body: { code: 'file_has_active_content' } });
  });
  test.each([
    [400, { ...icon, fileData: '' }],
    [400, { ...icon, fileData: '%%%%' }],
    [400, { fileName: 'favicon.png', fileType: 'image/png' }],
    [413, { ...icon, fileData: base64(Buffer.alloc(100 * 1024 + 1)) }],
    [415, { ...icon, fileType: 'image/gif' }],
    [415, { ...icon, fileName: 'favicon.exe' }],
    [422, { ...icon, fileType: 'image/x-icon' }],
    [
      422,
      { ...icon, fileType: 'image/x-icon', fileData: base64(Buffer.concat([Buffer.from('00000100', 'hex'), Buffer.from('<script>')])) },
    ],
    [422, { ...icon, fileType: 'image/svg+xml', fileData: base64('<svg/><!DOCTYPE svg [<!ENTITY a "b">]><!DOCTYPE svg>') }],
  ])('%i for a file that cannot be a favicon (rule 8)', async (status, body) => {
    const { call } = await app.caller();
    await expectError(call, 'POST', urlOf('favicon'), status, body);
  });
});

describe('documents', () => {
  const add = ({ call }: Caller, body: object = {}) => call('POST', urlOf('documents'), { body: { ...pdf, ...body } });

  test('201, 200 and 204 for creating, changing and deleting a document, and then 404', async () => {
    const caller = await app.caller();
    const { call } = caller;
    const created = await add(caller, { fileName: ' Summary.pdf ', description: ' Of the test ' });
    expect(created, created.text).toMatchObject({
      status: 201,
      body: { id: expect.stringMatching(/^tdoc_/), name: 'Summary.pdf', description: 'Of the test', fileSize: 14, isActive: true },
    });
    const path = urlOf(`documents/${created.body.id}`);
    expect(await settings(caller)).toMatchObject({ isConfigured: true });
    expect(await call('PATCH', path, { body: { name: ' New.pdf ' } })).toMatchObject({
      status: 200,
      body: { name: 'New.pdf', description: 'Of the test' },
    });
    expect(await call('PATCH', path, { body: { description: ' ' } })).toMatchObject({ body: { name: 'New.pdf', description: null } });
    const link = await call('GET', `${path}/download`);
    expect(link).toMatchObject({ status: 200, body: { fileName: 'New.pdf', fileSize: 14, expiresIn: 900 } });
    const file = await fetchLink(link.body.downloadUrl);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="New.pdf"');
    expect(await call('DELETE', path)).toMatchObject({ status: 204 });
    expect(await portalFiles(caller)).toEqual([]);
    expect((await call('GET', urlOf('documents'))).body.data).toEqual([]);
    for (const [method, tail, body] of [
      ['PATCH', '', { name: 'x' }],
      ['GET', '/download', undefined],
      ['DELETE', '', undefined],
    ] as const)
      expect(await call(method, `${path}${tail}`, { body }), method).toMatchObject({ status: 404 });
    expect(await lastDescriptions(caller, 5)).toEqual([
      'Deleted trust document',
      'Downloaded trust document New.pdf',
      'Updated trust document',
      'Updated trust document',
      'Uploaded trust document',
    ]);
    expect(await settings(caller)).toMatchObject({ isConfigured: false });
  });
  test('201 accepts the key of an upload, and pages list the newest document first', async () => {
    const caller = await app.caller();
    const { call } = caller;
    await add(caller, { fileName: 'one.pdf' });
    const fileKey = await uploaded(app.base, call, Buffer.from('text'), {
      purpose: 'document',
      fileName: 'two.txt',
      fileType: 'text/plain',
    });
    expect(await call('POST', urlOf('documents'), { body: { fileName: 'two.txt', fileType: 'text/plain', fileKey } })).toMatchObject({
      status: 201,
    });
    const pages = await allPages(call, `${urlOf('documents')}?limit=1&count=true`);
    expect(pages.map(({ data, totalCount }) => [data[0].name, totalCount])).toEqual([
      ['two.txt', 2],
      ['one.pdf', 2],
    ]);
  });
  test.each([
    [400, { fileData: undefined }],
    [400, { fileData: 'x' }],
    [400, { fileKey: 'x' }],
    [400, { description: 'x'.repeat(1001) }],
    [415, { fileName: 'setup.exe' }],
    [415, { fileType: 'application/x-sh' }],
    [422, { fileType: 'image/png' }],
    [422, { fileType: 'text/html', fileData: base64('<script>') }],
  ])('%i for a document with %j', async (status, body) => {
    const { call } = await app.caller();
    await expectError(call, 'POST', urlOf('documents'), status, { ...pdf, ...body });
  });
  test.each([
    [400, '.'],
    [400, '..'],
    [400, 'a\r\nb.pdf'],
    [400, 'a\u202efdp.exe'],
    [415, 'setup.exe'],
    [415, 'x/../../y.bat'],
    [415, 'setup.exe\u200b'],
  ])('%i for the new name %j, and keeps the old name', async (status, name) => {
    const caller = await app.caller();
    const { id } = (await add(caller)).body;
    await expectError(caller.call, 'PATCH', urlOf(`documents/${id}`), status, { name });
    expect((await caller.call('GET', urlOf('documents'))).body.data).toMatchObject([{ id, name: pdf.fileName }]);
  });
  test('400 for an update without fields, and 404 for a document of another organization', async () => {
    const [caller, stranger] = [await app.caller(), await app.caller()];
    const { id } = (await add(stranger)).body;
    await expectError(caller.call, 'PATCH', urlOf(`documents/${id}`), 400, {});
    await expectError(caller.call, 'PATCH', urlOf(`documents/${id}`), 404, { name: 'x' });
    await expectError(caller.call, 'DELETE', urlOf(`documents/${id}`), 404);
    await expectError(caller.call, 'GET', urlOf(`documents/${id}/download`), 404);
  });
});

describe('custom frameworks', () => {
  const badge = { fileName: 'annex.png', fileType: 'image/png', fileData: png };

  test('200 lists every custom framework, sorted by name and hidden until configured', async () => {
    const caller = await app.caller();
    const { call } = caller;
    const [betaId, alphaId] = [await addFramework(caller, 'Beta'), await addFramework(caller, 'Alpha')];
    expect((await call('GET', urlOf('custom-frameworks'))).body.data).toEqual(
      [
        [alphaId, 'Alpha'],
        [betaId, 'Beta'],
      ].map(([customFrameworkId, name]) => ({
        customFrameworkId,
        name,
        description: 'What customers ask for',
        enabled: false,
        status: 'started',
        hasCertificate: false,
        certificateFileName: null,
        badgeUrl: null,
      })),
    );
    const path = urlOf(`custom-frameworks/${alphaId}`);
    expect(await call('PATCH', path, { body: { status: 'in_progress' } })).toMatchObject({
      status: 200,
      body: { enabled: true, status: 'in_progress' },
    });
    expect(await call('PATCH', path, { body: { enabled: false } })).toMatchObject({ body: { enabled: false, status: 'in_progress' } });
    expect(await call('PATCH', path, { body: { status: 'compliant' } })).toMatchObject({ body: { enabled: false, status: 'compliant' } });
    expect(await lastDescriptions(caller, 1)).toEqual(['Updated Alpha on the trust portal']);
  });
  test('201 adds a badge without showing the framework, and 204 removes the badge', async () => {
    const caller = await app.caller();
    const { call } = caller;
    const path = urlOf(`custom-frameworks/${await addFramework(caller)}`);
    await expectError(call, 'DELETE', `${path}/badge`, 404);
    const answer = await call('POST', `${path}/badge`, { body: badge });
    expect(answer, answer.text).toMatchObject({ status: 201 });
    expect(answer.headers.get('location')).toBe(urlOf('custom-frameworks'));
    const secondsLeft = Number(new URL(answer.body.badgeUrl).searchParams.get('expires')) - Date.now() / 1000;
    expect(secondsLeft).toBeGreaterThan(86_390);
    expect((await fetchLink(answer.body.badgeUrl)).status).toBe(200);
    await call('POST', `${path}/badge`, { body: badge });
    expect(await portalFiles(caller)).toHaveLength(1);
    expect((await call('GET', urlOf('custom-frameworks'))).body.data).toMatchObject([
      { enabled: false, badgeUrl: expect.stringContaining('signature=') },
    ]);
    for (let times = 0; times < 2; times += 1) expect(await call('DELETE', `${path}/badge`)).toMatchObject({ status: 204 });
    expect(await portalFiles(caller)).toEqual([]);
  });
  test.each([
    [400, { fileData: '' }],
    [413, { fileData: base64(Buffer.alloc(256 * 1024 + 1)) }],
    [415, { fileType: 'image/svg+xml' }],
    [422, { fileType: 'image/webp' }],
  ])('%i for a file that cannot be a badge (rule 8)', async (status, body) => {
    const caller = await app.caller();
    await expectError(caller.call, 'POST', urlOf(`custom-frameworks/${await addFramework(caller)}/badge`), status, { ...badge, ...body });
  });
  test('404 for a framework that is unknown to the organization, and 400 for an update without fields', async () => {
    const { call } = await app.caller();
    const path = urlOf(`custom-frameworks/${newId('cfrm')}`);
    await expectError(call, 'PATCH', path, 404, { enabled: true });
    await expectError(call, 'PATCH', path, 400, {});
    await expectError(call, 'POST', `${path}/badge`, 404, badge);
    await expectError(call, 'DELETE', `${path}/badge`, 404);
  });
});
