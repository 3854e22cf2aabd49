/**
 * The documents of ISO 27001: generated, with people in their roles, an audit with a finding, a review, measurements, and a published
 * scope.
 */
import { sql, type Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { approvedContent, describeDocument, findData } from '#areas/audits/isms/steps/data';
import { approveDocument, findDocument, listDocuments, submitDocument } from '#areas/audits/isms/queries/documents';
import type { StoredDocument } from '#areas/audits/isms/rules/stored';
import { updateBaseline } from '#areas/audits/isms/steps/baseline';
import { generate } from '#areas/audits/isms/steps/generation';
import { lockProfile, saveProfile } from '#areas/audits/isms/queries/profiles';
import { allRows, insertRows } from '#areas/audits/isms/queries/rows';
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
import { later } from './calendar.ts';
import { action, audit, auditor, roleHolders, ismsDays, measurements, wizardAnswers } from './data/isms.ts';
import type { DemoContext } from './demo-context.ts';
import type { Members } from './member.ts';
import { required } from './named.ts';

type Moment = (event: keyof typeof ismsDays) => string;

export async function insertIsms(
  db: Transaction<SystemTables>,
  { organizationId, calendar, log }: DemoContext,
  members: Members,
): Promise<void> {
  const frameworkId = catalogueId('framework', 'iso27001');
  const at: Moment = (event) => calendar.ago(ismsDays[event], `isms ${event}`);
  const [noor, mira] = [members.of('noor'), members.of('mira')];
  const within = <R>(work: (own: OrganizationDatabase) => Promise<R>) => runAsOrganization(db, organizationId, work);

  await within((own) => ensureDocuments(own, frameworkId));
  await backdate(db, organizationId, at('setUp'));
  const documents = await within((own) => listDocuments(own, frameworkId));
  const of = (type: DocumentType) =>
    required(
      documents.find((document) => document.type === type),
      type,
    );
  const about = ({ id: entityId }: StoredDocument) => ({ entityType: 'framework', entityId }) as const;
  log.write(
    at('setUp'),
    noor,
    'ensureIsmsSetup',
    {},
    { ...about(of('context_of_organization')), description: 'Set up the ISMS documents', changes: {} },
  );

  await within(async (own) => {
    const profile = await lockProfile(own, frameworkId);
    await saveProfile(own, profile.id, wizardAnswers, null);
    log.write(
      at('answered'),
      noor,
      'updateIsmsProfile',
      {},
      { entityType: 'framework', entityId: profile.id, description: 'Saved the ISMS profile', changes: {} },
    );
    const data = await findData(own, frameworkId, []);
    for (const [index, { type }] of pack.entries()) {
      await generate(own, of(type), data);
      const note = { ...about(of(type)), description: `Generated ${of(type).title}`, changes: {} };
      log.write(later(at('generated'), index / 100), noor, 'generateAllIsmsDocuments', {}, note);
    }
    await assign(own, of('roles_and_responsibilities'), members);
    await record(own, of('monitoring'), calendar.now, noor.id);
    await addAudit(own, of('internal_audit'), members);
    await review(own, of('management_review'), members);
  });
  for (const [event, type, what] of [
    ['assigned', 'roles_and_responsibilities', 'role-assignments'],
    ['audited', 'internal_audit', 'audits'],
    ['audited', 'management_review', 'reviews'],
  ] as const) {
    const request = { path: { documentId: of(type).id, register: what } };
    const note = { ...about(of(type)), description: `Added a row to ${of(type).title} (${what})`, changes: {} };
    log.write(later(at(event), type === 'management_review' ? 60 : 0), noor, 'createIsmsRegisterRow', request, note);
  }
  const recorded = { ...about(of('monitoring')), description: `Recorded ${measurements.length} measurements`, changes: {} };
  log.write(at('measured'), noor, 'bulkCreateIsmsMeasurements', { path: { documentId: of('monitoring').id } }, recorded);
  await backdate(db, organizationId, at('setUp'), at('audited'));
  await db
    .updateTable('isms_row')
    .set({ created_at: at('measured'), updated_at: at('measured') })
    .where('organization_id', '=', organizationId)
    .where('register', '=', 'measurements')
    .execute();

  const scope = of('isms_scope');
  await within(async (own) => {
    await submitDocument(own, scope.id, mira.id, noor.user.id);
    const document = required(await findDocument(own, scope.id), 'scope');
    const data = await findData(own, frameworkId, []);
    await updateBaseline(own, document, data);
    const version = { version: 1, at: at('approved') };
    await insertPending(
      own,
      { kind: 'ismsDocument', id: scope.id },
      {
        contentHash: contentHash(await approvedContent(own, document, data)),
        submittedById: noor.id,
        submittedWithKeyOfId: null,
        via: null,
        approverId: mira.id,
        submittedAt: at('submitted'),
      },
    );
    const submission = required(await latestApproval(own, 'ismsDocument', scope.id), 'submission');
    await endPending(own, submission.id, { status: 'approved', decidedById: mira.id, decidedAt: at('approved') });
    await insertVersion(own, {
      documentId: scope.id,
      version: 1,
      publishedAt: at('approved'),
      publishedBy: { id: mira.id, name: mira.user.name },
      changelog: 'First version.',
      approvalId: submission.id,
      paper: await describeDocument(own, document, data, { ...version, approver: mira.user.name, submission }),
    });
    await approveDocument(own, scope.id, at('approved'));
  });
  await db
    .updateTable('isms_document')
    .set({ updated_at: at('approved') })
    .where('organization_id', '=', organizationId)
    .where('id', '=', scope.id)
    .execute();
  const path = { path: { documentId: scope.id } };
  const submitted = { description: `Submitted ${scope.title} for approval`, changes: { approverId: { previous: null, current: mira.id } } };
  log.write(at('submitted'), noor, 'submitIsmsDocumentForApproval', path, { ...about(scope), ...submitted });
  const approved = {
    description: `Approved ${scope.title}, version 1`,
    changes: { status: { previous: 'needs_review', current: 'approved' } },
  };
  log.write(at('approved'), mira, 'approveIsmsDocument', path, { ...about(scope), ...approved });
}

async function assign(own: OrganizationDatabase, { id }: StoredDocument, members: Members): Promise<void> {
  const roles = rowsOf(await allRows(own, [id]), 'roles');
  for (const { role, member, basisOfCompetence } of roleHolders) {
    const documentRole = required(
      roles.find(({ roleKey }) => roleKey === role),
      role,
    );
    await insertRows(own, id, 'role-assignments', [{ memberId: members.of(member).id, fields: { basisOfCompetence } }], documentRole.id);
  }
  const auditing = required(
    roles.find(({ roleKey }) => roleKey === 'internal_auditor'),
    'auditor',
  );
  await own
    .updateTable('isms_row')
    .set({ fields: sql`fields || ${JSON.stringify(auditor)}::jsonb`, source: 'manual' })
    .where('id', '=', auditing.id)
    .execute();
}

async function record(own: OrganizationDatabase, { id }: StoredDocument, now: string, memberId: string): Promise<void> {
  const metrics = rowsOf(await allRows(own, [id]), 'metrics');
  for (const { metric, months, value } of measurements) {
    const measured = required(
      metrics.find(({ metricKey }) => metricKey === metric),
      metric,
    );
    const periodStart = startOfPeriod(periodOf(now, 'monthly') - months, 'monthly');
    await insertRows(own, id, 'measurements', [{ memberId, fields: { periodStart, value } }], measured.id);
  }
}

async function addAudit(own: OrganizationDatabase, { id }: StoredDocument, members: Members): Promise<void> {
  const [made] = await insertRows(own, id, 'audits', [{ fields: audit.fields }]);
  const auditId = required(made, 'audit').id;
  const seeds = seedsOf('audit-controls').map(({ key, fields }) => ({
    key,
    derivedFrom: `seed:${key}`,
    fields: { ...fields, result: resultOf(key) },
  }));
  const inserted = await insertRows(own, id, 'audit-controls', seeds, auditId);
  const { control, fields, owner } = audit.finding;
  const sampled = required(
    inserted.find(({ key }) => key === control),
    control,
  );
  const finding = { linkedId: sampled.id, memberId: members.of(owner).id, fields: { ...fields, clauseOrControl: 'A.8.13 Backup' } };
  await insertRows(own, id, 'audit-findings', [finding], auditId);
}

function resultOf(key: string): string {
  if (key === audit.finding.control) return 'nonconformity_raised';
  return audit.confirmed.some((one) => one === key) ? 'conformity_confirmed' : 'not_sampled';
}

async function review(own: OrganizationDatabase, { id }: StoredDocument, members: Members): Promise<void> {
  const people = [members.of('mira'), members.of('noor')];
  const attendees = people.map((person) => ({ memberId: person.id, name: person.user.name }));
  const [made] = await insertRows(own, id, 'reviews', [
    { fields: { chairName: attendees[0]?.name ?? null, attendees, status: 'in_progress' } },
  ]);
  const reviewId = required(made, 'review').id;
  const inputs = seedsOf('review-inputs').map(({ key, fields }) => ({ key, derivedFrom: `seed:${key}`, fields }));
  await insertRows(own, id, 'review-inputs', inputs, reviewId);
  const { description, owner } = action;
  await insertRows(own, id, 'review-actions', [{ memberId: members.of(owner).id, fields: { description } }], reviewId);
}

/** Sets the creation time of everything that has been created so far. */
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
