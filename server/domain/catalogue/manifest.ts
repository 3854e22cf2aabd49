/** A framework with all that it holds, as a version keeps it and organizations compare it. */
import type { QueryCreator } from 'kysely';
import type { components } from '../../../generated/api.d.ts';
import type { TenantTables } from '../../../generated/database.d.ts';
import { trusted } from '../../platform/trusted.ts';
import { partsIn } from './parts.ts';
import type { FrameworkPart } from './types.ts';
import { columnsOf } from '../../platform/database/columns.ts';

type Schemas = components['schemas'];
export type ManifestControl = Schemas['ManifestControl'];
/** With its text, which the interface does not show. */
export type ManifestPolicy = Schemas['ManifestPolicy'] & { readonly content: Record<string, unknown>[] };
export type ManifestTask = Schemas['ManifestTask'];
export type ManifestRequirement = Schemas['ManifestRequirement'];

/** All ids are those of templates. An id in a list of a control that the manifest does not have counts for nothing. */
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

/** @param stored by `publishReleases` @returns the manifest; undefined when it is none */
export function manifestIn(stored: unknown): Manifest | undefined {
  const isManifest =
    typeof stored === 'object' &&
    stored !== null &&
    'framework' in stored &&
    ['requirements', 'controls', 'policies', 'tasks'].every((part) => Array.isArray(Reflect.get(stored, part)));
  return isManifest ? trusted<Manifest>(stored, 'publishReleases alone stores manifests') : undefined;
}

/** What the catalog holds of a framework now. @throws when there is no such framework */
export async function manifestNow(db: QueryCreator<TenantTables>, frameworkId: string): Promise<Manifest> {
  // One table after the other: the embedded engine keeps no statistics to plan a join by.
  const [framework, requirements, carried, done, shown] = await Promise.all([
    db
      .selectFrom('platform_framework')
      .select((eb) => ['id', 'name', 'version as catalogVersion', 'description', partsIn(eb)])
      .where('id', '=', frameworkId)
      .executeTakeFirstOrThrow(),
    requirementsNow(db, frameworkId),
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
    .where('requirement_id', 'in', among(requirements.map(({ id }) => id)))
    .execute();
  const met = requirements.flatMap(({ id }) => links.filter(({ to }) => to === id));
  const [controls, policies, tasks] = await Promise.all([
    db
      .selectFrom('control_template')
      .select(columnsOf('control_template', 'id', 'name', 'description', 'controlFamily'))
      .where('id', 'in', among(met.map(({ control }) => control)))
      .where('removed_at', 'is', null)
      .orderBy('name')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('policy_template')
      .select(['id', 'name', 'description', 'content', 'frequency', 'department'])
      .where('id', 'in', among(carried.map(({ to }) => to)))
      .where('removed_at', 'is', null)
      .orderBy('name')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('task_template')
      .select(columnsOf('task_template', 'id', 'name', 'description', 'frequency', 'department', 'automationStatus'))
      .where('id', 'in', among(done.map(({ to }) => to)))
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
      requirementIds: ofControl(met, control.id),
      policyIds: ofControl(carried, control.id),
      taskIds: ofControl(done, control.id),
      documentTypes: ofControl(shown, control.id),
    })),
    policies: policies.map((policy) => ({ ...policy, content: nodesIn(policy.content) })),
    tasks,
  };
}

/** What the catalog says now that a framework demands. */
export function requirementsNow(db: QueryCreator<TenantTables>, frameworkId: string): Promise<ManifestRequirement[]> {
  return db
    .selectFrom('platform_requirement')
    .select(columnsOf('platform_requirement', 'id', 'identifier', 'name', 'description', 'requirementFamily', 'part', 'sortOrder'))
    .where('framework_id', '=', frameworkId)
    .where('removed_at', 'is', null)
    .orderBy('sort_order', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
}

/** Each of these once; the empty id, which nothing has, stands for none. */
function among(ids: readonly string[]): string[] {
  return [...new Set(['', ...ids])];
}

function ofControl<T>(links: readonly { readonly control: string; readonly to: T }[], id: string): T[] {
  return links.filter(({ control }) => control === id).map(({ to }) => to);
}

/** The parts of a rich text, as it is stored. */
export function nodesIn(content: unknown): Record<string, unknown>[] {
  return Array.isArray(content)
    ? content.filter((node: unknown): node is Record<string, unknown> => typeof node === 'object' && node !== null && !Array.isArray(node))
    : [];
}
