/** One organization requests data of another, everywhere that the contract takes an id. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '#platform/database/ids';
import { withoutSignature } from '#platform/ports/file-links';
import { sha256Of } from '#platform/ports/measure';
import { startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { requiresPerson } from '../support/persons.ts';
import { waitForWork } from '../support/runs.ts';
import { withValidAddress } from '../support/signed.ts';
import { type Changes, trackChanges } from './changes.ts';
import { at, type Choose, fieldsOf, idsIn, isOfCatalogue, kindOf, type Operation, type Place, placesOf, put, replaceIds } from './ids.ts';
import { exampleOf, fingerprint, newFullOrganization, type Organization } from './organizations.ts';

const app = startApp();
let theirs: Organization;
let ours: Organization;
let theirIds: ReadonlyMap<string, string[]>;
/** Records which rows are written, by organization. */
let changes: Changes;
let before: Awaited<ReturnType<typeof fingerprint>>;
/** Values that are theirs and not also ours, as some accounts are. */
let secrets: ReadonlySet<string>;

beforeAll(async () => {
  changes = await trackChanges(app.database);
  [theirs, ours] = [await newFullOrganization(app, changes), await newFullOrganization(app, changes)];
  // The last use of a key is updated in the background.
  await vi.waitFor(async () => {
    await app.database.system
      .selectFrom('api_key')
      .select('id')
      .where('created_by_member_id', '=', theirs.owner.id)
      .where('last_used_at', 'is not', null)
      .executeTakeFirstOrThrow();
  }, 60_000);
  theirIds = await theirs.ids();
  for (const { kind, example } of places.flatMap(({ place }) => place)) {
    if (kind !== 'org' || typeof example !== 'string' || !example.includes('/')) continue;
    for (const { id } of [theirs, ours]) await putUpload(id, String(replaceIds(example, () => id)));
  }
  secrets = new Set([...theirIds.values()].flat());
  before = await fingerprint(app, theirs);
  await changesOfTheirs();
});
afterAll(() => changes.end());

/** Their tables that have changed since the last call, and their files that were added or deleted. */
async function changesOfTheirs(): Promise<string[]> {
  const deletedFiles = new Set(Object.keys(before).filter((name) => name.startsWith(`${theirs.id}/`)));
  const others: string[] = [];
  for await (const { key } of app.ports.files.list(theirs.id)) if (!deletedFiles.delete(key)) others.push(key);
  return [...(await changes.of(theirs.id, ...theirs.accounts)), ...deletedFiles, ...others];
}

