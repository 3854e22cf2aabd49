/** The fields of risks in the audit log. The treatment is logged by type and text, like any other field (risks, rule 10). */
import { storedFields } from '#platform/audit/stored';
import type { components } from '#generated/api';
import type { Fields } from '#platform/audit/changes';

type Schemas = components['schemas'];

/**
 * @param sent by the request, or a row of it @param risk as it was stored
 * @returns the logged fields of its creation
 */
export function auditFieldsOfNew({ treatmentStrategy, ...sent }: Schemas['RiskCreate'], risk: Schemas['RiskCreated']): Fields {
  return { ...storedFields(sent, { ...risk }), ...(treatmentStrategy && treatmentFields(treatmentStrategy)) };
}

/** The fields of a risk that can be changed. */
export type LoggedRisk = Pick<
  Schemas['RiskCore'],
  | 'title'
  | 'description'
  | 'category'
  | 'department'
  | 'status'
  | 'probability'
  | 'impact'
  | 'residual_probability'
  | 'residual_impact'
  | 'assigneeId'
  | 'reviewDueAt'
  | 'externalId'
> & { readonly treatmentStrategy: Pick<Schemas['TreatmentStrategy'], 'type' | 'description'> };

/** @returns the logged fields of a risk, without links */
export function auditFields({
  title,
  description,
  category,
  department,
  status,
  probability,
  impact,
  residual_probability,
  residual_impact,
  assigneeId,
  reviewDueAt,
  externalId,
  treatmentStrategy,
}: LoggedRisk): Fields {
  const scales = { probability, impact, residual_probability, residual_impact };
  return {
    title,
    description,
    category,
    department,
    status,
    ...scales,
    assigneeId,
    reviewDueAt,
    externalId,
    ...treatmentFields(treatmentStrategy),
  };
}

function treatmentFields({ type, description }: { readonly type: string; readonly description: string }): Fields {
  return { 'treatmentStrategy.type': type, 'treatmentStrategy.description': description };
}
