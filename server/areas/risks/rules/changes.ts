/** What the audit log tells of a risk. Its treatment is told by type and text, like any other field (spec/areas/risks, rule 10). */
import type { components } from '../../../../generated/api.d.ts';
import type { Changes } from '../../../platform/audit/changes.ts';

type Schemas = components['schemas'];

export function changesOnCreate({ treatmentStrategy, ...risk }: Schemas['RiskCreate']): Changes {
  const fields = { ...risk, ...(treatmentStrategy && told(treatmentStrategy)) };
  return Object.fromEntries(Object.entries(fields).map(([field, current]) => [field, { previous: null, current }]));
}

export function changesOnUpdate(before: Schemas['Risk'], after: Schemas['Risk']): Changes {
  const previous: Readonly<Record<string, unknown>> = fieldsOf(before);
  const changed = Object.entries(fieldsOf(after)).filter(([field, current]) => current !== previous[field]);
  return Object.fromEntries(changed.map(([field, current]) => [field, { previous: previous[field], current }]));
}

function fieldsOf({
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
}: Schemas['Risk']) {
  return {
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
    ...told(treatmentStrategy),
  };
}

function told({ type, description }: { readonly type: string; readonly description: string }) {
  return { 'treatmentStrategy.type': type, 'treatmentStrategy.description': description };
}
