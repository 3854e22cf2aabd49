/** Previews a change of the scope of an adopted framework (frameworks, rule 28). */
import type { components } from '#generated/api';
import type { FormType } from '#domain/evidence-forms/count';
import { listLatestSubmissionTimes, listNotRelevantForms } from '#domain/evidence-forms/status';
import type { Instance } from '#domain/frameworks/instances';
import { isInScope } from '#domain/frameworks/scope';
import type { OrganizationDatabase } from '#platform/database/handle';
import { edgesOf } from '../rules/edges.ts';
import { withinAddedParts } from '../rules/scope.ts';
import { type ScoredRecords, scoreOf, shareOfPolicies, shareOfTasks } from '../rules/scores.ts';
import { contentOf } from './adoption.ts';
import { placeOf } from './controls.ts';
import { idsOf, listCopies } from './copies.ts';
import { listDefinitions } from './requirements.ts';

type Preview = components['schemas']['FrameworkScopePreview'];
type Scope = readonly string[] | null;

/** @param after parts in the order of the framework */
export async function previewScope(db: OrganizationDatabase, instance: Instance, after: string[], now: Date): Promise<Preview> {
  if (instance.frameworkId === null) throw new Error('a custom framework has no parts');
  const [definitions, whole, copies, program] = await Promise.all([
    listDefinitions(db, instance),
    contentOf(db, instance.frameworkId, instance.currentVersionId),
    listCopies(db),
    programOf(db, instance.id),
  ]);
  const manifest = withinAddedParts(whole, instance.scope, after);
  const brief = ({ id, identifier, name }: (typeof definitions)[number]) => ({ id, identifier, name });
  const withLaterScope = definitions.map((one) => ({ ...one, later: one.kind === 'custom' || isInScope(one.part, after) }));
  const newTemplates = (templates: readonly { readonly id: string; readonly name: string }[], have: ReadonlyMap<string, Copied>) => ({
    added: templates.filter(({ id }) => have.get(id)?.archivedAt !== null).map(({ id, name }) => ({ id, name })),
  });
  const [served, stillServed] = [servedBy(program, instance.id, instance.scope), servedBy(program, instance.id, after)];
  const orphansIn = (records: ReadonlyMap<string, Named>, kind: 'controls' | 'policies' | 'tasks') =>
    [...records].flatMap(([id, { name, isInUse }]) =>
      isInUse && served[kind].has(id) && !stillServed[kind].has(id) ? [{ id, name }] : [],
    );
  const own = { controls: idsOf(copies.controls), policies: idsOf(copies.policies), tasks: idsOf(copies.tasks) };
  const [latest, notRelevant] = await Promise.all([listLatestSubmissionTimes(db), listNotRelevantForms(db)]);
  const score = (scope: Scope, edges?: ReturnType<typeof edgesOf>) =>
    scoreOf(artefactsOf(program, instance.id, scope, own, edges), latest, notRelevant, now);
  return {
    scope: after,
    requirements: {
      added: withLaterScope.filter((one) => one.later && !one.inScope).map(brief),
      excluded: withLaterScope.filter((one) => !one.later && one.inScope).map(brief),
    },
    controls: newTemplates(manifest.controls, copies.controls),
    policies: newTemplates(manifest.policies, copies.policies),
    tasks: newTemplates(manifest.tasks, copies.tasks),
    orphaned: {
      controls: orphansIn(program.controls, 'controls'),
      policies: orphansIn(program.policies, 'policies'),
      tasks: orphansIn(program.tasks, 'tasks'),
    },
    complianceScore: { before: score(instance.scope), after: score(after, edgesOf(manifest)) },
  };
}

interface Copied {
  readonly archivedAt: string | null;
}
interface Named {
  readonly name: string;
  /** Neither archived by a sync nor by a user. */
  readonly isInUse: boolean;
}

