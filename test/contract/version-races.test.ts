/** A change that commits while another request with If-Match waits for the record: the request is refused with 412. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { databaseUrl } from '../support/engine.ts';
import { pathAt, type PathParameters, recordsOnDemand } from '../support/records.ts';
import { createUnusualPlaces } from '../support/unusual-places.ts';

const app = startApp();
let caller: Caller;
let records: ReturnType<typeof recordsOnDemand>;
let places: Readonly<Record<string, PathParameters>>;
/** Tables with a version and ids, of which a test changes one row. */
let tables: readonly { readonly name: string; readonly version: string }[];
beforeAll(async () => {
  caller = await app.callerForEverything();
  records = recordsOnDemand(caller);
  const { rows } = await sql<{ name: string; version: string }>`
    select v.table_name as name, min(v.column_name) as version from information_schema.columns v
    where v.table_schema = 'public' and v.column_name in ('version', 'record_version') and exists (
      select from information_schema.columns i where i.table_schema = 'public' and i.table_name = v.table_name and i.column_name = 'updated_at')
    group by v.table_name`.execute(app.database.system);
  tables = rows;
  places = await createUnusualPlaces(app, caller);
});

/** Records whose id is neither in their path nor in the answer of their GET, with their table. */
const tablesOfSettings: Readonly<Record<string, string>> = {
  deletePentestFindingContext: 'pentest_finding_context',
  getBuiltInRoleObligations: 'role_obligation',
  getOrgChart: 'organization_chart',
  getOrganization: 'organization',
  getRiskRatingBands: 'risk_rating_bands',
  getTrustPortalSettings: 'trust_portal',
  listRoleNotificationSettings: 'role_notification_setting',
  replacePentestFindingContext: 'pentest_finding_context',
  deletePolicyPdf: 'policy_version',
  updateCustomFramework: 'custom_framework',
  updateEvidenceFormSettings: 'evidence_form_setting',
  updateIsmsProfile: 'isms_profile',
  updateSoaAnswer: 'soa_answer',
};
/** Parts that change only under the lock of another record, which the other request takes, too: their table, with that of the record. */
const wholes: Readonly<Record<string, readonly [table: string, column: string]>> = {
  isms_row: ['isms_document', 'document_id'],
  policy_version: ['policy', 'policy_id'],
  soa_answer: ['soa_document', 'document_id'],
  timeline_phase: ['timeline', 'timeline_id'],
};
/** Changes that are not shown here, with the reason. */
const [noTime, unmade, inBackground, ownRows] = [
  'the answer has no time of change, so another row would not change its ETag; requests to change it wait for each other',
  'needs a record or a state that the examples do not create',
  'needs an issue, which work in the background may or may not have found by now',
  'every change adds a row, under the lock of the document',
];
const unproven: Readonly<Record<string, string>> = {
  deleteComplianceResource: unmade,
  deleteDevice: unmade,
  deletePentestFindingContext: inBackground,
  deleteQuestionnaireAnswer: unmade,
  deleteTrustPortalFavicon: unmade,
  deleteUpload: 'an upload has no time of change; only its own content changes it',
  reopenOffboardingItem: unmade,
  replaceConnectionServices: 'the placed connection has no services',
  replaceDeviceSyncProvider: noTime,
  replaceEmployeeSyncProvider: noTime,
  replaceMyEmailPreferences: noTime,
  replacePentestFindingContext: inBackground,
  replaceQuestionnaireAnswer: unmade,
  replaceRiskRatingBands: noTime,
  replaceRoleNotificationSettings: noTime,
  replaceTwoFactorSource: noTime,
  revokeCloudException: unmade,
  updateBuiltInRoleObligations: noTime,
  updatePenetrationTestIssue: inBackground,
  updateSoaAnswer: ownRows,
  updateTaskCheck: unmade,
  updateTrustPortalOverview: noTime,
  uploadComplianceResource: unmade,
};

const conditional = contract.filter(
  ({ id, parameters }) => id !== 'deleteOrganization' && parameters.some(({ name }) => name === 'If-Match'),
);
const proven = new Set<string>();
afterAll(() => {
  const isCertain = (id: string) => unproven[id] !== inBackground;
  const missed = conditional.map(({ id }) => id).filter((id) => !proven.has(id) && isCertain(id));
  if (databaseUrl) expect(missed.toSorted(), missed.join()).toEqual(Object.keys(unproven).filter(isCertain).toSorted());
});

