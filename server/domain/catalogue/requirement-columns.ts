/** Requirements as the interface shows them: those of the catalogue, and those of an organization's own making. */
export const platformRequirementColumns = [
  'id',
  'framework_id as frameworkId',
  'name',
  'identifier',
  'description',
  'requirement_family as requirementFamily',
  'sort_order as sortOrder',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

export const customRequirementColumns = [
  'id',
  'organization_id as organizationId',
  'name',
  'identifier',
  'description',
  'custom_framework_id as customFrameworkId',
  'framework_instance_id as frameworkInstanceId',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;
