/** Records that a key writes show the key; records that a member writes in a session show no credential (spec/conventions, 8). */
import { expect, test } from 'vitest';
import { type Caller, startApp } from '../support/app.ts';
import { newRiskId } from '../support/attachments.ts';
import { addAutomation, allowHosts, publish, statusCheck } from '../support/automations.ts';
import { raise } from '../support/findings.ts';
import { connectList, sync } from '../support/integrations.ts';
import { addRow, read as readIsms, setUp as setUpIsms } from '../support/isms.ts';
import { addAnswer } from '../support/knowledge-base.ts';
import { completeFields, lettersUrl as letters } from '../support/letters.ts';
import { orderTest } from '../support/penetration-tests.ts';
import { addPolicy, addVersion } from '../support/policies.ts';
import { add as addQuestionnaire } from '../support/questionnaires.ts';
import { save, setUp as setUpSoa } from '../support/soa.ts';
import { addItem } from '../support/task-items.ts';
import { addTask } from '../support/tasks.ts';
import { activate, callSuccessfully, withTimelines } from '../support/timelines.ts';
import { publishPortal, requestAccess } from '../support/trust-access.ts';
import { addVendor, runsOf } from '../support/vendors.ts';

const app = startApp();
const key = 'API key "test"';
type Call = Caller['call'];

/** Writes a record. @param ask sends requests with the credential under test @param index distinguishes records of an organization */
type Write = (ask: Call, caller: Caller, index: number) => Promise<object>;

const writes: readonly (readonly [kind: string, fields: readonly string[], write: Write])[] = [
  ['a finding', ['createdVia'], (ask) => raise(ask)],
  [
    'a task item',
    ['createdVia', 'updatedVia'],
    async (ask, { call }) => {
      const { id } = await addItem(ask, await newRiskId(call));
      return callSuccessfully(ask, 'PATCH', `/v1/task-management/${id}`, { title: 'Test another restore' });
    },
  ],
  ['a manual answer', ['createdVia', 'updatedVia'], (ask, _caller, index) => addAnswer(ask, { question: `Question ${index}?` })],
  [
    'an answer to a questionnaire',
    ['updatedVia'],
    async (ask, { call }) => {
      const { id } = await addQuestionnaire(call);
      return callSuccessfully(ask, 'PUT', `/v1/questionnaire/${id}/answers/0`, { answer: 'Yes', status: 'manual' });
    },
  ],
  [
    'an answer of a statement of applicability',
    ['createdVia', 'updatedVia'],
    async (ask, { call }, index) => save(ask, (await setUpSoa(call)).id, `A.5.${index + 1}`, { isApplicable: true }),
  ],
  [
    'a measurement',
    ['enteredVia'],
    async (ask, { call }) => {
      const { monitoring } = await setUpIsms(call);
      const { metrics } = await readIsms(call, monitoring);
      return addRow(ask, monitoring, 'measurements', { metricId: metrics[0].id, periodStart: '2026-01-01', value: '97%' });
    },
  ],
  ['an order of a penetration test', ['createdVia'], (ask) => orderTest(ask)],
  [
    'a version of an automation',
    ['publishedVia'],
    async (ask, { call }) => {
      await allowHosts(call, 'localhost');
      const automation = await addAutomation(call, (await addTask(call)).id);
      return (await publish(ask, automation, statusCheck('https://localhost/health'))).body;
    },
  ],
  [
    'a letter of engagement',
    ['createdVia', 'updatedVia'],
    async (ask, caller) => {
      const { id } = await callSuccessfully(ask, 'POST', letters, completeFields(caller));
      return callSuccessfully(ask, 'PATCH', `${letters}/${id}`, { title: 'Letter' });
    },
  ],
  [
    'an API key',
    ['createdVia'],
    (ask, _caller, index) => callSuccessfully(ask, 'POST', '/v1/organization/api-keys', { name: `Key ${index}`, scopes: ['risk:read'] }),
  ],
  ['a version of a policy', ['createdVia'], async (ask, { call }) => addVersion(ask, (await addPolicy(call)).id)],
  [
    'an access grant',
    ['issuedVia', 'revokedVia'],
    async (ask, caller, index) => {
      const { call } = caller;
      const email = `ines.${index}@harbor.example.com`;
      const address = await publishPortal(caller);
      await call('PUT', '/v1/trust-portal/settings/allowed-emails', { body: { emails: [email] } });
      const id = await requestAccess(app.call, caller, address, { name: 'Ines Harbor', email });
      const { grant } = await callSuccessfully(ask, 'POST', `/v1/trust-access/admin/requests/${id}/approve`, {});
      return callSuccessfully(ask, 'POST', `/v1/trust-access/admin/grants/${grant.id}/revoke`, { reason: 'No customer any more' });
    },
  ],
  [
    'a sync',
    ['via'],
    async (ask, { call }, index) => {
      if (index === 0) await connectList(call);
      await sync(ask, 'csv-people');
      const [log] = (await call('GET', '/v1/integrations/sync/logs?limit=1')).body.data;
      return { via: null, ...log };
    },
  ],
  [
    'the assessment of a vendor',
    ['requestedVia'],
    async (ask, { call }) => {
      const { id } = await addVendor(ask, { website: 'https://cloud.example.com' });
      return (await runsOf(call, id))[0].result;
    },
  ],
];

test.each(writes)('%s shows the key that wrote it, and no credential when a session wrote it', async (_kind, fields, write) => {
  const caller = await app.callerForEverything();
  for (const [index, [ask, via]] of (
    [
      [caller.call, key],
      [caller.inPerson, null],
    ] as const
  ).entries())
    expect(await write(ask, caller, index)).toMatchObject(Object.fromEntries(fields.map((field) => [field, via])));
});

test('200 for a phase that a key completes and a timeline that it locks: both show the key until a person acts', async () => {
  const { call, inPerson, first } = await withTimelines(app, 'GDPR');
  await activate(call, first);
  const { phases } = await callSuccessfully(call, 'GET', first);
  await callSuccessfully(call, 'PATCH', `${first}/phases/${phases[0].id}`, { locksTimelineOnComplete: true });
  const complete = (ask: Call, index: number) => callSuccessfully(ask, 'POST', `${first}/phases/${phases[index].id}/complete`);
  expect(await complete(call, 0)).toMatchObject({ completedVia: key });
  expect(await callSuccessfully(call, 'GET', first)).toMatchObject({ lockedVia: key, unlockedVia: null });
  expect(await complete(inPerson, 1)).toMatchObject({ completedVia: null, completedById: expect.any(String) });
  const unlock = (ask: Call) => callSuccessfully(ask, 'POST', `${first}/unlock`, { unlockReason: 'The report is there.' });
  expect(await unlock(call)).toMatchObject({ lockedVia: null, unlockedVia: key });
  await complete(inPerson, 2);
  expect(await callSuccessfully(call, 'GET', first)).toMatchObject({ lockedVia: null, lockedById: expect.any(String) });
});
test('200 for a manual answer that a person corrects: `createdVia` still shows the key', async () => {
  const { call, inPerson } = await app.caller();
  const { id } = await addAnswer(call);
  const path = `/v1/knowledge-base/manual-answers/${id}`;
  expect(await callSuccessfully(inPerson, 'PATCH', path, { answer: 'No' })).toMatchObject({ createdVia: key, updatedVia: null });
});
