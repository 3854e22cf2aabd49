/** Searches failures of the latest scan of each active cloud account (search, rule 16). */
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { type Caller, startApp } from '../../support/app.ts';
import { bucket, connectAccount, inventory, scan } from '../../support/clouds.ts';
import { newApiKey, within } from '../../support/organization.ts';
import { waitingRun } from '../../support/runs.ts';
import { searchUrl, findIds, search, suggestIds } from '../../support/search.ts';

const app = startApp();
const unencryptedBucket = (id: string) => bucket(id, { sseAlgorithm: null, versioningStatus: 'Enabled' });

async function withScan() {
  const caller = await app.caller();
  const id = await connectAccount(caller.call, 'aws');
  const scanAgain = (...resources: object[]) => scan(app.base, caller.call, id, inventory('aws', resources));
  await scanAgain(unencryptedBucket('albatross-archive'), bucket('heron-archive', { versioningStatus: 'Enabled' }));
  return { ...caller, id, again: scanAgain };
}
const findings = async (call: Caller['call']) => (await call('GET', '/v1/cloud-security/findings?status=failed')).body.data;

test('200 finds failures by title, resource and description for readers of integrations, and no passed checks', async () => {
  const { call, id, organization } = await withScan();
  const [failure] = await findings(call);
  for (const q of ['albatross-archive', 'albatross', failure.id]) expect(await findIds(call, `${q}`), q).toEqual([failure.id]);
  expect((await search(call, 'albatross')).data).toMatchObject([
    {
      type: 'cloud_finding',
      title: failure.title,
      status: 'failed',
      url: `/v1/cloud-security/findings/${failure.id}`,
      parent: { type: 'integration', id },
      createdAt: failure.completedAt,
    },
  ]);
  expect(await suggestIds(call, 'albat')).toEqual([failure.id]);
  expect(await findIds(call, 'heron')).toEqual([]);
  const { key } = await newApiKey(app.database, organization.id, { scopes: ['evidence:read'] });
  const evidenceReader = (method: string, url: string) => app.call(method, url, { key });
  expect(await findIds(evidenceReader, 'albatross')).toEqual([]);
  expect(await evidenceReader('GET', searchUrl('albatross', '&type=cloud_finding'))).toMatchObject({ status: 403 });
  const { call: asEmployee } = await app.session(organization, ['employee']);
  expect(await findIds(asEmployee, 'albatross')).toEqual([]);
  expect(await findIds((await app.caller()).call, 'albatross')).toEqual([]);
});

test('200 finds only failures of the latest scan of an active account', async () => {
  const { call, id, again } = await withScan();
  await again(unencryptedBucket('pelican'), bucket('albatross-archive', { versioningStatus: 'Enabled' }));
  const [failure] = await findings(call);
  expect(await findIds(call, 'albatross')).toEqual([]);
  expect(await findIds(call, 'pelican')).toEqual([failure.id]);
  // A scan without a valid inventory keeps the previous failures.
  await scan(app.base, call, id, '{');
  expect(await findIds(call, 'pelican')).toEqual([failure.id]);
  const setStatus = (status: 'paused' | 'active') =>
    app.database.system.updateTable('integration_connection').set({ status }).where('id', '=', id).execute();
  await setStatus('paused');
  expect(await search(call, 'pelican', '&count=true')).toMatchObject({ data: [], totalCount: 0 });
  await setStatus('active');
  expect(await findIds(call, 'pelican')).toEqual([failure.id]);
  expect((await call('DELETE', `/v1/integrations/connections/${id}`)).status).toBe(204);
  expect(await findIds(call, 'pelican')).toEqual([]);
  expect(await app.database.system.selectFrom('search_entry').select('id').where('parent_id', '=', id).execute()).toEqual([]);
});

test('200 omits failures of a running scan, and a cancelled scan leaves nothing in the index', async () => {
  const { call, id, organization } = await withScan();
  const run = await waitingRun(app.database, organization, 'cloud_scan', { subject: id });
  const scanId = newId('icr');
  const scanFields = {
    connection_id: id,
    check_id: 'aws-security-scan',
    check_name: 'Scan',
    triggered_by: 'manual',
    status: 'running',
  } as const;
  const row = { passed: false, title: 'Bucket pelican: open', description: 'Open.', resource_id: 'pelican', service_id: 's3', place: 0 };
  await within(app.database, organization.id, async (db) => {
    await db
      .insertInto('integration_check_run')
      .values({ id: scanId, run_id: run.id, ...scanFields })
      .execute();
    await db
      .insertInto('integration_check_result')
      .values({ id: newId('icx'), check_run_id: scanId, evidence: '{}', check_key: 's3-encryption', resource_type: 'bucket', ...row })
      .execute();
  });
  const readIndexed = () => app.database.system.selectFrom('search_entry').select('id').where('subject_id', '=', scanId).execute();
  expect(await readIndexed()).toHaveLength(1);
  expect(await findIds(call, 'pelican')).toEqual([]);
  expect(await suggestIds(call, 'pelican')).toEqual([]);
  expect(await findIds(call, 'albatross')).toHaveLength(1);
  expect(await call('POST', `/v1/runs/${run.id}/cancel`)).toMatchObject({ status: 200 });
  expect(await readIndexed()).toEqual([]);
  expect(await findIds(call, 'albatross')).toHaveLength(1);
});
