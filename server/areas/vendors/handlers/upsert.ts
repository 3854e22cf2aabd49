/** Vendors created or updated by their external ids (spec/areas/vendors, rule 26). */
import type { components } from '../../../../generated/api.d.ts';
import type { Handlers } from '../../../contract/types.ts';
import { differing } from '../../../domain/bulk/differing.ts';
import { takeTurn } from '../../../domain/bulk/turn.ts';
import { answerOf, distinctRows, type Outcome, resultOf } from '../../../domain/bulk/upsert.ts';
import { notParticipant, participantsAmong } from '../../../domain/members/participants.ts';
import { vendorAdded } from '../../../domain/offboarding/access-item.ts';
import { added } from '../../../platform/audit/changes.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { invalid } from '../../../platform/refusals/refusal.ts';
import { type KnownVendor, lockVendorsByExternalId } from '../queries/external.ts';
import { addVendor } from '../queries/start.ts';
import { updateVendor } from '../queries/vendors.ts';
import { isWebsite, notAWebsite } from '../rules/website.ts';

type Row = components['schemas']['VendorRow'];
type Context = Pick<OrganizationContext, 'db' | 'actor' | 'audit'>;

export const bulk: Pick<Handlers<'vendors'>, 'upsertVendors'> = {
  async upsertVendors({ query: { dryRun }, body: { rows: given }, ports, skipAudit, ...context }) {
    const { db } = context;
    const rows = distinctRows(given);
    await takeTurn(db, 'vendor');
    const known = await lockVendorsByExternalId(
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
        const faults = {
          ...(row.website && !isWebsite(row.website) && { website: notAWebsite }),
          ...(isNewOwner(row) && !owners.has(row.assigneeId ?? '') && { assigneeId: notParticipant }),
        };
        if (Object.keys(faults).length) return invalid(faults);
        const before = known.get(row.externalId);
        return before ? change(context, before, row) : create(context, row);
      }),
    );
    const isAnyNew = outcomes.some((outcome) => 'outcome' in outcome && outcome.outcome === 'created');
    const reopened = isAnyNew ? await vendorAdded(db) : 0;
    if (reopened) context.audit.did('Reopened offboardings', { changes: added({ reopenedOffboardings: reopened }) });
    return answerOf(dryRun, { skipAudit }, resultOf(given, outcomes));
  },
};

async function create(
  { db, actor, audit }: Context,
  { name, assigneeId, website, reviewDueAt, treatmentStrategyDescription, ...row }: Row,
): Promise<Outcome> {
  const fields = {
    category: 'other',
    status: 'not_assessed',
    isSubProcessor: false,
    treatmentType: 'mitigate',
    ...row,
    name: name.trim(),
    ...(typeof assigneeId === 'string' && { assigneeId }),
    ...(typeof website === 'string' && { website }),
    ...(typeof reviewDueAt === 'string' && { reviewDueAt }),
    ...(typeof treatmentStrategyDescription === 'string' && { treatmentStrategyDescription }),
  } as const;
  const id = await addVendor(db, actor, fields);
  audit.created(fields, { entityId: id, description: 'Created vendor' });
  return { outcome: 'created', id };
}

async function change({ db, audit }: Context, before: KnownVendor, { externalId: _externalId, website, ...row }: Row): Promise<Outcome> {
  const { id } = before;
  const text = row.treatmentStrategyDescription;
  const sent = {
    ...row,
    name: row.name.trim(),
    ...(website !== undefined && website !== '' && { website }),
    ...(text !== undefined && { treatmentStrategyDescription: text || null }),
  };
  const isOtherType = row.treatmentType !== undefined && row.treatmentType !== before.treatmentType;
  const changed = {
    ...differing(sent, before),
    // A type that is chosen anew has a text of its own, so what is sent with it is written.
    ...(isOtherType && text !== undefined && { treatmentStrategyDescription: text || null }),
  };
  if (!Object.keys(changed).length) return { outcome: 'unchanged', id };
  await updateVendor(db, before, changed);
  audit.changed({ ...before }, { ...before, ...changed }, { entityId: id });
  return { outcome: 'updated', id };
}
