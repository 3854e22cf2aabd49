/** Controls created or updated by their external ids (spec/areas/controls, rule 16). */
import type { components } from '../../../../generated/api.d.ts';
import type { Handler } from '../../../contract/types.ts';
import { differing } from '../../../domain/bulk/differing.ts';
import { takeTurn } from '../../../domain/bulk/turn.ts';
import { answerOf, distinctRows, type Outcome, resultOf, type Settled } from '../../../domain/bulk/upsert.ts';
import { extendToCustomFrameworks } from '../../../domain/control-links/custom-frameworks.ts';
import { notParticipant, participantsAmong } from '../../../domain/members/participants.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { added, differences } from '../../../platform/audit/changes.ts';
import { invalid } from '../../../platform/refusals/refusal.ts';
import { type Control, insertControl, lockControlsByExternalId, updateControl } from '../queries/controls.ts';
import { type Links, findLinkable, linkAll, linkFaults } from '../queries/links-of-rows.ts';
import { isArchived } from './links.ts';

type Row = components['schemas']['ControlRow'];
type Context = Pick<OrganizationContext, 'db' | 'audit'>;

export const upsertControls: Handler<'upsertControls'> = async ({
  query: { dryRun },
  body: { rows: given },
  db,
  ports,
  audit,
  skipAudit,
}) => {
  const rows = distinctRows(given);
  await takeTurn(db, 'control');
  const known = await lockControlsByExternalId(
    db,
    rows.map(({ row }) => row.externalId),
  );
  const isNewOwner = ({ externalId, ownerId }: Row) => typeof ownerId === 'string' && ownerId !== known.get(externalId)?.ownerId;
  const owners = await participantsAmong(
    db,
    ports.access.staffEmailDomains,
    rows.flatMap(({ row }) => (isNewOwner(row) ? (row.ownerId ?? []) : [])),
  );
  const linkable = await findLinkable(
    db,
    rows.map(({ row }) => row),
  );
  const outcomes = await Promise.all(
    rows.map(async ({ row, fault }, index): Promise<Outcome> => {
      if (fault) return fault;
      const before = known.get(row.externalId);
      const links = linkable[index];
      if (!links) throw new Error('a row without its links');
      const faults = {
        ...linkFaults(row, links),
        ...(isNewOwner(row) && !owners.has(row.ownerId ?? '') && { ownerId: notParticipant }),
      };
      if (Object.keys(faults).length) return invalid(faults);
      if (!before) return create({ db, audit }, row, links);
      return before.archivedAt !== null && hasLinks(row) ? isArchived() : change({ db, audit }, before, row, links);
    }),
  );
  await extendToCustomFrameworks(
    db,
    outcomes.flatMap((outcome, index) => {
      const row = given[index];
      return 'outcome' in outcome && outcome.outcome !== 'unchanged' && row && hasLinks(row) ? [outcome.id] : [];
    }),
  );
  return answerOf(dryRun, { skipAudit }, resultOf(given, outcomes));
};

function hasLinks({ policyIds = [], taskIds = [], documentTypes = [], requirementMappings = [] }: Row): boolean {
  return policyIds.length + taskIds.length + documentTypes.length + requirementMappings.length > 0;
}

/** The fields of the control itself. */
function fieldsOf({ name, description, ownerId, lastReviewDate, nextReviewDate }: Row) {
  return {
    name: name.trim(),
    description,
    ...(ownerId !== undefined && { ownerId }),
    ...(lastReviewDate !== undefined && { lastReviewDate }),
    ...(nextReviewDate !== undefined && { nextReviewDate }),
  };
}

/** Creates a control with what can be linked to it. */
export async function create({ db, audit }: Context, row: Row, links: Links): Promise<Settled> {
  const { lastReviewDate, nextReviewDate, ...fields } = fieldsOf(row);
  const { id } = await insertControl(db, { ...fields, externalId: row.externalId });
  const dates = { ...(lastReviewDate && { lastReviewDate }), ...(nextReviewDate && { nextReviewDate }) };
  if (Object.keys(dates).length) await updateControl(db, id, dates);
  const linked = await linkAll(db, id, links);
  audit.created({ ...fields, externalId: row.externalId, ...dates, ...linked }, { entityId: id, description: 'Created control' });
  return { outcome: 'created', id };
}

/** Changes what differs, and adds links. */
export async function change({ db, audit }: Context, before: Control, row: Row, links: Links): Promise<Settled> {
  const { id } = before;
  const changed = differing(fieldsOf(row), before);
  const after = Object.keys(changed).length ? await updateControl(db, id, changed) : before;
  const linked = await linkAll(db, id, links);
  if (after === before && !Object.keys(linked).length) return { outcome: 'unchanged', id };
  const fields = differences({ ...before }, { ...after }, Object.keys(changed));
  audit.did('Updated control', { entityId: id, changes: { ...fields, ...added(linked) } });
  return { outcome: 'updated', id };
}
