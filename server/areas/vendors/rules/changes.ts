/** What the audit log tells of a vendor (spec/areas/vendors, rule 15). */
import type { components } from '../../../../generated/api.d.ts';
import type { Fields } from '../../../platform/audit/changes.ts';

type Schemas = components['schemas'];

/** @returns what is told of a vendor, by field: without ratings, which follow from it, and without what it is linked to */
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
