/** Selects the fields of risks for the audit log. The type and the text of the treatment are fields, too (risks, rule 10). */
import { storedFields } from '#platform/audit/stored';
import type { components } from '#generated/api';
import type { Fields } from '#platform/audit/changes';

type Schemas = components['schemas'];

/**
 * @param fields the fields in the request, or in a row of the request @param risk the stored risk
 * @returns the fields for the audit entry about the creation of the risk
 */
export function auditFieldsOfNew({ treatmentStrategy, ...sentFields }: Schemas['RiskCreate'], risk: Schemas['RiskCreated']): Fields {
  return { ...storedFields(sentFields, { ...risk }), ...(treatmentStrategy && treatmentFields(treatmentStrategy)) };
}

/** The fields of a risk that can change. */
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

/** @returns the fields of a risk for the audit log, without links to other records */
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
  const ratings = { probability, impact, residual_probability, residual_impact };
  return {
    title,
    description,
    category,
    department,
    status,
    ...ratings,
    assigneeId,
    reviewDueAt,
    externalId,
    ...treatmentFields(treatmentStrategy),
  };
}

function treatmentFields({ type, description }: { readonly type: string; readonly description: string }): Fields {
  return { 'treatmentStrategy.type': type, 'treatmentStrategy.description': description };
}