/** An upload whose bytes have arrived. */
async function putUpload(organizationId: string, key: string): Promise<void> {
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const measure = { size: bytes.length, sha256: sha256Of(bytes) };
  await app.ports.files.put(key, bytes);
  await app.database.system
    .insertInto('stored_file')
    .values({ id: key, organization_id: organizationId, ...measure })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await app.database.system
    .insertInto('upload')
    .values({
      id: newId('upl'),
      organization_id: organizationId,
      purpose: sql<'general'>`${key.split('/')[2] ?? ''}`,
      file_name: 'a.svg',
      file_type: 'image/svg+xml',
      file_key: key,
      content_key: key,
      ...measure,
      uploaded_at: new Date().toISOString(),
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Fields with names like ids that contain none of ours. */
const notOurs: Readonly<Record<string, string>> = {
  externalEmployeeId: 'the number of a person in the HR system',
  externalId: 'the id of a record in another system',
  'rows.0.externalId': 'the id of a record in another system',
  hostId: 'a computer in the device management system',
  hardwareId: 'what a computer is known by at its maker',
  checkId: 'the name of a check of a provider',
  serviceIds: 'the names of services of a provider',
  variableId: 'the name of a variable of a provider',
  questionId: 'the number of a control of the standard',
  videoId: 'a module of the training',
  'nodes.0.id': 'chosen by the editor of the chart',
  'edges.0.id': 'chosen by the editor of the chart',
  gcpOrganizationId: 'an organization of Google Cloud',
  projectId: 'a project of Google Cloud',
  projectIds: 'projects of Google Cloud',
  serviceId: 'the name of a service of a cloud',
  stepId: 'the name of a step of the setup',
};
/** Ids that are not valid in combination with our other ids. */
const paired: Readonly<Record<string, string>> = {
  'importFrameworkProfile catalogFrameworkId': 'another framework than that of the path',
  'deleteEmploymentEvidence id': 'a file is of one member',
  'deleteEmploymentEvidence attachmentId': 'a file is of one member',
  'deleteQuestionnaireAnswer id': 'a question is of one questionnaire',
  'deleteQuestionnaireAnswer questionAnswerId': 'a question is of one questionnaire',
  'replaceQuestionnaireAnswer id': 'a question is of one questionnaire',
  'replaceQuestionnaireAnswer questionAnswerId': 'a question is of one questionnaire',
  'replaceQuestionnaireAnswer sources.0.sourceId': 'a question is of one questionnaire',
  'removeMemberHost id': 'nobody has a host without device management',
  'deleteFrameworkRequirement id': 'a requirement is of one framework',
  'deleteFrameworkRequirement requirementKey': 'as for the framework',
  'deletePolicyVersion id': 'a version is of one policy',
  'deletePolicyVersion versionId': 'a version is of one policy',
  'deletePolicyPdf id': 'a version is of one policy',
  'deletePolicyPdf versionId': 'a version is of one policy',
  'deleteTaskAttachment taskId': 'a file is of one task',
  'deleteTaskAttachment attachmentId': 'a file is of one task',
  'getTaskAttachmentDownloadUrl taskId': 'a file is of one task',
  'getTaskAttachmentDownloadUrl attachmentId': 'a file is of one task',
  'deleteVendorContact id': 'a contact is of one vendor',
  'deleteTrustCustomFrameworkBadge customFrameworkId': 'a badge is of one framework',
  'deleteTaskAutomation taskId': 'an automation is of one task',
  'deleteTaskAutomation automationId': 'an automation is of one task',
  'reopenOffboardingItem memberId': 'a completion is of one member and one item',
  'reopenOffboardingItem templateItemId': 'a completion is of one member and one item',
  'undoVendorRevocation memberId': 'a revocation is of one member and one vendor',
  'undoVendorRevocation vendorId': 'a revocation is of one member and one vendor',
  'getPolicyByTokenDownloadUrl policyId': 'the first policy is a draft, and published ones alone are shown',
  'getCustomComplianceResourceByTokenDownloadUrl customFrameworkId': 'a certificate is of one framework',
  'getQuestionnaireRunByToken runId': 'a run is of one access',
  'getVisitorAnswersByToken runId': 'a run is of one access',
  'getVisitorQuestionnaire id': 'its questionnaire is deleted by an operation before it',
  'releaseVisitorQuestionnaire id': 'its questionnaire is deleted by an operation before it',
  'declineVisitorQuestionnaire id': 'its questionnaire is deleted by an operation before it',
  'getMyDevice id': 'a computer is of the person who is signed in',
  'createDeviceCheckIn id': 'a computer is of the person who is signed in',
  'updateTaskCheck taskId': 'a check is of some tasks and one provider',
  'updateTaskCheck connectionId': 'a check is of some tasks and one provider',
  'runTaskCheck taskId': 'a check is of some tasks and one provider',
  'runTaskCheck connectionId': 'a check is of some tasks and one provider',
  'deleteTimelinePhase id': 'a phase is of one timeline',
  'deleteTimelinePhase phaseId': 'a phase is of one timeline',
  'createControl requirementMappings.0.customRequirementId': 'a requirement is of one framework',
  'createEngagementLetter auditorMemberId': 'an auditor has the role of auditors',
  'updateEngagementLetter auditorMemberId': 'an auditor has the role of auditors',
  'getIsmsRiskTreatment documentId': 'one document of the twelve is the plan',
  'exportIsmsDocument versionId': 'a version is of one document',
  'bulkCreateIsmsMeasurements documentId': 'one document of the twelve has metrics',
  'bulkCreateIsmsMeasurements measurements.0.metricId': 'one document of the twelve has metrics',
  'listIsmsRegisterRows parentId': 'a row is of one register',
  'createIsmsRegisterRow interestedPartyId': 'an id is right in one register only, and the path names another',
  'createIsmsRegisterRow ownerMemberId': 'an id is right in one register only, and the path names another',
  'createIsmsRegisterRow roleId': 'an id is right in one register only, and the path names another',
  'createIsmsRegisterRow memberId': 'an id is right in one register only, and the path names another',
  'createIsmsRegisterRow monitorMemberId': 'an id is right in one register only, and the path names another',
  'createIsmsRegisterRow analyzeMemberId': 'an id is right in one register only, and the path names another',
  'createIsmsRegisterRow objectiveId': 'an id is right in one register only, and the path names another',
  'createIsmsRegisterRow metricId': 'an id is right in one register only, and the path names another',
  'createIsmsRegisterRow auditId': 'an id is right in one register only, and the path names another',
  'createIsmsRegisterRow controlId': 'an id is right in one register only, and the path names another',
  'createIsmsRegisterRow reviewId': 'an id is right in one register only, and the path names another',
  'updateIsmsRegisterRow interestedPartyId': 'an id is right in one register only, and the path names another',
  'updateIsmsRegisterRow ownerMemberId': 'an id is right in one register only, and the path names another',
  'updateIsmsRegisterRow auditRouteMemberId': 'an id is right in one register only, and the path names another',
  'updateIsmsRegisterRow monitorMemberId': 'an id is right in one register only, and the path names another',
  'updateIsmsRegisterRow analyzeMemberId': 'an id is right in one register only, and the path names another',
  'updateIsmsRegisterRow objectiveId': 'an id is right in one register only, and the path names another',
  'updateIsmsRegisterRow controlId': 'an id is right in one register only, and the path names another',
  'listPenetrationTestEvents after': 'an event is of one test',
  'replacePentestFindingContext issueId': 'an issue is of one test',
  'replacePentestFindingContext testId': 'an issue is of one test',
  'deletePentestFindingContext issueId': 'a note is about one issue',
  'listVariableOptions connectionId': 'a variable is of one provider, and the first connection is of a cloud',
  'syncProviderEmployees connectionId': 'a source of people is no cloud',
  'syncProviderDevices connectionId': 'a source of computers is no cloud',
  'linkRequirementsToControl requirements.0.customRequirementId': 'as for a new control',
  'upsertControls rows.0.requirementMappings.0.customRequirementId': 'as for a new control',
};

/** Ids that are ignored. */
const ignored: Readonly<Record<string, string>> = {
  'transferOrganizationOwnership userId': 'it takes a session, which acts for itself',
  'approveTask userId': 'as for the ownership',
  'rejectTask userId': 'as for the ownership',
  'createIsmsRegisterRow attendees.0.memberId': 'the register that the path names has no attendees',
  'updateIsmsRegisterRow attendees.0.memberId': 'the register that the path names has no attendees',
};

/** Reads that only have an answer in a state that no example creates. */
const refused: Readonly<Record<string, { readonly because: string; readonly status: number | readonly number[] }>> = {
  previewFrameworkUpdate: { because: 'the catalogue has one version of each framework', status: 409 },
  previewFrameworkAdoption: { because: 'the framework is adopted', status: 409 },
  getTaskAttachmentDownloadUrl: { because: 'a file is of one task', status: 404 },
  getPolicyByTokenDownloadUrl: { because: 'the first policy is a draft', status: 404 },
  getCustomComplianceResourceByTokenDownloadUrl: { because: 'a certificate is of one framework', status: 404 },
  getQuestionnaireRunByToken: { because: 'a run is of one access', status: 404 },
  getVisitorAnswersByToken: { because: 'a run is of one access', status: 404 },
  getMyDevice: { because: 'a computer is of the person who is signed in', status: 404 },
  downloadDeviceAgent: { because: 'no package is stored', status: 404 },
  getDeviceAgentUpdate: { because: 'no package is stored', status: 404 },
  listTrainingCompletions: { because: 'a key says whose they are', status: 400 },
  exportOrgChart: { because: 'the chart is an uploaded file', status: 409 },
  getEngagementLetterByToken: { because: 'the token of a link stands in a mail only', status: 404 },
  exportEngagementLetterByToken: { because: 'the token of a link stands in a mail only', status: 404 },
  getRecordedSignatureByToken: { because: 'the token of a link is in a mail only', status: 404 },
  exportRecordedSignatureByToken: { because: 'the token of a link is in a mail only', status: 404 },
  getIsmsRiskTreatment: { because: 'one document of the twelve is the plan', status: 404 },
  getPenetrationTestReport: { because: 'the test was cancelled, unless it was completed before that', status: [200, 409] },
  getPenetrationTestPdf: { because: 'the test was cancelled, unless it was completed before that', status: [200, 409] },
  listVariableOptions: { because: 'a variable is of one provider, and the first connection is of a cloud', status: 404 },
  listGcpOrganizations: { because: 'the account is of another cloud', status: 409 },
  getTrainingCertificate: { because: 'nobody has done the training', status: 409 },
};
/** Ids whose errors are listed in an answer. */
const listed: Readonly<Record<string, { readonly because: string; readonly status: number }>> = {
  'bulkCreateMembers members.0.userId': { because: 'of each member', status: 201 },
  'acknowledgePolicies policyIds': { because: 'of each policy', status: 200 },
  'upsertControls rows.0.ownerId': { because: 'of each row', status: 200 },
  'upsertControls rows.0.policyIds': { because: 'of each row', status: 200 },
  'upsertControls rows.0.taskIds': { because: 'of each row', status: 200 },
  'upsertControls rows.0.requirementMappings.0.frameworkInstanceId': { because: 'of each row', status: 200 },
  'upsertControls rows.0.requirementMappings.0.customRequirementId': { because: 'of each row', status: 200 },
  'upsertRisks rows.0.assigneeId': { because: 'of each row', status: 200 },
  'upsertVendors rows.0.assigneeId': { because: 'of each row', status: 200 },
};
/** Ids of links to remove: unknown ones count as 0, so that the request can be repeated (interface specification 4.1). */
const removed: Readonly<Record<string, object>> = {
  'unlinkRequirementsFromControl requirements.0.frameworkInstanceId': { count: 0 },
  'unlinkRequirementsFromControl requirements.0.customRequirementId': { count: 0 },
};

const places = contract.flatMap((operation) =>
  placesOf(operation).map((place) => ({ operation, place, title: `${operation.id} ${place.name}` })),
);
const testedPlaces = places.filter(({ place, title }) => place.kind !== undefined && !isOfCatalogue(place.kind) && !(title in ignored));

test('every place that is named like an id specifies its kind', () => {
  expect([...new Set(places.filter(({ place }) => place.kind === undefined).map(({ place }) => place.name))].sort()).toEqual(
    Object.keys(notOurs).sort(),
  );
});

/** Values that must be of today, and are older in the examples. */
const ofToday: Readonly<Record<string, object>> = { recordEngagementSignature: { signedAt: new Date().toISOString().slice(0, 10) } };

const own: Choose = (kind) => ourIds.get(kind)?.[0] ?? newId(kind);
let ourIds: ReadonlyMap<string, string[]> = new Map();
const nobodys = new Map<string, string>();
const unknown: Choose = (kind) => nobodys.get(kind) ?? nobodys.set(kind, newId(kind)).get(kind) ?? '';

/** With our signature, if that is the credential. */
const addressed = (operation: Operation, path: string) => withValidAddress(operation, path, app.ports.secrets, ours.id);

/** A request that is valid except for the value in this place. */
function requestOf(operation: Operation, place: Place, given: Choose, base: Choose) {
  const { method, template, parameters, bodies } = operation;
  const value = (choose: Choose) => (place.example === undefined ? choose(place.kind ?? '') : replaceIds(place.example, choose));
  const chosen = (where: string, name: string) => (place.in === where && place.name === name ? given : base);
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(
      String(replaceIds(parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.example, chosen('path', name))),
    ),
  );
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || (place.in === 'query' && parameter.name === place.name)))
    .flatMap(({ name, example }) =>
      [replaceIds(example, chosen('query', name))].flat().map((item): [string, string] => [name, String(item)]),
    );
  const body = bodies.find((example) => place.in === 'body' && at(example, place.steps) !== undefined) ?? bodies.at(-1);
  const sent = body === undefined ? undefined : Object.assign(Object(replaceIds(body, base)), ofToday[operation.id]);
  const field = place.list && !Array.isArray(place.example) ? [value(given)] : value(given);
  return {
    method,
    path: addressed(operation, `${path}${query.length ? `?${new URLSearchParams(query)}` : ''}`),
    body: place.in === 'body' ? put(sent, place.steps, field) : sent,
  };
}

