/** Publishes versions of checks, and reports a message for each error in a check. */
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { automationsAt, fileOf, publish, statusCheck, withServer } from '../../support/automations.ts';
import { uploaded } from '../../support/uploads.ts';

const app = startApp();

const criteria = [{ path: '/status', operator: 'equals', value: 200 }];
const url = 'https://localhost/health';

test('201 publishes a file in the body and an uploaded file, enables the automation, and lists the highest version first', async () => {
  const { call, automation, task, organization } = await withServer(app);
  const versionsUrl = automationsAt(task.id, `/${automation.id}/versions`);
  const first = await publish(call, automation, statusCheck(url), 1, { changelog: ' First ' });
  expect(first, first.text).toMatchObject({
    status: 201,
    body: {
      id: expect.stringMatching(/^eav_/),
      evidenceAutomationId: automation.id,
      version: 1,
      fileName: 'check.json',
      fileType: 'application/json',
      fileSize: Buffer.byteLength(JSON.stringify(statusCheck(url))),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      publishedById: organization.owner.userId,
      changelog: 'First',
    },
  });
  expect((await call('GET', automationsAt(task.id, `/${automation.id}`))).body.isEnabled).toBe(true);
  const fileKey = await uploaded(
    app.base,
    call,
    new TextEncoder().encode(JSON.stringify({ check: { connectionId: 'icn_1', checkId: 'x' }, criteria })),
  );
  const second = await call('POST', versionsUrl, {
    body: { version: 7, fileName: 'x.json', fileType: 'Application/JSON; charset=utf-8', fileKey },
  });
  expect(second, second.text).toMatchObject({ status: 201, body: { version: 7, changelog: null } });
  expect((await call('GET', versionsUrl)).body.data.map(({ version }: { version: number }) => version)).toEqual([7, 1]);
});
test('409 for a version that exists, even when simultaneous requests create the version (rule 12)', async () => {
  const { call, automation } = await withServer(app);
  const answers = await Promise.all([1, 2, 3].map(() => publish(call, automation, statusCheck(url))));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(await publish(call, automation, statusCheck(url))).toMatchObject({
    status: 409,
    body: { code: 'automation_version_exists', version: 1 },
  });
});
test('400 without a file, with two files, with an empty file, and for version 0', async () => {
  const { call, automation, task } = await withServer(app);
  const versionsUrl = automationsAt(task.id, `/${automation.id}/versions`);
  const { fileData: _fileData, ...withoutFile } = fileOf({});
  const fileKey = await uploaded(app.base, call, new TextEncoder().encode('{}'));
  for (const body of [withoutFile, { ...fileOf({}), fileKey }, { ...withoutFile, fileData: '' }, { ...fileOf({}), version: 0 }])
    expect(await call('POST', versionsUrl, { body })).toMatchObject({ status: 400 });
});
test('415 for a file type that the installation does not accept (rule 3)', async () => {
  const { call, automation } = await withServer(app);
  for (const fileType of ['text/javascript', 'text/x-python', 'application/yaml'])
    expect(await publish(call, automation, {}, 1, { fileType })).toMatchObject({ status: 415, body: { code: 'file_type_not_allowed' } });
});
test('201 for a check whose name and content would be refused in other files (rule 9)', async () => {
  const { call, automation } = await withServer(app);
  const check = { ...statusCheck(url), criteria: [{ path: '/body', operator: 'contains', value: '<script>alert(1)</script>' }] };
  expect(await publish(call, automation, check, 1, { fileName: 'check.js' })).toMatchObject({ status: 201 });
});

describe('422 with a message for each fault (rule 3)', () => {
  const faultsOf = async (check: unknown) => {
    const { call, automation } = await withServer(app);
    const answer = await publish(call, automation, check);
    expect(answer, answer.text).toMatchObject({ status: 422, body: { code: 'check_invalid' } });
    return answer.body.faults as string[];
  };
  test('lists the faults of all parts at once', async () => {
    const faults = await faultsOf({
      request: {
        url: 'http://user@elsewhere.example.com',
        method: 'POST',
        body: 'x',
        headers: { Host: 'x', 'A b': 'c', Fine: 'ü' },
        timeoutMs: 5,
      },
      extract: { '1st': '/x', fine: 'body' },
      criteria: [
        { path: '/status', operator: 'is', value: 1 },
        { path: '/status', operator: 'greaterThan', value: '1' },
        { path: '/status', operator: 'exists', value: 1 },
        { path: '/status', operator: 'matches', value: '(' },
        { path: '/status', operator: 'before', value: 'tomorrow' },
        { path: '$[', operator: 'exists' },
        { path: '/~2', operator: 'equals' },
      ],
      combine: 'some',
      more: 1,
    });
    for (const expectedFault of [
      'more is unknown',
      'request.body is unknown',
      'request.method',
      'request.url must have no user',
      'request.headers.Host cannot be set',
      'request.headers.A b is no name',
      'request.headers.Fine',
      'request.timeoutMs',
      'extract.1st',
      'extract.fine',
      'criteria.0.operator',
      'criteria.1.value',
      'criteria.2.value',
      'criteria.3.value',
      'criteria.4.value',
      'criteria.5.path',
      'criteria.6.path',
      'criteria.6.value',
      'combine',
    ])
      expect(faults).toContainEqual(expect.stringContaining(expectedFault));
  });
  test.each([
    ['no JSON', 'no JSON', 'the file must be a JSON object'],
    ['a list', [], 'the file must be a JSON object'],
    ['more than 64 KiB', `{"criteria":"${'x'.repeat(65_536)}"}`, 'at most 65536 bytes'],
    ['neither request nor check', { criteria }, 'exactly one of request and check'],
    ['both', { criteria, request: { url }, check: { connectionId: 'icn_1', checkId: 'x' } }, 'exactly one of request and check'],
    ['no criteria', { request: { url } }, 'criteria must be a list'],
    ['a host that is not allowed', statusCheck('https://elsewhere.example.com'), 'automationAllowedHosts'],
    ['another protocol', statusCheck('ftp://localhost/x'), 'must begin with https:// or http://'],
    ['a secret in the address', statusCheck('https://localhost/?key={{secret:icn_1.token}}'), 'must have no secret'],
    ['a placeholder without a field', statusCheck(url, { headers: { a: '{{secret:icn_1}}' } }), 'must name secrets as'],
    [
      'a value that is too long',
      { request: { url }, criteria: [{ path: '', operator: 'equals', value: 'x'.repeat(1_000) }] },
      'at most 1000',
    ],
    ['a check without its connection', { check: { checkId: 'x' }, criteria }, 'check.connectionId'],
  ])('for %s', async (_name, check, fault) => {
    expect(await faultsOf(check)).toContainEqual(expect.stringContaining(fault));
  });
});
