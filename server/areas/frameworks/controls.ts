/** The controls of adopted frameworks: those that meet a requirement there and are not archived, with what they carry there. */
import type { components } from '../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../database/handle.ts';
import { listNotRelevant } from './evidence.ts';

type Schemas = components['schemas'];
export type Control = Schemas['Control'];

export const controlColumns = [
  'control.id', 'control.organization_id as organizationId', 'control.name', 'control.description', 'control.last_review_date as lastReviewDate', 'control.next_review_date as nextReviewDate',
  'control.archived_at as archivedAt', 'control.control_template_id as controlTemplateId', 'control.created_at as createdAt', 'control.updated_at as updatedAt',
] as const;
const mapColumns = [
  'map.id', 'map.control_id as controlId', 'map.framework_instance_id as frameworkInstanceId', 'map.requirement_id as requirementId', 'map.custom_requirement_id as customRequirementId',
  'map.archived_at as archivedAt', 'map.created_at as createdAt', 'map.updated_at as updatedAt',
] as const;

/** Maps in force of controls in use. */
export function activeMaps(db: OrganizationDatabase) {
  return db.selectFrom('requirement_map as map').innerJoin('control', 'control.id', 'map.control_id').where('map.archived_at', 'is', null).where('control.archived_at', 'is', null);
}

/** Oldest first. */
export function listMaps(db: OrganizationDatabase, instanceId: string): Promise<Schemas['RequirementMap'][]> {
  return activeMaps(db).select(mapColumns).where('map.framework_instance_id', '=', instanceId).orderBy('map.created_at').orderBy('map.id').execute();
}

export type ControlIn = { readonly instanceId: string; readonly control: Schemas['FrameworkControlView'] };

/** By name, for each of the instances. */
export async function listControls(db: OrganizationDatabase, instanceIds: readonly string[]): Promise<ControlIn[]> {
  if (!instanceIds.length) return [];
  const inInstances = activeMaps(db).where('map.framework_instance_id', 'in', instanceIds);
  const [controls, maps, families, policies, forms, notRelevant] = await Promise.all([
    inInstances.select(['map.framework_instance_id as instanceId', ...controlColumns]).distinct().orderBy('control.name').orderBy('control.id').execute(),
    activeMaps(db).select(mapColumns).where('map.control_id', 'in', inInstances.select('map.control_id')).orderBy('map.created_at').orderBy('map.id').execute(),
    db.selectFrom('framework_control_family').select(['framework_instance_id as instanceId', 'control_id as controlId', 'control_family as family']).where('framework_instance_id', 'in', instanceIds).execute(),
    db.selectFrom('framework_control_policy as link').innerJoin('policy', 'policy.id', 'link.policy_id')
      .select(['link.framework_instance_id as instanceId', 'link.control_id as controlId', 'policy.id', 'policy.name', 'policy.status'])
      .where('link.framework_instance_id', 'in', instanceIds).where('policy.archived_at', 'is', null).where('policy.is_archived', '=', false).orderBy('policy.name').orderBy('policy.id').execute(),
    db.selectFrom('framework_control_document_type').select(['id', 'framework_instance_id as frameworkInstanceId', 'control_id as controlId', 'form_type as formType', 'created_at as createdAt'])
      .where('framework_instance_id', 'in', instanceIds).orderBy('form_type').execute(),
    listNotRelevant(db),
  ]);
  const mapsOf = Map.groupBy(maps, ({ controlId }) => controlId);
  const place = (instance: string, control: string) => `${instance} ${control}`;
  const policiesAt = Map.groupBy(policies, ({ instanceId, controlId }) => place(instanceId, controlId));
  const formsAt = Map.groupBy(forms, ({ frameworkInstanceId, controlId }) => place(frameworkInstanceId, controlId));
  const familyAt = new Map(families.map(({ instanceId, controlId, family }) => [place(instanceId, controlId), family]));
  return controls.map(({ instanceId, ...control }) => {
    const at = place(instanceId, control.id);
    return {
      instanceId,
      control: {
        ...control,
        controlFamily: familyAt.get(at) ?? null,
        policies: (policiesAt.get(at) ?? []).map(({ id, name, status }) => ({ id, name, status })),
        controlDocumentTypes: (formsAt.get(at) ?? []).map((form) => ({ ...form, isNotRelevant: notRelevant.has(form.formType) })),
        requirementsMapped: mapsOf.get(control.id) ?? [],
      },
    };
  });
}

/** The control itself, without what it carries. */
export function plainControl({ id, organizationId, name, description, lastReviewDate, nextReviewDate, archivedAt, controlTemplateId, createdAt, updatedAt }: Control): Control {
  return { id, organizationId, name, description, lastReviewDate, nextReviewDate, archivedAt, controlTemplateId, createdAt, updatedAt };
}
