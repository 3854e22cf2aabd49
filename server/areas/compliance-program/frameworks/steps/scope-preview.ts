/** Previews a change of the scope of an adopted framework (frameworks, rule 28). */
import { findRecords, type OrganizationRecords } from '../queries/scope-records.ts';
import type { components } from '#generated/api';
import type { FormType } from '#domain/evidence-forms/count';
import { listLatestSubmissionTimes, listNotRelevantForms } from '#domain/evidence-forms/status';
import type { Instance } from '#domain/frameworks/instances';
import { isInScope } from '#domain/frameworks/scope';
import type { OrganizationDatabase } from '#platform/database/handle';
import { edgesOf } from '../rules/edges.ts';
import { withinAddedParts } from '../rules/scope.ts';
import { type ScoredRecords, scoreOf, shareOfPolicies, shareOfTasks } from '../rules/scores.ts';
import { findContentToAdopt } from '../queries/adoptable.ts';
import { controlKeyOf } from '../queries/controls.ts';
import { idsByTemplate, listCopies } from '../queries/copies.ts';
import { listDefinitions } from '../queries/requirements.ts';

type Preview = components['schemas']['FrameworkScopePreview'];
type Scope = readonly string[] | null;

/** @param newScope the new parts in scope, in the order of the framework */
export async function previewScope(db: OrganizationDatabase, instance: Instance, newScope: string[], now: Date): Promise<Preview> {
  if (instance.frameworkId === null) throw new Error('a custom framework has no parts');
  const [definitions, completeManifest, copies, records] = await Promise.all([
    listDefinitions(db, instance),
    findContentToAdopt(db, instance.frameworkId, instance.currentVersionId),
    listCopies(db),
    findRecords(db, instance.id),
  ]);
  const manifest = withinAddedParts(completeManifest, instance.scope, newScope);
  const toSummary = ({ id, identifier, name }: (typeof definitions)[number]) => ({ id, identifier, name });
  const withNewScope = definitions.map((definition) => ({
    ...definition,
    isInNewScope: definition.kind === 'custom' || isInScope(definition.part, newScope),
  }));
  const newTemplates = (
    templates: readonly { readonly id: string; readonly name: string }[],
    existingCopies: ReadonlyMap<string, TemplateCopy>,
  ) => ({
    added: templates.filter(({ id }) => existingCopies.get(id)?.archivedAt !== null).map(({ id, name }) => ({ id, name })),
  });
  const [usedBefore, usedAfter] = [findUsedRecords(records, instance.id, instance.scope), findUsedRecords(records, instance.id, newScope)];
  const findOrphans = (namedRecords: ReadonlyMap<string, NamedRecord>, kind: 'controls' | 'policies' | 'tasks') =>
    [...namedRecords].flatMap(([id, { name, isInUse }]) =>
      isInUse && usedBefore[kind].has(id) && !usedAfter[kind].has(id) ? [{ id, name }] : [],
    );
  const copyIds = {
    controls: idsByTemplate(copies.controls),
    policies: idsByTemplate(copies.policies),
    tasks: idsByTemplate(copies.tasks),
  };
  const [latestSubmissionTimes, notRelevantForms] = await Promise.all([listLatestSubmissionTimes(db), listNotRelevantForms(db)]);
  const calculateScore = (scope: Scope, edges?: ReturnType<typeof edgesOf>) =>
    scoreOf(findScoredRecords(records, instance.id, scope, copyIds, edges), latestSubmissionTimes, notRelevantForms, now);
  return {
    scope: newScope,
    requirements: {
      added: withNewScope.filter((definition) => definition.isInNewScope && !definition.inScope).map(toSummary),
      excluded: withNewScope.filter((definition) => !definition.isInNewScope && definition.inScope).map(toSummary),
    },
    controls: newTemplates(manifest.controls, copies.controls),
    policies: newTemplates(manifest.policies, copies.policies),
    tasks: newTemplates(manifest.tasks, copies.tasks),
    orphaned: {
      controls: findOrphans(records.controls, 'controls'),
      policies: findOrphans(records.policies, 'policies'),
      tasks: findOrphans(records.tasks, 'tasks'),
    },
    complianceScore: { before: calculateScore(instance.scope), after: calculateScore(newScope, edgesOf(manifest)) },
  };
}