/** Records of the organization with their links, by name. */
async function programOf(db: OrganizationDatabase, instanceId: string) {
  const [maps, controls, policies, tasks, directPolicies, directTasks, policyLinks, taskLinks, formLinks] = await Promise.all([
    db
      .selectFrom('requirement_map as map')
      .innerJoin('framework_instance as instance', 'instance.id', 'map.framework_instance_id')
      .leftJoin('platform_requirement as requirement', 'requirement.id', 'map.requirement_id')
      .select(['map.control_id as controlId', 'instance.id as instanceId', 'instance.scope', 'requirement.part'])
      .where('map.archived_at', 'is', null)
      .execute(),
    db.selectFrom('control').select(['id', 'name', 'archived_at as archivedAt']).orderBy('name').orderBy('id').execute(),
    db
      .selectFrom('policy')
      .select(['id', 'name', 'status', 'is_archived as isArchived', 'archived_at as archivedAt'])
      .orderBy('name')
      .orderBy('id')
      .execute(),
    db.selectFrom('task').select(['id', 'title as name', 'status', 'archived_at as archivedAt']).orderBy('title').orderBy('id').execute(),
    db.selectFrom('control_policy').select(['control_id as controlId', 'policy_id as to']).execute(),
    db.selectFrom('control_task').select(['control_id as controlId', 'task_id as to']).execute(),
    db
      .selectFrom('framework_control_policy')
      .select(['framework_instance_id as instanceId', 'control_id as controlId', 'policy_id as to'])
      .execute(),
    db
      .selectFrom('framework_control_task')
      .select(['framework_instance_id as instanceId', 'control_id as controlId', 'task_id as to'])
      .execute(),
    db
      .selectFrom('framework_control_document_type')
      .select(['control_id as controlId', 'form_type as to'])
      .where('framework_instance_id', '=', instanceId)
      .execute(),
  ]);
  return {
    maps,
    controls: new Map(controls.map((one) => [one.id, { ...one, isInUse: one.archivedAt === null }])),
    policies: new Map(policies.map((one) => [one.id, { ...one, isInUse: one.archivedAt === null && !one.isArchived }])),
    tasks: new Map(tasks.map((one) => [one.id, { ...one, isInUse: one.archivedAt === null }])),
    direct: { policies: directPolicies, tasks: directTasks },
    scoped: { policies: policyLinks, tasks: taskLinks },
    formLinks,
  };
}
type Program = Awaited<ReturnType<typeof programOf>>;

/** Places of controls that meet a requirement in scope. @param scope replaces the current scope of the instance */
function placesIn({ maps, controls }: Program, instanceId: string, scope: Scope): Set<string> {
  return new Set(
    maps.flatMap((map) =>
      controls.get(map.controlId)?.isInUse && isInScope(map.part, map.instanceId === instanceId ? scope : map.scope)
        ? placeOf(map.instanceId, map.controlId)
        : [],
    ),
  );
}

/** Records that serve a requirement in scope of any framework. */
function servedBy(program: Program, instanceId: string, scope: Scope) {
  const places = placesIn(program, instanceId, scope);
  const controls = new Set(program.maps.flatMap((map) => (places.has(placeOf(map.instanceId, map.controlId)) ? map.controlId : [])));
  const carried = (kind: 'policies' | 'tasks') =>
    new Set([
      ...program.direct[kind].flatMap(({ controlId, to }) => (controls.has(controlId) ? to : [])),
      ...program.scoped[kind].flatMap((link) => (places.has(placeOf(link.instanceId, link.controlId)) ? link.to : [])),
    ]);
  return { controls, policies: carried('policies'), tasks: carried('tasks') };
}

/**
 * What would count in the instance, including records that these edges bring into use.
 * @param own copies by template; a template without a copy counts as a draft, or as a task to do
 */
function artefactsOf(
  program: Program,
  instanceId: string,
  scope: Scope,
  own: Readonly<Record<'controls' | 'policies' | 'tasks', ReadonlyMap<string, string>>>,
  edges: ReturnType<typeof edgesOf> | undefined,
): ScoredRecords {
  const places = placesIn(program, instanceId, scope);
  const here = (controlId: string) => places.has(placeOf(instanceId, controlId));
  const carried = (kind: 'policies' | 'tasks') =>
    program.scoped[kind].flatMap((link) => (link.instanceId === instanceId && here(link.controlId) ? link.to : []));
  const entered = (kind: 'policies' | 'tasks') => new Set((edges?.[kind] ?? []).map(({ to }) => own[kind].get(to) ?? to));
  const restored = { policies: entered('policies'), tasks: entered('tasks') };
  const back = new Set((edges?.requirements ?? []).map(({ control }) => own.controls.get(control) ?? control));
  // A restored control brings its existing links back.
  const isRestored = (controlId: string) => back.has(controlId) && !here(controlId);
  const policies = new Set([
    ...carried('policies'),
    ...program.scoped.policies.flatMap((link) => (link.instanceId === instanceId && isRestored(link.controlId) ? link.to : [])),
    ...restored.policies,
  ]);
  const tasks = new Set([
    ...carried('tasks'),
    ...program.scoped.tasks.flatMap((link) => (link.instanceId === instanceId && isRestored(link.controlId) ? link.to : [])),
    ...restored.tasks,
  ]);
  const forms = new Set<FormType>([
    ...program.formLinks.flatMap(({ controlId, to }) => (here(controlId) || isRestored(controlId) ? to : [])),
    ...(edges?.forms ?? []).map(({ to }) => to),
  ]);
  const policyStatuses = [...policies].flatMap((id) => {
    const policy = program.policies.get(id);
    if (!policy) return 'draft' as const;
    return policy.isInUse || (restored.policies.has(id) && !policy.isArchived) ? policy.status : [];
  });
  const taskStatuses = [...tasks].flatMap((id) => {
    const task = program.tasks.get(id);
    if (!task) return 'todo' as const;
    return task.isInUse || restored.tasks.has(id) ? task.status : [];
  });
  return { policies: shareOfPolicies(policyStatuses), tasks: shareOfTasks(taskStatuses), forms: [...forms] };
}
