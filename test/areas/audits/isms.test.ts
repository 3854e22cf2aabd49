/** Sets up, generates and reads the ISMS documents, and compares them with the data of the organization. */
import { describe, expect, test } from 'vitest';
import { allPages, startApp } from '../../support/app.ts';
import { addControl } from '../../support/controls.ts';
import { adopt, frameworkId } from '../../support/frameworks.ts';
import { addRow, issue, iso, patchRow, publish, read, setUp, type Summary } from '../../support/isms.ts';
import { newApiKey, newMember } from '../../support/organization.ts';
import { invalid, lastEntry } from '../../support/people.ts';
import { expectProblem } from '../../support/refusals.ts';
import { addVendor } from '../../support/vendors.ts';

const app = startApp();
const unknownId = 'isms_doc_6a0d6a0012f5c8e47b93d161';
const documentsUrl = `/v1/isms/documents?frameworkId=${iso}`;
const notFound = { error: 'ISMS document not found', code: 'isms_document_not_found' };

describe('ensureIsmsSetup', () => {
  test('200 with the twelve documents in the order of the pack, as drafts; the list before was empty (rule 1)', async () => {
    const { call, organization } = await app.caller();
    expect(await call('GET', documentsUrl)).toMatchObject({ status: 200, body: { data: [] } });
    const { body } = await call('PUT', `/v1/isms/setup?frameworkId=${iso}`);
    expect(body.data.map(({ type, clause, status }: Summary & { clause: string }) => [type, clause, status])).toEqual([
      ['context_of_organization', '4.1', 'draft'],
      ['interested_parties_register', '4.2', 'draft'],
      ['interested_parties_requirements', '4.2', 'draft'],
      ['isms_scope', '4.3', 'draft'],
      ['leadership_commitment', '5.1', 'draft'],
      ['roles_and_responsibilities', '5.3', 'draft'],
      ['risk_assessment_methodology', '6.1.2', 'draft'],
      ['risk_treatment_plan', '6.1.3', 'draft'],
      ['objectives_plan', '6.2', 'draft'],
      ['monitoring', '9.1', 'draft'],
      ['internal_audit', '9.2', 'draft'],
      ['management_review', '9.3', 'draft'],
    ]);
    for (const { requirementId } of body.data) expect(requirementId).toMatch(/^frk_rq_/);
    expect(body.data.map((document: object) => 'overdueMetricCount' in document).indexOf(true)).toBe(9);
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'framework',
      entity_id: body.data[0].id,
      description: 'Set up the ISMS documents [via API key "test"]',
    });
    expect((await call('GET', documentsUrl)).body).toEqual(body);
  });
  test('200 with four roles, nine metrics and three narratives, each created only once (rule 1)', async () => {
    const { call, organization } = await app.caller();
    const ids = await setUp(call);
    const roles = await read(call, ids.roles_and_responsibilities);
    expect(roles.roles).toMatchObject([
      { roleKey: 'top_management', auditRoute: null, derivedFrom: 'seed:top_management' },
      { roleKey: 'spo' },
      { roleKey: 'deputy_spo' },
      { roleKey: 'internal_auditor', auditRoute: 'external', assignments: [] },
    ]);
    expect((await read(call, ids.monitoring)).metrics).toHaveLength(9);
    expect((await read(call, ids.risk_assessment_methodology)).draftNarrative.treatmentOptions).toHaveLength(4);
    expect((await read(call, ids.internal_audit)).draftNarrative.programme).not.toBe('');
    await patchRow(call, 'roles', roles.roles[0].id, { name: 'Managing directors' });
    const entry = await lastEntry(app.database, organization);
    expect(await setUp(call)).toEqual(ids);
    expect((await read(call, ids.roles_and_responsibilities)).roles.map(({ name }: { name: string }) => name)[0]).toBe(
      'Managing directors',
    );
    expect(await lastEntry(app.database, organization)).toEqual(entry);
  });
  test('200 for five simultaneous requests creates each document and its roles once', async () => {
    const { call } = await app.caller();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => setUp(call)));
    for (const ids of answers) expect(ids).toEqual(answers[0]);
    expect((await read(call, answers[0]?.roles_and_responsibilities)).roles).toHaveLength(4);
  });
  test('200 links controls from the templates of the requirement, for new documents only (rule 1)', async () => {
    const { call } = await app.caller();
    await adopt(call, iso);
    const ids = await setUp(call);
    const { controlLinks } = await read(call, ids.isms_scope);
    expect(controlLinks.length).toBeGreaterThan(0);
    for (const { id, controlId } of controlLinks) {
      expect(id).toMatch(/^idc_/);
      expect(await call('DELETE', `/v1/isms/documents/${ids.isms_scope}/controls/${controlId}`)).toMatchObject({ status: 204 });
    }
    await setUp(call);
    expect((await read(call, ids.isms_scope)).controlLinks).toEqual([]);
  });
  test('404 for an unknown framework, and 422 for a framework other than ISO 27001', async () => {
    const { call } = await app.caller();
    for (const [method, path, body] of [
      ['GET', '/v1/isms/documents', undefined],
      ['PUT', '/v1/isms/setup', undefined],
      ['POST', '/v1/isms/generate-all', undefined],
      ['GET', '/v1/isms/profile', undefined],
      ['PATCH', '/v1/isms/profile', { answers: {} }],
    ] as const)
      for (const [framework, status, code] of [
        ['frk_none', 404, 'framework_not_found'],
        [frameworkId('gdpr'), 422, 'framework_not_iso27001'],
      ] as const) {
        const options = body ? { body: { ...body, frameworkId: framework } } : {};
        const url = body ? path : `${path}?frameworkId=${framework}`;
        expect(await call(method, url, options)).toMatchObject({ status, body: { code } });
        expect(await call(method, url, { ...options, accept: 'application/problem+json' })).toMatchObject({ status, body: { code } });
      }
  });
});