interface TemplateCopy {
  readonly archivedAt: string | null;
}
interface NamedRecord {
  readonly name: string;
  /** False if a sync or a user archived the record. */
  readonly isInUse: boolean;
}

/** Returns the keys of controls that meet a requirement in scope. @param scope replaces the current scope of the instance */
function keysInScope({ maps, controls }: OrganizationRecords, instanceId: string, scope: Scope): Set<string> {
  return new Set(
    maps.flatMap((map) =>
      controls.get(map.controlId)?.isInUse && isInScope(map.part, map.instanceId === instanceId ? scope : map.scope)
        ? controlKeyOf(map.instanceId, map.controlId)
        : [],
    ),
  );
}

/** Returns the ids of the records that are used for a requirement in scope of any framework. */
function findUsedRecords(records: OrganizationRecords, instanceId: string, scope: Scope) {
  const controlKeys = keysInScope(records, instanceId, scope);
  const controls = new Set(
    records.maps.flatMap((map) => (controlKeys.has(controlKeyOf(map.instanceId, map.controlId)) ? map.controlId : [])),
  );
  const linkedIds = (kind: 'policies' | 'tasks') =>
    new Set([
      ...records.direct[kind].flatMap(({ controlId, to }) => (controls.has(controlId) ? to : [])),
      ...records.scoped[kind].flatMap((link) => (controlKeys.has(controlKeyOf(link.instanceId, link.controlId)) ? link.to : [])),
    ]);
  return { controls, policies: linkedIds('policies'), tasks: linkedIds('tasks') };
}

/**
 * Finds the records that would count in the score of the instance, including the records that the edges would add.
 * @param copyIds ids of copies by template id; a template without a copy counts as a draft policy or as an open task
 */
function findScoredRecords(
  records: OrganizationRecords,
  instanceId: string,
  scope: Scope,
  copyIds: Readonly<Record<'controls' | 'policies' | 'tasks', ReadonlyMap<string, string>>>,
  edges: ReturnType<typeof edgesOf> | undefined,
): ScoredRecords {
  const controlKeys = keysInScope(records, instanceId, scope);
  const isControlInScope = (controlId: string) => controlKeys.has(controlKeyOf(instanceId, controlId));
  const idsInScope = (kind: 'policies' | 'tasks') =>
    records.scoped[kind].flatMap((link) => (link.instanceId === instanceId && isControlInScope(link.controlId) ? link.to : []));
  const idsInEdges = (kind: 'policies' | 'tasks') => new Set((edges?.[kind] ?? []).map(({ to }) => copyIds[kind].get(to) ?? to));
  const addedIds = { policies: idsInEdges('policies'), tasks: idsInEdges('tasks') };
  const addedControlIds = new Set((edges?.requirements ?? []).map(({ control }) => copyIds.controls.get(control) ?? control));
  // The links of an archived control still exist, so they count again when the control is restored.
  const isRestored = (controlId: string) => addedControlIds.has(controlId) && !isControlInScope(controlId);
  const policies = new Set([
    ...idsInScope('policies'),
    ...records.scoped.policies.flatMap((link) => (link.instanceId === instanceId && isRestored(link.controlId) ? link.to : [])),
    ...addedIds.policies,
  ]);
  const tasks = new Set([
    ...idsInScope('tasks'),
    ...records.scoped.tasks.flatMap((link) => (link.instanceId === instanceId && isRestored(link.controlId) ? link.to : [])),
    ...addedIds.tasks,
  ]);
  const forms = new Set<FormType>([
    ...records.formLinks.flatMap(({ controlId, to }) => (isControlInScope(controlId) || isRestored(controlId) ? to : [])),
    ...(edges?.forms ?? []).map(({ to }) => to),
  ]);
  const policyStatuses = [...policies].flatMap((id) => {
    const policy = records.policies.get(id);
    if (!policy) return 'draft' as const;
    return policy.isInUse || (addedIds.policies.has(id) && !policy.isArchived) ? policy.status : [];
  });
  const taskStatuses = [...tasks].flatMap((id) => {
    const task = records.tasks.get(id);
    if (!task) return 'todo' as const;
    return task.isInUse || addedIds.tasks.has(id) ? task.status : [];
  });
  return { policies: shareOfPolicies(policyStatuses), tasks: shareOfTasks(taskStatuses), forms: [...forms] };
}
