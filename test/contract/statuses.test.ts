/** Tests for each operation the error statuses that many operations share, in each of their media types. */
import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Operation } from '#generated/operations';
import { newId } from '#platform/database/ids';
import { type Caller, call, listenOn, type RequestOptions, startApp, testConfig } from '../support/app.ts';
import { bucket, connectAccount, inventory, uploadedInventory } from '../support/clouds.ts';
import { contract, resolve } from '../support/contract.ts';
import { withEvidence } from '../support/evidence.ts';
import { newApiKey } from '../support/organization.ts';
import { pathAt, type PathParameters, createRecords } from '../support/records.ts';
import { testError } from '../support/refusals.ts';
import { risk } from '../support/risks.ts';
import { isSigned, withValidAddress } from '../support/signed.ts';
import {
  insertAgreement,
  insertGrant,
  insertRunOf,
  insertVisitorQuestionnaire,
  linkTokenOf,
  publishPortal,
} from '../support/trust-access.ts';
import { createUnusualPlaces } from '../support/unusual-places.ts';

const app = startApp();
const usedKey = { 'Idempotency-Key': 'used' };
// These requests change nothing, so one organization and one record of each kind are enough.
let caller: Caller;
let pathParameters: Readonly<Record<string, PathParameters>>;
/** Records of some operations in a state in which they can be changed. */
let places: Readonly<Record<string, PathParameters>>;
let limitedBase: string;
/** The URL of a server that limits the requests of each organization, which also applies to polling operations. */
let organizationLimitedBase: string;
let keyWithoutPermissions: string;
beforeAll(async () => {
  caller = await app.callerForEverything();
  const createdRecords = await createRecords(caller);
  // Every example of a connection with checks calls its provider, so it is created in another way.
  const evidence = await withEvidence(app, caller);
  const checkRunId = await evidence.checkRun(await evidence.connection());
  pathParameters = Object.fromEntries(
    Object.entries(createdRecords).map(([template, place]) => [template, 'checkRunId' in place ? { ...place, checkRunId } : place]),
  );
  // The examples do not create the records that links and portal pages show.
  const { id: organizationId } = caller.organization;
  const grantId = await insertGrant(app.database, organizationId, linkTokenOf(organizationId, 'access'));
  await insertAgreement(app.database, organizationId, linkTokenOf(organizationId, 'nda'));
  await publishPortal(caller);
  const runId = await insertRunOf(app.database, organizationId, grantId);
  const visitorQuestionnaireId = await insertVisitorQuestionnaire(app.database, organizationId, { grantId, runId });
  const { id } = (await caller.call('GET', '/v1/trust-access/admin/requests')).body.data[0];
  await caller.call('PATCH', '/v1/trust-portal/settings/frameworks', {
    body: { frameworks: [{ framework: 'gdpr', status: 'compliant' }] },
  });
  const certificate = { framework: 'gdpr', fileName: 'a.pdf', fileType: 'application/pdf', fileData: 'JVBERi0xLjcK' };
  await caller.call('PUT', '/v1/trust-portal/compliance-resources', { body: certificate });
  // A finding is not created by a request but by a scan, in the background.
  const account = await connectAccount(caller.call, 'aws');
  const fileKey = await uploadedInventory(app.base, caller.call, inventory('aws', [bucket('open')]));
  await caller.call('POST', `/v1/cloud-security/connections/${account}/scans`, { body: { fileKey } });
  const finding = await vi.waitFor(
    async () => {
      const { data } = (await caller.call('GET', `/v1/cloud-security/findings?connectionId=${account}`)).body;
      expect(data).not.toEqual([]);
      return data[0];
    },
    { timeout: 150_000, interval: 100 },
  );
  pathParameters = {
    ...pathParameters,
    '/v1/cloud-security/scans/{scanId}': { scanId: finding.scanId },
    '/v1/cloud-security/findings/{id}': { id: finding.id },
    '/v1/cloud-security/findings/{id}/check-definition': { id: finding.id },
    '/v1/trust-access/admin/requests/{id}': { id },
    '/v1/trust-access/access/{token}/compliance-resources/{framework}': { token: 'x', framework: 'gdpr' },
    '/v1/trust-access/access/{token}/questionnaire/{runId}': { token: 'x', runId },
    '/v1/trust-access/access/{token}/questionnaire/{runId}/answers': { token: 'x', runId },
    '/v1/trust-access/admin/questionnaires/{id}': { id: visitorQuestionnaireId },
    '/v1/trust-access/admin/questionnaires/{id}/release': { id: visitorQuestionnaireId },
    '/v1/trust-access/admin/questionnaires/{id}/decline': { id: visitorQuestionnaireId },
  };
  places = await createUnusualPlaces(app, caller);
  for (const send of [caller.call, caller.inPerson]) await send('POST', '/v1/risks', { body: risk, headers: usedKey });
  await caller.call('PUT', '/v1/org-chart', { body: { nodes: [], edges: [] } });
  // The answers are compared completely below. Validating them too would compile each operation once more, which takes longer than
  // everything else.
  ({ base: limitedBase } = await listenOn(app.database, testConfig({ RATE_LIMIT: '1', VALIDATE_RESPONSES: '0' })));
  ({ base: organizationLimitedBase } = await listenOn(app.database, testConfig({ ORGANIZATION_RATE_LIMIT: '1', VALIDATE_RESPONSES: '0' })));
  ({ key: keyWithoutPermissions } = await newApiKey(app.database, caller.organization.id, { scopes: ['portal:read'] }));
});

