/** Findings with their targets and authors. */
import { type QueryCreator, sql, type SqlBool } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { FilterOf } from '#contract/types';
import { findingVisibilityInputs, isFindingVisibleTo } from '#domain/access/findings/visible';
import { personColumns, personFromRow } from '#domain/people/members/person';
import type { Reader } from '#domain/access/records/rows';
import { columnsOf } from '#platform/database/columns';
import { anyOf, contains, equals } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { ActingMember } from '#platform/identity/acting-member';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { computedBy } from '#platform/database/sort-keys';
import { templateOf } from '../rules/templates.ts';

type Schemas = components['schemas'];
type Finding = Schemas['Finding'];

/** Selects findings without the records that they are about. */
function selectRows(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('finding')
    .select(
      columnsOf(
        'finding',
        'id',
        'organizationId',
        'type',
        'status',
        'severity',
        'content',
        'revisionNote',
        'area',
        'evidenceFormType',
        'taskId',
        'evidenceSubmissionId',
        'policyId',
        'vendorId',
        'riskId',
        'memberId',
        'deviceId',
        'templateId',
        'createdById',
        'createdVia',
        'closedAt',
        'createdAt',
        'updatedAt',
        'version',
      ),
    );
}

/** Adds the records that the findings are about. */
function withTargets(rows: ReturnType<typeof selectRows>, db: QueryCreator<TenantTables>) {
  return db
    .selectFrom(rows.as('listed'))
    .leftJoin('task', 'task.id', 'listed.taskId')
    .leftJoin('evidence_submission as evidence', 'evidence.id', 'listed.evidenceSubmissionId')
    .leftJoin('policy', 'policy.id', 'listed.policyId')
    .leftJoin('vendor', 'vendor.id', 'listed.vendorId')
    .leftJoin('risk', 'risk.id', 'listed.riskId')
    .leftJoin('device', 'device.id', 'listed.deviceId')
    .leftJoin('member as subject', 'subject.id', 'listed.memberId')
    .leftJoin('member as author', 'author.id', 'listed.createdById')
    .select([
      'listed.id',
      'listed.organizationId',
      'listed.type',
      'listed.status',
      'listed.severity',
      'listed.content',
      'listed.revisionNote',
      'listed.area',
      'listed.evidenceFormType',
      'listed.taskId',
      'listed.evidenceSubmissionId',
      'listed.policyId',
      'listed.vendorId',
      'listed.riskId',
      'listed.memberId',
      'listed.deviceId',
      'listed.templateId',
      'listed.createdById',
      'listed.createdVia',
      'listed.closedAt',
      'listed.createdAt',
      'listed.updatedAt',
      'listed.version',
      'task.title as taskTitle',
      'evidence.form_type as submittedForm',
      'evidence.submitted_at as submittedAt',
      'policy.name as policyName',
      'vendor.name as vendorName',
      'risk.title as riskTitle',
      'device.name as deviceName',
      'device.hostname as deviceHostname',
      ...personColumns('subject'),
      ...personColumns('author'),
    ]);
}
type Row = Awaited<ReturnType<ReturnType<typeof withTargets>['executeTakeFirstOrThrow']>>;

/** Every sort order has an index. In descending order, open findings come first, and the most severe ones. */
const sortKeys = {
  status: computedBy('finding_place', 'listed.status', 'listed.createdAt'),
  severity: computedBy('finding_severity_place', 'listed.severity'),
  createdAt: 'listed.createdAt',
  updatedAt: 'listed.updatedAt',
} as const;

const allFindings = PagedList.of((db) => selectRows(db))
  .filteredBy<FilterOf<'listFindings'> & { readonly reader: Reader }>({
    status: anyOf('finding.status'),
    severity: anyOf('finding.severity'),
    type: anyOf('finding.type'),
    area: anyOf('finding.area'),
    evidenceFormType: anyOf('finding.evidence_form_type'),
    taskId: equals('finding.task_id'),
    evidenceSubmissionId: equals('finding.evidence_submission_id'),
    policyId: equals('finding.policy_id'),
    vendorId: equals('finding.vendor_id'),
    riskId: equals('finding.risk_id'),
    memberId: equals('finding.member_id'),
    deviceId: equals('finding.device_id'),
    search: contains('finding.content'),
    ids: anyOf('finding.id'),
    reader: {
      shapeOf: findingVisibilityInputs,
      sent: ({ memberId }) => memberId ?? '',
      // The second condition is always true: a query must use each of its parameters, even if the reader sees nothing.
      where: (eb, placeholder, reader) =>
        eb.and([isFindingVisibleTo(eb, reader, sql<string>`${placeholder}::text`), sql<SqlBool>`${placeholder}::text is not null`]),
    },
  })
  .within(withTargets);

