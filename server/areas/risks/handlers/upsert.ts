/** Risks created or updated by their external ids (spec/areas/risks, rule 12). */
import type { components } from '../../../../generated/api.d.ts';
import type { Handlers } from '../../../contract/types.ts';
import { differing } from '../../../domain/bulk/differing.ts';
import { takeTurn } from '../../../domain/bulk/turn.ts';
import { answerOf, distinctRows, type Outcome, resultOf } from '../../../domain/bulk/upsert.ts';
import { notParticipant, participantsAmong } from '../../../domain/members/participants.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { invalid } from '../../../platform/refusals/refusal.ts';
import { type KnownRisk, lockRisksByExternalId } from '../queries/external.ts';
import { insertRisk, updateRisk } from '../queries/risks.ts';
import { findTreatment } from '../queries/treatments.ts';
import { auditFields, auditFieldsOfNew, type RiskTold } from '../rules/changes.ts';

type Row = components['schemas']['RiskRow'];
type Context = Pick<OrganizationContext, 'db' | 'audit'>;

export const bulk: Pick<Handlers<'risks'>, 'upsertRisks'> = {
  async upsertRisks({ query: { dryRun }, body: { rows: given }, db, ports, audit, skipAudit }) {
    const rows = distinctRows(given);
    await takeTurn(db, 'risk');
    const known = await lockRisksByExternalId(
      db,
      rows.map(({ row }) => row.externalId),
    );
    const isNewOwner = ({ externalId, assigneeId }: Row) =>
      typeof assigneeId === 'string' && assigneeId !== known.get(externalId)?.assigneeId;
    const owners = await participantsAmong(
      db,
      ports.access.staffEmailDomains,
      rows.flatMap(({ row }) => (isNewOwner(row) ? (row.assigneeId ?? []) : [])),
    );
    const outcomes = await Promise.all(
      rows.map(async ({ row, fault }): Promise<Outcome> => {
        if (fault) return fault;
        if (isNewOwner(row) && !owners.has(row.assigneeId ?? '')) return invalid({ assigneeId: notParticipant });
        const before = known.get(row.externalId);
        return before ? change({ db, audit }, before, row) : create({ db, audit }, row);
      }),
    );
    return answerOf(dryRun, { skipAudit }, resultOf(given, outcomes));
  },
};

async function create({ db, audit }: Context, { title, assigneeId, reviewDueAt, treatmentStrategy, ...row }: Row): Promise<Outcome> {
  const fields = {
    department: 'none',
    status: 'open',
    probability: 0,
    impact: 0,
    residual_probability: 0,
    residual_impact: 0,
    ...row,
    title: title.trim(),
    ...(typeof assigneeId === 'string' && { assigneeId }),
    ...(typeof reviewDueAt === 'string' && { reviewDueAt }),
    ...(treatmentStrategy && { treatmentStrategy: { description: '', ...treatmentStrategy, type: treatmentStrategy.type ?? 'mitigate' } }),
  } as const;
  const { id } = await insertRisk(db, fields);
  audit.created(auditFieldsOfNew(fields), { entityId: id, description: 'Created risk' });
  return { outcome: 'created', id };
}

async function change({ db, audit }: Context, before: KnownRisk, { treatmentStrategy = {}, ...row }: Row): Promise<Outcome> {
  const { id, treatmentStrategy: treatment } = before;
  const changed = differing({ ...row, title: row.title.trim() }, before);
  // A type that is chosen anew has a text of its own, so what is sent with it is written.
  const isOtherType = treatmentStrategy.type !== undefined && treatmentStrategy.type !== treatment.type;
  const treated = isOtherType ? treatmentStrategy : differing(treatmentStrategy, treatment);
  const isTreated = Object.keys(treated).length > 0;
  if (!Object.keys(changed).length && !isTreated) return { outcome: 'unchanged', id };
  await updateRisk(db, id, { ...changed, ...(isTreated && { treatmentStrategy: treated }) });
  const after: RiskTold = {
    ...before,
    ...changed,
    treatmentStrategy: isTreated ? ((await findTreatment(db, id)) ?? treatment) : treatment,
  };
  audit.changed(auditFields(before), auditFields(after), { entityId: id });
  return { outcome: 'updated', id };
}
