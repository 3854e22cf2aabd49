/** Queries for vendors with their ratings, assignees and latest assessments. */
import { type ExpressionBuilder, type QueryCreator, sql, type SqlBool, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { FilterOf } from '#contract/types';
import { personColumns, personFromRow, type WithPerson } from '#domain/people/members/person';
import { bandsColumn } from '#domain/ratings/bands';
import { levelColumn } from '#domain/ratings/level-column';
import { defaultBands } from '#domain/ratings/levels';
import { selectControlsOfTask } from '#domain/tasks/linked';
import { columnsOf } from '#platform/database/columns';
import { anyOf, contains, equals, ofMember, onOrAfter, onOrBefore } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { type Params, PreparedQuery } from '#platform/database/prepared';
import { computedBy, missingLast } from '#platform/database/sort-keys';
import { touchUpdatedAt } from '#platform/database/touched';
import { ratingOf } from '../rules/rating.ts';
import { treatmentTextColumn, treatmentTextOf, type TreatmentTexts, textsByStrategy } from '../rules/treatment.ts';
import { domainOf } from '../rules/website.ts';
import { parseAssessment, parseBadges } from '#domain/vendors/stored-json';

type Schemas = components['schemas'];
type Vendor = Schemas['Vendor'];
type VendorExpressions = ExpressionBuilder<TenantTables, 'vendor'>;

const columns = columnsOf(
  'vendor',
  'id',
  'organizationId',
  'name',
  'category',
  'status',
  'inherentProbability',
  'inherentImpact',
  'residualProbability',
  'residualImpact',
  'treatmentType',
  'website',
  'isSubProcessor',
  'assigneeId',
  'logoUrl',
  'showOnTrustPortal',
  'trustPortalOrder',
  'complianceBadges',
  'reviewDueAt',
  'externalId',
  'createdAt',
  'updatedAt',
  'version',
);
const sortKeys = {
  createdAt: 'vendor.created_at',
  updatedAt: 'vendor.updated_at',
  name: 'vendor.name',
  status: 'vendor.status',
  inherentScore: computedBy('vendor_score', 'vendor.inherent_probability', 'vendor.inherent_impact'),
  residualScore: computedBy('vendor_score', 'vendor.residual_probability', 'vendor.residual_impact'),
  reviewDueAt: missingLast('vendor.review_due_at'),
} as const;
export type VendorOrder = keyof typeof sortKeys;

const inherentScore = sql<number>`vendor_score(vendor.inherent_probability, vendor.inherent_impact)`;
const residualScore = sql<number>`vendor_score(vendor.residual_probability, vendor.residual_impact)`;

const selectTaskCount = (eb: VendorExpressions) =>
  eb
    .selectFrom('vendor_task')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .whereRef('vendor_task.vendor_id', '=', 'vendor.id')
    .as('taskCount');

const allVendors = PagedList.of((db) =>
  db
    .selectFrom('vendor')
    .leftJoin('member', 'member.id', 'vendor.assignee_id')
    .select([...columns, ...personColumns('member'), bandsColumn])
    .select(selectTaskCount),
).filteredBy<FilterOf<'listVendors'>>({
  search: contains('vendor.name', 'vendor.description'),
  category: anyOf('vendor.category'),
  status: anyOf('vendor.status'),
  isSubProcessor: equals('vendor.is_sub_processor'),
  assigneeId: ofMember('vendor.assignee_id'),
  inherentLevel: (_eb, levels) => sql<SqlBool>`${levelColumn(inherentScore)} = any(${levels})`,
  inherentScore: (_eb, scores) => sql<SqlBool>`${inherentScore} = any(${scores})`,
  residualLevel: (_eb, levels) => sql<SqlBool>`${levelColumn(residualScore)} = any(${levels})`,
  residualScore: (_eb, scores) => sql<SqlBool>`${residualScore} = any(${scores})`,
  reviewDueAtAfter: onOrAfter('vendor.review_due_at'),
  reviewDueAtBefore: onOrBefore('vendor.review_due_at'),
  ids: anyOf('vendor.id'),
});

/** @returns a page of the vendors that match the filter */
export async function listVendors(
  db: OrganizationDatabase,
  filter: FilterOf<'listVendors'>,
  page: PageRequest<VendorOrder>,
): Promise<Page<Schemas['VendorListItem']>> {
  const foundPage = await allVendors.page(db, filter, { by: sortKeys[page.sortBy], id: 'vendor.id' }, page);
  return mapPage(foundPage, ({ taskCount: count, ...row }) => ({ ...recordOf(row), taskCount: Number(count) }));
}

function selectDetails(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('vendor')
    .leftJoin('member', 'member.id', 'vendor.assignee_id')
    .leftJoin('vendor_assessment as assessment', (join) =>
      join.onRef('assessment.vendor_id', '=', 'vendor.id').onRef('assessment.domain', '=', 'vendor.domain'),
    )
    .select([...columns, ...personColumns('member'), 'vendor.description', bandsColumn])
    .select(['vendor.accept_text', 'vendor.avoid_text', 'vendor.mitigate_text', 'vendor.transfer_text'])
    .select(['assessment.data', 'assessment.version as assessmentVersion', 'assessment.assessed_at as assessedAt'])
    .select(selectTasksWithControls);
}

const selectTasksWithControls = (eb: VendorExpressions) =>
  jsonArrayFrom(
    eb
      .selectFrom('vendor_task')
      .innerJoin('task', 'task.id', 'vendor_task.task_id')
      .select((task) => ['task.id', 'task.title', 'task.status', selectControlsOfTask(task)])
      .whereRef('vendor_task.vendor_id', '=', 'vendor.id')
      .orderBy('task.id'),
  ).as('tasks');

const byIdQuery = new PreparedQuery((db, param: Params<{ readonly id: string }>) => selectDetails(db).where('vendor.id', '=', param('id')));

/** @returns the vendor with all details; undefined if the vendor does not exist */
export async function findVendor(db: OrganizationDatabase, id: string): Promise<Vendor | undefined> {
  const [row] = await db.run(byIdQuery, { id });
  if (!row) return undefined;
  const { accept_text, avoid_text, mitigate_text, transfer_text, data, assessmentVersion, assessedAt, description, tasks, ...vendor } = row;
  const texts: TreatmentTexts = { accept_text, avoid_text, mitigate_text, transfer_text };
  return {
    ...recordOf(vendor),
    description,
    treatmentStrategyDescription: treatmentTextOf(texts, vendor.treatmentType),
    strategyDescriptions: textsByStrategy(texts),
    tasks,
    riskAssessmentData: data === null ? null : parseAssessment(data),
    riskAssessmentVersion: assessmentVersion === null ? null : `v${assessmentVersion}`,
    riskAssessmentUpdatedAt: assessedAt,
  };
}

/** Locks a vendor until the transaction ends. @returns undefined if the vendor does not exist */
export async function lockVendor(db: OrganizationDatabase, id: string): Promise<Vendor | undefined> {
  await db.selectFrom('vendor').select('id').where('id', '=', id).forUpdate().execute();
  return findVendor(db, id);
}

export async function vendorExists(db: OrganizationDatabase, id: string): Promise<boolean> {
  return (await db.selectFrom('vendor').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

type VendorWithoutRatings = Omit<Schemas['VendorCore'], 'inherentRating' | 'residualRating' | 'complianceBadges'> & {
  readonly complianceBadges: unknown;
  readonly bands: Schemas['RiskRatingBands'] | null;
};

function recordOf<R extends VendorWithoutRatings & WithPerson<'member'>>(row: R) {
  const { memberId, memberUserId, memberName, memberEmail, memberImage, complianceBadges, bands: customBands, ...vendor } = row;
  const bands = customBands ?? defaultBands;
  const { inherentProbability, inherentImpact, residualProbability, residualImpact } = vendor;
  return {
    ...vendor,
    assignee: personFromRow(row, 'member'),
    complianceBadges: parseBadges(complianceBadges),
    inherentRating: ratingOf({ probability: inherentProbability, impact: inherentImpact }, bands),
    residualRating: ratingOf({ probability: residualProbability, impact: residualImpact }, bands),
  };
}

/**
 * Stores a vendor. Ratings that the request did not include get the lowest values.
 * @returns the id of the vendor
 */
export async function insertVendor(db: OrganizationDatabase, vendor: Schemas['VendorCreate']): Promise<string> {
  const { name, description, category, status, isSubProcessor, assigneeId, treatmentType, treatmentStrategyDescription } = vendor;
  const id = newId('vnd');
  await db
    .insertInto('vendor')
    .values({
      id,
      name,
      description,
      category,
      status,
      inherent_probability: vendor.inherentProbability ?? 'very_unlikely',
      inherent_impact: vendor.inherentImpact ?? 'insignificant',
      residual_probability: vendor.residualProbability ?? 'very_unlikely',
      residual_impact: vendor.residualImpact ?? 'insignificant',
      treatment_type: treatmentType,
      ...treatmentTextColumn(treatmentType, treatmentStrategyDescription ?? null),
      ...websiteColumns(vendor.website || null),
      is_sub_processor: isSubProcessor,
      assignee_id: assigneeId ?? null,
      review_due_at: vendor.reviewDueAt ?? null,
      external_id: vendor.externalId ?? null,
    })
    .execute();
  return id;
}

/**
 * Changes the fields of a vendor that are not undefined. An empty website does not change the website.
 * @param before the vendor, which the caller must have locked
 */
export async function updateVendor(
  db: OrganizationDatabase,
  before: Pick<Vendor, 'id' | 'treatmentType'>,
  update: Schemas['VendorUpdate'],
): Promise<void> {
  const { name, description, category, status, isSubProcessor, assigneeId, website, reviewDueAt, externalId } = update;
  const { treatmentType = before.treatmentType, treatmentStrategyDescription: treatmentText } = update;
  await db
    .updateTable('vendor')
    .set({
      ...touchUpdatedAt,
      name,
      description,
      category,
      status,
      inherent_probability: update.inherentProbability,
      inherent_impact: update.inherentImpact,
      residual_probability: update.residualProbability,
      residual_impact: update.residualImpact,
      treatment_type: treatmentType,
      is_sub_processor: isSubProcessor,
      ...(treatmentText !== undefined && treatmentTextColumn(treatmentType, treatmentText)),
      ...(website !== undefined && website !== '' && websiteColumns(website)),
      ...(assigneeId !== undefined && { assignee_id: assigneeId }),
      ...(reviewDueAt !== undefined && { review_due_at: reviewDueAt }),
      ...(externalId !== undefined && { external_id: externalId }),
    })
    .where('id', '=', before.id)
    .execute();
}

/** @returns the columns for a website and its domain */
function websiteColumns(website: string | null): Pick<Updateable<TenantTables['vendor']>, 'website' | 'domain'> {
  return { website, domain: website === null ? null : (domainOf(website) ?? null) };
}

/** Deletes a vendor and its runs. Foreign keys and triggers delete the records that belong only to the vendor (vendors, rule 11). */
export async function deleteVendor(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('run').where('kind', '=', 'vendor_assessment').where('subject', '=', id).execute();
  await db.deleteFrom('vendor').where('id', '=', id).execute();
}
