/** Tests which kinds of credentials the mock accepts for each operation. It accepts any value. */
import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { successOf } from './ask.ts';
import { startMock } from './start.ts';

let base: string;
beforeAll(async () => {
  base = await startMock();
});
const organizationHeader = { 'X-Organization-Id': 'org_1' };

describe.each(contract.filter(({ registry }) => registry.scope === 'organization'))(
  '$id',
  ({ method, path, bodies, responses, registry }) => {
    const [body] = bodies;
    const success = successOf(responses)?.status;
    const schemes: readonly string[] = registry.credentials;
    const takesKeyAsBearer = ['employees', 'risks'].includes(registry.area);
    const statusWithKey = 'requiresSession' in registry ? 403 : success;

    test('a bearer token that is not a key is a session, and gets 400 without an organization', async () => {
      const expectedStatuses = schemes.includes('session') ? [success, 400] : [401, 401];
      const withOrganization = await call(base, method, path, { bearer: 'any', headers: organizationHeader, body });
      const withoutOrganization = await call(base, method, path, { bearer: 'any', body });
      expect([withOrganization.status, withoutOrganization.status]).toEqual(expectedStatuses);
      if (withoutOrganization.status === 400)
        expect(withoutOrganization.body.details).toMatchObject({
          'X-Organization-Id': { _errors: ['is required with a session'], in: 'header' },
        });
    });
    test('a key as a bearer token may call only employees and risks', async () => {
      const answer = await call(base, method, path, { bearer: 'cak_any', headers: organizationHeader, body });
      expect(answer.status).toBe(takesKeyAsBearer ? statusWithKey : 401);
    });
    test('a key may call all operations except those that require a person', async () => {
      expect((await call(base, method, path, { key: 'any', body })).status).toBe(statusWithKey);
    });
  },
);

test.each([
  ['a session cookie and its organization', '/v1/roles', { headers: { ...organizationHeader, Cookie: 'a=b; session=x' } }],
  ['an access token', '/v1/organization/primary-color?token=x', {}],
])('200 with %s', async (_what, path, options) => {
  expect(await call(base, 'GET', path, options)).toMatchObject({ status: 200 });
});
test('401 with an empty key, and with an access token elsewhere', async () => {
  expect(await call(base, 'GET', '/v1/risks', { headers: { 'X-API-Key': '' } })).toMatchObject({ status: 401 });
  expect(await call(base, 'GET', '/v1/roles?token=x', {})).toMatchObject({ status: 401 });
});
