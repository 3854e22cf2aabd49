/** Creates organizations with records of every kind: the demonstration, and the records that the examples of the contract create. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { fillOrganization } from '#demonstration/load';
import { newId } from '#platform/database/ids';
import type { Database } from '#platform/database/open';
import { newKey } from '#platform/identity/keys';
import { grantableScopes } from '#platform/identity/roles';
import type { startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { everyPermission, newApiKey, newMember } from '../support/organization.ts';
import { requiresPerson } from '../support/persons.ts';
import { insertAgreement, insertGrant, linkTokenOf } from '../support/trust-access.ts';
import type { Changes } from './changes.ts';
import { defaultFilling } from './filling.ts';
import { type Choose, idsIn, kindOf, replaceIds } from './ids.ts';

type App = ReturnType<typeof startApp>;
export type Organization = Awaited<ReturnType<typeof newFullOrganization>>;

/** @returns the path and the bodies of an operation's examples, with ids of an organization */
export const exampleOf = ({ path, bodies }: (typeof contract)[number], choose: Choose) => ({
  path: String(replaceIds(path, choose)),
  bodies: bodies.map((body) => replaceIds(body, choose)),
});

/** @param changes reports which rows of the organization must be read again */
export async function newFullOrganization(app: App, changes: Changes, filling = defaultFilling) {
  const { database } = app;
  const id = newId('org');
  await database.system.transaction().execute(async (db) => {
    await fillOrganization(db, id, app.ports, newKey());
    // Another demonstration may exist, so the slug, which is the only unique value, is changed.
    await db.updateTable('organization').set({ slug: id }).where('id', '=', id).execute();
  });
  const owner = await newMember(database, id, everyPermission, { name: 'Olive Owner' });
  const member = await newMember(database, id, ['admin'], { name: 'Max Member' });
  await filling.prepare(id);
  const { key, keyId } = await newApiKey(database, id, { scopes: grantableScopes, created_by_member_id: owner.id });
  const call = (method: string, url: string, options: { body?: unknown; headers?: Record<string, string> } = {}) =>
    requiresPerson(method, url) ? callAsNewOwner(method, url, options) : app.call(method, url, { key, ...options });
  // Each request comes from a new owner, because transferring the ownership removes it. Notifications need the same person.
  const callAsNewOwner = async (...request: Parameters<typeof call>) =>
    (await app.session({ id }, request[1].startsWith('/v1/notifications') ? owner : everyPermission)).call(...request);
  // A grant that no request revokes, whose link the requests use, and a request for access with an NDA.
  const grantId = await insertGrant(database, id, linkTokenOf(id, 'access'));
  const agreement = await insertAgreement(database, id, linkTokenOf(id, 'nda'));
  const accounts = [owner.userId, member.userId];
  // Examples refer to the records that other examples create.
  const createdIds: string[] = [];
  const tables = (await tenantTables(database)).filter(({ name, hasId }) => hasId && !unreadTables.includes(name));
  const rowsByTable = new Map<string, readonly string[]>();
  let idsByKind = new Map<string, string[]>();

  /** @returns the ids of each kind, with the most suitable ids first, without the ids of records that the caller needs */
  async function ids(): Promise<ReadonlyMap<string, string[]>> {
    const changedNames = await changes.of(id);
    const changedTables = tables.filter(({ name }) => changedNames.includes(name));
    if (changedTables.length) idsByKind = await read(changedTables);
    return idsByKind;
  }
  async function read(changedTables: typeof tables): Promise<Map<string, string[]>> {
    for (const [name, foundIds] of await rowIds(database, id, changedTables)) rowsByTable.set(name, foundIds);
    const rows = new Set([...rowsByTable.values()].flat().sort());
    // Reads a framework with versions, and one of its requirements.
    const frameworkWithVersions = await database.system
      .selectFrom('custom_requirement')
      .select(['id', 'framework_instance_id as instance'])
      .where('organization_id', '=', id)
      .where('framework_instance_id', 'is not', null)
      .orderBy('created_at')
      .executeTakeFirst();
    // Reads a timeline, and one of its phases.
    const phase = await database.system
      .selectFrom('timeline_phase')
      .select(['id', 'timeline_id as timeline'])
      .where('organization_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .executeTakeFirst();
    // Reads the document with the register that the examples use.
    const document = await database.system
      .selectFrom('isms_document')
      .select('id')
      .where('organization_id', '=', id)
      .where('type', '=', 'context_of_organization')
      .executeTakeFirst();
    // Reads a cloud account, with its latest scan and one of its findings.
    const finding = await database.system
      .selectFrom('integration_connection as n')
      .innerJoin('integration_check_result as f', 'f.check_run_id', 'n.latest_scan_id')
      .select(['n.id as connection', 'n.latest_scan_id as scan', 'f.id'])
      .where('n.organization_id', '=', id)
      .where('f.passed', '=', false)
      .orderBy('f.id')
      .executeTakeFirst();
    const topIds = [
      ...(document ? [document.id] : []),
      agreement.requestId,
      ...(frameworkWithVersions ? [frameworkWithVersions.instance ?? '', frameworkWithVersions.id] : []),
      ...(phase ? [phase.timeline, phase.id] : []),
      ...(finding ? [finding.connection, finding.scan ?? '', finding.id] : []),
    ];
    // Submissions of other forms are excluded, because the path also names the form, which is the same in all examples.
    const otherSubmissions = await database.system
      .selectFrom('evidence_submission')
      .select('id')
      .where('organization_id', '=', id)
      .where('form_type', '<>', 'access-request')
      .execute();
    const excluded = new Set([owner.id, keyId, grantId, ...otherSubmissions.map((submission) => submission.id)]);
    const orderedIds = [...new Set([...accounts, member.id, id, ...topIds, ...createdIds.filter((one) => rows.has(one)), ...rows])].filter(
      (one) => !excluded.has(one),
    );
    return Map.groupBy(orderedIds, kindOf);
  }
  const organization = { id, owner, member, accounts, key, call, ids };
  for (const operation of contract.filter(({ method, responses }) => method === 'POST' && responses.some(({ status }) => status === 201))) {
    const existingIds = await ids();
    const { path, bodies } = exampleOf(operation, (kind) => existingIds.get(kind)?.[0] ?? newId(kind));
    for (const [index, example] of bodies.entries()) {
      const body = await filling.bodyFor(operation, example);
      const answer = await call('POST', path, { body, headers: { 'Idempotency-Key': `${id} ${operation.id} ${index}` } });
      filling.answered(operation, body, answer.status);
      if (answer.status === 201) createdIds.push(...idsIn(answer.text).slice(0, 1));
    }
  }
  await endPenetrationTests(database, id);
  await releasePolicies(database, id);
  const automation = createdIds.find((one) => kindOf(one) === 'aut');
  if (automation !== undefined) createdIds.push(await insertAutomationRun(database, id, automation));
  createdIds.push(await insertExport(database, id), await insertNotification(database, id, owner.id));
  await insertBookkeeping(database, id, member.id);
  return organization;
}

/** Ends penetration tests that examples have ordered, because they would change records while the tests of this folder run. */
async function endPenetrationTests({ system }: Database, organizationId: string): Promise<void> {
  await system
    .updateTable('run')
    .set({ status: 'cancelled', lease: null, finished_at: new Date().toISOString() })
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'penetration_test')
    .where('status', 'in', ['queued', 'running'])
    .execute();
}

