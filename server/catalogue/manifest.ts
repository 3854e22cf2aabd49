/** A framework with all that it holds, as a version keeps it and organizations compare it. */
import type { QueryCreator } from 'kysely';
import type { components } from '../../generated/api.d.ts';
import type { TenantTables } from '../../generated/database.d.ts';

type Schemas = components['schemas'];
export type ManifestControl = Schemas['ManifestControl'];
export type ManifestPolicy = Schemas['ManifestPolicy'];
export type ManifestTask = Schemas['ManifestTask'];
export type ManifestRequirement = Schemas['ManifestRequirement'];

/** All ids are those of templates. An id in a list of a control that the manifest does not have counts for nothing. */
export interface Manifest {
  readonly framework: { readonly id: string; readonly name: string; readonly catalogVersion: string; readonly description: string };
  readonly requirements: readonly ManifestRequirement[];
  readonly controls: readonly ManifestControl[];
  readonly policies: readonly ManifestPolicy[];
  readonly tasks: readonly ManifestTask[];
}

/** Of what is stored, which only `publishReleases` writes. */
export function isManifest(stored: unknown): stored is Manifest {
  return typeof stored === 'object' && stored !== null && 'framework' in stored && ['requirements', 'controls', 'policies', 'tasks'].every((part) => Array.isArray(Reflect.get(stored, part)));
}

/** What the catalogue holds of a framework now. @throws when there is no such framework */
export async function manifestNow(db: QueryCreator<TenantTables>, frameworkId: string): Promise<Manifest> {
  const inFramework = db.selectFrom('control_template_requirement as link').innerJoin('platform_requirement as requirement', 'requirement.id', 'link.requirement_id')
    .where('requirement.framework_id', '=', frameworkId).where('requirement.removed_at', 'is', null);
  const policyLinks = db.selectFrom('control_template_policy').where('framework_id', '=', frameworkId);
  const taskLinks = db.selectFrom('control_template_task').where('framework_id', '=', frameworkId);
  const [framework, requirements, controls, policies, tasks, met, carried, done, shown] = await Promise.all([
    db.selectFrom('platform_framework').select(['id', 'name', 'version as catalogVersion', 'description']).where('id', '=', frameworkId).executeTakeFirstOrThrow(),
    requirementsNow(db, frameworkId),
    db.selectFrom('control_template').select(['id', 'name', 'description', 'control_family as controlFamily'])
      .where('id', 'in', inFramework.select('link.control_template_id')).where('removed_at', 'is', null).orderBy('name').orderBy('id').execute(),
    db.selectFrom('policy_template').select(['id', 'name', 'description', 'content', 'frequency', 'department'])
      .where('id', 'in', policyLinks.select('policy_template_id')).where('removed_at', 'is', null).orderBy('name').orderBy('id').execute(),
    db.selectFrom('task_template').select(['id', 'name', 'description', 'frequency', 'department', 'automation_status as automationStatus'])
      .where('id', 'in', taskLinks.select('task_template_id')).where('removed_at', 'is', null).orderBy('name').orderBy('id').execute(),
    inFramework.select(['link.control_template_id as control', 'link.requirement_id as to']).orderBy('requirement.sort_order').orderBy('link.requirement_id').execute(),
    policyLinks.select(['control_template_id as control', 'policy_template_id as to']).orderBy('policy_template_id').execute(),
    taskLinks.select(['control_template_id as control', 'task_template_id as to']).orderBy('task_template_id').execute(),
    db.selectFrom('control_template_document_type').select(['control_template_id as control', 'form_type as to']).where('framework_id', '=', frameworkId).orderBy('form_type').execute(),
  ]);
  return {
    framework,
    requirements,
    controls: controls.map((control) => ({ ...control, requirementIds: ofControl(met, control.id), policyIds: ofControl(carried, control.id), taskIds: ofControl(done, control.id), documentTypes: ofControl(shown, control.id) })),
    policies: policies.map((policy) => ({ ...policy, content: nodesIn(policy.content) })),
    tasks,
  };
}

/** What the catalogue says now that a framework demands. */
export function requirementsNow(db: QueryCreator<TenantTables>, frameworkId: string): Promise<ManifestRequirement[]> {
  return db.selectFrom('platform_requirement').select(['id', 'identifier', 'name', 'description', 'requirement_family as requirementFamily', 'sort_order as sortOrder'])
    .where('framework_id', '=', frameworkId).where('removed_at', 'is', null).orderBy('sort_order', (order) => order.asc().nullsLast()).orderBy('id').execute();
}

function ofControl<T>(links: readonly { readonly control: string; readonly to: T }[], id: string): T[] {
  return links.filter(({ control }) => control === id).map(({ to }) => to);
}

/** The parts of a rich text, as it is stored. */
export function nodesIn(content: unknown): Record<string, unknown>[] {
  return Array.isArray(content) ? content.filter((node: unknown): node is Record<string, unknown> => typeof node === 'object' && node !== null && !Array.isArray(node)) : [];
}
