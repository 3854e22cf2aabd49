/** Creates or updates risks by their external ids (risks, rule 12). */
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { changedFields } from '#domain/bulk/changed-fields';
import { lockExternalIds } from '#domain/bulk/lock';
import { bulkResponse, checkDistinct, type Outcome, resultOf } from '#domain/bulk/upsert';
import { nonParticipant, lockParticipants } from '#domain/people/members/participants';
import type { OrganizationContext } from '#platform/context';
import { invalid } from '#platform/refusals/refusal';
import { type ExistingRisk, lockRisksByExternalId } from '../queries/external-ids.ts';
import { insertRisk, updateRisk } from '../queries/risks.ts';
import { findTreatment } from '../queries/treatments.ts';
import { auditFields, auditFieldsOfNew, type LoggedRisk } from '../rules/audit-fields.ts';

type Row = components['schemas']['RiskRow'];
type Context = Pick<OrganizationContext, 'db' | 'audit'>;

export const upsert: Pick<Handlers<'risks'>, 'upsertRisks'> = {
  async upsertRisks({ query: { dryRun }, body: { rows: sentRows }, db, ports, audit, skipAudit }) {
    const rows = checkDistinct(sentRows);
    await lockExternalIds(db, 'risk');
    const risksById = await lockRisksByExternalId(
      db,
      rows.map(({ row }) => row.externalId),
    );
    const isNewAssignee = ({ externalId, assigneeId }: Row) =>
      typeof assigneeId === 'string' && assigneeId !== risksById.get(externalId)?.assigneeId;
    const participantIds = await lockParticipants(
      db,
      ports.access.staffEmailDomains,
      rows.flatMap(({ row }) => (isNewAssignee(row) ? (row.assigneeId ?? []) : [])),
    );
    const outcomes = await Promise.all(
      rows.map(async ({ row, refusal: rowRefusal }): Promise<Outcome> => {
        if (rowRefusal) return rowRefusal;
        if (isNewAssignee(row) && !participantIds.has(row.assigneeId ?? '')) return invalid({ assigneeId: nonParticipant });
        const before = risksById.get(row.externalId);
        return before ? update({ db, audit }, before, row) : create({ db, audit }, row);
      }),
    );
    return bulkResponse(dryRun, { skipAudit }, resultOf(sentRows, outcomes));
  },
};

async function create({ db, audit }: Context, { assigneeId, reviewDueAt, treatmentStrategy, ...row }: Row): Promise<Outcome> {
  const fields = {
    department: 'none',
    status: 'open',
    probability: 0,
    impact: 0,
    residual_probability: 0,
    residual_impact: 0,
    ...row,
    ...(typeof assigneeId === 'string' && { assigneeId }),
    ...(typeof reviewDueAt === 'string' && { reviewDueAt }),
    ...(treatmentStrategy && { treatmentStrategy: { description: '', ...treatmentStrategy, type: treatmentStrategy.type ?? 'mitigate' } }),
  } as const;
  const risk = await insertRisk(db, fields);
  audit.created(auditFieldsOfNew(fields, risk), { entityId: risk.id, description: 'Created risk' });
  return { outcome: 'created', id: risk.id };
}

async function update({ db, audit }: Context, before: ExistingRisk, { treatmentStrategy = {}, ...row }: Row): Promise<Outcome> {
  const { id, treatmentStrategy: treatment } = before;
  const changes = changedFields(row, before);
  // Each type of treatment has its own text. So a text that is sent with a new type is always written.
  const changesType = treatmentStrategy.type !== undefined && treatmentStrategy.type !== treatment.type;
  const newTreatment = changesType ? treatmentStrategy : changedFields(treatmentStrategy, treatment);
  const changesTreatment = Object.keys(newTreatment).length > 0;
  if (!Object.keys(changes).length && !changesTreatment) return { outcome: 'unchanged', id };
  await updateRisk(db, id, { ...changes, ...(changesTreatment && { treatmentStrategy: newTreatment }) });
  const after: LoggedRisk = {
    ...before,
    ...changes,
    treatmentStrategy: changesTreatment ? ((await findTreatment(db, id)) ?? treatment) : treatment,
  };
  audit.changed(auditFields(before), auditFields(after), { entityId: id, description: 'Updated risk' });
  return { outcome: 'updated', id };
}
