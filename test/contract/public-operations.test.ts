/**
 * Operations without a credential give the same answer, with the same SQL statements, for a record that is not visible to the caller and
 * for one that does not exist.
 */
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { measureCost } from '../support/cost.ts';
import { add } from '../support/risks.ts';
import { openWatchedDatabase } from '../support/statements.ts';
import { insertAgreement, insertGrant, insertRunOf, linkTokenOf, publishPortal } from '../support/trust-access.ts';

let watchedDatabase: Awaited<ReturnType<typeof openWatchedDatabase>>;
const app = startApp(async () => {
  watchedDatabase = await openWatchedDatabase();
  return watchedDatabase.database;
});

/** Operations whose records are public anyway: the contract lists the names of packages. */
const isPublicKnowledge = new Set(['getDeviceAgentUpdate']);

interface Pair {
  /** A record that exists but is not visible to the caller. */
  readonly existing: string;
  readonly missing: string;
}

async function setUp() {
  const [caller, otherCaller] = [await app.caller(), await app.caller()];
  const { id } = caller.organization;
  const [token, otherToken] = [linkTokenOf(id, 'access'), linkTokenOf(id, 'access of another reader')];
  await insertGrant(app.database, id, token);
  const otherGrant = await insertGrant(app.database, id, otherToken);
  const signingToken = linkTokenOf(id, 'nda');
  await insertAgreement(app.database, id, signingToken);
  const address = await publishPortal(caller);
  await caller.call('PUT', '/v1/trust-portal/settings/toggle', { body: { enabled: false } });
  const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'Internal.' }] }];
  const policy = await caller.call('POST', '/v1/policies', { body: { name: 'Internal', content, status: 'published' } });
  const file = { fileName: 'a.txt', fileType: 'text/plain', fileData: 'YQ==' };
  const document = await otherCaller.call('POST', '/v1/trust-portal/documents', { body: file });
  const { id: riskId } = await add(caller.call, { title: 'A', description: 'B' });
  const attachment = await caller.call('POST', '/v1/attachments', { body: { ...file, entityType: 'risk', entityId: riskId } });
  const upload = await caller.call('POST', '/v1/uploads/presign', {
    body: { purpose: 'document', fileName: 'a.txt', fileType: 'text/plain' },
  });
  await caller.call('POST', '/v1/frameworks/custom', { body: { name: 'Own', description: 'Own' } });
  const framework = await app.database.system
    .selectFrom('custom_framework')
    .select('id')
    .where('organization_id', '=', id)
    .executeTakeFirstOrThrow();
  const { token: session } = await app.session(caller.organization, ['employee']);
  const code = await app.call('POST', '/v1/device-agent/auth-code', { bearer: session, body: { callbackPort: 1, state: 'abc' } });
  await app.call('POST', '/v1/device-agent/sessions', { body: { code: code.body.code, state: 'abc' } });
  const pair = (existing: string, missing: string): Pair => ({ existing, missing });
  for (const { status, text } of [policy, document, attachment, upload, code]) expect(status, text).toBeLessThan(300);
  return {
    token,
    code: pair(code.body.code, 'f'.repeat(64)),
    /** The pairs by the name of the last path parameter. */
    parameters: {
      friendlyUrl: pair(address, 'nobodys-page'),
      policyId: pair(policy.body.id, newId('pol')),
      documentId: pair(document.body.id, newId('tdoc')),
      framework: pair('gdpr', 'hipaa'),
      customFrameworkId: pair(framework.id, newId('cfrm')),
      runId: pair(await insertRunOf(app.database, id, otherGrant), newId('run')),
      attachmentId: pair(attachment.body.id, newId('att')),
      id: pair(upload.body.id, newId('upl')),
    },
    /** For paths whose only parameter is a token: the token of another kind of link, and a token that does not exist. */
    tokenFor: (path: string) => pair(path.includes('/trust-access/access/') ? signingToken : token, 'A'.repeat(32)),
  };
}

test('every operation without a credential hides whether a record exists', async () => {
  const { token, code, parameters, tokenFor } = await setUp();
  const publicOperations = contract.filter(({ registry }) => registry.permission === 'public');
  expect(publicOperations.length).toBeGreaterThan(30);
  for (const { id, method, template, bodies } of publicOperations) {
    if (isPublicKnowledge.has(id)) continue;
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const lastParameter = names.at(-1);
    const pathPair =
      id === 'createDeviceAgentSession' ? code : lastParameter === 'token' ? tokenFor(template) : parameterIn(parameters, lastParameter);
    if (!pathPair) throw new Error(`${id}: say what exists and what does not`);
    const ask = (value: string) => {
      const path = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => (name === lastParameter ? value : token));
      const body = id === 'createDeviceAgentSession' ? { code: value, state: 'abc' } : bodies[0];
      const signatureQuery = /^(?:getAttachmentContent|uploadContent)$/.test(id) ? '?expires=4102444800&signature=00' : '';
      return measureCost(watchedDatabase.during, () =>
        app.call(
          method,
          path + signatureQuery,
          id === 'uploadContent' ? { raw: 'a', type: 'text/plain' } : body === undefined ? {} : { body },
        ),
      );
    };
    const missingAnswer = await ask(pathPair.missing);
    expect(missingAnswer.status, id).toBeGreaterThanOrEqual(400);
    expect(await ask(pathPair.existing), id).toEqual(missingAnswer);
  }
});

function parameterIn(parameters: Readonly<Record<string, Pair>>, name: string | undefined): Pair | undefined {
  return name === undefined ? undefined : parameters[name];
}
