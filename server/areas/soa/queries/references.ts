/** The controls and policies behind the answers of a statement (spec/areas/soa, rule 13). */
import { statusWithoutStatement } from '../../../domain/controls/implementation-status.ts';
import { listPoliciesInUse } from '../../../domain/policies/in-use.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { noReferences, type References } from '../rules/references.ts';

export type ReferencesOf = (questionId: string) => References;

/** @param questionId of the only question that is asked about; all of them without it @returns what stands behind each question */
export async function findReferencesOf(db: OrganizationDatabase, frameworkId: string, questionId?: string): Promise<ReferencesOf> {
  return findReferences(db, await listMaps(db, frameworkId, questionId));
}

/** @param maps of `listMaps` @returns what stands behind the questions of these maps */
export async function findReferences(db: OrganizationDatabase, maps: readonly ControlMap[]): Promise<ReferencesOf> {
  const ids = controlsIn(maps);
  if (!ids.length) return () => noReferences;
  const [controls, direct, scoped, policies] = await Promise.all([
    db
      .selectFrom('control')
      .select(['control.id', 'control.name', statusWithoutStatement.as('implementationStatus')])
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
    listPoliciesInUse(db),
  ]);
  const byQuestion = Map.groupBy(maps, ({ questionId }) => questionId);
  const links = Map.groupBy([...direct, ...scoped], ({ controlId }) => controlId);
  return (questionId) => {
    const behind = new Set((byQuestion.get(questionId) ?? []).map(({ controlId }) => controlId));
    const carried = new Set([...behind].flatMap((id) => (links.get(id) ?? []).map(({ policyId }) => policyId)));
    return { controls: controls.filter(({ id }) => behind.has(id)), policies: policies.filter(({ id }) => carried.has(id)) };
  };
}

/** That a control in use meets the requirement of a question. */
interface ControlMap {
  readonly questionId: string;
  readonly controlId: string;
}

function controlsIn(maps: readonly ControlMap[]): string[] {
  return [...new Set(maps.map(({ controlId }) => controlId))];
}

/** @returns which control in use meets the requirement of which question of the framework, or of this one alone */
export function listMaps(db: OrganizationDatabase, frameworkId: string, questionId?: string): Promise<ControlMap[]> {
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

/** @param maps of `listMaps` @returns the risks linked to the controls behind each question, by title */
export async function findLinkedRisks(
  db: OrganizationDatabase,
  maps: readonly ControlMap[],
): Promise<(questionId: string) => readonly LinkedRisk[]> {
  const ids = controlsIn(maps);
  const risks = ids.length
    ? await db
        .selectFrom('risk_control')
        .innerJoin('risk', 'risk.id', 'risk_control.risk_id')
        .select(['risk_control.control_id as controlId', 'risk.id', 'risk.title', 'risk.description'])
        .where('risk_control.control_id', 'in', ids)
        .where('risk.status', 'in', ['open', 'pending'])
        .orderBy('risk.title')
        .orderBy('risk.id')
        .execute()
    : [];
  const byQuestion = Map.groupBy(maps, ({ questionId }) => questionId);
  return (questionId) => {
    const behind = new Set((byQuestion.get(questionId) ?? []).map(({ controlId }) => controlId));
    const linked = risks.filter(({ controlId }) => behind.has(controlId));
    return [...new Map(linked.map(({ controlId: _control, ...risk }) => [risk.id, risk])).values()];
  };
}

/** @returns the categories of these risks, by their ids */
export async function categoriesOf(db: OrganizationDatabase, riskIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = riskIds.length ? await db.selectFrom('risk').select(['id', 'category']).where('id', 'in', riskIds).execute() : [];
  return new Map(rows.map(({ id, category }) => [id, category]));
}
