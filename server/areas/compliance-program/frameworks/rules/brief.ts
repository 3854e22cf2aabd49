/** Reduces records to fewer fields for the API. */
import type { components } from '#generated/api';
import type { Control } from './copies.ts';

type Schemas = components['schemas'];

/** Returns a control without its links. */
export function withoutLinks({
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
  version,
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
    version,
  };
}

/** Returns the id and the name of a version. */
export function toVersionName({ id, version }: Schemas['FrameworkVersionName']): Schemas['FrameworkVersionName'] {
  return { id, version };
}
