/** Tests the types of the client. Each line after an @ts-expect-error must fail to compile. */
import {
  type ApiError,
  type AuditLogEntry,
  can,
  type Client,
  createClient,
  fieldErrors,
  labels,
  type GivenError,
  type ListPage,
  orThrow,
  type Permission,
  requires,
  type Risk,
  type RiskCreate,
  type RiskListItem,
  RiskStatus,
  type Run,
} from '#generated/client';
import type { components } from '#generated/api';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles only if the value has exactly this type. */
const is =
  <B>() =>
  <A>(_value: A, ..._proof: Same<A, B> extends true ? [] : [never]) => {};

export async function answers(client: Client) {
  const one = await client.GET('/v1/risks/{id}', { params: { path: { id: 'rsk_1' } } });
  is<{ success: true; data: Risk } | undefined>()(one.data);
  is<string | undefined>()(one.error?.error);
  is<string | undefined>()(one.error?.requestId);
  is<'record_changed' | undefined>()(one.error?.code);
  is<number | undefined>()(one.error?.version);
  const all = await client.GET('/v1/risks');
  is<undefined>()(all.error?.code);
  const role = await client.DELETE('/v1/roles/{roleId}', { params: { path: { roleId: 'rol_1' } } });
  if (role.error?.code === 'role_in_use') is<'role_in_use'>()(role.error.code);
  // @ts-expect-error  a code that the operation does not have
  if (role.error?.code === 'risk_not_found') return;

  if (one.error === undefined) is<string>()(one.data.data.title);
  else is<undefined>()(one.data);

  const risk = await orThrow(client.GET('/v1/risks/{id}', { params: { path: { id: 'rsk_1' } } }));
  is<{ success: true; data: Risk }>()(risk);

  const nothing = await orThrow(client.DELETE('/v1/roles/{roleId}', { params: { path: { roleId: 'rol_1' } } }));
  is<undefined>()(nothing);

  const file = await orThrow(client.GET('/v1/audit-logs/export'));
  is<Blob>()(file);
  const stream = await orThrow(client.GET('/v1/audit-logs/export', { parseAs: 'stream' }));
  is<Response['body']>()(stream);
  const text = await orThrow(client.GET('/v1/audit-logs/export', { parseAs: 'text' }));
  is<string>()(text);
}

export function refusals(error: GivenError | undefined, thrown: ApiError) {
  is<readonly string[]>()(fieldErrors(error, 'title'));
  is<readonly string[]>()(fieldErrors(thrown, 'members.0.email'));
  // @ts-expect-error  no error of the service
  fieldErrors(new Error('lost'), 'title');
  // @ts-expect-error  the field left out
  fieldErrors(error);
}

export async function lists(client: Client) {
  for await (const risk of client.list('/v1/risks', { params: { query: { status: ['open'], limit: 10 } } })) is<RiskListItem>()(risk);
  for await (const entry of client.list('/v1/audit-logs')) is<AuditLogEntry>()(entry);
  client.list('/v1/risks/{id}/acceptances', { params: { path: { id: 'rsk_1' } } });

  // @ts-expect-error  a path parameter left out
  client.list('/v1/risks/{id}/acceptances');
  // @ts-expect-error  a record, not a list
  client.list('/v1/organization');
  // @ts-expect-error  a list without pages
  client.list('/v1/roles');
  // @ts-expect-error  a filter that the list does not have
  client.list('/v1/risks', { params: { query: { colour: 'red' } } });
}

export async function pages(client: Client) {
  const page = await client.page('/v1/risks', { params: { query: { limit: 10 } } });
  is<ListPage<RiskListItem>>()(page);
  is<string | null>()(page.previousCursor);
  is<number | undefined>()(page.totalCount);
  is<ListPage<AuditLogEntry>>()(await client.page('/v1/audit-logs'));
  // @ts-expect-error  a record, not a list
  await client.page('/v1/organization');
  // @ts-expect-error  a filter that the list does not have
  await client.page('/v1/risks', { params: { query: { colour: 'red' } } });
}