/** Sends it as ours; once more with other names if what it adds already exists. */
async function send(operation: Operation, { method, path, body }: ReturnType<typeof requestOf>) {
  const answer = await ours.call(method, path, { body });
  return answer.status !== 409 || body === undefined ? answer : ours.call(method, path, { body: renamed(operation, body) });
}
/** The same with other texts where any text is allowed. */
function renamed(operation: Operation, body: unknown): unknown {
  const freeTexts = fieldsOf(operation).filter(
    ({ steps, schema }) => steps.length === 1 && schema.type === 'string' && schema.enum === undefined,
  );
  return freeTexts.reduce<unknown>((changed, { steps }) => {
    const text = at(changed, steps);
    return typeof text === 'string' && !idsIn(text).length ? put(changed, steps, `x${text}`) : changed;
  }, body);
}

const names = (answer: Awaited<ReturnType<typeof send>>, { in: where, name }: Place) =>
  answer.status === 400 &&
  Object.keys(answer.body.details ?? {}).some((field) => field === name || (where === 'body' && field.startsWith(`${name}.`)));
/** Replaces the ids that distinguish one answer from another. */
const masked = (text: string) => idsIn(text).reduce((rest, id) => rest.replace(id, kindOf(id)), text);

describe.each(contract.filter(({ method }) => method === 'GET'))('$id', (operation) => {
  const status = refused[operation.id]?.status ?? 200;
  test(`${[status].flat().join(' or ')} without any data of another organization`, async () => {
    ourIds = await ours.ids();
    const answer = await ours.call('GET', addressed(operation, exampleOf(operation, own).path));
    expect(
      idsIn(answer.text).filter((id) => secrets.has(id)),
      answer.text,
    ).toEqual([]);
    expect([status].flat(), answer.text).toContain(answer.status);
  });
});

