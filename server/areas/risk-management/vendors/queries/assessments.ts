/** Queries for assessments of vendors, their runs and their results (vendors, rules 5, 7 and 17). */
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import { missingLast } from '#platform/database/sort-keys';
import { runColumns, runOf } from '#platform/jobs/record';
import { parseAssessment, parseBadges } from '#domain/vendors/stored-json';

type Schemas = components['schemas'];

const sortKeys = { createdAt: 'run.created_at', finishedAt: missingLast('run.finished_at') } as const;

const runsOfVendor = PagedList.of((db, param: Params<{ readonly vendorId: string }>) =>
  db.selectFrom('run').select(runColumns).where('kind', '=', 'vendor_assessment').where('subject', '=', param('vendorId')),
).filteredBy<FilterOf<'listVendorAssessments'>>({ ids: anyOf('run.id') });

/** @returns a page of the runs that assessed a vendor */
export async function listAssessments(
  db: OrganizationDatabase,
  vendorId: string,
  filter: FilterOf<'listVendorAssessments'>,
  page: PageRequest<keyof typeof sortKeys>,
): Promise<Page<Schemas['Run']>> {
  return mapPage(await runsOfVendor.page(db, { vendorId, ...filter }, { by: sortKeys[page.sortBy], id: 'run.id' }, page), runOf);
}

/** The fields of a vendor on which an assessment is based. */
export interface AssessableVendor {
  readonly id: string;
  readonly name: string;
  readonly category: Schemas['VendorCategory'];
  readonly status: Schemas['VendorStatus'];
  readonly isSubProcessor: boolean;
  readonly website: string | null;
  readonly domain: string | null;
  readonly complianceBadges: Schemas['Vendor']['complianceBadges'];
  /** Whether members of the organization entered the badges. Assessments do not replace such badges. */
  readonly badgesByHand: boolean;
}

/** @returns the fields on which an assessment is based; undefined if the vendor does not exist */
export async function findAssessable(db: OrganizationDatabase, id: string): Promise<AssessableVendor | undefined> {
  const row = await selectAssessable(db, id).executeTakeFirst();
  return row && toAssessable(row);
}

/** Locks a vendor until the transaction ends. @returns undefined if the vendor does not exist */
export async function lockAssessable(db: OrganizationDatabase, id: string): Promise<AssessableVendor | undefined> {
  const row = await selectAssessable(db, id).forUpdate().executeTakeFirst();
  return row && toAssessable(row);
}

function selectAssessable(db: OrganizationDatabase, id: string) {
  return db
    .selectFrom('vendor')
    .select(
      columnsOf('vendor', 'id', 'name', 'category', 'status', 'isSubProcessor', 'website', 'domain', 'complianceBadges', 'badgesByHand'),
    )
    .where('id', '=', id);
}

function toAssessable({
  complianceBadges,
  ...row
}: Omit<AssessableVendor, 'complianceBadges'> & { readonly complianceBadges: unknown }): AssessableVendor {
  return { ...row, complianceBadges: parseBadges(complianceBadges) };
}

/** A stored assessment. */
export interface StoredAssessment {
  readonly version: number;
  readonly runId: string;
  readonly data: Schemas['VendorAssessment'];
}

/** @returns the latest assessment of a vendor whose website had this domain; undefined if none exists */
export async function findAssessment(db: OrganizationDatabase, vendorId: string, domain: string): Promise<StoredAssessment | undefined> {
  const row = await db
    .selectFrom('vendor_assessment')
    .select(columnsOf('vendor_assessment', 'version', 'runId', 'data'))
    .where('vendor_id', '=', vendorId)
    .where('domain', '=', domain)
    .executeTakeFirst();
  return row && { ...row, data: parseAssessment(row.data) };
}

/**
 * Stores a new version of an assessment, which replaces the earlier version.
 * @returns the number of the new version, or of the version that the same run has already stored
 */
export async function saveAssessment(
  db: OrganizationDatabase,
  { vendorId, domain, runId }: { readonly vendorId: string; readonly domain: string; readonly runId: string },
  data: Schemas['VendorAssessment'],
): Promise<number> {
  const current = await findAssessment(db, vendorId, domain);
  if (current?.runId === runId) return current.version;
  const nextVersion = {
    version: (current?.version ?? 0) + 1,
    data: JSON.stringify(data),
    run_id: runId,
    assessed_at: new Date().toISOString(),
  };
  await db
    .insertInto('vendor_assessment')
    .values({ id: newId('vas'), vendor_id: vendorId, domain, ...nextVersion })
    .onConflict((conflict) => conflict.columns(['organization_id', 'vendor_id', 'domain']).doUpdateSet(nextVersion))
    .execute();
  return nextVersion.version;
}

/** The changes that a completed assessment makes to a vendor. Undefined fields stay the same. */
export interface AssessmentOutcome {
  readonly values: Partial<Pick<Schemas['Vendor'], 'inherentProbability' | 'inherentImpact' | 'residualProbability' | 'residualImpact'>>;
  readonly badges?: readonly Schemas['ComplianceBadge'][] | undefined;
  readonly logoUrl?: string | undefined;
}

/** Stores the outcome of an assessment and marks the vendor as assessed. */
export async function saveOutcome(
  db: OrganizationDatabase,
  vendorId: string,
  { values, badges, logoUrl }: AssessmentOutcome,
): Promise<void> {
  await db
    .updateTable('vendor')
    .set({
      status: 'assessed',
      inherent_probability: values.inherentProbability,
      inherent_impact: values.inherentImpact,
      residual_probability: values.residualProbability,
      residual_impact: values.residualImpact,
      ...(badges && { compliance_badges: JSON.stringify(badges) }),
      ...(logoUrl !== undefined && { logo_url: logoUrl }),
    })
    .where('id', '=', vendorId)
    .execute();
}

export async function setStatus(db: OrganizationDatabase, vendorId: string, status: Schemas['VendorStatus']): Promise<void> {
  await db.updateTable('vendor').set({ status }).where('id', '=', vendorId).execute();
}

/** Stores the progress of a run as its result. */
export async function saveProgress(db: OrganizationDatabase, runId: string, result: Schemas['VendorAssessmentResult']): Promise<void> {
  await db
    .updateTable('run')
    .set({ result: JSON.stringify(result) })
    .where('id', '=', runId)
    .execute();
}
