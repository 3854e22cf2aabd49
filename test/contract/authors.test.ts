/** When a request names an author, the record also shows the credential that wrote the record (spec/conventions, 8). */
import { expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { textFile, newRiskId } from '../support/attachments.ts';
import { comment, mailsOf, mention } from '../support/comments.ts';
import { contract, document, resolve } from '../support/contract.ts';
import { newMember } from '../support/organization.ts';

const app = startApp();

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

function namesIn(schemaOrReference: Schema, seen: readonly string[] = []): string[] {
  if (schemaOrReference.$ref !== undefined && seen.includes(schemaOrReference.$ref)) return [];
  const references = schemaOrReference.$ref === undefined ? seen : [...seen, schemaOrReference.$ref];
  const { properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = resolve(schemaOrReference);
  const parts = [...Object.values(properties), ...(items ? [items] : []), ...allOf, ...anyOf, ...oneOf];
  return [...Object.keys(properties), ...parts.flatMap((part) => namesIn(part, references))];
}

/** Operations whose body names a user and whose answer does not show the credential, with the reason, or where it is visible instead. */
const withoutAuthor: Readonly<Record<string, string>> = {
  createEmployee: 'links an employee to an account, and is no author',
  updateEmployee: 'links an employee to an account, and is no author',
  createMember: 'names the account that becomes a member, and is no author',
  bulkCreateMembers: 'names the accounts that become members, and is no author',
  updateMember: 'names the account of the member, and is no author',
  transferOrganizationOwnership: 'ignores it: the owner acts in a session',
  bulkSubmitTasksForReview: 'the mail to the approver and the audit log',
  revokeAllVendorAccess: 'the revocations, which are listed',
  uploadEmploymentEvidence: 'the file, which is read as an attachment',
  addOffboardingEvidence: 'the file, which is read as an attachment',
};

test('every operation whose body names a user returns the credential, or lists where it is visible', () => {
  const withUserId = contract.filter(({ method, template }) => {
    const body = document.paths[template]?.[method.toLowerCase()]?.requestBody;
    const schema = body && resolve(body).content?.['application/json']?.schema;
    return schema !== undefined && namesIn(schema).includes('userId');
  });
  const withoutCredential = withUserId.filter(({ responses }) =>
    responses
      .filter(({ status }) => status < 300)
      .every(({ answer }) => !namesIn(answer.content?.['application/json']?.schema ?? {}).some((name) => /^via$|Via$/.test(name))),
  );
  expect(withoutCredential.map(({ id }) => id).toSorted()).toEqual(Object.keys(withoutAuthor).toSorted());
  expect(withUserId.length).toBeGreaterThan(withoutCredential.length + 6);
});

/** Actors that are returned without a credential, and the reason. Approvals are not listed: they are made in sessions only. */
const withoutVia: Readonly<Record<string, string>> = {
  'CheckRunCore.triggeredBy': 'names an occasion, and no person',
  'CloudScan.triggeredBy': 'names an occasion, and no person',
  'EvidenceAutomationRunCore.triggeredBy': 'names an occasion, and no person',
  'TaskEvidenceAutomationRun.triggeredBy': 'names an occasion, and no person',
  'FindingResolution.resolvedById': 'is always null: no fix through this service is built',
  'EngagementLetterSignatureCore.recordedByName': 'papers are filed in sessions only',
  'IsmsRoleCore.authorityGrantedBy': 'text of the document, and no author',
  'EngagementLetterCore.supersededById': 'names a letter, and no person',
  ...Object.fromEntries(
    ['Risk', 'Vendor'].flatMap((kind) =>
      ['acceptedById', 'acceptedByName', 'recordedById', 'recordedByName'].map((name) => [
        `${kind}Acceptance.${name}`,
        'acceptances are recorded in sessions only, and name who recorded them',
      ]),
    ),
  ),
  'Policy.signedBy': 'ids of the signatories, whose credentials getPolicySignatories shows',
  'VisitorQuestionnaireCore.reviewer': 'answers are released and declined in sessions only',
};
const sessionOnlyActor = /^(approved|submitted)By/;

/** @returns the properties of an object, including the properties of its `allOf` parts */
function propertiesOf(schemaOrReference: Schema): Readonly<Record<string, Schema>> {
  const { properties = {}, allOf = [] } = resolve(schemaOrReference);
  return Object.assign({}, ...allOf.map(propertiesOf), properties);
}

/** @returns the actors in a schema and its parts, and whether a credential is next to each. @param name of the schema */
function actorsIn(schemaOrReference: Schema, name: string, visited: Set<string>): { readonly actor: string; readonly isShown: boolean }[] {
  const owner = schemaOrReference.$ref?.split('/').at(-1) ?? name;
  if (schemaOrReference.$ref !== undefined && visited.has(owner)) return [];
  visited.add(owner);
  const { properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = resolve(schemaOrReference);
  const propertyNames = Object.keys(propertiesOf(schemaOrReference));
  const actors = Object.keys(properties).flatMap((property) => {
    const verb =
      /^(\w+?)(?:Changed)?By(?:Id|Name|MemberId)?$/.exec(property)?.[1] ?? (/^(review)er$/.test(property) ? 'reviewed' : undefined);
    if (verb === undefined && property !== 'author') return [];
    return [{ actor: `${owner}.${property}`, isShown: propertyNames.includes('via') || propertyNames.includes(`${verb}Via`) }];
  });
  const parts = [
    ...Object.entries(properties),
    ...[...allOf, ...anyOf, ...oneOf, ...(items ? [items] : [])].map((part) => ['', part] as const),
  ];
  return [...actors, ...parts.flatMap(([property, part]) => actorsIn(part, property === '' ? owner : `${owner}.${property}`, visited))];
}

test('every answer that names an author, an approver or another actor also has the credential, or is listed with a reason', () => {
  const visited = new Set<string>();
  const actors = contract.flatMap(({ responses }) =>
    // A conflict names who changed the record last, and the GET of the record has the credential.
    responses
      .filter(({ status }) => status < 400)
      .flatMap(({ answer }) => actorsIn(answer.content?.['application/json']?.schema ?? {}, 'answer', visited)),
  );
  const withoutCredential = actors.filter(({ actor, isShown }) => !isShown && !sessionOnlyActor.test(actor.split('.').at(-1) ?? ''));
  expect(withoutCredential.map(({ actor }) => actor).toSorted()).toEqual(Object.keys(withoutVia).toSorted());
  expect(actors.length).toBeGreaterThan(60);
});

const key = 'API key "test"';

async function setUp() {
  const caller = await app.caller();
  const ada = await newMember(app.database, caller.organization.id, ['admin'], { name: 'Ada Marsh' });
  const session = await app.session(caller.organization, ada);
  return { ...caller, ada, inPerson: session.call, riskId: await newRiskId(caller.call) };
}

test('a comment by a key on behalf of a member (201, 200) shows the key, and so do its e-mail and its notification', async () => {
  const { call, inPerson, ada, organization, riskId } = await setUp();
  const chen = await newMember(app.database, organization.id, ['admin'], { name: 'Chen Liu' });
  const writtenComment = await comment(call, riskId, { content: `${mention(chen)} please pay`, userId: ada.userId });
  expect(writtenComment).toMatchObject({ author: { name: 'Ada Marsh' }, via: key });
  expect(await mailsOf(app.database, organization.id)).toMatchObject([
    {
      recipient: chen.email,
      subject: `Ada Marsh (by ${key}) mentioned you in a comment`,
      text: expect.stringContaining(`Ada Marsh (by ${key}) wrote:`),
    },
  ]);
  const notified = await (await app.session(organization, chen)).call('GET', '/v1/notifications');
  expect(notified.body.data).toMatchObject([{ title: `Ada Marsh (by ${key}) mentioned you in a comment` }]);

  // The credential of a key stays visible after the author has corrected the text in person.
  const path = `/v1/comments/${writtenComment.id}`;
  const headers = { 'X-Organization-Id': organization.id };
  expect(await inPerson('PUT', path, { body: { content: 'No' }, headers })).toMatchObject({ status: 200, body: { via: key } });
  expect((await call('PUT', path, { body: { content: 'Yes', userId: ada.userId } })).body.via).toContain(key);
});
test('201 for a comment in a session shows no credential next to the name', async () => {
  const { inPerson, organization, riskId } = await setUp();
  const chen = await newMember(app.database, organization.id, ['admin'], { name: 'Chen Liu' });
  const body = { content: mention(chen), entityType: 'risk', entityId: riskId, attachments: [textFile] };
  const writtenComment = await inPerson('POST', '/v1/comments', { body });
  expect(writtenComment).toMatchObject({ status: 201, body: { via: null } });
  expect(await inPerson('GET', `/v1/attachments/${writtenComment.body.attachments[0].id}`)).toMatchObject({ body: { via: null } });
  expect(await mailsOf(app.database, organization.id)).toMatchObject([{ subject: 'Ada Marsh mentioned you in a comment' }]);
});
test('201 for files by a key on behalf of a member, which show the key', async () => {
  const { call, ada, riskId, organization } = await setUp();
  const taskId = (await call('POST', '/v1/tasks', { body: { title: 'Restore test', description: 'Restore one.' } })).body.id;
  const writtenComment = await comment(call, riskId, { attachments: [{ ...textFile, userId: ada.userId }] });
  const uploaded = await call('POST', `/v1/people/${organization.owner.id}/employment-evidence/onboard`, {
    body: { ...textFile, userId: ada.userId },
  });
  const attachment = await call('POST', '/v1/attachments', {
    body: { ...textFile, entityType: 'risk', entityId: riskId, userId: ada.userId },
  });
  const taskAttachment = await call('POST', `/v1/tasks/${taskId}/attachments`, { body: { ...textFile, userId: ada.userId } });
  expect([attachment, taskAttachment]).toMatchObject([{ body: { via: key } }, { body: { via: key } }]);
  for (const id of [writtenComment.attachments[0]?.id, uploaded.body.id, attachment.body.id, taskAttachment.body.id])
    expect(await call('GET', `/v1/attachments/${id}`), id).toMatchObject({ status: 200, body: { uploadedById: ada.userId, via: key } });
});
test('201 for a completion, a revocation and a submission by a key on behalf of a member, which show the key', async () => {
  const { call, ada, organization } = await setUp();
  const vendors = await Promise.all(
    ['Harbor Cloud', 'Payroll'].map((name) => call('POST', '/v1/vendors', { body: { name, description: 'Runs it' } })),
  );
  const member = `/v1/offboarding-checklist/member/${organization.owner.id}`;
  const item = (await call('GET', member)).body.items.find(({ evidenceRequired }: { evidenceRequired: boolean }) => !evidenceRequired);
  expect(await call('POST', `${member}/item/${item.templateItemId}/complete`, { body: { userId: ada.userId } })).toMatchObject({
    status: 201,
    body: { completedById: ada.userId, completedVia: key },
  });
  const revocations = `${member}/access-revocations`;
  const [first] = vendors.map(({ body }) => body.id);
  expect(await call('POST', `${revocations}/${first}`, { body: { userId: ada.userId } })).toMatchObject({
    status: 201,
    body: { revokedById: ada.userId, revokedVia: key },
  });
  expect(await call('POST', `${revocations}?confirm=true`, { body: { userId: ada.userId } })).toMatchObject({
    status: 200,
    body: { count: 1 },
  });
  const listedRevocations = (await call('GET', revocations)).body.data;
  expect(listedRevocations).toHaveLength(2);
  for (const one of listedRevocations) expect(one).toMatchObject({ revokedBy: { id: ada.userId }, revokedVia: key });
  const file = { fileName: 'accounts.csv', fileType: 'text/csv', fileData: Buffer.from('a,b\n').toString('base64'), userId: ada.userId };
  expect(await call('POST', '/v1/evidence-forms/access-request/file-submissions', { body: file })).toMatchObject({
    status: 201,
    body: { submittedById: ada.userId, submittedVia: key },
  });
});
