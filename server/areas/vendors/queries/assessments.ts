/** Assessments of vendors: the runs that make them, and what they write (spec/areas/vendors, rules 5, 7 and 17). */
import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';
import { runColumns, runOf } from '../../../platform/jobs/record.ts';
import { assessmentIn, badgesIn } from '../../../domain/vendors/stored.ts';

type Schemas = components['schemas'];

const listed = PagedList.of((db, param: Params<{ readonly vendorId: string }>) =>
  db.selectFrom('run').select(runColumns).where('kind', '=', 'vendor_assessment').where('subject', '=', param('vendorId')),
);

/** @returns a page of the runs that assessed a vendor, newest first */
export async function listAssessments(db: OrganizationDatabase, vendorId: string, page: PageRequest): Promise<Page<Schemas['Run']>> {
  return mapPage(await listed.page(db, { vendorId }, { by: 'run.created_at', id: 'run.id' }, { ...page, sortOrder: 'desc' }), runOf);
}

/** What an assessment goes by. */
export interface Assessable {
  readonly id: string;
  readonly name: string;
  readonly category: Schemas['VendorCategory'];
  readonly status: Schemas['VendorStatus'];
  readonly isSubProcessor: boolean;
  readonly website: string | null;
  readonly domain: string | null;
  readonly complianceBadges: Schemas['Vendor']['complianceBadges'];
  readonly badgesByHand: boolean;
}

/** @returns what an assessment of the vendor goes by */
export async function findAssessable(db: OrganizationDatabase, id: string): Promise<Assessable | undefined> {
  const row = await assessable(db, id).executeTakeFirst();
  return row && assessableOf(row);
}

/** @returns the same, held until the transaction ends */
export async function lockAssessable(db: OrganizationDatabase, id: string): Promise<Assessable | undefined> {
  const row = await assessable(db, id).forUpdate().executeTakeFirst();
  return row && assessableOf(row);
}

function assessable(db: OrganizationDatabase, id: string) {
  return db
    .selectFrom('vendor')
    .select(
      columnsOf('vendor', 'id', 'name', 'category', 'status', 'isSubProcessor', 'website', 'domain', 'complianceBadges', 'badgesByHand'),
    )
    .where('id', '=', id);
}

function assessableOf({
  complianceBadges,
  ...row
}: Omit<Assessable, 'complianceBadges'> & { readonly complianceBadges: unknown }): Assessable {
  return { ...row, complianceBadges: badgesIn(complianceBadges) };
}

/** A stored assessment. */
export interface Stored {
  readonly version: number;
  readonly runId: string;
  readonly data: Schemas['VendorAssessment'];
}

/** @returns the latest assessment of a vendor under a domain */
export async function findAssessment(db: OrganizationDatabase, vendorId: string, domain: string): Promise<Stored | undefined> {
  const row = await db
    .selectFrom('vendor_assessment')
    .select(columnsOf('vendor_assessment', 'version', 'runId', 'data'))
    .where('vendor_id', '=', vendorId)
    .where('domain', '=', domain)
    .executeTakeFirst();
  return row && { ...row, data: assessmentIn(row.data) };
}

/** Stores the next version in place of the one before. @returns its number; that of the run if it has stored one already */
export async function saveAssessment(
  db: OrganizationDatabase,
  { vendorId, domain, runId }: { readonly vendorId: string; readonly domain: string; readonly runId: string },
  data: Schemas['VendorAssessment'],
): Promise<number> {
  const former = await findAssessment(db, vendorId, domain);
  if (former?.runId === runId) return former.version;
  const next = { version: (former?.version ?? 0) + 1, data: JSON.stringify(data), run_id: runId, assessed_at: new Date().toISOString() };
  await db
    .insertInto('vendor_assessment')
    .values({ id: newId('vas'), vendor_id: vendorId, domain, ...next })
    .onConflict((conflict) => conflict.columns(['organization_id', 'vendor_id', 'domain']).doUpdateSet(next))
    .execute();
  return next.version;
}

/** What a completed assessment changes of the vendor; what is left out stays. */
export interface Outcome {
  readonly values: Partial<Pick<Schemas['Vendor'], 'inherentProbability' | 'inherentImpact' | 'residualProbability' | 'residualImpact'>>;
  readonly badges?: readonly Schemas['ComplianceBadge'][] | undefined;
  readonly logoUrl?: string | undefined;
}

/** Writes the outcome, and that the vendor is assessed. */
export async function writeOutcome(db: OrganizationDatabase, vendorId: string, { values, badges, logoUrl }: Outcome): Promise<void> {
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

/** Shows the reader of the run how far it is. */
export async function showProgress(db: OrganizationDatabase, runId: string, result: Schemas['VendorAssessmentResult']): Promise<void> {
  await db
    .updateTable('run')
    .set({ result: JSON.stringify(result) })
    .where('id', '=', runId)
    .execute();
}
