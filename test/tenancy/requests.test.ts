/** Tests requests of one organization for data of another organization, wherever the contract takes an id. */
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
import {
  valueAt,
  type Choose,
  fieldsOf,
  idsIn,
  isOfCatalogue,
  kindOf,
  type Operation,
  type Place,
  placesOf,
  withValueAt,
  replaceIds,
} from './ids.ts';
import { exampleOf, fingerprint, newFullOrganization, type Organization } from './organizations.ts';

const app = startApp();
let theirs: Organization;
let ours: Organization;
let theirIds: ReadonlyMap<string, string[]>;
/** Records which tables are changed for each organization. */
let changes: Changes;
let theirFingerprint: Awaited<ReturnType<typeof fingerprint>>;
/** Values that only the other organization has; some accounts belong to both organizations. */
let secrets: ReadonlySet<string>;

beforeAll(async () => {
  changes = await trackChanges(app.database);
  [theirs, ours] = [await newFullOrganization(app, changes), await newFullOrganization(app, changes)];
  // The time when a key was last used is updated in the background.
  await vi.waitFor(async () => {
    await app.database.system
      .selectFrom('api_key')
      .select('id')
      .where('created_by_member_id', '=', theirs.owner.id)
      .where('last_used_at', 'is not', null)
      .executeTakeFirstOrThrow();
  }, 150_000);
  theirIds = await theirs.ids();
  for (const { kind, example } of places.flatMap(({ place }) => place)) {
    if (kind !== 'org' || typeof example !== 'string' || !example.includes('/')) continue;
    for (const { id } of [theirs, ours]) await putUpload(id, String(replaceIds(example, () => id)));
  }
  secrets = new Set([...theirIds.values()].flat());
  theirFingerprint = await fingerprint(app, theirs);
  await takeTheirChanges();
});
afterAll(() => changes.end());

/** @returns the other organization's tables that have changed since the last call, and its files that were ever added or deleted */
async function takeTheirChanges(): Promise<string[]> {
  const deletedFiles = new Set(Object.keys(theirFingerprint).filter((name) => name.startsWith(`${theirs.id}/`)));
  const addedFiles: string[] = [];
  for await (const { key } of app.ports.files.list(theirs.id)) if (!deletedFiles.delete(key)) addedFiles.push(key);
  return [...(await changes.of(theirs.id, ...theirs.accounts)), ...deletedFiles, ...addedFiles];
}