describe.each(contract)('$id', (operation) => {
  const {
    id,
    method,
    template,
    path,
    parameters,
    bodies: [body],
    responses,
    registry,
  } = operation;
  const { bodyLimit = 1_048_576, body: bodyKind, polled }: Operation = registry;
  // An operation of a person requires a session.
  const ask: Caller['call'] = (...request) => ('requiresSession' in registry ? caller.inPerson : caller.call)(...request);
  const declares = (status: number) => responses.some((response) => response.status === status);
  const pathWithUnknownQuery = `${path}${path.includes('?') ? '&' : '?'}nonsense=1`;
  const existingPath = () =>
    withValidAddress(operation, pathAt(operation, pathParameters[template] ?? {}), app.ports.secrets, caller.organization.id);
  const missingUrl = (expires?: number) =>
    isSigned(operation) ? withValidAddress(operation, missingPath(), app.ports.secrets, caller.organization.id, expires) : missingPath();

  testError(operation, 400, 'for an unknown query parameter', 'Validation failed', (accept) =>
    ask(method, pathWithUnknownQuery, { body, accept }),
  );
  // A code to exchange is a credential by itself, and the example code is invalid.
  const exchangesCode = registry.scope === 'public' && declares(401);
  const unauthorizedError = exchangesCode
    ? 'Invalid or expired code'
    : 'requiresSession' in registry
      ? 'Invalid, expired or missing session'
      : 'Invalid or missing API key';
  testError(operation, 401, 'without a credential', unauthorizedError, (accept) => app.call(method, path, { body, accept }));
  if (isSigned(operation)) {
    testError(operation, 403, 'for another signature', 'Wrong signature', (accept) => app.call(method, path, { accept }));
    testError(operation, 410, 'for an address that has run out', 'The link has expired', (accept) =>
      app.call(method, missingUrl(1), { accept }),
    );
  } else if (registry.scope !== 'public')
    testError(operation, 403, 'for the key of another organization', 'The API key belongs to another organization', (accept) =>
      caller.call(method, path, { body, accept, headers: { 'X-Organization-Id': newId('org') } }),
    );
  testError(operation, 413, 'for a body that is announced as too large', 'Request body too large', (accept) =>
    sendHeadersOnly(method, path, bodyLimit + 1, accept, 'requiresSession' in registry),
  );
  if (bodyKind === 'bytes')
    testError(operation, 415, 'for bytes that are packed', 'Unsupported media type', (accept) =>
      app.call(method, path, { accept, raw: 'x', headers: { 'Content-Encoding': 'gzip' } }),
    );
  else
    testError(operation, 415, 'for a body that is not JSON', 'Unsupported media type', (accept) =>
      ask(method, path, { body, accept, type: 'text/plain' }),
    );
  testError(operation, 429, 'after the last request of the minute', 'Too many requests', (accept) => exceedLimit({ body, accept }));
  if (parameters.some((parameter) => parameter.in === 'path'))
    testError(operation, 404, 'for what is not there', expect.stringMatching(/ not found$/), (accept) =>
      ask(method, missingUrl(), { body, accept }),
    );
  // The handler of an operation without a read compares the version after its other checks (versions.test.ts). A check of a task needs a
  // connection that has it (integrations.tasks.test.ts).
  if (!('comparesVersion' in registry) && id !== 'updateTaskCheck')
    testError(operation, 412, 'when the record is no longer what If-Match names', 'The record has changed', (accept) =>
      caller.inPerson(method, places[id] ? pathAt(operation, places[id]) : existingPath(), {
        body,
        accept,
        headers: { 'If-Match': '"other"' },
      }),
    );
  if (method === 'POST' && registry.scope !== 'public')
    testError(operation, 422, 'for the Idempotency-Key of another request', 'This Idempotency-Key was used for another request', (accept) =>
      // If the body names the organization, the answer is stored for that organization.
      ask(method, existingPath(), { body: inOwnOrganization(body), accept, headers: usedKey }),
    );
  if (declares(406))
    test('406 for a media type that the operation does not produce', async () => {
      expect(await ask(method, path, { body, accept: 'image/png' })).toMatchObject({
        status: 406,
        body: { success: false, error: 'Not acceptable' },
      });
    });
  if (declares(304))
    test('304 while If-None-Match matches the record', async () => {
      const { headers } = await ask(method, existingPath());
      expect(await ask(method, existingPath(), { headers: { 'If-None-Match': headers.get('etag') ?? '' } })).toMatchObject({
        status: 304,
        text: '',
      });
    });

  function inOwnOrganization(example: unknown): unknown {
    const isNamed = registry.scope === 'account' && typeof example === 'object' && example !== null && 'organizationId' in example;
    return isNamed ? { ...example, organizationId: caller.organization.id } : example;
  }
  /** @returns a path with names and ids that no record has. Values of enumerations always exist, so they stay */
  function missingPath() {
    const isEnum = (name: string) => parameters.some((parameter) => parameter.name === name && resolve(parameter.schema ?? {}).enum);
    const place = Object.entries(pathParameters[template] ?? {}).map(([name, value]) => [name, isEnum(name) ? value : `${value}-not`]);
    return pathAt(operation, Object.fromEntries(place));
  }
  /** The second request exceeds the limit; a third one is sent in case a window ended in between. Rejected requests count as well. */
  async function exceedLimit(options: RequestOptions) {
    const repeatRequest = () =>
      call(polled ? organizationLimitedBase : limitedBase, method, pathWithUnknownQuery, { key: keyWithoutPermissions, ...options });
    for (let n = 0; n < 2; n += 1) {
      const answer = await repeatRequest();
      if (answer.status === 429) return answer;
    }
    return repeatRequest();
  }
});

/** Sends the headers of a request with the length of a body, but no body. @returns the answer */
async function sendHeadersOnly(method: string, path: string, length: number, accept = '*/*', inPerson = false) {
  const {
    organization: { id, key },
    token,
  } = caller;
  const credential = inPerson ? { Authorization: `Bearer ${token}`, 'X-Organization-Id': id } : { 'X-API-Key': key };
  const request = http.request(app.base + path, {
    method,
    headers: { ...credential, 'Content-Type': 'application/json', 'Content-Length': length, Accept: accept },
  });
  request.flushHeaders();
  const [response]: http.IncomingMessage[] = await once(request, 'response');
  if (!response) throw new Error('no answer');
  const headersText = await text(response);
  request.destroy();
  return {
    status: response.statusCode ?? 0,
    headers: new Headers({ 'content-type': response.headers['content-type'] ?? '' }),
    text: headersText,
    body: JSON.parse(headersText),
  };
}