/** Lists the findings that the reader may read. */
export async function listFindings(
  db: OrganizationDatabase,
  filter: FilterOf<'listFindings'>,
  reader: Reader,
  page: PageRequest<keyof typeof sortKeys>,
): Promise<Page<Finding>> {
  return mapPage(await allFindings.page(db, { ...filter, reader }, { by: sortKeys[page.sortBy], id: 'listed.id' }, page), findingOf);
}

/** @returns the finding, if the reader may read it */
export async function findFinding(db: OrganizationDatabase, reader: Reader, id: string): Promise<Finding | undefined> {
  const rows = selectRows(db)
    .where('finding.id', '=', id)
    .where((eb) => isFindingVisibleTo(eb, reader));
  const row = await withTargets(rows, db).executeTakeFirst();
  return row && findingOf(row);
}

/** @returns the finding, if the reader may read it, locked until the transaction ends */
export async function lockFinding(db: OrganizationDatabase, reader: Reader, id: string): Promise<Finding | undefined> {
  await db.selectFrom('finding').select('id').where('id', '=', id).forUpdate().execute();
  return findFinding(db, reader, id);
}

/** @returns the id of the new finding */
export async function insertFinding(
  db: OrganizationDatabase,
  author: Pick<ActingMember, 'id' | 'via'>,
  finding: Schemas['FindingCreate'],
): Promise<string> {
  const { type, severity, content, area, evidenceFormType, taskId, evidenceSubmissionId, policyId, vendorId, riskId } = finding;
  const { memberId, deviceId, templateId } = finding;
  const id = newId('fnd');
  await db
    .insertInto('finding')
    .values({
      id,
      type,
      severity,
      content,
      area: area ?? null,
      evidence_form_type: evidenceFormType ?? null,
      task_id: taskId ?? null,
      evidence_submission_id: evidenceSubmissionId ?? null,
      policy_id: policyId ?? null,
      vendor_id: vendorId ?? null,
      risk_id: riskId ?? null,
      member_id: memberId ?? null,
      device_id: deviceId ?? null,
      template_id: templateId ?? null,
      created_by_id: author.id,
      created_via: author.via,
    })
    .execute();
  return id;
}

/** Stores these values of a finding, and sets or clears the time when it was closed. */
export async function updateFinding(
  db: OrganizationDatabase,
  id: string,
  { status, revisionNote, type, severity, content }: Pick<Finding, 'status' | 'revisionNote' | 'type' | 'severity' | 'content'>,
): Promise<void> {
  await db
    .updateTable('finding')
    .set((eb) => ({
      status,
      revision_note: revisionNote,
      type,
      severity,
      content,
      closed_at: status === 'closed' ? eb.fn.coalesce('closed_at', sql<string>`now()`) : null,
    }))
    .where('id', '=', id)
    .execute();
}

export async function deleteFinding(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('finding').where('id', '=', id).execute();
}

/** Maps a row to a finding. A template that was removed from the catalog is returned as null. */
function findingOf(row: Omit<Row, 'pageAt' | 'pageId'>): Finding {
  const { id, organizationId, type, status, severity, content, revisionNote, area, evidenceFormType, closedAt } = row;
  const { taskId, evidenceSubmissionId, policyId, vendorId, riskId, memberId, deviceId, createdById, createdVia } = row;
  const { taskTitle, submittedForm, submittedAt, policyName, vendorName, riskTitle, deviceName, deviceHostname } = row;
  const template = row.templateId === null ? undefined : templateOf(row.templateId);
  return {
    id,
    organizationId,
    type,
    status,
    severity,
    content,
    revisionNote,
    area,
    evidenceFormType,
    taskId,
    evidenceSubmissionId,
    policyId,
    vendorId,
    riskId,
    memberId,
    deviceId,
    templateId: template?.id ?? null,
    createdById,
    task: taskId === null || taskTitle === null ? null : { id: taskId, title: taskTitle },
    evidenceSubmission:
      evidenceSubmissionId === null || submittedForm === null || submittedAt === null
        ? null
        : { id: evidenceSubmissionId, formType: submittedForm, submittedAt },
    policy: policyId === null || policyName === null ? null : { id: policyId, name: policyName },
    vendor: vendorId === null || vendorName === null ? null : { id: vendorId, name: vendorName },
    risk: riskId === null || riskTitle === null ? null : { id: riskId, title: riskTitle },
    member: personFromRow(row, 'subject'),
    device:
      deviceId === null || deviceName === null || deviceHostname === null
        ? null
        : { id: deviceId, name: deviceName, hostname: deviceHostname },
    template: template ? { id: template.id, category: template.category, title: template.title } : null,
    createdBy: personFromRow(row, 'author'),
    createdVia,
    closedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
  };
}