export async function filesAndRuns(client: Client) {
  is<string>()(await client.upload(new File(['x'], 'x.txt'), { purpose: 'attachment' }));
  for (const content of [new Blob(['x']), new Uint8Array(1), new ArrayBuffer(1)]) await client.upload(content, { fileName: 'x.txt' });
  // @ts-expect-error  bytes without a name
  await client.upload(new Uint8Array(1));
  // @ts-expect-error  a purpose that does not exist
  await client.upload(new File(['x'], 'x.txt'), { purpose: 'anything' });

  is<File>()(await client.download('/v1/audit-logs/export'));
  is<File>()(await client.download('/v1/attachments/{attachmentId}/download', { params: { path: { attachmentId: 'att_1' } } }));
  await client.download('/v1/soa/export', { body: { documentId: 'soa_doc_1', organizationId: 'org_1' } });
  // @ts-expect-error  a path parameter left out
  await client.download('/v1/attachments/{attachmentId}/download');
  // @ts-expect-error  the body of a download by POST left out
  await client.download('/v1/soa/export');
  // @ts-expect-error  no file
  await client.download('/v1/risks');

  const run = await orThrow(client.POST('/v1/evidence-export/all', { body: {} }));
  is<Run>()(await client.waitForRun(run, { onProgress: (state) => is<Run>()(state) }));
  await client.waitForRun({ id: 'run_1' });
  // @ts-expect-error  no run
  await client.waitForRun('run_1');
}

export function permissions() {
  is<Permission>()(requires.listRisks);
  is<boolean>()(can({ permissions: ['risk:read'], credential: { kind: 'api_key' } }, 'listRisks'));
  // @ts-expect-error  an operation that does not exist
  can({}, 'listNothing');
}

export function schemas(risk: Risk) {
  is<components['schemas']['Risk']>()(risk);
  is<'open' | 'pending' | 'closed' | 'archived'>()(risk.status);
  is<RiskStatus>()(risk.status);
  is<'open'>()(RiskStatus.open);
  is<RiskStatus[]>()(Object.values(RiskStatus));
  is<'Open'>()(labels.riskStatus.open);
  is<'Open' | 'Pending' | 'Closed' | 'Archived'>()(labels.riskStatus[risk.status]);
  const least: RiskCreate = { title: 'Fire', description: 'It burns', category: 'other' };
  // @ts-expect-error  a value that the enumeration does not have
  const unknown: RiskCreate = { ...least, status: RiskStatus.lost };
  return unknown;
}

export async function requests(client: Client) {
  await client.POST('/v1/risks', { body: { title: 'Fire', description: 'It burns', category: 'other' } });
  const address = { path: { id: 'upl_1' }, query: { expires: 1, signature: 'x' } };
  for (const body of [new Blob(['x']), new Uint8Array(1), new ArrayBuffer(1)])
    await client.PUT('/v1/uploads/{id}/content', { params: address, body });
  // @ts-expect-error  JSON where bytes are taken
  await client.PUT('/v1/uploads/{id}/content', { params: address, body: { content: 'x' } });
  // @ts-expect-error  an unknown path
  await client.GET('/v1/unknown');
  // @ts-expect-error  a method that the path does not have
  await client.PUT('/v1/risks');
  // @ts-expect-error  a path parameter left out
  await client.GET('/v1/risks/{id}');
  // @ts-expect-error  a required field left out
  await client.POST('/v1/risks', { body: { title: 'Fire' } });
  await client.PATCH('/v1/risks/{id}', { params: { path: { id: 'rsk_1' } } });
  // @ts-expect-error  a body left out
  await client.POST('/v1/roles');
  // @ts-expect-error  a field that the body does not have
  await client.POST('/v1/risks', { body: { title: 'Fire', description: 'It burns', category: 'other', colour: 'red' } });
  // @ts-expect-error  a value that the enumeration does not have
  await client.GET('/v1/risks', { params: { query: { status: ['lost'] } } });
  // @ts-expect-error  a body where there is none
  await client.DELETE('/v1/risks/{id}', { params: { path: { id: 'rsk_1' } }, body: {} });
  // @ts-expect-error  an option misspelt
  await client.GET('/v1/risks', { parms: {} });
  // @ts-expect-error  the address left out
  createClient({ apiKey: 'cak_1' });
}