describe('listIsmsDocuments and getIsmsDocument', () => {
  test('200 filtered by type and status', async () => {
    const { call } = await app.caller();
    const ids = await setUp(call);
    await addRow(call, ids.context_of_organization, 'context-issues', issue);
    const typesOf = async (query: string) => (await call('GET', `${documentsUrl}&${query}`)).body.data.map(({ type }: Summary) => type);
    expect(await typesOf('type=monitoring&type=internal_audit')).toEqual(['monitoring', 'internal_audit']);
    expect(await typesOf('status=in_progress')).toEqual(['context_of_organization']);
    expect(await typesOf('status=approved&status=rejected')).toEqual([]);
  });
  test('200 for an auditor, who may not change anything', async () => {
    const { call, organization } = await app.caller();
    const ids = await setUp(call);
    const auditor = await app.session(organization, ['auditor']);
    expect((await auditor.call('GET', `/v1/isms/documents/${ids.isms_scope}`)).status).toBe(200);
    expect((await auditor.call('PUT', `/v1/isms/setup?frameworkId=${iso}`)).status).toBe(403);
    const employee = await app.session(organization, ['employee']);
    expect((await employee.call('GET', documentsUrl)).status).toBe(403);
  });
  test('404 for each operation on a document that does not exist or belongs to another organization', async () => {
    const [{ call }, other] = [await app.caller(), await app.caller()];
    const { inPerson, organization } = await app.caller();
    const { context_of_organization: foreignId } = await setUp(other.call);
    for (const id of [unknownId, foreignId])
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['POST', '/controls', { controlIds: ['ctl_none'] }],
        ['DELETE', '/controls/ctl_none', undefined],
        ['POST', '/generate', undefined],
        ['POST', '/submit-for-approval', { approverId: organization.owner.id }],
        ['GET', '/drift', undefined],
        ['GET', '/risk-treatment', undefined],
        ['GET', '/versions', undefined],
        ['GET', '/export?format=pdf', undefined],
        ['GET', '/registers/context-issues', undefined],
        ['POST', '/registers/context-issues', issue],
        ['POST', '/measurements/bulk', { measurements: [{ metricId: 'isms_met_none', periodStart: '2026-01-01', value: '1' }] }],
        ['PUT', '/narrative', { narrative: { programme: 'One.' } }],
      ] as const)
        await expectProblem(call, method, `/v1/isms/documents/${id}${path}`, 404, body);
    for (const action of ['approve', 'decline'])
      expect(await inPerson('POST', `/v1/isms/documents/${foreignId}/${action}`, { body: {} })).toMatchObject({
        status: 404,
        body: notFound,
      });
  });
});

