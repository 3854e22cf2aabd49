/** What the interface shows of a record where it shows the least of it. */
import type { components } from '../../../../generated/api.d.ts';
import type { Control } from '../queries/controls.ts';

type Schemas = components['schemas'];

/** The control itself, without what it carries. */
export function plainControl({
  id,
  organizationId,
  name,
  description,
  ownerId,
  lastReviewDate,
  nextReviewDate,
  archivedAt,
  controlTemplateId,
  externalId,
  createdAt,
  updatedAt,
}: Control): Control {
  return {
    id,
    organizationId,
    name,
    description,
    ownerId,
    lastReviewDate,
    nextReviewDate,
    archivedAt,
    controlTemplateId,
    externalId,
    createdAt,
    updatedAt,
  };
}

export function brief({ id, version }: Schemas['FrameworkVersionName']): Schemas['FrameworkVersionName'] {
  return { id, version };
}
