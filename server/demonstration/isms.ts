/**
 * Creates the ISMS documents of ISO 27001 with assigned roles, measurements, an audit with a finding, and a management review.
 * Publishes the document about the scope.
 */
import { sql, type Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { findApprovedContent, describeDocument, findIsmsData } from '#areas/audits/isms/steps/data';
import { approveDocument, findDocument, listDocuments, submitDocument } from '#areas/audits/isms/queries/documents';
import type { StoredDocument } from '#areas/audits/isms/rules/stored';
import { updateBaseline } from '#areas/audits/isms/steps/baseline';
import { generate } from '#areas/audits/isms/steps/generation';
import { lockProfile, saveProfile } from '#areas/audits/isms/queries/profiles';
import { listAllRows, insertRows } from '#areas/audits/isms/queries/rows';
import { ensureDocuments } from '#areas/audits/isms/steps/setup';
import { insertVersion } from '#areas/audits/isms/queries/versions';
import { type DocumentType, pack } from '#areas/audits/isms/rules/pack';
import { startOfPeriod, periodOf } from '#areas/audits/isms/rules/periods';
import { rowsOf } from '#areas/audits/isms/rules/registers';
import { seedsOf } from '#areas/audits/isms/rules/seeds';
import { contentHash } from '#domain/approvals/content-hash';
import { latestApproval } from '#domain/approvals/views';
import { endPending, insertPending } from '#domain/approvals/stored';
import { catalogueId } from '#domain/catalogue/ids';
import type { OrganizationDatabase } from '#platform/database/handle';
import { runAsOrganization } from './as-organization.ts';
import { addSeconds } from './calendar.ts';
import { reviewAction, audit, auditor, roleHolders, ismsDays, measurements, wizardAnswers } from './data/isms.ts';
import type { DemoContext } from './demo-context.ts';
import type { Members } from './member.ts';
import { required } from './named.ts';

type TimeOf = (event: keyof typeof ismsDays) => string;

export async function insertIsms(
  db: Transaction<SystemTables>,
  { organizationId, calendar, log }: DemoContext,
  members: Members,
): Promise<void> {
  const frameworkId = catalogueId('framework', 'iso27001');
  const timeOf: TimeOf = (event) => calendar.ago(ismsDays[event], `isms ${event}`);
  const [noor, mira] = [members.of('noor'), members.of('mira')];
  const runInOrganization = <R>(work: (organizationDb: OrganizationDatabase) => Promise<R>) => runAsOrganization(db, organizationId, work);

  await runInOrganization((organizationDb) => ensureDocuments(organizationDb, frameworkId));
  await backdate(db, organizationId, timeOf('setUp'));
  const documents = await runInOrganization((organizationDb) => listDocuments(organizationDb, frameworkId));
  const documentOf = (type: DocumentType) =>
    required(
      documents.find((document) => document.type === type),
      type,
    );
  const auditTarget = ({ id: entityId }: StoredDocument) => ({ entityType: 'framework', entityId }) as const;
  log.write(
    timeOf('setUp'),
    noor,
    'ensureIsmsSetup',
    {},
    { ...auditTarget(documentOf('context_of_organization')), description: 'Set up the ISMS documents', changes: {} },
  );

  await runInOrganization(async (organizationDb) => {
    const profile = await lockProfile(organizationDb, frameworkId);
    await saveProfile(organizationDb, profile.id, wizardAnswers, null);
    log.write(
      timeOf('answered'),
      noor,
      'updateIsmsProfile',
      {},
      { entityType: 'framework', entityId: profile.id, description: 'Saved the ISMS profile', changes: {} },
    );
    const data = await findIsmsData(organizationDb, frameworkId, []);
    for (const [index, { type }] of pack.entries()) {
      await generate(organizationDb, documentOf(type), data);
      const auditNote = { ...auditTarget(documentOf(type)), description: `Generated ${documentOf(type).title}`, changes: {} };
      log.write(addSeconds(timeOf('generated'), index / 100), noor, 'generateAllIsmsDocuments', {}, auditNote);
    }
    await assignRoles(organizationDb, documentOf('roles_and_responsibilities'), members);
    await recordMeasurements(organizationDb, documentOf('monitoring'), calendar.now, noor.id);
    await addAudit(organizationDb, documentOf('internal_audit'), members);
    await addReview(organizationDb, documentOf('management_review'), members);
  });
  for (const [event, type, register] of [
    ['assigned', 'roles_and_responsibilities', 'role-assignments'],
    ['audited', 'internal_audit', 'audits'],
    ['audited', 'management_review', 'reviews'],
  ] as const) {
    const request = { path: { documentId: documentOf(type).id, register } };
    const auditNote = {
      ...auditTarget(documentOf(type)),
      description: `Added a row to ${documentOf(type).title} (${register})`,
      changes: {},
    };
    log.write(addSeconds(timeOf(event), type === 'management_review' ? 60 : 0), noor, 'createIsmsRegisterRow', request, auditNote);
  }
  const measurementNote = {
    ...auditTarget(documentOf('monitoring')),
    description: `Recorded ${measurements.length} measurements`,
    changes: {},
  };
  log.write(timeOf('measured'), noor, 'bulkCreateIsmsMeasurements', { path: { documentId: documentOf('monitoring').id } }, measurementNote);
  await backdate(db, organizationId, timeOf('setUp'), timeOf('audited'));
  await db
    .updateTable('isms_row')
    .set({ created_at: timeOf('measured'), updated_at: timeOf('measured') })
    .where('organization_id', '=', organizationId)
    .where('register', '=', 'measurements')
    .execute();

  const scope = documentOf('isms_scope');
  await runInOrganization(async (organizationDb) => {
    await submitDocument(organizationDb, scope.id, mira.id, noor.user.id);
    const document = required(await findDocument(organizationDb, scope.id), 'scope');
    const data = await findIsmsData(organizationDb, frameworkId, []);
    await updateBaseline(organizationDb, document, data);
    const version = { version: 1, at: timeOf('approved') };
    await insertPending(
      organizationDb,
      { kind: 'ismsDocument', id: scope.id },
      {
        contentHash: contentHash(await findApprovedContent(organizationDb, document, data)),
        submittedById: noor.id,
        submittedWithKeyOfId: null,
        via: null,
        approverId: mira.id,
        submittedAt: timeOf('submitted'),
      },
    );
    const submission = required(await latestApproval(organizationDb, 'ismsDocument', scope.id), 'submission');
    await endPending(organizationDb, submission.id, { status: 'approved', decidedById: mira.id, decidedAt: timeOf('approved') });
    await insertVersion(organizationDb, {
      documentId: scope.id,
      version: 1,
      publishedAt: timeOf('approved'),
      publishedBy: { id: mira.id, name: mira.user.name },
      changelog: 'First version.',
      approvalId: submission.id,
      paper: await describeDocument(organizationDb, document, data, { ...version, approver: mira.user.name, submission }),
    });
    await approveDocument(organizationDb, scope.id, timeOf('approved'));
  });
  await db
    .updateTable('isms_document')
    .set({ updated_at: timeOf('approved') })
    .where('organization_id', '=', organizationId)
    .where('id', '=', scope.id)
    .execute();
  const request = { path: { documentId: scope.id } };
  const submissionNote = {
    description: `Submitted ${scope.title} for approval`,
    changes: { approverId: { previous: null, current: mira.id } },
  };
  log.write(timeOf('submitted'), noor, 'submitIsmsDocumentForApproval', request, { ...auditTarget(scope), ...submissionNote });
  const approvalNote = {
    description: `Approved ${scope.title}, version 1`,
    changes: { status: { previous: 'needs_review', current: 'approved' } },
  };
  log.write(timeOf('approved'), mira, 'approveIsmsDocument', request, { ...auditTarget(scope), ...approvalNote });
}

async function assignRoles(organizationDb: OrganizationDatabase, { id }: StoredDocument, members: Members): Promise<void> {
  const roles = rowsOf(await listAllRows(organizationDb, [id]), 'roles');
  for (const { role, member, basisOfCompetence } of roleHolders) {
    const documentRole = required(
      roles.find(({ roleKey }) => roleKey === role),
      role,
    );
    await insertRows(
      organizationDb,
      id,
      'role-assignments',
      [{ memberId: members.of(member).id, fields: { basisOfCompetence } }],
      documentRole.id,
    );
  }
  const auditorRole = required(
    roles.find(({ roleKey }) => roleKey === 'internal_auditor'),
    'auditor',
  );
  await organizationDb
    .updateTable('isms_row')
    .set({ fields: sql`fields || ${JSON.stringify(auditor)}::jsonb`, source: 'manual' })
    .where('id', '=', auditorRole.id)
    .execute();
}

async function recordMeasurements(
  organizationDb: OrganizationDatabase,
  { id }: StoredDocument,
  now: string,
  memberId: string,
): Promise<void> {
  const metrics = rowsOf(await listAllRows(organizationDb, [id]), 'metrics');
  for (const { metric, months, value } of measurements) {
    const measuredMetric = required(
      metrics.find(({ metricKey }) => metricKey === metric),
      metric,
    );
    const periodStart = startOfPeriod(periodOf(now, 'monthly') - months, 'monthly');
    await insertRows(organizationDb, id, 'measurements', [{ memberId, fields: { periodStart, value } }], measuredMetric.id);
  }
}

async function addAudit(organizationDb: OrganizationDatabase, { id }: StoredDocument, members: Members): Promise<void> {
  const [insertedRow] = await insertRows(organizationDb, id, 'audits', [{ fields: audit.fields }]);
  const auditId = required(insertedRow, 'audit').id;
  const seeds = seedsOf('audit-controls').map(({ key, fields }) => ({
    key,
    derivedFrom: `seed:${key}`,
    fields: { ...fields, result: resultOf(key) },
  }));
  const inserted = await insertRows(organizationDb, id, 'audit-controls', seeds, auditId);
  const { control, fields, owner } = audit.finding;
  const sampledControl = required(
    inserted.find(({ key }) => key === control),
    control,
  );
  const finding = { linkedId: sampledControl.id, memberId: members.of(owner).id, fields: { ...fields, clauseOrControl: 'A.8.13 Backup' } };
  await insertRows(organizationDb, id, 'audit-findings', [finding], auditId);
}

function resultOf(key: string): string {
  if (key === audit.finding.control) return 'nonconformity_raised';
  return audit.confirmed.some((confirmedKey) => confirmedKey === key) ? 'conformity_confirmed' : 'not_sampled';
}

async function addReview(organizationDb: OrganizationDatabase, { id }: StoredDocument, members: Members): Promise<void> {
  const people = [members.of('mira'), members.of('noor')];
  const attendees = people.map((person) => ({ memberId: person.id, name: person.user.name }));
  const [insertedRow] = await insertRows(organizationDb, id, 'reviews', [
    { fields: { chairName: attendees[0]?.name ?? null, attendees, status: 'in_progress' } },
  ]);
  const reviewId = required(insertedRow, 'review').id;
  const inputs = seedsOf('review-inputs').map(({ key, fields }) => ({ key, derivedFrom: `seed:${key}`, fields }));
  await insertRows(organizationDb, id, 'review-inputs', inputs, reviewId);
  const { description, owner } = reviewAction;
  await insertRows(organizationDb, id, 'review-actions', [{ memberId: members.of(owner).id, fields: { description } }], reviewId);
}

/** Sets the creation and update times of all existing ISMS rows of the organization. */
async function backdate(
  db: Transaction<SystemTables>,
  organization_id: string,
  created_at: string,
  updated_at = created_at,
): Promise<void> {
  for (const table of ['isms_document', 'isms_row', 'isms_profile'] as const)
    await db.updateTable(table).set({ created_at, updated_at }).where('organization_id', '=', organization_id).execute();
  await db.updateTable('isms_document_control').set({ created_at }).where('organization_id', '=', organization_id).execute();
}