/** Fields of bodies that take a person's e-mail address. */
const addressing = contract.flatMap((operation) =>
  fieldsOf(operation)
    // The data that the editor of the chart stores with a node is any text.
    .filter(({ name, schema, steps }) => /email$/i.test(name) && schema.type === 'string' && steps[0] !== 'nodes')
    // The signer must be the person who requested access or was invited.
    .filter(() => !['signNdaByToken', 'signEngagementLetterByToken', 'recordEngagementSignature'].includes(operation.id))
    .map(({ steps }) => ({ operation, steps, title: `${operation.id} ${steps.join('.')}` })),
);
test('some fields take an address', () => expect(addressing.map(({ title }) => title)).toContain('inviteMembers invites.0.email'));
describe.each(addressing)('$title', ({ operation, steps }) => {
  test('the address of a person elsewhere is treated like an unknown one, and nothing changes there', async () => {
    const answers = [];
    for (const address of [theirs.owner.email, `nobody.${Date.now()}@example.com`]) {
      ourIds = await ours.ids();
      const { path, bodies } = exampleOf(operation, own);
      const isWholeBody =
        operation.method === 'PATCH'
          ? {}
          : renamed(
              operation,
              bodies.findLast((example) => at(example, steps) !== undefined),
            );
      const answer = await ours.call(operation.method, addressed(operation, path), { body: put(isWholeBody, steps, address) });
      const local = address.slice(0, address.indexOf('@'));
      answers.push({
        status: answer.status,
        text: masked(answer.text.replaceAll(local, 'somebody'))
          .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'some time')
          .replace(/LOE-\d{4}-\d+/g, 'the next letter'),
      });
      const unknownAddress = { email: `${newId('gone')}@example.com` };
      await app.database.system
        .updateTable('member')
        .set({ external_id: null })
        .where('organization_id', '=', ours.id)
        .where('email', '=', address)
        .execute();
      for (const table of ['member', 'employee'] as const)
        await app.database.system
          .updateTable(table)
          .set(unknownAddress)
          .where('organization_id', '=', ours.id)
          .where('email', '=', address)
          .execute();
      if (operation.method === 'POST')
        await app.database.system
          .deleteFrom('employee')
          .where('organization_id', '=', ours.id)
          .where('email', '=', unknownAddress.email)
          .execute();
    }
    expect(answers[0]).toEqual(answers[1]);
    // A key can change the addresses of restricted members only.
    if (operation.id === 'updateMember') expect(answers[0]?.status).toBe(403);
    else expect(answers[0]?.status, JSON.stringify(answers)).toBeLessThan(300);
    expect(await changesOfTheirs()).toEqual([]);
  });
});

