/** Guidance of the catalog on its controls. The test catalog replaces the real one, so this file needs its own database. */
import { expect, test } from 'vitest';
import { catalogueId } from '#domain/catalogue/ids';
import { startApp } from '../../support/app.ts';
import { TestCatalogue } from '../../support/catalogue.ts';
import { addControl } from '../../support/controls.ts';
import { adopt } from '../../support/frameworks.ts';
import { ownDatabase } from '../../support/own-database.ts';

const app = startApp(ownDatabase());

test('200 with the guidance of the catalog for its control, and null for a control that the organization added (rule 18)', async () => {
  const guidance = {
    implementation: 'Fit a lock to each door. List who has a key.',
    evidence: ['The list of keys.', 'Invoices of the locksmith.'],
    testSteps: ['Try a door.', 'Count the keys.', 'Ask who has the third one.'],
  };
  const { frameworkId } = await new TestCatalogue().publish(app.database, 'doors', '1.0.0', {
    requirements: { D1: {} },
    controls: { 'door locks': { meets: ['D1'], guidance } },
  });
  const { call } = await app.caller();
  await adopt(call, frameworkId);
  const { body: list } = await call('GET', '/v1/controls');
  expect(list.data).toMatchObject([{ controlTemplateId: catalogueId('control', 'door locks') }]);
  expect((await call('GET', `/v1/controls/${list.data[0].id}`)).body.guidance).toEqual(guidance);
  expect((await call('GET', `/v1/controls/${await addControl(call)}`)).body.guidance).toBeNull();
});