/** Makes policies public, because the grant whose link is used has no NDA and can read only public documents. */
async function releasePolicies({ system }: Database, organizationId: string): Promise<void> {
  await system
    .updateTable('policy')
    .set({ audience: 'public' })
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'published')
    .execute();
}

/** Inserts a notification of the caller, because existing notifications belong to other members. @returns its id */
async function insertNotification({ system }: Database, organizationId: string, memberId: string): Promise<string> {
  const id = newId('ntf');
  await system
    .insertInto('notification')
    .values({ id, organization_id: organizationId, member_id: memberId, kind: 'policy', title: 'Please sign' })
    .execute();
  return id;
}

/** Inserts a completed run of an automation, because a request would only begin a run. @returns its id */
async function insertAutomationRun({ system }: Database, organizationId: string, automationId: string): Promise<string> {
  const id = newId('ear');
  await system
    .insertInto('evidence_automation_run')
    .values({
      id,
      organization_id: organizationId,
      evidence_automation_id: automationId,
      status: 'cancelled',
      completed_at: new Date().toISOString(),
      version: 1,
    })
    .execute();
  return id;
}

/** Inserts rows that only runs and schedules write: a check detached from a task, and an e-mail with a file about a completed training. */
async function insertBookkeeping({ system }: Database, organization_id: string, member_id: string): Promise<void> {
  const [task, connection, mail] = await Promise.all(
    (['task', 'integration_connection', 'mail'] as const).map((table) =>
      system.selectFrom(table).select('id').where('organization_id', '=', organization_id).executeTakeFirstOrThrow(),
    ),
  );
  await system
    .insertInto('integration_task_check')
    .values({
      id: newId('itc'),
      organization_id,
      task_id: task?.id ?? '',
      connection_id: connection?.id ?? '',
      check_id: 'employees-have-managers',
      is_disabled: true,
    })
    .execute();
  await system
    .insertInto('lost_role')
    .values({ id: newId('lsr'), organization_id, member_id, role: 'owner', lost_at: '2026-01-01T00:00:00Z' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await system
    .insertInto('mail_attachment')
    .values({ id: newId('mat'), organization_id, mail_id: mail?.id ?? '', name: 'a.txt', type: 'text/plain', content: Buffer.from('x') })
    .execute();
  await system
    .insertInto('training_certificate_mail')
    .values({ id: newId('tcm'), organization_id, member_id, program: 'general', settled_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await system.insertInto('text_model_use').values({ id: organization_id, organization_id, day: '2026-01-01', calls: 1 }).execute();
}

/** Inserts a finished export of evidence, because a request would only begin an export. @returns the id of its run */
async function insertExport({ system }: Database, organizationId: string): Promise<string> {
  const [id, time] = [newId('run'), new Date()];
  const key = `${organizationId}/exports/${time.getTime()}-evidence-${id}.zip`;
  await system
    .insertInto('run')
    .values({
      id,
      organization_id: organizationId,
      kind: 'evidence_export',
      status: 'completed',
      actor: '{}',
      started_at: time.toISOString(),
      finished_at: time.toISOString(),
    })
    .execute();
  await system
    .insertInto('stored_file')
    .values({ id: key, organization_id: organizationId, size: 22, sha256: createHash('sha256').digest('hex') })
    .execute();
  await system
    .insertInto('evidence_export')
    .values({
      id,
      organization_id: organizationId,
      file_name: 'evidence.zip',
      file_size: 22,
      file_key: key,
      expires_at: new Date(time.getTime() + 604_800_000).toISOString(),
    })
    .execute();
  return id;
}

interface TenantTable {
  readonly name: string;
  readonly key: string;
  readonly hasId: boolean;
  /** The columns of the table, except those that PostgreSQL computes. */
  readonly written: readonly string[];
}

/** @returns the tables whose rows belong to an organization, with the column that contains its id */
export async function tenantTables({ system }: Pick<Database, 'system'>): Promise<TenantTable[]> {
  const { rows } = await sql<TenantTable>`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as written,
      case when c.relname in ('organization', 'storage_usage') then 'id' else 'organization_id' end as key,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'id') as "hasId"
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (c.relname in ('organization', 'storage_usage') or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped))
    order by c.relname`.execute(system);
  return rows;
}

/** Tables whose ids are not read: the search index contains ids of other records, including requirements that all organizations share. */
const unreadTables = ['search_entry'];

async function rowIds(database: Database, organizationId: string, tables: readonly { readonly name: string; readonly key: string }[]) {
  const parts = tables.map(
    ({ name, key }) =>
      sql`select ${sql.lit(name)} as name, array_agg(id) as ids from ${sql.table(name)} where ${sql.ref(key)} = ${organizationId}`,
  );
  const { rows } = await sql<{ name: string; ids: string[] | null }>`${sql.join(parts, sql` union all `)}`.execute(database.system);
  return rows.map(({ name, ids }) => [name, ids ?? []] as const);
}

/** @returns hashes of the rows in each table, of the accounts of the people, and of the files, so that any change is detected */
export async function fingerprint(
  { database, ports: { files } }: App,
  { id, accounts }: Pick<Organization, 'id' | 'accounts'>,
): Promise<Readonly<Record<string, string>>> {
  // The time when a key was last used is updated in the background, so it is not compared.
  const hash = sql`coalesce(sum(hashtextextended((to_jsonb(t) - 'last_used_at')::text, 0)), 0) || ' ' || count(*) as hash`;
  const parts = (await tenantTables(database)).map(
    ({ name, key }) => sql`select ${sql.lit(name)} as name, ${hash} from ${sql.table(name)} t where ${sql.ref(key)} = ${id}`,
  );
  const { rows } = await sql<{
    name: string;
    hash: string;
  }>`${sql.join(parts, sql` union all `)} union all select 'user_account', ${hash} from user_account t where id = any(${accounts})`.execute(
    database.system,
  );
  const storedFiles: [string, string][] = [];
  for await (const { key } of files.list(id))
    storedFiles.push([
      key,
      createHash('sha256')
        .update((await files.read(key)) ?? '')
        .digest('hex'),
    ]);
  return Object.fromEntries([...rows.map(({ name, hash: tableHash }): [string, string] => [name, tableHash]), ...storedFiles]);
}