describe.each(testedPlaces)('$title', ({ operation, place, title }) => {
  const theirsOf: Choose = (kind) => theirIds.get(kind)?.[0] ?? `none of theirs is of the kind ${kind}`;
  const status =
    place.in === 'path'
      ? '404'
      : title in removed
        ? '200 and nothing removed'
        : place.in === 'body'
          ? '400 at the field, or 404'
          : '200 without it, 400 at the parameter, or 404';

  test(`${status} for an id of another organization, exactly as for one that does not exist`, async () => {
    ourIds = await ours.ids();
    const foreign = requestOf(operation, place, theirsOf, own);
    expect(
      idsIn(`${decodeURIComponent(foreign.path)} ${JSON.stringify(foreign.body)}`).some((id) => secrets.has(id)),
      'an id of theirs is sent',
    ).toBe(true);
    const [answer, nothing] = [await send(operation, foreign), await send(operation, requestOf(operation, place, unknown, own))];
    const what = `${foreign.method} ${foreign.path} ${JSON.stringify(foreign.body)}: ${answer.status} ${answer.text}`;
    if (place.in === 'path') expect(answer.status, what).toBe(404);
    else if (title in listed) expect(answer.status, what).toBe(listed[title]?.status);
    else if (title in removed) expect(answer, what).toMatchObject({ status: 200, body: removed[title] });
    else expect(answer.status === 404 || names(answer, place) || (place.in === 'query' && answer.status === 200), what).toBe(true);
    expect({ status: answer.status, text: masked(answer.text) }, what).toEqual({ status: nothing.status, text: masked(nothing.text) });
    if (operation.registry.effect === 'change') expect(await changesOfTheirs(), what).toEqual([]);
  });
  if (!(title in paired))
    test('no such error for its own id', async () => {
      ourIds = await ours.ids();
      // Deletes another record than the one that other requests use.
      const given: Choose = (kind) => (operation.method === 'DELETE' ? (ourIds.get(kind)?.at(-1) ?? '') : own(kind));
      const request = requestOf(operation, place, given, own);
      const answer = await send(operation, request);
      const what = `${request.method} ${request.path} ${JSON.stringify(request.body)}: ${answer.status} ${answer.text}`;
      expect(answer.status, what).not.toBe(404);
      expect(names(answer, place), what).toBe(false);
      expect(answer.status, what).toBeLessThan(500);
      if (operation.registry.effect === 'change') expect(await changesOfTheirs(), what).toEqual([]);
    });
});