/** Stores the bytes of an upload. */
async function putUpload(organizationId: string, key: string): Promise<void> {
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const sizeAndHash = { size: bytes.length, sha256: sha256Of(bytes) };
  await app.ports.files.put(key, bytes);
  await app.database.system
    .insertInto('stored_file')
    .values({ id: key, organization_id: organizationId, ...sizeAndHash })
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
      ...sizeAndHash,
      uploaded_at: new Date().toISOString(),
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Fields that are named like ids but contain no id of this service, and what they contain. */
const foreignIds: Readonly<Record<string, string>> = {
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
/** Ids that are not valid in combination with the other ids of the request, and why. */
const pairedIds: Readonly<Record<string, string>> = {
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

/** Ids that the operation ignores, and why. */
const ignoredIds: Readonly<Record<string, string>> = {
  'transferOrganizationOwnership userId': 'it takes a session, which acts for itself',
  'approveTask userId': 'as for the ownership',
  'rejectTask userId': 'as for the ownership',
  'createIsmsRegisterRow attendees.0.memberId': 'the register that the path names has no attendees',
  'updateIsmsRegisterRow attendees.0.memberId': 'the register that the path names has no attendees',
};

/** Reads that fail because they need a state that no example creates. */
const failingReads: Readonly<Record<string, { readonly because: string; readonly status: number | readonly number[] }>> = {
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
/** Ids whose errors are listed in the body of a successful answer. */
const listedErrors: Readonly<Record<string, { readonly because: string; readonly status: number }>> = {
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
/** Ids of links to remove: unknown ids count as 0, so that the request can be repeated (interface specification 4.1). */
const removedLinks: Readonly<Record<string, object>> = {
  'unlinkRequirementsFromControl requirements.0.frameworkInstanceId': { count: 0 },
  'unlinkRequirementsFromControl requirements.0.customRequirementId': { count: 0 },
};

const places = contract.flatMap((operation) =>
  placesOf(operation).map((place) => ({ operation, place, title: `${operation.id} ${place.name}` })),
);
const testedPlaces = places.filter(({ place, title }) => place.kind !== undefined && !isOfCatalogue(place.kind) && !(title in ignoredIds));

test('every parameter and field that is named like an id specifies its kind', () => {
  expect([...new Set(places.filter(({ place }) => place.kind === undefined).map(({ place }) => place.name))].sort()).toEqual(
    Object.keys(foreignIds).sort(),
  );
});

/** Values that must be the current date, but are older in the examples. */
const currentValues: Readonly<Record<string, object>> = { recordEngagementSignature: { signedAt: new Date().toISOString().slice(0, 10) } };

const chooseOwn: Choose = (kind) => ourIds.get(kind)?.[0] ?? newId(kind);
let ourIds: ReadonlyMap<string, string[]> = new Map();
const unknownIds = new Map<string, string>();
const chooseUnknown: Choose = (kind) => unknownIds.get(kind) ?? unknownIds.set(kind, newId(kind)).get(kind) ?? '';

/** @returns the path with a signature of our organization, if the credential is a signature */
const signedPath = (operation: Operation, path: string) => withValidAddress(operation, path, app.ports.secrets, ours.id);

/** @returns a request with an id from `chooseTested` in this parameter or field, and with ids from `chooseOther` in all others */
function requestOf(operation: Operation, place: Place, chooseTested: Choose, chooseOther: Choose) {
  const { method, template, parameters, bodies } = operation;
  const value = (choose: Choose) => (place.example === undefined ? choose(place.kind ?? '') : replaceIds(place.example, choose));
  const chooserFor = (where: string, name: string) => (place.in === where && place.name === name ? chooseTested : chooseOther);
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(
      String(
        replaceIds(parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.example, chooserFor('path', name)),
      ),
    ),
  );
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || (place.in === 'query' && parameter.name === place.name)))
    .flatMap(({ name, example }) =>
      [replaceIds(example, chooserFor('query', name))].flat().map((item): [string, string] => [name, String(item)]),
    );
  const body = bodies.find((example) => place.in === 'body' && valueAt(example, place.steps) !== undefined) ?? bodies.at(-1);
  const requestBody = body === undefined ? undefined : Object.assign(Object(replaceIds(body, chooseOther)), currentValues[operation.id]);
  const field = place.list && !Array.isArray(place.example) ? [value(chooseTested)] : value(chooseTested);
  return {
    method,
    path: signedPath(operation, `${path}${query.length ? `?${new URLSearchParams(query)}` : ''}`),
    body: place.in === 'body' ? withValueAt(requestBody, place.steps, field) : requestBody,
  };
}

/** Sends a request of our organization, and repeats it with other texts if the record that it creates already exists. */
async function send(operation: Operation, { method, path, body }: ReturnType<typeof requestOf>) {
  const answer = await ours.call(method, path, { body });
  return answer.status !== 409 || body === undefined ? answer : ours.call(method, path, { body: withOtherTexts(operation, body) });
}
/** @returns the body with other texts in each field that allows any text */
function withOtherTexts(operation: Operation, body: unknown): unknown {
  const freeTexts = fieldsOf(operation).filter(
    ({ steps, schema }) => steps.length === 1 && schema.type === 'string' && schema.enum === undefined,
  );
  return freeTexts.reduce<unknown>((changedBody, { steps }) => {
    const text = valueAt(changedBody, steps);
    return typeof text === 'string' && !idsIn(text).length ? withValueAt(changedBody, steps, `x${text}`) : changedBody;
  }, body);
}

const isNamedIn = (answer: Awaited<ReturnType<typeof send>>, { in: where, name }: Place) =>
  answer.status === 400 &&
  Object.keys(answer.body.details ?? {}).some((field) => field === name || (where === 'body' && field.startsWith(`${name}.`)));
/** Replaces ids by their kinds, so that answers with different ids can be compared. */
const maskIds = (text: string) => idsIn(text).reduce((maskedText, id) => maskedText.replace(id, kindOf(id)), text);

describe.each(contract.filter(({ method }) => method === 'GET'))('$id', (operation) => {
  const status = failingReads[operation.id]?.status ?? 200;
  test(`${[status].flat().join(' or ')} without any data of another organization`, async () => {
    ourIds = await ours.ids();
    const answer = await ours.call('GET', signedPath(operation, exampleOf(operation, chooseOwn).path));
    expect(
      idsIn(answer.text).filter((id) => secrets.has(id)),
      answer.text,
    ).toEqual([]);
    expect([status].flat(), answer.text).toContain(answer.status);
  });
});

/** Body fields that take a person's e-mail address. */
const emailFields = contract.flatMap((operation) =>
  fieldsOf(operation)
    // The data that the editor of the chart stores with a node is any text.
    .filter(({ name, schema, steps }) => /email$/i.test(name) && schema.type === 'string' && steps[0] !== 'nodes')
    // The signer must be the person who requested access or was invited.
    .filter(() => !['signNdaByToken', 'signEngagementLetterByToken', 'recordEngagementSignature'].includes(operation.id))
    .map(({ steps }) => ({ operation, steps, title: `${operation.id} ${steps.join('.')}` })),
);
test('some fields take an e-mail address', () => expect(emailFields.map(({ title }) => title)).toContain('inviteMembers invites.0.email'));
describe.each(emailFields)('$title', ({ operation, steps }) => {
  test('treats the address of a person of another organization like an unknown address, and changes nothing there', async () => {
    const answers = [];
    for (const address of [theirs.owner.email, `nobody.${Date.now()}@example.com`]) {
      ourIds = await ours.ids();
      const { path, bodies } = exampleOf(operation, chooseOwn);
      const baseBody =
        operation.method === 'PATCH'
          ? {}
          : withOtherTexts(
              operation,
              bodies.findLast((example) => valueAt(example, steps) !== undefined),
            );
      const answer = await ours.call(operation.method, signedPath(operation, path), { body: withValueAt(baseBody, steps, address) });
      const local = address.slice(0, address.indexOf('@'));
      answers.push({
        status: answer.status,
        text: maskIds(answer.text.replaceAll(local, 'somebody'))
          .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'some time')
          .replace(/LOE-\d{4}-\d+/g, 'the next letter')
          // The second request changes the same record once more.
          .replace(/"version":\d+/g, '"version":0'),
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
    expect(await takeTheirChanges()).toEqual([]);
  });
});

describe.each(testedPlaces)('$title', ({ operation, place, title }) => {
  const chooseTheirs: Choose = (kind) => theirIds.get(kind)?.[0] ?? `none of theirs is of the kind ${kind}`;
  const status =
    place.in === 'path'
      ? '404'
      : title in removedLinks
        ? '200 and nothing removed'
        : place.in === 'body'
          ? '400 at the field, or 404'
          : '200 without it, 400 at the parameter, or 404';

  test(`${status} for an id of another organization, exactly as for one that does not exist`, async () => {
    ourIds = await ours.ids();
    const foreign = requestOf(operation, place, chooseTheirs, chooseOwn);
    expect(
      idsIn(`${decodeURIComponent(foreign.path)} ${JSON.stringify(foreign.body)}`).some((id) => secrets.has(id)),
      'an id of theirs is sent',
    ).toBe(true);
    const [answer, unknownAnswer] = [
      await send(operation, foreign),
      await send(operation, requestOf(operation, place, chooseUnknown, chooseOwn)),
    ];
    const description = `${foreign.method} ${foreign.path} ${JSON.stringify(foreign.body)}: ${answer.status} ${answer.text}`;
    if (place.in === 'path') expect(answer.status, description).toBe(404);
    else if (title in listedErrors) expect(answer.status, description).toBe(listedErrors[title]?.status);
    else if (title in removedLinks) expect(answer, description).toMatchObject({ status: 200, body: removedLinks[title] });
    else
      expect(answer.status === 404 || isNamedIn(answer, place) || (place.in === 'query' && answer.status === 200), description).toBe(true);
    expect({ status: answer.status, text: maskIds(answer.text) }, description).toEqual({
      status: unknownAnswer.status,
      text: maskIds(unknownAnswer.text),
    });
    if (operation.registry.effect === 'change') expect(await takeTheirChanges(), description).toEqual([]);
  });
  if (!(title in pairedIds))
    test('does not return this error for an id of its own organization', async () => {
      ourIds = await ours.ids();
      // A DELETE uses the last id, so that the first one stays for the other requests.
      const chooseOwnRecord: Choose = (kind) => (operation.method === 'DELETE' ? (ourIds.get(kind)?.at(-1) ?? '') : chooseOwn(kind));
      const request = requestOf(operation, place, chooseOwnRecord, chooseOwn);
      const answer = await send(operation, request);
      const description = `${request.method} ${request.path} ${JSON.stringify(request.body)}: ${answer.status} ${answer.text}`;
      expect(answer.status, description).not.toBe(404);
      expect(isNamedIn(answer, place), description).toBe(false);
      expect(answer.status, description).toBeLessThan(500);
      if (operation.registry.effect === 'change') expect(await takeTheirChanges(), description).toEqual([]);
    });
});

describe.each(contract.filter(({ method, responses }) => method === 'POST' && responses.some(({ status }) => status === 201)))(
  '$id',
  (operation) => {
    test('an Idempotency-Key of another organization does not return the answer to its request', async () => {
      ourIds = await ours.ids();
      const { path, bodies } = exampleOf(operation, chooseOwn);
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

test('400 names the parameter `cursor` for a cursor of another organization', async () => {
  const triedOperations: string[] = [];
  // A session would update the last activity of a member of the other organization, where nothing may change.
  for (const operation of contract.filter(({ registry, method, template }) => 'paged' in registry && !requiresPerson(method, template))) {
    const { path } = exampleOf(operation, (kind) => theirIds.get(kind)?.[0] ?? '');
    const first = await theirs.call('GET', `${path}?limit=1`);
    const cursor = /[?&]cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1];
    if (cursor === undefined) continue;
    triedOperations.push(operation.id);
    expect(await ours.call('GET', `${exampleOf(operation, chooseOwn).path}?limit=1&cursor=${cursor}`), operation.id).toMatchObject({
      status: 400,
      body: { details: { cursor: {} } },
    });
  }
  expect(triedOperations).toContain('listRisks');
});

test('every table contains rows of the other organization, and all of these rows are unchanged', async () => {
  const fingerprintAfter = await fingerprint(app, theirs);
  expect(fingerprintAfter).toEqual(theirFingerprint);
  expect(
    Object.entries(fingerprintAfter)
      .filter(([, hash]) => hash.endsWith(' 0'))
      .map(([table]) => table),
  ).toEqual([]);
  expect(Object.keys(fingerprintAfter).filter((name) => name.startsWith(`${theirs.id}/`))).not.toEqual([]);
});

test('no answer depends on whether the other organization exists', async () => {
  // Some reads change the log that is also read, such as logged reads and reads by a link. Operations of a person use a new person.
  const comparableReads = contract
    .filter(
      ({ method, registry, template }) =>
        method === 'GET' && !('logged' in registry) && !template.includes('{token}') && !requiresPerson(method, template),
    )
    .map((operation) => ({ id: operation.id, path: signedPath(operation, exampleOf(operation, chooseOwn).path) }));
  const startTime = new Date().toISOString();
  const answerOf = async ({ id, path }: (typeof comparableReads)[number]) => {
    const { status, text } = await ours.call('GET', path);
    // Values that are computed at the time of the request are removed.
    return {
      id,
      status,
      text: withoutSignature(text)
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (moment) => (moment < startTime ? moment : 'now'))
        .replace(/"lastUsedAt":"[^"]*"/g, ''),
    };
  };
  const readAll = async () => {
    const allAnswers: Awaited<ReturnType<typeof answerOf>>[] = [];
    for (const reading of comparableReads) allAnswers.push(await answerOf(reading));
    return allAnswers;
  };
  ourIds = await ours.ids();
  await waitForWork(app.database, ours.id);
  const answersBefore = await readAll();
  await app.database.system.deleteFrom('organization').where('id', '=', theirs.id).execute();
  const answersAfter = await readAll();
  expect(
    answersAfter.filter(({ status, text }, index) => status !== answersBefore[index]?.status || text !== answersBefore[index].text),
  ).toEqual([]);
});
