/** The fields of vendors that are in the audit log (vendors, rule 15). */
import type { components } from '#generated/api';
import type { Fields } from '#platform/audit/changes';

type Schemas = components['schemas'];

/** @returns the logged fields of a vendor, without ratings, which are derived, and without links */
export function auditFields(vendor: Schemas['Vendor']): Fields {
  const { name, description, category, status, website, isSubProcessor, assigneeId, reviewDueAt, externalId, complianceBadges } = vendor;
  const { inherentProbability, inherentImpact, residualProbability, residualImpact } = vendor;
  const { treatmentType, treatmentStrategyDescription, riskAssessmentVersion } = vendor;
  return {
    name,
    description,
    category,
    status,
    inherentProbability,
    inherentImpact,
    residualProbability,
    residualImpact,
    treatmentType,
    treatmentStrategyDescription,
    website,
    isSubProcessor,
    assigneeId,
    reviewDueAt,
    externalId,
    complianceBadges,
    riskAssessmentVersion,
  };
}