test.skipIf(!databaseUrl).each(conditional)('412 of $id when the record changes while the request waits', async (operation) => {
  const { id, method, template, bodies } = operation;
  const parameters = await placeAt(operation);
  const path = pathAt(operation, parameters);
  const examples = await Promise.all(
    (bodies.length ? bodies : [undefined]).map(async (body) => body && records.withExistingIds(body, template)),
  );
  for (const body of examples) {
    const ask = (ifMatch?: string) =>
      caller.inPerson(method, path, { body, headers: ifMatch === undefined ? {} : { 'If-Match': ifMatch } });
    // A setting has no row before its first change.
    if (!(await findRow(operation, parameters))) await ask();
    const tag = await readTag(operation, parameters, ask);
    const row = await findRow(operation, parameters);
    if (tag === undefined || !row) continue;
    const other = await app.database.system.startTransaction().execute();
    try {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(other);
      const whole = wholes[row.table];
      if (whole)
        await sql`select from ${sql.table(whole[0])} where id = (
          select ${sql.ref(whole[1])} from ${sql.table(row.table)} where id = ${row.id}) for update`.execute(other);
      await sql`update ${sql.table(row.table)} set ${sql.ref(row.version)} = ${sql.ref(row.version)} + 1,
        updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond') where id = ${row.id}`.execute(other);
      let isAnswered = false;
      const pending = ask(tag).finally(() => (isAnswered = true));
      await expect.poll(async () => isAnswered || (await isBlocking(rows[0]?.pid)), { timeout: 30_000, interval: 5 }).toBe(true);
      const hasWaited = !isAnswered;
      await other.commit().execute();
      const answer = await pending;
      if (!hasWaited) continue;
      if (!Object.hasOwn(unproven, id)) expect(answer, answer.text).toMatchObject({ status: 412, body: { code: 'record_changed' } });
      if (answer.status === 412) proven.add(id);
      return;
    } finally {
      if (!other.isCommitted) await other.rollback().execute();
    }
  }
});

/** @returns the parameters of the path; an id that no operation on the path creates is that of another existing record */
async function placeAt({ id, template, parameters }: Operation): Promise<PathParameters> {
  if (places[id]) return places[id];
  const place = { ...(await records.placeAt(template)) };
  for (const { name, in: where, example } of parameters)
    if (where === 'path' && place[name] === example) place[name] = String(await records.withExistingIds(example, template));
  return place;
}

async function isBlocking(pid: number | undefined): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from pg_stat_activity where ${pid} = any (pg_blocking_pids(pid))) as found`.execute(app.database.system);
  return rows[0]?.found === true;
}

type Operation = (typeof contract)[number];

/** @returns what If-Match has to name now; undefined if there is no record */
async function readTag({ registry }: Operation, parameters: PathParameters, ask: (ifMatch?: string) => ReturnType<Caller['call']>) {
  const read = contract.find(({ id }) => 'before' in registry && id === registry.before);
  if (read) {
    const answer = await caller.inPerson('GET', pathAt(read, parameters));
    return answer.headers.get('etag') ?? undefined;
  }
  let conflict = await ask('"1000000"');
  // There is no record yet: a change without If-Match creates it.
  if (conflict.status === 412 && conflict.body.version === undefined) {
    await ask();
    conflict = await ask('"1000000"');
  }
  return conflict.status === 412 ? `"${conflict.body.version}"` : undefined;
}

/** @returns the row of the record: that with one of the ids, or the only one of a setting */
async function findRow({ id: operationId, registry }: Operation, parameters: PathParameters) {
  const before = 'before' in registry ? registry.before : undefined;
  const setting = tablesOfSettings[before ?? operationId];
  // A part is compared by the version of its record, which is the first one in the path that the GET of the record names, too.
  const read = contract.find(({ id }) => id === before);
  const ids = Object.entries(parameters)
    .filter(([name]) => !read || read.template.includes(`{${name}}`))
    .map(([, value]) => value)
    .toReversed();
  const candidates = tables.filter(({ name }) => setting === undefined || name === setting);
  for (const id of setting === undefined ? ids : [undefined])
    for (const { name: table, version } of candidates) {
      const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
        where ${sql.ref(table === 'organization' ? 'id' : 'organization_id')} = ${caller.organization.id} ${id === undefined ? sql`order by updated_at desc` : sql`and id = ${id}`} limit 1`
        .execute(app.database.system)
        .catch(() => ({ rows: [] }));
      if (rows[0]) return { table, version, id: rows[0].id };
    }
  return undefined;
}