describe.each(contract.filter(({ method, responses }) => method === 'POST' && responses.some(({ status }) => status === 201)))(
  '$id',
  (operation) => {
    test('an Idempotency-Key of another organization does not return the answer to its request', async () => {
      ourIds = await ours.ids();
      const { path, bodies } = exampleOf(operation, own);
      for (const [index, body] of bodies.entries()) {
        const answer = await ours.call('POST', path, { body, headers: { 'Idempotency-Key': `${theirs.id} ${operation.id} ${index}` } });
        expect(
          idsIn(answer.text).filter((id) => secrets.has(id)),
          answer.text,
        ).toEqual([]);
      }
    });
  },
);

test('400 at cursor for a cursor of another organization', async () => {
  const tried: string[] = [];
  // A session updates the time of the member's last activity, and nothing of theirs may change.
  for (const operation of contract.filter(({ registry, method, template }) => 'paged' in registry && !requiresPerson(method, template))) {
    const { path } = exampleOf(operation, (kind) => theirIds.get(kind)?.[0] ?? '');
    const first = await theirs.call('GET', `${path}?limit=1`);
    const cursor = /[?&]cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1];
    if (cursor === undefined) continue;
    tried.push(operation.id);
    expect(await ours.call('GET', `${exampleOf(operation, own).path}?limit=1&cursor=${cursor}`), operation.id).toMatchObject({
      status: 400,
      body: { details: { cursor: {} } },
    });
  }
  expect(tried).toContain('listRisks');
});

