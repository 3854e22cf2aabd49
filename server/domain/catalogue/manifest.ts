/** Reads the complete content of a framework. Framework versions store it, so that an update can compare two versions. */
import type { QueryCreator } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { trusted } from '#platform/trusted';
import { partsColumn } from './parts.ts';
import type { FrameworkPart } from './types.ts';
import { columnsOf } from '#platform/database/columns';

type Schemas = components['schemas'];
export type ManifestControl = Schemas['ManifestControl'];
/** Includes the policy's text, which the API does not return. */
export type ManifestPolicy = Schemas['ManifestPolicy'] & { readonly content: Record<string, unknown>[] };
export type ManifestTask = Schemas['ManifestTask'];
export type ManifestRequirement = Schemas['ManifestRequirement'];

/** All ids are ids of templates. A control's lists may contain ids that the manifest does not; these ids are ignored. */
export interface Manifest {
  readonly framework: {
    readonly id: string;
    readonly name: string;
    readonly catalogVersion: string;
    readonly description: string;
    readonly parts: readonly FrameworkPart[];
  };
  readonly requirements: readonly ManifestRequirement[];
  readonly controls: readonly ManifestControl[];
  readonly policies: readonly ManifestPolicy[];
  readonly tasks: readonly ManifestTask[];
}

/** @param stored a value that `publishReleases` stored @returns the manifest; undefined if the value is not a manifest */
export function parseManifest(stored: unknown): Manifest | undefined {
  const isManifest =
    typeof stored === 'object' &&
    stored !== null &&
    'framework' in stored &&
    ['requirements', 'controls', 'policies', 'tasks'].every((part) => Array.isArray(Reflect.get(stored, part)));
  return isManifest ? trusted<Manifest>(stored, 'publishReleases alone stores manifests') : undefined;
}

/** @returns the current content of a framework in the catalog @throws if the framework does not exist */
export async function findCurrentManifest(db: QueryCreator<TenantTables>, frameworkId: string): Promise<Manifest> {
  // Each table is queried separately, because the embedded engine has no statistics for planning a join.
  const [framework, requirements, policyLinks, taskLinks, formLinks] = await Promise.all([
    db
      .selectFrom('platform_framework')
      .select((eb) => ['id', 'name', 'version as catalogVersion', 'description', partsColumn(eb)])
      .where('id', '=', frameworkId)
      .executeTakeFirstOrThrow(),
    findCurrentRequirements(db, frameworkId),
    db
      .selectFrom('control_template_policy')
      .select(['control_template_id as control', 'policy_template_id as to'])
      .where('framework_id', '=', frameworkId)
      .orderBy('policy_template_id')
      .execute(),
    db
      .selectFrom('control_template_task')
      .select(['control_template_id as control', 'task_template_id as to'])
      .where('framework_id', '=', frameworkId)
      .orderBy('task_template_id')
      .execute(),
    db
      .selectFrom('control_template_document_type')
      .select(['control_template_id as control', 'form_type as to'])
      .where('framework_id', '=', frameworkId)
      .orderBy('form_type')
      .execute(),
  ]);
  const links = await db
    .selectFrom('control_template_requirement')
    .select(['control_template_id as control', 'requirement_id as to'])
    .where('requirement_id', 'in', distinctIds(requirements.map(({ id }) => id)))
    .execute();
  const requirementLinks = requirements.flatMap(({ id }) => links.filter(({ to }) => to === id));
  const [controls, policies, tasks] = await Promise.all([
    db
      .selectFrom('control_template')
      .select(columnsOf('control_template', 'id', 'name', 'description', 'controlFamily'))
      .where('id', 'in', distinctIds(requirementLinks.map(({ control }) => control)))
      .where('removed_at', 'is', null)
      .orderBy('name')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('policy_template')
      .select(['id', 'name', 'description', 'content', 'frequency', 'department'])
      .where('id', 'in', distinctIds(policyLinks.map(({ to }) => to)))
      .where('removed_at', 'is', null)
      .orderBy('name')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('task_template')
      .select(columnsOf('task_template', 'id', 'name', 'description', 'frequency', 'department', 'automationStatus'))
      .where('id', 'in', distinctIds(taskLinks.map(({ to }) => to)))
      .where('removed_at', 'is', null)
      .orderBy('name')
      .orderBy('id')
      .execute(),
  ]);
  return {
    framework,
    requirements,
    controls: controls.map((control) => ({
      ...control,
      requirementIds: linkedTo(requirementLinks, control.id),
      policyIds: linkedTo(policyLinks, control.id),
      taskIds: linkedTo(taskLinks, control.id),
      documentTypes: linkedTo(formLinks, control.id),
    })),
    policies: policies.map((policy) => ({ ...policy, content: nodesIn(policy.content) })),
    tasks,
  };
}

/** @returns the current requirements of a framework in the catalog */
export function findCurrentRequirements(db: QueryCreator<TenantTables>, frameworkId: string): Promise<ManifestRequirement[]> {
  return db
    .selectFrom('platform_requirement')
    .select(columnsOf('platform_requirement', 'id', 'identifier', 'name', 'description', 'requirementFamily', 'part', 'sortOrder'))
    .where('framework_id', '=', frameworkId)
    .where('removed_at', 'is', null)
    .orderBy('sort_order', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
}

/** @returns the ids without duplicates; adds an empty id, which no record has, because SQL does not allow an empty list */
function distinctIds(ids: readonly string[]): string[] {
  return [...new Set(['', ...ids])];
}

function linkedTo<T>(links: readonly { readonly control: string; readonly to: T }[], id: string): T[] {
  return links.filter(({ control }) => control === id).map(({ to }) => to);
}

/** @returns the nodes of a stored rich text */
export function nodesIn(content: unknown): Record<string, unknown>[] {
  return Array.isArray(content)
    ? content.filter((node: unknown): node is Record<string, unknown> => typeof node === 'object' && node !== null && !Array.isArray(node))
    : [];
}
