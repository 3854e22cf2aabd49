/** Starts the assessment of a vendor (vendors, rules 6 and 17). */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { startFinishedRun, startRun } from '#platform/jobs/start';
import { type RatingField, ratingFields } from '../rules/outcome.ts';
import { initialResult, skippedResult } from '../rules/progress.ts';
import { domainOf } from '../rules/website.ts';
import { setStatus } from './assessments.ts';
import { insertVendor } from './vendors.ts';

type Schemas = components['schemas'];

/** The input of a run. */
export interface AssessmentInput {
  readonly vendorId: string;
  /** The domain of the website at the start. If it changes later, the run ends. */
  readonly domain: string;
  /** The status that the vendor returns to when the run fails or is cancelled; the trigger of 0017_risks-and-vendors.sql reads it. */
  readonly formerStatus: Schemas['VendorStatus'];
  readonly reuseLatest: boolean;
  /** In the first assessment, the rating fields that were left out when the vendor was created. */
  readonly unsent?: readonly RatingField[];
}

/** The number of steps of a run. */
export const totalSteps = 2;

/**
 * Queues the assessment and sets the status of the vendor, which the caller has locked.
 * @param permission that the member who started it must still have, if it differs from that of the run's kind
 * @returns the run; undefined if one is active already
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
 * Adds a vendor, locked, and starts its assessment (vendors, rules 6 and 17).
 * @param fields as sent, with the name trimmed
 * @returns its id
 */
export async function addVendor(db: OrganizationDatabase, actor: Actor, fields: Schemas['VendorCreate']): Promise<string> {
  const { website = '', status } = fields;
  const vendorId = await insertVendor(db, fields);
  const domain = website === '' ? undefined : domainOf(website);
  if (domain === undefined) await skipAssessment(db, actor, vendorId, website || null);
  else {
    const unsent = ratingFields.filter((field) => fields[field] === undefined);
    await startAssessment(db, actor, { vendorId, domain, formerStatus: status, reuseLatest: false, unsent }, 'vendor:create');
  }
  return vendorId;
}

/** Stores a finished run, because there is nothing to assess. @param website of the new vendor, if it has one */
async function skipAssessment(db: OrganizationDatabase, actor: Actor, vendorId: string, website: string | null): Promise<void> {
  const result = skippedResult(initialResult(vendorId, actor), website === null ? 'no_website' : 'invalid_website');
  await startFinishedRun(db, actor, { kind: 'vendor_assessment', subject: vendorId, input: { vendorId }, result });
  await setStatus(db, vendorId, 'assessed');
}
