/** Creates an organization with records of every kind, whose texts contain canaries. */
import { sql } from 'kysely';
import type { startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { newMember } from '../support/organization.ts';
import { textOf } from '../support/policies.ts';
import { waitForWork } from '../support/runs.ts';
import { withValidAddress } from '../support/signed.ts';
import { trackChanges } from '../tenancy/changes.ts';
import { exampleOf, newFullOrganization } from '../tenancy/organizations.ts';
import { withCanaries, textsOf, withField, withMarkedFile } from './bodies.ts';
import { withCanary, newCanary } from './canary.ts';
import { homesIn } from './homes.ts';
import { markRecords } from './marks.ts';
import type { Entity } from './readings.ts';
import { fillReferences } from './references.ts';

type App = ReturnType<typeof startApp>;
type Operation = (typeof contract)[number];
export type World = Awaited<ReturnType<typeof newWorld>>;

/** Changes that are not sent, because they would remove records or permissions that later requests need. */
const excludedOperations = new Set([
  'transferOrganizationOwnership',
  'revokeAllVendorAccess',
  'publishAllPolicies',
  'cancelPenetrationTest',
  'cancelRun',
  'deactivateMember',
]);

/** Number of records for which a request is tried, because the first record may be in a state that rejects it. */
const maxAttempts = 4;

export async function newWorld(app: App) {
  const { database } = app;
  /** Texts that requests have stored, as `operation field`. */
  const storedTexts = new Set<string>();
  const recordStored = (operation: Operation, body: unknown, status: number) => {
    if (status >= 300) return;
    const bodyText = JSON.stringify(body);
    for (const field of textsOf(operation)) if (hasCanaryAt(bodyText, body, field.steps)) storedTexts.add(`${operation.id} ${field.name}`);
  };
  const changes = await trackChanges(database);
  let homesOfDemonstration: Awaited<ReturnType<typeof homesIn>> = new Map();
  const organization = await newFullOrganization(app, changes, {
    prepare: async (id) => {
      await markRecords(database, id);
      homesOfDemonstration = await homesIn(database, id);
    },
    bodyFor: async (operation, example) => withMarkedFile(withCanaries(operation, example)),
    answered: recordStored,
  });
  /** Sends a request. @param attempt index of the records in the request @returns the status */
  const send = async (operation: Operation, body: unknown, attempt = 0) => {
    const idsByKind = await organization.ids();
    const { path } = exampleOf(operation, (kind) => idsByKind.get(kind)?.at(attempt) ?? idsByKind.get(kind)?.[0] ?? kind);
    const answer = await organization.call(operation.method, withValidAddress(operation, path, app.ports.secrets, organization.id), {
      body: withKnownIds(body, idsByKind),
    });
    recordStored(operation, body, answer.status);
    return answer.status;
  };
  const writes = contract.filter(
    ({ id, method, registry }) => method !== 'GET' && method !== 'DELETE' && registry.effect === 'change' && !excludedOperations.has(id),
  );
  for (const operation of writes.filter(({ method, responses }) => method !== 'POST' || !responses.some(({ status }) => status === 201)))
    for (const example of operation.bodies) await send(operation, await withMarkedFile(withCanaries(operation, example)));
  // Sends the fields that no example contains, or that only rejected examples contain.
  for (const operation of writes)
    for (const field of textsOf(operation)) {
      if (storedTexts.has(`${operation.id} ${field.name}`)) continue;
      const examples = [...operation.bodies, ...(operation.method === 'PATCH' ? [{}] : [])];
      const attempts = examples.flatMap((example) => Array.from({ length: maxAttempts }, (_, attempt) => ({ example, attempt })));
      for (const { example, attempt } of attempts) {
        const body = withField(operation, field, withCanaries(operation, example));
        if (body !== undefined && (await send(operation, body, attempt)) < 300) break;
      }
    }
  const limitedPolicyId = await addPolicies(organization);
  const people = await addPeople(app, organization, limitedPolicyId);
  await addFiles(organization, app);
  await syncPeople(
    organization,
    people.map(({ member }) => member.email),
  );
  await waitForWork(database, organization.id);
  await fillReferences(database, organization.id);
  await nameSigners(database, organization);
  const homes = await homesIn(database, organization.id, homesOfDemonstration);
  return { ...organization, stored: storedTexts, homes, people, end: () => changes.end() };
}

/** Starts a sync of people who are already members. */
async function syncPeople({ call }: Awaited<ReturnType<typeof newFullOrganization>>, emails: readonly string[]): Promise<void> {
  const csv = `email\n${emails.join('\n')}\n`;
  const connection = await call('POST', '/v1/integrations/connections', { body: { providerSlug: 'csv-people', credentials: { csv } } });
  if (connection.status !== 201) throw new Error(connection.text);
  const run = await call('POST', `/v1/integrations/sync/csv-people/employees?connectionId=${connection.body.id}`);
  if (run.status !== 202) throw new Error(run.text);
}

/** Replaces the signer of the organization's letters by a member, because a letter stores the name and address of its signer. */
async function nameSigners({ system }: App['database'], { id, member }: Awaited<ReturnType<typeof newFullOrganization>>): Promise<void> {
  await sql`update engagement_letter_signature s set signer_name = m.name, signer_email = m.email from member m
    where m.id = ${member.id} and s.organization_id = ${id} and s.party = 'organization'`.execute(system);
}

function hasCanaryAt(bodyText: string, body: unknown, steps: readonly string[]): boolean {
  const text = steps.reduce<unknown>((inner, step) => Object(inner)[step], body);
  return typeof text === 'string' && text.includes('canary') && bodyText.includes('canary');
}

function withKnownIds(body: unknown, idsByKind: ReadonlyMap<string, string[]>): unknown {
  if (body === undefined) return undefined;
  return JSON.parse(
    JSON.stringify(body).replace(/\b([a-z]+(?:_[a-z]+)*)_[0-9a-f]{24}\b/g, (id, kind: string) =>
      /^(frk(_\w+)?|fvr|fnd_t|tml|tpt)$/.test(kind) ? id : (idsByKind.get(kind)?.[0] ?? id),
    ),
  );
}

/** Adds a member for each built-in role. Restricted members get a task, a risk and a control that is also linked to records of others. */
async function addPeople(
  { database, session }: App,
  organization: Awaited<ReturnType<typeof newFullOrganization>>,
  limitedPolicyId: string,
) {
  const people = [];
  for (const role of ['owner', 'admin', 'auditor', 'employee', 'contractor']) {
    const name = withCanary(`${role} of the test`);
    const member = await newMember(database, organization.id, [role], { name, email: `${newCanary()}@example.com` });
    people.push({ role, ...(await session({ id: organization.id }, member)) });
    if (role !== 'employee' && role !== 'contractor') continue;
    const createRecord = async (path: string, body: object) => {
      const answer = await organization.call('POST', path, { body });
      if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
      return String(answer.body.id ?? answer.body.data.id);
    };
    const description = () => withCanary('Written for a member');
    const assignee = { assigneeId: member.id };
    const taskId = await createRecord('/v1/tasks', { title: withCanary('Own task'), description: description(), ...assignee });
    const otherId = await createRecord('/v1/tasks', { title: withCanary('Task of others'), description: description() });
    const controlId = await createRecord('/v1/controls', {
      name: withCanary('Shared control'),
      description: description(),
      taskIds: [taskId, otherId],
      policyIds: [limitedPolicyId],
    });
    const risk = { description: description(), category: 'operations', department: 'it' };
    const riskId = await createRecord('/v1/risks', { title: withCanary('Own risk'), ...risk, ...assignee });
    const hiddenId = await createRecord('/v1/risks', { title: withCanary('Risk of others'), ...risk, description: description() });
    for (const id of [riskId, hiddenId]) {
      await organization.call('PUT', `/v1/risks/${id}/controls`, { body: { controlIds: [controlId] } });
      await organization.call('PUT', `/v1/risks/${id}/tasks`, { body: { taskIds: [taskId, otherId] } });
      await createRecord('/v1/task-management', {
        entityType: 'risk',
        entityId: id,
        title: withCanary('Item'),
        description: description(),
      });
    }
    for (const [entityType, entityId] of [
      ['task', taskId],
      ['task', otherId],
      ['risk', riskId],
      ['risk', hiddenId],
    ]) {
      await createRecord('/v1/comments', { entityType, entityId, content: withCanary('Comment') });
      const fileName = `${newCanary()}.txt`;
      await createRecord('/v1/attachments', {
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

/** Adds a policy in each state that hides it from some members. @returns the id of the policy that is limited to a department */
async function addPolicies({ call }: Awaited<ReturnType<typeof newFullOrganization>>): Promise<string> {
  const addPolicy = async (name: string, otherFields: object = {}) => {
    const body = {
      name: withCanary(name),
      description: withCanary(`About ${name}`),
      content: textOf(withCanary(`Text of ${name}`)),
      ...otherFields,
    };
    const answer = await call('POST', '/v1/policies', { body });
    if (answer.status !== 201) throw new Error(answer.text);
    const id = String(answer.body.id);
    await call('POST', '/v1/comments', { body: { entityType: 'policy', entityId: id, content: withCanary(`Comment on ${name}`) } });
    return id;
  };
  const publish = async (id: string) => {
    const answer = await call('POST', `/v1/policies/${id}/versions/publish`, { body: { changelog: withCanary('Published') } });
    if (answer.status >= 300) throw new Error(answer.text);
  };
  await addPolicy('Unpublished policy');
  const limitedId = await addPolicy('Limited policy', { status: 'published' });
  await publish(limitedId);
  await call('PATCH', `/v1/policies/${limitedId}`, { body: { visibility: 'DEPARTMENT', visibleToDepartments: ['hr'] } });
  const draftId = await addPolicy('Policy with a draft', { status: 'published' });
  await publish(draftId);
  const version = await call('POST', `/v1/policies/${draftId}/versions`, { body: { changelog: withCanary('Drafted') } });
  await call('PATCH', `/v1/policies/${draftId}/versions/${version.body.id}`, { body: { content: textOf(withCanary('Drafted text')) } });
  const archivedId = await addPolicy('Archived policy', { status: 'published' });
  await call('PATCH', `/v1/policies/${archivedId}`, { body: { isArchived: true } });
  return limitedId;
}

/** Adds a file to a record of each kind that has files, and to one record of each kind that can have files. */
async function addFiles({ id, call, ids }: Awaited<ReturnType<typeof newFullOrganization>>, { database: { system } }: App): Promise<void> {
  const idsByKind = await ids();
  const { rows } = await sql<{ entityType: string; entityId: string }>`
    select distinct on (entity_type) entity_type as "entityType", entity_id as "entityId" from attachment
    where organization_id = ${id} and entity_type <> 'trust_nda'
    union all select 'background_check', id from background_check_request where organization_id = ${id} limit 20`.execute(system);
  const firstId = (kind: string) => idsByKind.get(kind)?.[0] ?? '';
  const otherEntities = [
    { entityType: 'task', entityId: firstId('tsk') },
    { entityType: 'vendor', entityId: firstId('vnd') },
    { entityType: 'risk', entityId: firstId('rsk') },
    { entityType: 'comment', entityId: firstId('cmt') },
    { entityType: 'employment_onboard', entityId: firstId('mem') },
    { entityType: 'employment_offboard', entityId: firstId('mem') },
  ];
  for (const entity of [...rows, ...otherEntities]) {
    const file = { ...entity, fileName: `${newCanary()}.txt`, fileType: 'text/plain', fileData: 'YQ==', description: withCanary('A file') };
    await call('POST', '/v1/attachments', { body: await withMarkedFile(file) });
  }
}

/** @returns up to 4 records of each kind that comments, files and task items belong to */
export async function entitiesOf({ database: { system } }: App, { id }: Pick<World, 'id'>): Promise<Entity[]> {
  const { rows } = await sql<Entity>`
    select entity_type as "entityType", entity_id as "entityId" from attachment where organization_id = ${id}
    union select entity_type, entity_id from comment where organization_id = ${id}
    union select 'risk', risk_id from task_item where organization_id = ${id} and risk_id is not null
    union select 'vendor', vendor_id from task_item where organization_id = ${id} and vendor_id is not null`.execute(system);
  return [...Map.groupBy(rows, ({ entityType }) => entityType).values()].flatMap((list) => list.slice(0, 4));
}
