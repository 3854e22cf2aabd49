/** What the audit log tells of a risk. Its treatment is auditFields by type and text, like any other field (spec/areas/risks, rule 10). */
import type { components } from '../../../../generated/api.d.ts';
import type { Fields } from '../../../platform/audit/changes.ts';

type Schemas = components['schemas'];

/** @param risk as it was sent @returns what is auditFields of its creation, by field */
export function auditFieldsOfNew({ treatmentStrategy, ...fields }: Schemas['RiskCreate']): Fields {
  return { ...fields, ...(treatmentStrategy && toldOf(treatmentStrategy)) };
}

/** The fields of a risk that can be changed. */
export type RiskTold = Pick<
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

/** @returns what is auditFields of a risk, by field: without what it is linked to */
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
}: RiskTold): Fields {
  const scales = { probability, impact, residual_probability, residual_impact };
  return { title, description, category, department, status, ...scales, assigneeId, reviewDueAt, externalId, ...toldOf(treatmentStrategy) };
}

function toldOf({ type, description }: { readonly type: string; readonly description: string }): Fields {
  return { 'treatmentStrategy.type': type, 'treatmentStrategy.description': description };
}
