import { expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { connectAccount, inventory, bucket, scan } from '../support/clouds.ts';

const app = startApp();
const url = '/v1/cloud-security';

test('200 with what a scan of an inventory has found', async () => {
  const { call } = await app.caller();
  const id = await connectAccount(call, 'aws');
  const run = await scan(app.base, call, id, inventory('aws', [bucket('one', {}), bucket('two', { versioningStatus: 'Enabled' })]));
  expect(run).toMatchObject({ status: 'completed', result: { status: 'success', totalChecked: 6, passedCount: 5, failedCount: 1 } });
  const { body } = await call('GET', `${url}/findings?status=failed`);
  expect(body.data).toMatchObject([{ checkKey: 's3-versioning' }]);
});
