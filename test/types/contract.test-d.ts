/** Each line after an @ts-expect-error must fail to compile. If it compiles, the types do not enforce the contract or tenant isolation. */
import { type Kysely, sql } from 'kysely';
import type { TenantTables } from '#generated/database';
import { handlers } from '#areas/index';
import { risks } from '#areas/risk-management/risks/handlers/index';
import { refusal } from '#platform/refusals/refusal';
import type { Area, Handler, Handlers, Reply } from '#contract/types';
import { linkSet } from '#domain/access/links/link-set';
import { type Linkable, lockLinkable } from '#domain/access/links/linkable';
import type { Reader } from '#domain/access/records/rows';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

const { listRisks, createRisk, getRisk, deleteRisk } = handlers;
const rating = { assessed: true, raw: 0, score: 1, level: 'very_low', levelLabel: 'Very low' } as const;
const risk = {
  id: 'r',
  title: 't',
  description: 'd',
  category: 'other',
  department: 'none',
  status: 'open',
  probability: 0,
  impact: 0,
  residual_probability: 0,
  residual_impact: 0,
  assigneeId: null,
  reviewDueAt: null,
  externalId: null,
  inherentRating: rating,
  residualRating: rating,
  organizationId: 'o',
  createdAt: '',
  updatedAt: '',
  version: 1,
} as const;

// @ts-expect-error  a missing handler
export const missing: Handlers<'risks'> = { listRisks, createRisk, getRisk };
// @ts-expect-error  a handler of another area
export const foreign: Handlers<'risks'> = { ...risks, getRole: handlers.getRole };
// @ts-expect-error  a whole area missing
export const partial: Handlers<Area> = risks;
// @ts-expect-error  an unknown area
export type Unknown = Handlers<'nowhere'>;
// @ts-expect-error  a handler under the wrong operation
export const crossed: Handlers<'risks'> = { ...risks, getRisk: deleteRisk };
// @ts-expect-error  a status the spec does not declare
export const undeclared: Handler<'listRisks'> = async () => refusal('role_not_found');
// @ts-expect-error  the body of another status
export const wrongBody: Handler<'createRisk'> = async () => ({ status: 400, body: { success: true, data: risk } });
// @ts-expect-error  a field that is not in the schema
export const extra: Reply<'createRisk'> = { status: 201, body: { success: true, data: { ...risk, secret: 1 } } };
// @ts-expect-error  a field that is in the schema, left out
export const lacking: Handler<'getRisk'> = async () => ({ status: 200, body: { success: true, data: { id: 'r' } } });
// @ts-expect-error  a required header left out
export const noHeader: Reply<'exportAuditLogs'> = { status: 200, type: 'application/x-ndjson', body: new Uint8Array() };
// @ts-expect-error  a header the spec does not name
export const strangeHeader: Reply<'getRisk'> = { ...refusal(404, 'Risk not found'), headers: { Foo: 'x' } };
// @ts-expect-error  a header that is the contract layer's
export const ownPlace: Reply<'createRisk'> = { status: 201, headers: { Location: '' }, body: { success: true, data: risk } };
// @ts-expect-error  and another
export const ownEtag: Reply<'deleteRisk'> = { status: 200, headers: { ETag: 'x' }, body: { success: true, data: { message: '' } } };
// @ts-expect-error  a list without its page
export const noPage: Reply<'listRisks'> = { status: 200, body: { success: true, data: [] } };

export const inputs: Handler<'createRisk'> = async ({ path, body }) => {
  // @ts-expect-error  an unknown path parameter
  void path.id;
  // @ts-expect-error  an unknown body field
  void body.name;
  return { status: 201, body: { success: true, data: { ...risk, title: body.title } } };
};

export async function tenancy(db: OrganizationDatabase, root: Kysely<TenantTables>) {
  // @ts-expect-error  raw SQL needs a connection, and the handle is none
  await sql`select * from risk`.execute(db);
  // @ts-expect-error  no table outside the organization
  db.selectFrom('user_account');
  // @ts-expect-error  a column that there is not
  columnsOf('risk', 'id', 'creatdAt');
  const rows = await db
    .selectFrom('risk as r')
    .select(columnsOf('risk as r', 'id', 'createdAt'))
    .execute();
  rows satisfies { id: string; createdAt: string }[];
  // @ts-expect-error  what was not selected
  void rows[0]?.title;
  // @ts-expect-error  the organization cannot be written
  db.insertInto('control').values({ id: 'a', name: 'b', organization_id: 'other' });
  // @ts-expect-error  nor moved
  db.updateTable('control').set({ organization_id: 'other' });
  // @ts-expect-error  no transaction of its own
  db.transaction();
  // @ts-expect-error  the root database is not a handle
  const unscoped: OrganizationDatabase = root;
  return unscoped;
}

/** Only records that were looked up for a reader can be linked. */
export async function links(db: OrganizationDatabase, reader: Reader) {
  const riskTasks = linkSet('risk_task', 'task_id');
  const found = await lockLinkable(db, reader, 'task', ['tsk_1']);
  await riskTasks.add(db, { risk_id: 'rsk_1' }, found);
  // @ts-expect-error  ids that nobody looked up
  await riskTasks.add(db, { risk_id: 'rsk_1' }, ['tsk_1']);
  // @ts-expect-error  a record that was made without a reader
  const made: Linkable<'task'> = { key: 'tsk_1', title: 'Task' };
  await riskTasks.remove(db, { risk_id: 'rsk_1' }, made);
  // @ts-expect-error  records of another kind
  await riskTasks.add(db, { risk_id: 'rsk_1' }, await lockLinkable(db, reader, 'policy', ['pol_1']));
  // @ts-expect-error  a column of another table
  await riskTasks.add(db, { vendor_id: 'vnd_1' }, found);
  // @ts-expect-error  a lookup without a reader
  await lockLinkable(db, 'task', ['tsk_1']);
}
