import { columnsOf } from '#platform/database/columns';

/** The columns of catalog requirements that the API returns. */
export const platformRequirementColumns = columnsOf(
  'platform_requirement',
  'id',
  'frameworkId',
  'name',
  'identifier',
  'description',
  'requirementFamily',
  'part',
  'sortOrder',
  'createdAt',
  'updatedAt',
);

/** The columns of custom requirements that the API returns. */
export const customRequirementColumns = columnsOf(
  'custom_requirement',
  'id',
  'organizationId',
  'name',
  'identifier',
  'description',
  'requirementFamily',
  'customFrameworkId',
  'frameworkInstanceId',
  'createdAt',
  'updatedAt',
  'version',
);
