/** Queries the data for the export of a framework in OSCAL (frameworks, rules 31 to 35). */
import { compareRequirements } from '#domain/catalogue/requirement-order';
import { controlIdsOf } from '../documents/oscal/control-ids.ts';
import type { OscalControl, OscalFinding, OscalModel, OscalRisk, Implementation, Program } from '../documents/oscal/program.ts';
import { isFindingVisibleTo } from '#domain/access/findings/visible';
import { type Instance, frameworkNameOf } from '#domain/frameworks/instances';
import { listUnarchivedPolicies } from '#domain/policies/in-use';
import { findOrganization } from '#domain/people/organization/own';
import { mayRead } from '#domain/access/records/kinds';
import type { Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { FoundRequirement } from '../documents/found-requirement.ts';
import { findControlsInUse, listControls } from './controls.ts';
import { selectCustomRequirements } from './custom-requirements.ts';
import { listDefinitions } from './requirements.ts';

/** @returns the framework with its requirements; a change of a requirement also changes `lastModified` of the framework */
export async function findProgram(db: OrganizationDatabase, instance: Instance, baseUrl: string): Promise<Program> {
  const { id, framework, customFramework } = instance;
  const [organization, definitions, customRequirements] = await Promise.all([
    findOrganization(db),
    listDefinitions(db, instance),
    selectCustomRequirements(db, instance).select('oscal_id as oscalId').execute(),
  ]);
  const oscalIds = new Map(
    customRequirements.flatMap(({ id: requirementId, oscalId }) => (oscalId === null ? [] : [[requirementId, oscalId] as const])),
  );
  const { version, description, updatedAt } = framework ??
    customFramework ?? { version: '', description: '', updatedAt: instance.updatedAt };
  return {
    organization,
    instanceId: id,
    framework: { name: frameworkNameOf(instance), version, description },
    // Custom frameworks are sorted by identifier too, because names may repeat, and ids differ after another import.
    requirements: controlIdsOf(definitions.toSorted(compareRequirements), oscalIds),
    lastModified: latestOf([instance.updatedAt, updatedAt, ...customRequirements.map((requirement) => requirement.updatedAt)]),
    documentUrl: (model: OscalModel) => `${baseUrl}/v1/frameworks/${id}/oscal?model=${model}`,
  };
}

/** @returns the requirements of a framework as if they were read from its exported OSCAL catalog */
export async function listExportedRequirements(db: OrganizationDatabase, instance: Instance): Promise<FoundRequirement[]> {
  const { requirements } = await findProgram(db, instance, '');
  return requirements.map(({ controlId, identifier, name, description, requirementFamily }) => ({
    place: controlId,
    identifier,
    controlId,
    name,
    description,
    requirementFamily: requirementFamily ?? '',
    isWithdrawn: false,
  }));
}

/** @returns the latest time */
export function latestOf(times: readonly string[]): string {
  return times.reduce((latest, time) => (time > latest ? time : latest), times[0] ?? '');
}

/** Data, and the times at which the data changed. */
export interface WithChangeTimes<T> {
  readonly data: T;
  readonly changeTimes: readonly string[];
}

/** @param reader sees only links to readable records @returns the active controls of a framework with their links, and their policies */
export async function findImplementation(
  db: OrganizationDatabase,
  instanceId: string,
  reader: Reader,
): Promise<WithChangeTimes<Implementation>> {
  const controlsInUse = await findControlsInUse(db, [instanceId]);
  const [controlViews, visiblePolicies, frameworkTaskLinks, directTaskLinks, policyLinks] = await Promise.all([
    listControls(db, [instanceId], controlsInUse, reader),
    listUnarchivedPolicies(db, reader),
    db
      .selectFrom('framework_control_task')
      .select(['control_id as controlId', 'task_id as taskId'])
      .where('framework_instance_id', '=', instanceId)
      .execute(),
    db.selectFrom('control_task').select(['control_id as controlId', 'task_id as taskId']).execute(),
    db.selectFrom('control_policy').select(['control_id as controlId', 'policy_id as policyId']).execute(),
  ]);
  const tasksOf = Map.groupBy([...frameworkTaskLinks, ...directTaskLinks], ({ controlId }) => controlId);
  const policyById = new Map(visiblePolicies.map((policy) => [policy.id, policy]));
  const policiesOf = Map.groupBy(policyLinks, ({ controlId }) => controlId);
  const controls = controlViews.map(({ control }): OscalControl => ({
    id: control.id,
    name: control.name,
    description: control.description,
    externalId: control.externalId,
    status: control.implementationStatus,
    owner: control.owner && { id: control.owner.id, name: control.owner.user.name },
    policyIds: [
      ...new Set([
        ...control.policies.map(({ id }) => id),
        ...(policiesOf.get(control.id) ?? []).flatMap(({ policyId }) => policyById.get(policyId)?.id ?? []),
      ]),
    ],
    taskIds: mayRead(reader, 'task') ? [...new Set((tasksOf.get(control.id) ?? []).map(({ taskId }) => taskId))] : [],
    formTypes: control.controlDocumentTypes.flatMap(({ formType, isNotRelevant }) => (isNotRelevant ? [] : formType)),
    requirementIds: control.requirementsMapped.flatMap(
      ({ requirementId, customRequirementId }) => requirementId ?? customRequirementId ?? [],
    ),
  }));
  const usedPolicyIds = new Set(controls.flatMap(({ policyIds }) => policyIds));
  const policyChangeTimes = await listPolicyChangeTimes(db, [...usedPolicyIds]);
  return {
    data: { controls, policies: visiblePolicies.filter(({ id }) => usedPolicyIds.has(id)) },
    changeTimes: [
      ...controlViews.map(({ control }) => control.updatedAt),
      ...controlsInUse.maps.map(({ updatedAt }) => updatedAt),
      ...policyChangeTimes,
    ],
  };
}

async function listPolicyChangeTimes(db: OrganizationDatabase, ids: readonly string[]): Promise<string[]> {
  if (!ids.length) return [];
  const rows = await db.selectFrom('policy').select('updated_at').where('id', 'in', ids).execute();
  return rows.map(({ updated_at }) => updated_at);
}

/** @param withTasks whether the reader may read tasks @returns open and pending risks, oldest first */
export async function listOpenRisks(db: OrganizationDatabase, withTasks: boolean): Promise<WithChangeTimes<readonly OscalRisk[]>> {
  const openRisks = db.selectFrom('risk').where('status', 'in', ['open', 'pending']);
  const ids = openRisks.select('id');
  const [risks, treatments, tasks, controls] = await Promise.all([
    openRisks.selectAll().orderBy('created_at').orderBy('id').execute(),
    db.selectFrom('risk_treatment').selectAll().where('active', '=', true).where('risk_id', 'in', ids).execute(),
    withTasks
      ? db
          .selectFrom('risk_task')
          .innerJoin('task', 'task.id', 'risk_task.task_id')
          .select(['risk_task.risk_id', 'task.id', 'task.title', 'task.review_date', 'task.updated_at'])
          .where('risk_task.risk_id', 'in', ids)
          .where('task.archived_at', 'is', null)
          .orderBy('task.title')
          .orderBy('task.id')
          .execute()
      : [],
    db.selectFrom('risk_control').select(['risk_id', 'control_id']).where('risk_id', 'in', ids).execute(),
  ]);
  const treatmentOf = new Map(treatments.map((treatment) => [treatment.risk_id, treatment]));
  const [tasksOf, controlsOf] = [Map.groupBy(tasks, ({ risk_id }) => risk_id), Map.groupBy(controls, ({ risk_id }) => risk_id)];
  const oscalRisks = risks.map((risk): OscalRisk => {
    const treatment = treatmentOf.get(risk.id);
    return {
      id: risk.id,
      title: risk.title,
      description: risk.description,
      category: risk.category,
      status: risk.status,
      ratings: {
        ...(risk.inherent_assessed && { probability: risk.probability, impact: risk.impact }),
        ...(risk.residual_assessed && { 'residual-probability': risk.residual_probability, 'residual-impact': risk.residual_impact }),
      },
      treatment: treatment && { id: treatment.id, type: treatment.type, description: treatment.description },
      tasks: (tasksOf.get(risk.id) ?? []).map(({ id, title, review_date }) => ({ id, title, due: review_date })),
      controlIds: (controlsOf.get(risk.id) ?? []).map(({ control_id }) => control_id),
    };
  });
  return { data: oscalRisks, changeTimes: [...risks, ...treatments, ...tasks].map(({ updated_at }) => updated_at) };
}

/** @returns the findings that are not closed and that the reader may read, oldest first */
export async function listOpenFindings(db: OrganizationDatabase, reader: Reader): Promise<WithChangeTimes<readonly OscalFinding[]>> {
  const rows = await db
    .selectFrom('finding')
    .selectAll()
    .where('status', '!=', 'closed')
    .where((eb) => isFindingVisibleTo(eb, reader))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const oscalFindings = rows.map(({ id, content, severity, status, type, created_at, risk_id }): OscalFinding => ({
    id,
    content,
    severity,
    status,
    type,
    createdAt: created_at,
    riskId: risk_id,
  }));
  return { data: oscalFindings, changeTimes: rows.map(({ updated_at }) => updated_at) };
}
