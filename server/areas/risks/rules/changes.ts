/** What the audit log tells of a risk. Its treatment is told by type and text, like any other field (spec/areas/risks, rule 10). */
import type { components } from '../../../../generated/api.d.ts';
import type { Fields } from '../../../platform/audit/changes.ts';

type Schemas = components['schemas'];

/** @param risk as it was sent @returns what is told of its creation, by field */
export function toldOfNew({ treatmentStrategy, ...fields }: Schemas['RiskCreate']): Fields {
  return { ...fields, ...(treatmentStrategy && toldOf(treatmentStrategy)) };
}

/** @returns what is told of a risk, by field: without what it is linked to */
export function told({
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
  treatmentStrategy,
}: Schemas['Risk']): Fields {
  const scales = { probability, impact, residual_probability, residual_impact };
  return { title, description, category, department, status, ...scales, assigneeId, ...toldOf(treatmentStrategy) };
}

function toldOf({ type, description }: { readonly type: string; readonly description: string }): Fields {
  return { 'treatmentStrategy.type': type, 'treatmentStrategy.description': description };
}
