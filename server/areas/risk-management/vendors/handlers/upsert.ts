/** Creates or updates vendors by their external ids (vendors, rule 26). */
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { changedFields } from '#domain/bulk/changed-fields';
import { lockExternalIds } from '#domain/bulk/lock';
import { bulkResponse, checkDistinct, type Outcome, resultOf } from '#domain/bulk/upsert';
import { nonParticipant, lockParticipants } from '#domain/people/members/participants';
import { reopenForNewVendor } from '#domain/people/offboarding/access-item';
import { changesOnCreate } from '#platform/audit/changes';
import type { OrganizationContext } from '#platform/context';
import { invalid } from '#platform/refusals/refusal';
import { type ExistingVendor, lockVendorsByExternalId } from '../queries/external-ids.ts';
import { addVendor } from '../steps/start-assessment.ts';
import { updateVendor } from '../queries/vendors.ts';
import { isWebsite, notAWebsite } from '../rules/website.ts';

type Row = components['schemas']['VendorRow'];
type Context = Pick<OrganizationContext, 'db' | 'actor' | 'audit'>;

export const upsert: Pick<Handlers<'vendors'>, 'upsertVendors'> = {
  async upsertVendors({ query: { dryRun }, body: { rows: sentRows }, ports, skipAudit, ...context }) {
    const { db } = context;
    const rows = checkDistinct(sentRows);
    await lockExternalIds(db, 'vendor');
    const vendorsById = await lockVendorsByExternalId(
      db,
      rows.map(({ row }) => row.externalId),
    );
    const isNewAssignee = ({ externalId, assigneeId }: Row) =>
      typeof assigneeId === 'string' && assigneeId !== vendorsById.get(externalId)?.assigneeId;
    const participantIds = await lockParticipants(
      db,
      ports.access.staffEmailDomains,
      rows.flatMap(({ row }) => (isNewAssignee(row) ? (row.assigneeId ?? []) : [])),
    );
    const outcomes = await Promise.all(
      rows.map(async ({ row, refusal: rowRefusal }): Promise<Outcome> => {
        if (rowRefusal) return rowRefusal;
        const errors = {
          ...(row.website && !isWebsite(row.website) && { website: notAWebsite }),
          ...(isNewAssignee(row) && !participantIds.has(row.assigneeId ?? '') && { assigneeId: nonParticipant }),
        };
        if (Object.keys(errors).length) return invalid(errors);
        const before = vendorsById.get(row.externalId);
        return before ? update(context, before, row) : create(context, row);
      }),
    );
    const hasCreatedVendor = outcomes.some((outcome) => 'outcome' in outcome && outcome.outcome === 'created');
    const reopenedCount = hasCreatedVendor ? await reopenForNewVendor(db) : 0;
    if (reopenedCount)
      context.audit.performed('Reopened offboardings', { changes: changesOnCreate({ reopenedOffboardings: reopenedCount }) });
    return bulkResponse(dryRun, { skipAudit }, resultOf(sentRows, outcomes));
  },
};

async function create(
  { db, actor, audit }: Context,
  { assigneeId, website, reviewDueAt, treatmentStrategyDescription, ...row }: Row,
): Promise<Outcome> {
  const fields = {
    category: 'other',
    status: 'not_assessed',
    isSubProcessor: false,
    treatmentType: 'mitigate',
    ...row,
    ...(typeof assigneeId === 'string' && { assigneeId }),
    ...(typeof website === 'string' && { website }),
    ...(typeof reviewDueAt === 'string' && { reviewDueAt }),
    ...(typeof treatmentStrategyDescription === 'string' && { treatmentStrategyDescription }),
  } as const;
  const id = await addVendor(db, actor, fields);
  audit.created(fields, { entityId: id, description: 'Created vendor' });
  return { outcome: 'created', id };
}

async function update({ db, audit }: Context, before: ExistingVendor, { externalId: _externalId, website, ...row }: Row): Promise<Outcome> {
  const { id } = before;
  const treatmentText = row.treatmentStrategyDescription;
  const sentFields = {
    ...row,
    ...(website !== undefined && website !== '' && { website }),
    ...(treatmentText !== undefined && { treatmentStrategyDescription: treatmentText || null }),
  };
  const changesType = row.treatmentType !== undefined && row.treatmentType !== before.treatmentType;
  const changes = {
    ...changedFields(sentFields, before),
    // Each type of treatment has its own text. So a text that is sent with a new type is always written.
    ...(changesType && treatmentText !== undefined && { treatmentStrategyDescription: treatmentText || null }),
  };
  if (!Object.keys(changes).length) return { outcome: 'unchanged', id };
  await updateVendor(db, before, changes);
  audit.changed({ ...before }, { ...before, ...changes }, { entityId: id, description: 'Updated vendor' });
  return { outcome: 'updated', id };
}
