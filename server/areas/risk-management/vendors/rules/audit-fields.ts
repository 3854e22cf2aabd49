/** Selects the fields of vendors for the audit log (vendors, rule 15). */
import type { components } from '#generated/api';
import type { Fields } from '#platform/audit/changes';

type Schemas = components['schemas'];

/** @returns the fields of a vendor for the audit log, without derived ratings and links to other records */
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
