/** An organization with records of every kind, whose texts have canaries. */
import { sql } from 'kysely';
import type { startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { newMember } from '../support/organization.ts';
import { textOf } from '../support/policies.ts';
import { waitForWork } from '../support/runs.ts';
import { withValidAddress } from '../support/signed.ts';
import { trackChanges } from '../tenancy/changes.ts';
import { exampleOf, newFullOrganization } from '../tenancy/organizations.ts';
import { planted, textsOf, withField, withMarkedFile } from './bodies.ts';
import { marked, newCanary } from './canary.ts';
import { homesIn } from './homes.ts';
import { markRecords } from './marks.ts';
import type { Entity } from './readings.ts';
import { fillReferences } from './references.ts';

type App = ReturnType<typeof startApp>;
type Operation = (typeof contract)[number];
export type World = Awaited<ReturnType<typeof newWorld>>;

/** Changes that would take the world away, or end what later requests need. */
const withheld = new Set([
  'transferOrganizationOwnership',
  'revokeAllVendorAccess',
  'publishAllPolicies',
  'cancelPenetrationTest',
  'cancelRun',
  'deactivateMember',
]);

/** Records that a request is tried on, because the first may be in a state that refuses it. */
const mostAttempts = 4;

export async function newWorld(app: App) {
  const { database } = app;
  /** Texts that a request has stored, as `operation field`. */
  const stored = new Set<string>();
  const note = (operation: Operation, body: unknown, status: number) => {
    if (status >= 300) return;
    const sent = JSON.stringify(body);
    for (const field of textsOf(operation)) if (hasCanaryAt(sent, body, field.steps)) stored.add(`${operation.id} ${field.name}`);
  };
  const changes = await trackChanges(database);
  let marks: Awaited<ReturnType<typeof homesIn>> = new Map();
  const organization = await newFullOrganization(app, changes, {
    prepare: async (id) => {
      await markRecords(database, id);
      marks = await homesIn(database, id);
    },
    bodyFor: async (operation, example) => withMarkedFile(planted(operation, example)),
    answered: note,
  });
  /** @param attempt which records it is about */
  const send = async (operation: Operation, body: unknown, attempt = 0) => {
    const known = await organization.ids();
    const { path } = exampleOf(operation, (kind) => known.get(kind)?.at(attempt) ?? known.get(kind)?.[0] ?? kind);
    const answer = await organization.call(operation.method, withValidAddress(operation, path, app.ports.secrets, organization.id), {
      body: withKnownIds(body, known),
    });
    note(operation, body, answer.status);
    return answer.status;
  };
  const writes = contract.filter(
    ({ id, method, registry }) => method !== 'GET' && method !== 'DELETE' && registry.effect === 'change' && !withheld.has(id),
  );
  for (const operation of writes.filter(({ method, responses }) => method !== 'POST' || !responses.some(({ status }) => status === 201)))
    for (const example of operation.bodies) await send(operation, await withMarkedFile(planted(operation, example)));
  // Fields that no example has, or only one that is refused.
  for (const operation of writes)
    for (const field of textsOf(operation)) {
      if (stored.has(`${operation.id} ${field.name}`)) continue;
      const examples = [...operation.bodies, ...(operation.method === 'PATCH' ? [{}] : [])];
      const attempts = examples.flatMap((example) => Array.from({ length: mostAttempts }, (_, attempt) => ({ example, attempt })));
      for (const { example, attempt } of attempts) {
        const body = withField(operation, field, planted(operation, example));
        if (body !== undefined && (await send(operation, body, attempt)) < 300) break;
      }
    }
  const limited = await addPolicies(organization);
  const people = await addPeople(app, organization, limited);
  await addFiles(organization, app);
  await syncPeople(
    organization,
    people.map(({ member }) => member.email),
  );
  await waitForWork(database, organization.id);
  await fillReferences(database, organization.id);
  await nameSigners(database, organization);
  const homes = await homesIn(database, organization.id, marks);
  return { ...organization, stored, homes, people, end: () => changes.end() };
}

/** A sync of people who are members already. */
async function syncPeople({ call }: Awaited<ReturnType<typeof newFullOrganization>>, emails: readonly string[]): Promise<void> {
  const csv = `email\n${emails.join('\n')}\n`;
  const connection = await call('POST', '/v1/integrations/connections', { body: { providerSlug: 'csv-people', credentials: { csv } } });
  if (connection.status !== 201) throw new Error(connection.text);
  const run = await call('POST', `/v1/integrations/sync/csv-people/employees?connectionId=${connection.body.id}`);
  if (run.status !== 202) throw new Error(run.text);
}

/** A letter is signed by a member of the organization, whose name and address it keeps. */
async function nameSigners({ system }: App['database'], { id, member }: Awaited<ReturnType<typeof newFullOrganization>>): Promise<void> {
  await sql`update engagement_letter_signature s set signer_name = m.name, signer_email = m.email from member m
    where m.id = ${member.id} and s.organization_id = ${id} and s.party = 'organization'`.execute(system);
}

function hasCanaryAt(sent: string, body: unknown, steps: readonly string[]): boolean {
  const text = steps.reduce<unknown>((found, step) => Object(found)[step], body);
  return typeof text === 'string' && text.includes('canary') && sent.includes('canary');
}

function withKnownIds(body: unknown, known: ReadonlyMap<string, string[]>): unknown {
  if (body === undefined) return undefined;
  return JSON.parse(
    JSON.stringify(body).replace(/\b([a-z]+(?:_[a-z]+)*)_[0-9a-f]{24}\b/g, (id, kind: string) =>
      /^(frk(_\w+)?|fvr|fnd_t|tml|tpt)$/.test(kind) ? id : (known.get(kind)?.[0] ?? id),
    ),
  );
}

/** Members of each built-in role; the restricted ones with a task, a risk and a control of their own, which others have a part in. */
async function addPeople(
  { database, session }: App,
  organization: Awaited<ReturnType<typeof newFullOrganization>>,
  limitedPolicyId: string,
) {
  const people = [];
  for (const role of ['owner', 'admin', 'auditor', 'employee', 'contractor']) {
    const name = marked(`${role} of the test`);
    const member = await newMember(database, organization.id, [role], { name, email: `${newCanary()}@example.com` });
    people.push({ role, ...(await session({ id: organization.id }, member)) });
    if (role !== 'employee' && role !== 'contractor') continue;
    const made = async (path: string, body: object) => {
      const answer = await organization.call('POST', path, { body });
      if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
      return String(answer.body.id ?? answer.body.data.id);
    };
    const description = () => marked('Written for a member');
    const assigned = { assigneeId: member.id };
    const taskId = await made('/v1/tasks', { title: marked('Own task'), description: description(), ...assigned });
    const otherId = await made('/v1/tasks', { title: marked('Task of others'), description: description() });
    const controlId = await made('/v1/controls', {
      name: marked('Shared control'),
      description: description(),
      taskIds: [taskId, otherId],
      policyIds: [limitedPolicyId],
    });
    const risk = { description: description(), category: 'operations', department: 'it' };
    const riskId = await made('/v1/risks', { title: marked('Own risk'), ...risk, ...assigned });
    const hiddenId = await made('/v1/risks', { title: marked('Risk of others'), ...risk, description: description() });
    for (const id of [riskId, hiddenId]) {
      await organization.call('PUT', `/v1/risks/${id}/controls`, { body: { controlIds: [controlId] } });
      await organization.call('PUT', `/v1/risks/${id}/tasks`, { body: { taskIds: [taskId, otherId] } });
      await made('/v1/task-management', { entityType: 'risk', entityId: id, title: marked('Item'), description: description() });
    }
    for (const [entityType, entityId] of [
      ['task', taskId],
      ['task', otherId],
      ['risk', riskId],
      ['risk', hiddenId],
    ]) {
      await made('/v1/comments', { entityType, entityId, content: marked('Comment') });
      const fileName = `${newCanary()}.txt`;
      await made('/v1/attachments', {
        entityType,
        entityId,
        fileName,
        fileType: 'text/plain',
        fileData: 'YQ==',
        description: description(),
      });
    }
  }
  return people;
}

/** A policy in each state that is hidden from somebody. @returns the id of the one that is limited to a department */
async function addPolicies({ call }: Awaited<ReturnType<typeof newFullOrganization>>): Promise<string> {
  const add = async (what: string, further: object = {}) => {
    const body = { name: marked(what), description: marked(`About ${what}`), content: textOf(marked(`Text of ${what}`)), ...further };
    const answer = await call('POST', '/v1/policies', { body });
    if (answer.status !== 201) throw new Error(answer.text);
    const id = String(answer.body.id);
    await call('POST', '/v1/comments', { body: { entityType: 'policy', entityId: id, content: marked(`Comment on ${what}`) } });
    return id;
  };
  const publish = async (id: string) => {
    const answer = await call('POST', `/v1/policies/${id}/versions/publish`, { body: { changelog: marked('Published') } });
    if (answer.status >= 300) throw new Error(answer.text);
  };
  await add('Unpublished policy');
  const limited = await add('Limited policy', { status: 'published' });
  await publish(limited);
  await call('PATCH', `/v1/policies/${limited}`, { body: { visibility: 'DEPARTMENT', visibleToDepartments: ['hr'] } });
  const changed = await add('Policy with a draft', { status: 'published' });
  await publish(changed);
  const version = await call('POST', `/v1/policies/${changed}/versions`, { body: { changelog: marked('Drafted') } });
  await call('PATCH', `/v1/policies/${changed}/versions/${version.body.id}`, { body: { content: textOf(marked('Drafted text')) } });
  const archived = await add('Archived policy', { status: 'published' });
  await call('PATCH', `/v1/policies/${archived}`, { body: { isArchived: true } });
  return limited;
}

/** A file on each record that has one, and on one of each kind that can have one. */
async function addFiles({ id, call, ids }: Awaited<ReturnType<typeof newFullOrganization>>, { database: { system } }: App): Promise<void> {
  const known = await ids();
  const { rows } = await sql<{ entityType: string; entityId: string }>`
    select distinct on (entity_type) entity_type as "entityType", entity_id as "entityId" from attachment
    where organization_id = ${id} and entity_type <> 'trust_nda'
    union all select 'background_check', id from background_check_request where organization_id = ${id} limit 20`.execute(system);
  const first = (kind: string) => known.get(kind)?.[0] ?? '';
  const others = [
    { entityType: 'task', entityId: first('tsk') },
    { entityType: 'vendor', entityId: first('vnd') },
    { entityType: 'risk', entityId: first('rsk') },
    { entityType: 'comment', entityId: first('cmt') },
    { entityType: 'employment_onboard', entityId: first('mem') },
    { entityType: 'employment_offboard', entityId: first('mem') },
  ];
  for (const entity of [...rows, ...others]) {
    const file = { ...entity, fileName: `${newCanary()}.txt`, fileType: 'text/plain', fileData: 'YQ==', description: marked('A file') };
    await call('POST', '/v1/attachments', { body: await withMarkedFile(file) });
  }
}

/** Records that comments, files and task items belong to, some of each kind. */
export async function entitiesOf({ database: { system } }: App, { id }: Pick<World, 'id'>): Promise<Entity[]> {
  const { rows } = await sql<Entity>`
    select entity_type as "entityType", entity_id as "entityId" from attachment where organization_id = ${id}
    union select entity_type, entity_id from comment where organization_id = ${id}
    union select 'risk', risk_id from task_item where organization_id = ${id} and risk_id is not null
    union select 'vendor', vendor_id from task_item where organization_id = ${id} and vendor_id is not null`.execute(system);
  return [...Map.groupBy(rows, ({ entityType }) => entityType).values()].flatMap((list) => list.slice(0, 4));
}
