/** Job that assesses vendors (vendors, rules 5, 7, 10, 16 and 17). */
import type { components } from '#generated/api';
import { listAdoptedNames } from '#domain/frameworks/adopted';
import { assignedEntry, createdEntry } from '#domain/tasks/items/audit-entries';
import type { Audit } from '#platform/audit/audit';
import type { OrganizationDatabase } from '#platform/database/handle';
import { findActingMember } from '#platform/identity/acting-member';
import { type Attempt, type JobHandler, RunFailed } from '#platform/jobs/job-handlers';
import { isObject } from '#platform/json-object';
import { findAssessable, findAssessment, lockAssessable, saveAssessment, saveProgress, saveOutcome } from '../queries/assessments.ts';
import { type AssessmentInput, totalSteps } from '../steps/start-assessment.ts';
import { findVendor } from '../queries/vendors.ts';
import { upsertVerificationItem } from '../queries/verification.ts';
import { badgesOfCertifications } from '#domain/vendors/badges';
import { auditFields } from '../rules/audit-fields.ts';
import { ratingFields, ratingOfAssessment, newRatingsOf } from '../rules/outcome.ts';
import { initialResult } from '../rules/progress.ts';
import type { Findings, VendorResearch } from '../rules/research.ts';

type Result = components['schemas']['VendorAssessmentResult'];

/**
 * @param research researches the vendor if the run does not reuse the latest assessment
 * @returns the job handler
 */
export function createAssessmentJob(research: VendorResearch): JobHandler {
  return async (attempt) => {
    const { id: runId, input, actor, signal, read, step } = attempt;
    if (!isInput(input)) throw new Error('the run was not started with the input of an assessment');
    const { vendorId, domain } = input;
    const progress: Result = { ...initialResult(vendorId, actor), stage: 'researching' };
    const { subject, latestAssessment } = await read(async (db) => {
      const vendor = await findAssessable(db, vendorId);
      if (!vendor) throw vendorDeleted();
      if (vendor.domain !== domain || vendor.website === null) throw websiteChanged();
      const { name, website, category, isSubProcessor, complianceBadges, badgesByHand } = vendor;
      const badges = badgesByHand ? (complianceBadges ?? []) : [];
      const subject = { name, website, domain, category, isSubProcessor, badges, frameworks: await listAdoptedNames(db) };
      return { subject, latestAssessment: await findAssessment(db, vendorId, domain) };
    });
    await step(
      async (db, audit) => {
        await upsertVerification(attempt, db, audit, vendorId, 'in_progress');
        await saveProgress(db, runId, progress);
      },
      { done: 0, total: totalSteps },
    );
    const reusedAssessment = input.reuseLatest ? latestAssessment : undefined;
    const findings: Findings = reusedAssessment
      ? { assessment: reusedAssessment.data, logoUrl: null, messages: [] }
      : await research.research(subject, signal);
    return step(
      async (db, audit) => {
        const version = await saveFindings(attempt, db, audit, { input, findings, isReused: reusedAssessment !== undefined });
        const { messages } = findings;
        const coreResult: Result = { ...progress, stage: 'core_completed', messages, coreReady: true, riskAssessmentVersion: version };
        await saveProgress(db, runId, coreResult);
        return { ...coreResult, stage: 'completed', outcome: 'assessed', newsReady: true } satisfies Result;
      },
      { done: totalSteps, total: totalSteps },
    );
  };
}

interface FindingsToSave {
  readonly input: AssessmentInput;
  readonly findings: Findings;
  readonly isReused: boolean;
}

/** Stores the findings and updates the vendor. @returns the stored version, such as `v2`; null if the latest assessment was reused */
async function saveFindings(
  attempt: Attempt,
  db: OrganizationDatabase,
  audit: Audit,
  { input: { vendorId, domain, unsent }, findings: { assessment, logoUrl }, isReused }: FindingsToSave,
): Promise<string | null> {
  const vendor = await lockAssessable(db, vendorId);
  if (!vendor) throw vendorDeleted();
  if (vendor.domain !== domain) throw websiteChanged();
  const before = await findVendor(db, vendorId);
  if (!before) throw vendorDeleted();
  const version = isReused ? null : await saveAssessment(db, { vendorId, domain, runId: attempt.id }, assessment);
  const rating = isReused ? undefined : ratingOfAssessment(assessment);
  await saveOutcome(db, vendorId, {
    values: rating ? newRatingsOf(before, rating, unsent) : {},
    badges: vendor.badgesByHand ? undefined : badgesOfCertifications(assessment.certifications ?? []),
    logoUrl: before.logoUrl === null && logoUrl !== null ? logoUrl : undefined,
  });
  await upsertVerification(attempt, db, audit, vendorId, 'todo');
  const after = await findVendor(db, vendorId);
  if (!after) throw vendorDeleted();
  audit.changed(auditFields(before), auditFields(after), { description: 'Assessed vendor', entityId: vendorId });
  return version === null ? null : `v${version}`;
}

async function upsertVerification(
  { actor, ports }: Attempt,
  db: OrganizationDatabase,
  audit: Audit,
  vendorId: string,
  status: 'in_progress' | 'todo',
): Promise<void> {
  const requestedBy = actor.via === 'schedule' ? undefined : await findActingMember(db, actor);
  const item = await upsertVerificationItem(db, vendorId, status, requestedBy, ports.access.staffEmailDomains);
  if (!item) return;
  for (const { description, ...details } of [createdEntry(item), assignedEntry(item)]) audit.performed(description, details);
}

const vendorDeleted = () => new RunFailed('The vendor no longer exists');
const websiteChanged = () => new RunFailed('The website of the vendor has changed');

function isInput(input: unknown): input is AssessmentInput {
  return (
    isObject(input) &&
    typeof input.vendorId === 'string' &&
    typeof input.domain === 'string' &&
    typeof input.formerStatus === 'string' &&
    typeof input.reuseLatest === 'boolean' &&
    (input.unsent === undefined ||
      (Array.isArray(input.unsent) && input.unsent.every((field) => ratingFields.some((ratingField) => ratingField === field))))
  );
}
