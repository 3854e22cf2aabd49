import { columnsOf } from '#platform/database/columns';

/** The columns of requirements as the API returns them: those of the catalog, and custom ones. */
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
);
