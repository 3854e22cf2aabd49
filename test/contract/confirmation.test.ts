/** Operations that delete other records besides the one that they name require a confirmation (spec/conventions, 10). */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { adopt, frameworkId } from '../support/frameworks.ts';
import { expectProblem } from '../support/refusals.ts';
import { fingerprint } from '../tenancy/organizations.ts';

const app = startApp();
const takesConfirm = ({ parameters }: (typeof contract)[number]) =>
  parameters.some((parameter) => parameter.in === 'query' && parameter.name === 'confirm');
const canRequireConfirmation = ({ responses }: (typeof contract)[number]) =>
  responses.some(({ status, answer }) => status === 409 && JSON.stringify(answer).includes('"confirmation_required"'));

/** Deletions at a path that does not end in an id, and why they need no confirmation. */
const withoutConfirmation: Readonly<Record<string, string>> = {
  deleteOrganizationLogo: 'one picture',
  reopenOffboardingItem: 'one completion, whose item and member the path names',
  deleteOrgChart: 'one chart',
  deletePolicyPdf: 'one file',
  unlinkRequirementsFromControl: 'the body names the requirements',
  bulkDeleteTasks: 'the body names the tasks',
  deleteTrustPortalDomain: 'one domain',
  deleteTrustPortalFavicon: 'one picture',
  deleteTrustCustomFrameworkBadge: 'one picture',
};

describe('the contract', () => {
  const withConfirmation = contract.filter(takesConfirm);
  test('declares the answer `confirmation_required` for exactly the operations with the parameter `confirm`', () => {
    expect(withConfirmation.length).toBeGreaterThan(4);
    expect(contract.filter(canRequireConfirmation).map(({ id }) => id)).toEqual(withConfirmation.map(({ id }) => id));
  });
  test('requires a confirmation for each deletion that names no record', () => {
    const deletionsWithoutId = contract.filter(({ method, template }) => method === 'DELETE' && !template.endsWith('}'));
    expect(deletionsWithoutId.filter((operation) => !takesConfirm(operation)).map(({ id }) => id)).toEqual(
      Object.keys(withoutConfirmation),
    );
  });
});

describe.each(contract.filter(takesConfirm))('$id', ({ method, template }) => {
  let caller: Caller;
  let url: string;
  beforeAll(async () => {
    caller = await app.caller();
    const { call, organization } = caller;
    const [id = ''] = template.startsWith('/v1/frameworks/') ? await adopt(call, frameworkId('gdpr')) : [organization.owner.id];
    url = template.replace(/\{\w+\}/, id);
  });
  test('409 without a confirmation or with a wrong one, and no row changes', async () => {
    const { call, organization } = caller;
    const owners = { id: organization.id, accounts: [organization.owner.userId] };
    const fingerprintBefore = await fingerprint(app, owners);
    for (const value of [undefined, 'false', 'TRUE', ' true', 'x'.repeat(255)]) {
      const query = value === undefined ? '' : `?confirm=${encodeURIComponent(value)}`;
      const answer = await call(method, url + query, method === 'POST' ? { body: {} } : {});
      const { body } = answer;
      expect(answer, answer.text).toMatchObject({
        status: 409,
        body: { code: 'confirmation_required', records: expect.arrayContaining([expect.any(String)]) },
      });
      expect(body.error).toBe(`Confirm with confirm=${body.confirmation} in the query. This removes ${body.records.join(', ')}`);
    }
    await expectProblem(call, method, url, 409, method === 'POST' ? {} : undefined);
    expect(await fingerprint(app, owners)).toEqual(fingerprintBefore);
  });
  test('2xx with the confirmation that the answer names', async () => {
    const { call } = caller;
    const options = method === 'POST' ? { body: {} } : {};
    const { confirmation } = (await call(method, url, options)).body;
    expect((await call(method, `${url}?confirm=${encodeURIComponent(confirmation)}`, options)).status).toBeLessThan(300);
  });
});
