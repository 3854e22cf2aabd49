import { columnsOf } from '../../platform/database/columns.ts';

/** Requirements as the interface shows them: those of the catalog, and those of an organization's own making. */
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