test('every table contains rows of theirs, and all of them are unchanged', async () => {
  const after = await fingerprint(app, theirs);
  expect(after).toEqual(before);
  expect(
    Object.entries(after)
      .filter(([, hash]) => hash.endsWith(' 0'))
      .map(([table]) => table),
  ).toEqual([]);
  expect(Object.keys(after).filter((name) => name.startsWith(`${theirs.id}/`))).not.toEqual([]);
});

test('no answer depends on whether the other organization exists', async () => {
  // Logged reads change the log, which is read too, as do reads by a link; operations of a person get a new person each time.
  const readings = contract
    .filter(
      ({ method, registry, template }) =>
        method === 'GET' && !('logged' in registry) && !template.includes('{token}') && !requiresPerson(method, template),
    )
    .map((operation) => ({ id: operation.id, path: addressed(operation, exampleOf(operation, own).path) }));
  const began = new Date().toISOString();
  const answerOf = async ({ id, path }: (typeof readings)[number]) => {
    const { status, text } = await ours.call('GET', path);
    // Except values that are computed at the time of the request.
    return {
      id,
      status,
      text: withoutSignature(text)
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (moment) => (moment < began ? moment : 'now'))
        .replace(/"lastUsedAt":"[^"]*"/g, ''),
    };
  };
  const answers = async () => {
    const all: Awaited<ReturnType<typeof answerOf>>[] = [];
    for (const reading of readings) all.push(await answerOf(reading));
    return all;
  };
  ourIds = await ours.ids();
  await waitForWork(app.database, ours.id);
  const first = await answers();
  await app.database.system.deleteFrom('organization').where('id', '=', theirs.id).execute();
  const then = await answers();
  expect(then.filter(({ status, text }, index) => status !== first[index]?.status || text !== first[index].text)).toEqual([]);
});
