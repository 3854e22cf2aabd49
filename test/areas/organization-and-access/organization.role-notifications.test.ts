/** Notification settings of roles. */
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { within } from '../../support/organization.ts';

const app = startApp();
const url = '/v1/organization/role-notifications';
const allOn = {
  policyNotifications: true,
  taskReminders: true,
  taskAssignments: true,
  taskMentions: true,
  weeklyTaskDigest: true,
  findingNotifications: true,
};
const allOff = {
  policyNotifications: false,
  taskReminders: false,
  taskAssignments: false,
  taskMentions: false,
  weeklyTaskDigest: false,
  findingNotifications: false,
};
const policiesOnly = { ...allOff, policyNotifications: true };
const defaults = [
  { role: 'owner', label: 'Owner', isCustom: false, notifications: allOn },
  { role: 'admin', label: 'Admin', isCustom: false, notifications: allOn },
  { role: 'auditor', label: 'Auditor', isCustom: false, notifications: { ...policiesOnly, findingNotifications: true } },
  { role: 'employee', label: 'Employee', isCustom: false, notifications: policiesOnly },
  { role: 'contractor', label: 'Contractor', isCustom: false, notifications: policiesOnly },
];

async function withCustomRoles() {
  const caller = await app.caller();
  const [older, newer] = [newId('rol'), newId('rol')];
  await within(app.database, caller.organization.id, async (db) => {
    await db
      .insertInto('custom_role')
      .values([
        { id: older, name: 'Lead', created_at: '2026-01-01T00:00:00.000Z' },
        { id: newer, name: 'Compliance Lead', created_at: '2026-01-02T00:00:00.000Z' },
      ])
      .execute();
  });
  const put = (settings: unknown) => caller.call('PUT', url, { body: { settings } });
  return { ...caller, older, newer, put };
}

test('200 returns the defaults: built-in roles starting with owner, then custom roles, newest first', async () => {
  const { call, older, newer } = await withCustomRoles();
  expect(await call('GET', url)).toMatchObject({ status: 200 });
  expect((await call('GET', url)).body).toEqual({
    data: [
      ...defaults,
      { role: newer, label: 'Compliance Lead', isCustom: true, notifications: allOn },
      { role: older, label: 'Lead', isCustom: true, notifications: allOn },
    ],
  });
});
test('200 on update sets the named roles, also repeatedly, and keeps the other roles', async () => {
  const { call, older, newer, put } = await withCustomRoles();
  const [employeeSetting, newerRoleSetting] = [
    { role: 'employee', ...allOff, taskMentions: true },
    { role: newer, ...allOff, weeklyTaskDigest: true },
  ];
  expect((await put([employeeSetting])).status).toBe(200);
  for (const status of [200, 200]) {
    const { body, ...answer } = await put([newerRoleSetting, { role: 'owner', ...allOff }]);
    expect(answer.status).toBe(status);
    expect(body.data).toMatchObject([
      { role: 'owner', notifications: allOff },
      { role: 'admin', notifications: allOn },
      defaults[2],
      { role: 'employee', notifications: { ...allOff, taskMentions: true } },
      defaults[4],
      { role: newer, notifications: { ...allOff, weeklyTaskDigest: true } },
      { role: older, notifications: allOn },
    ]);
    expect((await call('GET', url)).body).toEqual(body);
  }
  expect((await put([{ role: 'employee', ...allOn }])).body.data[3].notifications).toEqual(allOn);
});
test('200 keeps the setting of a renamed custom role; deleting the role deletes its setting', async () => {
  const { call, organization, newer, put } = await withCustomRoles();
  await put([{ role: newer, ...allOff }]);
  await within(app.database, organization.id, (db) =>
    db.updateTable('custom_role').set({ name: 'Program Lead' }).where('id', '=', newer).execute(),
  );
  expect((await call('GET', url)).body.data[5]).toEqual({ role: newer, label: 'Program Lead', isCustom: true, notifications: allOff });
  await within(app.database, organization.id, (db) => db.deleteFrom('custom_role').where('id', '=', newer).execute());
  expect((await call('GET', url)).body.data).toHaveLength(6);
  expect(await within(app.database, organization.id, (db) => db.selectFrom('role_notification_setting').select('role').execute())).toEqual(
    [],
  );
});
const setting = { role: 'owner', ...allOn };
test.each([
  ['no settings', {}, { settings: { _errors: ['is required'] } }],
  ['settings that are no list', { settings: setting }, { settings: { _errors: ['must be an array'] } }],
  ['an empty list', { settings: [] }, { settings: { _errors: ['must have at least 1 item'] } }],
  [
    'a kind that is missing',
    { settings: [{ ...setting, taskMentions: undefined }] },
    { 'settings.0.taskMentions': { _errors: ['is required'] } },
  ],
  [
    'a kind that does not exist',
    { settings: [{ ...setting, smoke: true }] },
    { 'settings.0.smoke': { _errors: ["Unknown field 'smoke'"] } },
  ],
  [
    'a role that does not exist',
    { settings: [setting, { ...setting, role: 'rol_x' }] },
    { 'settings.1.role': { _errors: ['must be a role of the organization'] } },
  ],
  [
    'a role by its label',
    { settings: [{ ...setting, role: 'Owner' }] },
    { 'settings.0.role': { _errors: ['must be a role of the organization'] } },
  ],
  [
    'a role named twice',
    { settings: [setting, { ...setting, role: 'admin' }, { ...setting, taskMentions: false }] },
    { 'settings.2.role': { _errors: ['must not name a role twice'] } },
  ],
])('400 for %s, and nothing is stored', async (_case, body, details) => {
  const { call, organization } = await app.caller();
  const answer = await call('PUT', url, { body });
  expect(answer).toMatchObject({ status: 400, body: { error: 'Validation failed', details } });
  expect(Object.keys(answer.body.details).filter((name) => name !== '_codes')).toEqual(Object.keys(details));
  expect(await within(app.database, organization.id, (db) => db.selectFrom('role_notification_setting').select('role').execute())).toEqual(
    [],
  );
});
test('400 for a custom role of another organization', async () => {
  const [{ put }, other] = [await withCustomRoles(), await withCustomRoles()];
  expect(await put([{ role: other.newer, ...allOn }])).toMatchObject({
    status: 400,
    body: { details: { 'settings.0.role': { _errors: ['must be a role of the organization'] } } },
  });
});
test('200 is logged under the organization, with the changed settings', async () => {
  const { organization, newer, put } = await withCustomRoles();
  await put([
    { role: 'auditor', ...policiesOnly, taskMentions: true },
    { role: newer, ...allOn },
  ]);
  const [entry, ...otherEntries] = await app.database.system
    .selectFrom('audit_entry')
    .select(['entity_type', 'entity_id', 'description', 'data'])
    .where('organization_id', '=', organization.id)
    .execute();
  expect(otherEntries).toEqual([]);
  expect(entry).toMatchObject({
    entity_type: 'organization',
    entity_id: organization.id,
    description: 'Updated role notifications [via API key "test"]',
  });
  expect(entry?.data).toHaveProperty('changes', {
    'auditor.taskMentions': { previous: false, current: true },
    'auditor.findingNotifications': { previous: true, current: false },
  });
});
