/** Finds the controls and policies that support the answers of a statement (soa, rule 13). */
import { statusWithoutSoa } from '#domain/controls/implementation-status';
import { listUnarchivedPolicies } from '#domain/policies/in-use';
import { selectReadableIds, type Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';
import { noReferences, type References } from '../rules/references.ts';

export type ReferencesOf = (questionId: string) => References;

/**
 * @param questionId limits the result to one question, if given
 * @returns the references of each question
 */
export async function findReferencesOfFramework(
  db: OrganizationDatabase,
  frameworkId: string,
  reader: Reader,
  questionId?: string,
): Promise<ReferencesOf> {
  return findReferences(db, await listControlMaps(db, frameworkId, questionId), reader);
}

/**
 * @param maps which control is mapped to which question
 * @param reader only policies that this reader may read are included
 * @returns the references of the questions in these maps
 */
export async function findReferences(db: OrganizationDatabase, maps: readonly ControlMap[], reader: Reader): Promise<ReferencesOf> {
  const ids = controlsIn(maps);
  if (!ids.length) return () => noReferences;
  const [controls, controlPolicies, frameworkPolicies, policies] = await Promise.all([
    db
      .selectFrom('control')
      .select(['control.id', 'control.name', statusWithoutSoa.as('implementationStatus')])
      .where('control.id', 'in', ids)
      .orderBy('control.name')
      .orderBy('control.id')
      .execute(),
    db.selectFrom('control_policy').select(['control_id as controlId', 'policy_id as policyId']).where('control_id', 'in', ids).execute(),
    db
      .selectFrom('framework_control_policy')
      .select(['control_id as controlId', 'policy_id as policyId'])
      .where('control_id', 'in', ids)
      .execute(),
    listUnarchivedPolicies(db, reader),
  ]);
  const mapsByQuestion = Map.groupBy(maps, ({ questionId }) => questionId);
  const policyLinks = Map.groupBy([...controlPolicies, ...frameworkPolicies], ({ controlId }) => controlId);
  return (questionId) => {
    const controlIds = new Set((mapsByQuestion.get(questionId) ?? []).map(({ controlId }) => controlId));
    const policyIds = new Set([...controlIds].flatMap((id) => (policyLinks.get(id) ?? []).map(({ policyId }) => policyId)));
    return { controls: controls.filter(({ id }) => controlIds.has(id)), policies: policies.filter(({ id }) => policyIds.has(id)) };
  };
}

/** A control in use that meets the requirement of a question. */
interface ControlMap {
  readonly questionId: string;
  readonly controlId: string;
}

function controlsIn(maps: readonly ControlMap[]): string[] {
  return [...new Set(maps.map(({ controlId }) => controlId))];
}

/** @returns the controls in use that are mapped to each question of the framework, or to the given question only */
export function listControlMaps(db: OrganizationDatabase, frameworkId: string, questionId?: string): Promise<ControlMap[]> {
  const maps = db
    .selectFrom('requirement_map as map')
    .innerJoin('framework_instance as instance', 'instance.id', 'map.framework_instance_id')
    .innerJoin('platform_requirement as requirement', 'requirement.id', 'map.requirement_id')
    .innerJoin('control', 'control.id', 'map.control_id')
    .select(['requirement.identifier as questionId', 'map.control_id as controlId'])
    .where('instance.framework_id', '=', frameworkId)
    .where('map.archived_at', 'is', null)
    .where('control.archived_at', 'is', null);
  return (questionId === undefined ? maps : maps.where('requirement.identifier', '=', questionId)).execute();
}

export interface LinkedRisk {
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

/**
 * @param maps which control is mapped to which question
 * @returns the open and pending risks that are linked to the controls of each question, sorted by title
 */
export async function findLinkedRisks(
  db: OrganizationDatabase,
  maps: readonly ControlMap[],
  reader: Reader,
): Promise<(questionId: string) => readonly LinkedRisk[]> {
  const ids = controlsIn(maps);
  const risks = ids.length
    ? await db
        .selectFrom('risk_control')
        .innerJoin('risk', 'risk.id', 'risk_control.risk_id')
        .select(['risk_control.control_id as controlId', 'risk.id', 'risk.title', 'risk.description'])
        .where('risk_control.control_id', 'in', ids)
        .where('risk.status', 'in', ['open', 'pending'])
        .where('risk.id', 'in', selectReadableIds(db, reader, 'risk'))
        .orderBy('risk.title')
        .orderBy('risk.id')
        .execute()
    : [];
  const mapsByQuestion = Map.groupBy(maps, ({ questionId }) => questionId);
  return (questionId) => {
    const controlIds = new Set((mapsByQuestion.get(questionId) ?? []).map(({ controlId }) => controlId));
    const linkedRisks = risks.filter(({ controlId }) => controlIds.has(controlId));
    return [...new Map(linkedRisks.map(({ controlId: _control, ...risk }) => [risk.id, risk])).values()];
  };
}

/** @returns the categories of these risks by risk id */
export async function categoriesOf(db: OrganizationDatabase, riskIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = riskIds.length ? await db.selectFrom('risk').select(['id', 'category']).where('id', 'in', riskIds).execute() : [];
  return new Map(rows.map(({ id, category }) => [id, category]));
}