describe('generateIsmsDocument', () => {
  test('200 with issues derived from the data; manual rows stay first, and derived rows are replaced (rules 2 to 4)', async () => {
    const { call, organization } = await app.caller();
    await adopt(call, iso);
    await addVendor(call, { name: 'Example Cloud', category: 'cloud', isSubProcessor: true });
    const ids = await setUp(call);
    await addRow(call, ids.context_of_organization, 'context-issues', issue);
    const url = `/v1/isms/documents/${ids.context_of_organization}/generate`;
    const { body } = await call('POST', url);
    const origins = body.contextIssues.map(({ derivedFrom }: { derivedFrom: string | null }) => derivedFrom);
    expect(origins).toEqual([null, 'framework:ISO 27001', 'vendors', 'subprocessors', 'members', 'vendors:cloud', 'devices']);
    expect(body.contextIssues.map(({ position }: { position: number }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(body.contextIssues.at(-1)).toMatchObject({ source: 'derived', description: expect.stringContaining('remotely') });
    const edited = await patchRow(call, 'context-issues', body.contextIssues[2].id, { effect: 'We wait.' });
    expect(edited).toMatchObject({ source: 'manual', derivedFrom: 'vendors' });
    const regenerated = (await call('POST', url)).body.contextIssues;
    expect(regenerated.filter(({ source }: { source: string }) => source === 'manual')).toHaveLength(2);
    expect(regenerated).toHaveLength(8);
    expect(await lastEntry(app.database, organization)).toMatchObject({ entity_type: 'framework', entity_id: ids.context_of_organization });
  });
  test('200 with parties from the answers of the wizard, and with requirements that name the parties (rule 4)', async () => {
    const { call } = await app.caller();
    const ids = await setUp(call);
    const answers = {
      insurance: { has: true, insurerName: 'Example Insurance' },
      hasContractors: true,
      euRep: { status: 'appointed', name: 'Example Representative' },
      sectorRegulators: ['FINMA', 'custom:Data protection office'],
    };
    await call('PATCH', '/v1/isms/profile', { body: { frameworkId: iso, answers } });
    const requirements = `/v1/isms/documents/${ids.interested_parties_requirements}/generate`;
    const earlyRequirements = (await call('POST', requirements)).body.interestedPartyRequirements;
    expect(earlyRequirements[0]).toMatchObject({ interestedPartyId: null, partyName: 'Employees', derivedFrom: 'party:Employees' });
    const { interestedParties } = (await call('POST', `/v1/isms/documents/${ids.interested_parties_register}/generate`)).body;
    const names = interestedParties.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Employees', 'Customers', 'Example Insurance', 'Contractors', 'Example Representative']);
    const { interestedPartyRequirements: partyRequirements } = (await call('POST', requirements)).body;
    expect(partyRequirements.map(({ partyName }: { partyName: string }) => partyName)).toEqual([
      ...names,
      'FINMA',
      'Data protection office',
    ]);
    expect(partyRequirements[0].interestedPartyId).toBe(interestedParties[0].id);
    await call('DELETE', `/v1/isms/registers/interested-parties/${interestedParties[0].id}`);
    expect((await read(call, ids.interested_parties_requirements)).interestedPartyRequirements[0].interestedPartyId).toBeNull();
  });
  test('200 without objectives after an empty list of objectives was saved (rule 4)', async () => {
    const { call } = await app.caller();
    await adopt(call, iso);
    const ids = await setUp(call);
    const url = `/v1/isms/documents/${ids.objectives_plan}/generate`;
    expect((await call('POST', url)).body.objectives).toMatchObject([{ derivedFrom: 'framework:ISO 27001', status: 'not_started' }]);
    await call('PATCH', '/v1/isms/profile', { body: { frameworkId: iso, answers: { objectives: [] } } });
    expect((await call('POST', url)).body.objectives).toEqual([]);
    await call('PATCH', '/v1/isms/profile', {
      body: { frameworkId: iso, answers: { objectives: [{ objective: ' Sleep well ', target: '' }] } },
    });
    expect((await call('POST', url)).body.objectives).toMatchObject([{ objective: 'Sleep well', target: null }]);
  });
  test('200 generates the narratives of scope and commitment, but does not overwrite an existing narrative (rules 2 and 5)', async () => {
    const { call } = await app.caller();
    const ids = await setUp(call);
    const scopeUrl = `/v1/isms/documents/${ids.isms_scope}`;
    expect((await call('POST', `${scopeUrl}/generate`)).body.draftNarrative).toMatchObject({
      interfaces: ['No interfaces recorded.'],
      dependencies: ['No dependencies recorded.'],
      certificateScopeSentence: expect.stringContaining('Test organization'),
    });
    const narrative = { certificateScopeSentence: ' Ours. ', inScope: 'All', interfaces: [], dependencies: [' One '], exclusions: [] };
    expect((await call('PUT', `${scopeUrl}/narrative`, { body: { narrative } })).body.draftNarrative).toMatchObject({
      certificateScopeSentence: 'Ours.',
      dependencies: ['One'],
    });
    expect((await call('POST', `${scopeUrl}/generate`)).body.draftNarrative.certificateScopeSentence).toBe('Ours.');
    await call('PATCH', '/v1/isms/profile', { body: { frameworkId: iso, answers: { deputySpo: { toBeNamed: true } } } });
    const { commitments } = (await call('POST', `/v1/isms/documents/${ids.leadership_commitment}/generate`)).body.draftNarrative;
    expect(commitments.map(({ key }: { key: string }) => key).join('')).toBe('abcdefghi');
  });
  test('200 generates all documents except documents that wait for approval', async () => {
    const { call, organization } = await app.caller();
    const ids = await setUp(call);
    const id = ids.isms_scope;
    await call('POST', `/v1/isms/documents/${id}/submit-for-approval`, { body: { approverId: organization.owner.id } });
    const { body } = await call('POST', `/v1/isms/generate-all?frameworkId=${iso}`);
    expect(body.skipped).toEqual([id]);
    expect(body.data.map(({ type }: Summary) => type)).toEqual(Object.keys(ids).filter((type) => type !== 'isms_scope'));
    expect(await call('POST', `/v1/isms/documents/${id}/generate`)).toMatchObject({ status: 409, body: { code: 'isms_pending' } });
  });
});

describe('getIsmsDocumentDrift', () => {
  test('200 with the changed sources of the document type, and without sources for a type that reads no data (rule 11)', async () => {
    const { call, organization } = await app.caller();
    const ids = await setUp(call);
    const drift = async (type: string) => (await call('GET', `/v1/isms/documents/${ids[type]}/drift`)).body;
    expect(await drift('context_of_organization')).toEqual({ isStale: true, changedSources: ['no-baseline'] });
    expect(await drift('monitoring')).toEqual({ isStale: false, changedSources: [] });
    await call('POST', `/v1/isms/generate-all?frameworkId=${iso}`);
    expect(await drift('context_of_organization')).toEqual({ isStale: false, changedSources: [] });
    await addVendor(call);
    await newMember(app.database, organization.id, ['employee']);
    expect((await drift('context_of_organization')).changedSources.toSorted()).toEqual([
      'departmentMix',
      'members',
      'vendorMix',
      'vendors',
    ]);
    expect(await drift('roles_and_responsibilities')).toEqual({ isStale: true, changedSources: ['members'] });
    expect(await drift('risk_treatment_plan')).toEqual({ isStale: true, changedSources: ['riskTreatment'] });
    await addRow(call, ids.interested_parties_register, 'interested-parties', {
      name: 'Neighbors',
      category: 'Others',
      needsExpectations: 'Quiet',
    });
    expect((await drift('interested_parties_requirements')).changedSources).toContain('parties');
  });
});

describe('linked controls', () => {
  test('200 with the number of new links; only a real change reopens the document and is logged (rule 16)', async () => {
    const caller = await app.caller();
    const { call, organization } = caller;
    const ids = await setUp(call);
    const [firstControl, secondControl] = [await addControl(call), await addControl(call, { name: 'Access' })];
    const url = `/v1/isms/documents/${ids.isms_scope}/controls`;
    expect(await call('POST', url, { body: { controlIds: [firstControl, firstControl] } })).toMatchObject({
      status: 200,
      body: { count: 1 },
    });
    await publish(app, caller, ids.isms_scope);
    const entry = await lastEntry(app.database, organization);
    expect((await call('POST', url, { body: { controlIds: [firstControl] } })).body).toEqual({ count: 0 });
    expect(await call('DELETE', `${url}/${secondControl}`)).toMatchObject({ status: 204 });
    await expectProblem(call, 'DELETE', `${url}/ctl_none`, 404);
    expect((await read(call, ids.isms_scope)).status).toBe('approved');
    expect(await lastEntry(app.database, organization)).toEqual(entry);
    expect((await call('POST', url, { body: { controlIds: [secondControl] } })).body).toEqual({ count: 1 });
    expect(await read(call, ids.isms_scope)).toMatchObject({
      status: 'draft',
      approvedAt: null,
      approverId: null,
      hasApprovedVersion: true,
      controlLinks: [{ control: { name: 'Access' } }, { control: { name: 'Backup' } }],
    });
  });
  test('400 for an unknown control, and no control is linked', async () => {
    const { call } = await app.caller();
    const ids = await setUp(call);
    const url = `/v1/isms/documents/${ids.isms_scope}/controls`;
    const body = { controlIds: [await addControl(call), 'ctl_none'] };
    expect(await call('POST', url, { body })).toMatchObject(invalid({ 'controlIds.1': 'must be a control of the organization' }));
    expect((await read(call, ids.isms_scope)).controlLinks).toEqual([]);
  });
});

describe('the wizard', () => {
  test('200 suggests objectives about high risks and vendors only to callers who may read these records (rule 17)', async () => {
    const { call, organization } = await app.caller();
    const risk = { title: 'Fire', description: 'd', category: 'operations', probability: 10, impact: 10 };
    expect(await call('POST', '/v1/risks', { body: risk })).toMatchObject({ status: 201 });
    await addVendor(call);
    const objectivesFor = async (...scopes: string[]) => {
      const { key } = await newApiKey(app.database, organization.id, { scopes: ['evidence:read', ...scopes] });
      const { body } = await app.call('GET', `/v1/isms/profile?frameworkId=${iso}`, { key });
      return body.defaults.objectives.map(({ objective }: { objective: string }) => objective);
    };
    expect(await objectivesFor()).toEqual([]);
    expect(await objectivesFor('risk:read')).toEqual(['High risks are treated']);
    expect(await objectivesFor('vendor:read')).toEqual(['Vendors are reviewed in time']);
  });
  test('200 with suggestions before answers exist; an update merges the answers one level deep (rule 17)', async () => {
    const { call, organization } = await app.caller();
    const url = `/v1/isms/profile?frameworkId=${iso}`;
    await call('POST', '/v1/context', { body: { question: 'Which services do you provide?', answer: '- Hosting\n- Support' } });
    expect((await call('GET', url)).body).toMatchObject({
      answers: null,
      completedAt: null,
      defaults: { capabilitiesInProduction: ['Hosting', 'Support'] },
      members: [{ id: organization.owner.id, name: 'Olive Owner' }],
    });
    const save = (answers: object, moreFields: object = {}) =>
      call('PATCH', '/v1/isms/profile', { body: { frameworkId: iso, answers, ...moreFields } });
    expect(await save({ insurance: { has: true }, intendedOutcomes: ['A', 'B'] })).toMatchObject({ status: 200 });
    expect((await save({ insurance: { insurerName: 'Example' }, intendedOutcomes: ['C'] })).body).toMatchObject({
      id: expect.stringMatching(/^isms_pf_/),
      answers: { insurance: { has: true, insurerName: 'Example' }, intendedOutcomes: ['C'] },
    });
    for (const internalAuditApproach of ['in_house', 'external_firm', 'training_planned', null])
      expect((await save({ internalAuditApproach })).body).toMatchObject({ answers: { internalAuditApproach } });
    expect(await save({ deputySpo: { memberId: 'mem_none' } })).toMatchObject(
      invalid({ 'answers.deputySpo.memberId': 'must be an active member who takes part in compliance work' }),
    );
    expect(await save({}, { complete: true })).toMatchObject({
      status: 422,
      body: { code: 'isms_profile_incomplete', missing: expect.arrayContaining(['deputySpo', 'certificationBody']) },
    });
    await expectProblem(call, 'PATCH', '/v1/isms/profile', 422, { frameworkId: iso, answers: {}, complete: true });
    const remainingAnswers = {
      deputySpo: { memberId: organization.owner.id, toBeNamed: false },
      internalAuditApproach: null,
      certificationBody: 'Example Certification',
      sectorRegulators: [],
      hasContractors: false,
      capabilitiesInProduction: [],
      cloudScopeSplit: { customer: [], provider: [] },
      euRep: { status: 'not_required', name: '' },
      certificateScopeSentence: '',
      objectives: [],
    };
    expect((await save(remainingAnswers, { complete: true })).body.completedAt).not.toBeNull();
    expect((await call('GET', url)).body).toMatchObject({ answers: remainingAnswers, completedAt: expect.any(String) });
  });
});

test('200 with the current risk treatment plan, and 404 for other document types (rule 13)', async () => {
  const { call, organization } = await app.caller();
  const ids = await setUp(call);
  const url = `/v1/isms/documents/${ids.risk_treatment_plan}/risk-treatment`;
  expect((await call('GET', url)).body).toEqual({ risks: [], vendors: [], validationMessages: ['There is no risk'] });
  const scales = { probability: 9, impact: 9, residual_probability: 3, residual_impact: 3 };
  const risk = { title: 'Loss', description: 'Of a laptop.', category: 'technology', ...scales };
  const { body } = await call('POST', '/v1/risks', { body: risk });
  await call('PATCH', `/v1/risks/${body.data.id}`, { body: { assigneeId: organization.owner.id } });
  await addVendor(call, { name: 'Example Cloud' });
  const plan = (await call('GET', url)).body;
  expect(plan).toMatchObject({
    risks: [
      {
        reference: 'R-01',
        title: 'Loss',
        inherentLevel: 'very_high',
        residualLevel: 'very_low',
        ownerName: 'Olive Owner',
        acceptanceState: 'awaiting',
      },
    ],
    vendors: [{ title: 'Example Cloud' }],
    validationMessages: ['The vendor Example Cloud has no owner'],
  });
  await call('POST', `/v1/risks/${body.data.id}/acceptances`, { body: {} });
  await expectProblem(call, 'GET', `/v1/isms/documents/${ids.isms_scope}/risk-treatment`, 404);
});

test('200 lists a register page by page, in each sort order', async () => {
  const { call } = await app.caller();
  const ids = await setUp(call);
  const url = `/v1/isms/documents/${ids.context_of_organization}/registers/context-issues`;
  for (const description of ['A', 'B', 'C']) await addRow(call, ids.context_of_organization, 'context-issues', { ...issue, description });
  const descriptionsOf = (page: { data: { description: string }[] }) => page.data.map(({ description }) => description).join('');
  expect((await allPages(call, `${url}?limit=2`)).map(descriptionsOf)).toEqual(['AB', 'C']);
  for (const sortBy of ['position', 'createdAt', 'updatedAt'])
    expect((await allPages(call, `${url}?limit=2&sortBy=${sortBy}&sortOrder=desc`)).map(descriptionsOf)).toEqual(['CB', 'A']);
  await expectProblem(call, 'GET', `/v1/isms/documents/${ids.isms_scope}/registers/context-issues`, 404);
  await expectProblem(call, 'GET', `${url}?parentId=isms_aud_none`, 404);
  expect(await call('GET', `/v1/isms/documents/${ids.isms_scope}/registers/nonsense`)).toMatchObject({ status: 400 });
});
