/** Creates or updates controls by their external ids (controls, rule 16). */
import type { components } from '#generated/api';
import type { Handler } from '#contract/types';
import { changedFields } from '#domain/bulk/changed-fields';
import { lockExternalIds } from '#domain/bulk/lock';
import { respond, distinctRows, type Outcome, resultOf, type AppliedOutcome } from '#domain/bulk/upsert';
import { copyLinksToCustomFrameworks } from '#domain/controls/links/custom-frameworks';
import { notParticipant, lockParticipants } from '#domain/people/members/participants';
import type { OrganizationContext } from '#platform/context';
import { changesOnCreate, changesBetween } from '#platform/audit/changes';
import { invalid } from '#platform/refusals/refusal';
import { type Control, insertControl, lockControlsByExternalId, updateControl } from '../queries/controls.ts';
import { type Links, lockLinksOf, linkAll, linkErrors } from '../steps/links-of-rows.ts';
import { isArchived } from './links.ts';

type Row = components['schemas']['ControlRow'];
type Context = Pick<OrganizationContext, 'db' | 'audit'>;

export const upsertControls: Handler<'upsertControls'> = async ({
  query: { dryRun },
  body: { rows: given },
  db,
  actor,
  ports,
  audit,
  skipAudit,
}) => {
  const rows = distinctRows(given);
  await lockExternalIds(db, 'control');
  const known = await lockControlsByExternalId(
    db,
    rows.map(({ row }) => row.externalId),
  );
  const isNewOwner = ({ externalId, ownerId }: Row) => typeof ownerId === 'string' && ownerId !== known.get(externalId)?.ownerId;
  const owners = await lockParticipants(
    db,
    ports.access.staffEmailDomains,
    rows.flatMap(({ row }) => (isNewOwner(row) ? (row.ownerId ?? []) : [])),
  );
  const linksOfRows = await lockLinksOf(
    db,
    actor,
    rows.map(({ row }) => row),
  );
  const outcomes = await Promise.all(
    rows.map(async ({ row, refusal: fault }, index): Promise<Outcome> => {
      if (fault) return fault;
      const before = known.get(row.externalId);
      const links = linksOfRows[index];
      if (!links) throw new Error('the links of a row are missing');
      const faults = {
        ...linkErrors(row, links),
        ...(isNewOwner(row) && !owners.has(row.ownerId ?? '') && { ownerId: notParticipant }),
      };
      if (Object.keys(faults).length) return invalid(faults);
      if (!before) return createRow({ db, audit }, row, links);
      return before.archivedAt !== null && hasLinks(row) ? isArchived() : updateRow({ db, audit }, before, row, links);
    }),
  );
  await copyLinksToCustomFrameworks(
    db,
    outcomes.flatMap((outcome, index) => {
      const row = given[index];
      return 'outcome' in outcome && outcome.outcome !== 'unchanged' && row && hasLinks(row) ? [outcome.id] : [];
    }),
  );
  return respond(dryRun, { skipAudit }, resultOf(given, outcomes));
};

function hasLinks({ policyIds = [], taskIds = [], documentTypes = [], requirementMappings = [] }: Row): boolean {
  return policyIds.length + taskIds.length + documentTypes.length + requirementMappings.length > 0;
}

/** Fields of the control itself, without links. */
function fieldsOf({ name, description, ownerId, lastReviewDate, nextReviewDate }: Row) {
  return {
    name,
    description,
    ...(ownerId !== undefined && { ownerId }),
    ...(lastReviewDate !== undefined && { lastReviewDate }),
    ...(nextReviewDate !== undefined && { nextReviewDate }),
  };
}

/** Creates a control, and links whatever can be linked to it. */
export async function createRow({ db, audit }: Context, row: Row, links: Links): Promise<AppliedOutcome> {
  const { lastReviewDate, nextReviewDate, ...fields } = fieldsOf(row);
  const { id } = await insertControl(db, { ...fields, externalId: row.externalId });
  const dates = { ...(lastReviewDate && { lastReviewDate }), ...(nextReviewDate && { nextReviewDate }) };
  if (Object.keys(dates).length) await updateControl(db, id, dates);
  const linked = await linkAll(db, id, links);
  audit.created({ ...fields, externalId: row.externalId, ...dates, ...linked }, { entityId: id, description: 'Created control' });
  return { outcome: 'created', id };
}

/** Updates the fields that differ, and adds links. */
export async function updateRow({ db, audit }: Context, before: Control, row: Row, links: Links): Promise<AppliedOutcome> {
  const { id } = before;
  const changed = changedFields(fieldsOf(row), before);
  const after = Object.keys(changed).length ? await updateControl(db, id, changed) : before;
  const linked = await linkAll(db, id, links);
  if (after === before && !Object.keys(linked).length) return { outcome: 'unchanged', id };
  const fields = changesBetween({ ...before }, { ...after }, Object.keys(changed));
  audit.performed('Updated control', { entityId: id, changes: { ...fields, ...changesOnCreate(linked) } });
  return { outcome: 'updated', id };
}
