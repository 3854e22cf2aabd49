/** Short forms of records in the API. */
import type { components } from '#generated/api';
import type { Control } from './copies.ts';

type Schemas = components['schemas'];

/** The control without its links. */
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
