/** Starts assessments of vendors (vendors, rules 6 and 17). */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { startFinishedRun, startRun } from '#platform/jobs/start';
import { type RatingField, ratingFields } from '../rules/outcome.ts';
import { initialResult, skippedResult } from '../rules/progress.ts';
import { domainOf } from '../rules/website.ts';
import { setStatus } from '../queries/assessments.ts';
import { insertVendor } from '../queries/vendors.ts';

type Schemas = components['schemas'];

/** The input of an assessment run. */
export interface AssessmentInput {
  readonly vendorId: string;
  /** The domain of the website when the run starts. The run fails if the domain changes later. */
  readonly domain: string;
  /** The status that the vendor gets again if the run fails or is cancelled. The trigger of 0017_risks-and-vendors.sql reads this field. */
  readonly formerStatus: Schemas['VendorStatus'];
  readonly reuseLatest: boolean;
  /** In the first assessment: the rating fields that the request to create the vendor did not include. */
  readonly unsent?: readonly RatingField[];
}

/** The number of steps of an assessment run. */
export const totalSteps = 2;

/**
 * Queues an assessment and sets the status of the vendor. The caller must have locked the vendor.
 * @param permission the permission that the member who started the run must keep; by default, the permission for the kind of the run
 * @returns the run; undefined if an assessment of the vendor is already active
 */
export async function startAssessment(
  db: OrganizationDatabase,
  actor: Actor,
  input: AssessmentInput,
  permission?: string,
): Promise<Schemas['Run'] | undefined> {
  const { vendorId } = input;
  const result = initialResult(vendorId, actor);
  const run = await startRun(db, actor, {
    kind: 'vendor_assessment',
    subject: vendorId,
    input,
    total: totalSteps,
    result,
    ...(permission !== undefined && { permission }),
  });
  if (run) await setStatus(db, vendorId, 'in_progress');
  return run;
}

/**
 * Creates a vendor and starts its first assessment (vendors, rules 6 and 17).
 * @param fields the fields of the request, with the name trimmed
 * @returns the id of the vendor
 */
export async function addVendor(db: OrganizationDatabase, actor: Actor, fields: Schemas['VendorCreate']): Promise<string> {
  const { website = '', status } = fields;
  const vendorId = await insertVendor(db, fields);
  const domain = website === '' ? undefined : domainOf(website);
  if (domain === undefined) await skipAssessment(db, actor, vendorId, website || null);
  else {
    const unsentFields = ratingFields.filter((field) => fields[field] === undefined);
    await startAssessment(db, actor, { vendorId, domain, formerStatus: status, reuseLatest: false, unsent: unsentFields }, 'vendor:create');
  }
  return vendorId;
}

/** Stores a finished run for a vendor that cannot be assessed. @param website the website without a public domain, or null */
async function skipAssessment(db: OrganizationDatabase, actor: Actor, vendorId: string, website: string | null): Promise<void> {
  const result = skippedResult(initialResult(vendorId, actor), website === null ? 'no_website' : 'invalid_website');
  await startFinishedRun(db, actor, { kind: 'vendor_assessment', subject: vendorId, input: { vendorId }, result });
  await setStatus(db, vendorId, 'assessed');
}
