/** Assessing a vendor in the background (spec/areas/vendors, rules 5, 7, 10, 16 and 17). */
import type { components } from '../../../../generated/api.d.ts';
import { adoptedNames } from '../../../domain/frameworks/adopted.ts';
import { assigned, created } from '../../../domain/task-items/deeds.ts';
import type { Audit } from '../../../platform/audit/audit.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { findActingMember } from '../../../platform/identity/acting-member.ts';
import { type Attempt, type JobHandler, RunFailed } from '../../../platform/jobs/job-handlers.ts';
import { isObject } from '../../../platform/json-object.ts';
import { findAssessable, findAssessment, lockAssessable, saveAssessment, showProgress, writeOutcome } from '../queries/assessments.ts';
import { type AssessmentInput, total } from '../queries/start.ts';
import { findVendor } from '../queries/vendors.ts';
import { keepItem } from '../queries/verification.ts';
import { badgesOf } from '../../../domain/vendors/badges.ts';
import { auditFields } from '../rules/changes.ts';
import { ratingFields, ratingIn, valuesOf } from '../rules/outcome.ts';
import { atStart } from '../rules/progress.ts';
import type { Findings, VendorResearch } from '../rules/research.ts';

type Result = components['schemas']['VendorAssessmentResult'];

/** @param research finds out about the vendor, unless its latest assessment is used again @returns the work of a run */
export function assessWith(research: VendorResearch): JobHandler {
  return async (attempt) => {
    const { id: runId, input, actor, signal, read, step } = attempt;
    if (!isInput(input)) throw new Error('not what an assessment is started with');
    const { vendorId, domain } = input;
    const progress: Result = { ...atStart(vendorId, actor), stage: 'researching' };
    const { subject, latest } = await read(async (db) => {
      const vendor = await findAssessable(db, vendorId);
      if (!vendor) throw gone();
      if (vendor.domain !== domain || vendor.website === null) throw moved();
      const { name, website, category, isSubProcessor, complianceBadges, badgesByHand } = vendor;
      const badges = badgesByHand ? (complianceBadges ?? []) : [];
      const subject = { name, website, domain, category, isSubProcessor, badges, frameworks: await adoptedNames(db) };
      return { subject, latest: await findAssessment(db, vendorId, domain) };
    });
    await step(
      async (db, audit) => {
        await keepVerification(attempt, db, audit, vendorId, 'in_progress');
        await showProgress(db, runId, progress);
      },
      { done: 0, total },
    );
    const known = input.reuseLatest ? latest : undefined;
    const found: Findings = known ? { assessment: known.data, logoUrl: null, messages: [] } : await research.research(subject, signal);
    return step(
      async (db, audit) => {
        const version = await keep(attempt, db, audit, { input, found, isReused: known !== undefined });
        const { messages } = found;
        const core: Result = { ...progress, stage: 'core_complete', messages, coreReady: true, riskAssessmentVersion: version };
        await showProgress(db, runId, core);
        return { ...core, stage: 'complete', outcome: 'assessed', newsReady: true } satisfies Result;
      },
      { done: total, total },
    );
  };
}

interface Kept {
  readonly input: AssessmentInput;
  readonly found: Findings;
  readonly isReused: boolean;
}

/** Writes what was found. @returns the version that was written; null when an assessment is used again */
async function keep(
  attempt: Attempt,
  db: OrganizationDatabase,
  audit: Audit,
  { input: { vendorId, domain, unsent }, found: { assessment, logoUrl }, isReused }: Kept,
): Promise<string | null> {
  const vendor = await lockAssessable(db, vendorId);
  if (!vendor) throw gone();
  if (vendor.domain !== domain) throw moved();
  const before = await findVendor(db, vendorId);
  if (!before) throw gone();
  const version = isReused ? null : await saveAssessment(db, { vendorId, domain, runId: attempt.id }, assessment);
  const rating = isReused ? undefined : ratingIn(assessment);
  await writeOutcome(db, vendorId, {
    values: rating ? valuesOf(before, rating, unsent) : {},
    badges: vendor.badgesByHand ? undefined : badgesOf(assessment.certifications ?? []),
    logoUrl: before.logoUrl === null && logoUrl !== null ? logoUrl : undefined,
  });
  await keepVerification(attempt, db, audit, vendorId, 'todo');
  const after = await findVendor(db, vendorId);
  if (!after) throw gone();
  audit.changed(auditFields(before), auditFields(after), { description: 'Assessed vendor', entityId: vendorId });
  return version === null ? null : `v${version}`;
}

async function keepVerification(
  { actor, ports }: Attempt,
  db: OrganizationDatabase,
  audit: Audit,
  vendorId: string,
  status: 'in_progress' | 'todo',
): Promise<void> {
  const requestedBy = actor.via === 'schedule' ? undefined : await findActingMember(db, actor);
  const item = await keepItem(db, vendorId, status, requestedBy, ports.access.staffEmailDomains);
  if (!item) return;
  for (const { description, ...more } of [created(item), assigned(item)]) audit.did(description, more);
}

const gone = () => new RunFailed('The vendor no longer exists');
const moved = () => new RunFailed('The website of the vendor has changed');

function isInput(input: unknown): input is AssessmentInput {
  return (
    isObject(input) &&
    typeof input.vendorId === 'string' &&
    typeof input.domain === 'string' &&
    typeof input.formerStatus === 'string' &&
    typeof input.reuseLatest === 'boolean' &&
    (input.unsent === undefined ||
      (Array.isArray(input.unsent) && input.unsent.every((field) => ratingFields.some((known) => known === field))))
  );
}
