/** Starts the assessment of a vendor (spec/areas/vendors, rules 6 and 17). */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { startFinishedRun, startRun } from '../../../platform/jobs/start.ts';
import { type RatingField, ratingFields } from '../rules/outcome.ts';
import { atStart, skipped } from '../rules/progress.ts';
import { domainOf } from '../rules/website.ts';
import { setStatus } from './assessments.ts';
import { insertVendor } from './vendors.ts';

type Schemas = components['schemas'];

/** What a run is given. */
export interface AssessmentInput {
  readonly vendorId: string;
  /** Of the website at the start: another one later ends the run. */
  readonly domain: string;
  /** What the vendor gets back when the run fails or is cancelled; the trigger of 0055_vendors.sql reads it. */
  readonly formerStatus: Schemas['VendorStatus'];
  readonly reuseLatest: boolean;
  /** Of the first assessment: the ratings that the creation left out. */
  readonly unsent?: readonly RatingField[];
}

/** Steps of a run, as its progress counts them. */
export const total = 2;

/**
 * Queues the assessment and sets the status of the vendor, which is held.
 * @param permission that the person who started it must keep, if it is not that of the kind
 * @returns the run; undefined when there is one under way
 */
export async function startAssessment(
  db: OrganizationDatabase,
  actor: Actor,
  input: AssessmentInput,
  permission?: string,
): Promise<Schemas['Run'] | undefined> {
  const { vendorId } = input;
  const result = atStart(vendorId, actor);
  const run = await startRun(db, actor, {
    kind: 'vendor_assessment',
    subject: vendorId,
    input,
    total,
    result,
    ...(permission !== undefined && { permission }),
  });
  if (run) await setStatus(db, vendorId, 'in_progress');
  return run;
}

/** Adds a vendor, held, and has it assessed (spec/areas/vendors, rules 6 and 17). @param fields as they were sent, the name trimmed @returns its id */
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

/** Keeps a run that had nothing to assess. @param website of the new vendor, if it has one */
async function skipAssessment(db: OrganizationDatabase, actor: Actor, vendorId: string, website: string | null): Promise<void> {
  const result = skipped(atStart(vendorId, actor), website === null ? 'no_website' : 'invalid_website');
  await startFinishedRun(db, actor, { kind: 'vendor_assessment', subject: vendorId, input: { vendorId }, result });
  await setStatus(db, vendorId, 'assessed');
}
