/** Creates or updates controls by their external ids (controls, rule 16). */
import type { components } from '#generated/api';
import type { Handler } from '#contract/types';
import { changedFields } from '#domain/bulk/changed-fields';
import { lockExternalIds } from '#domain/bulk/lock';
import { bulkResponse, checkDistinct, type Outcome, resultOf, type AppliedOutcome } from '#domain/bulk/upsert';
import { copyLinksToCustomFrameworks } from '#domain/controls/links/custom-frameworks';
import { nonParticipant, lockParticipants } from '#domain/people/members/participants';
import type { OrganizationContext } from '#platform/context';
import { changesOnCreate, changesBetween } from '#platform/audit/changes';
import { invalid } from '#platform/refusals/refusal';
import { type Control, insertControl, lockControlsByExternalId, updateControl } from '../queries/controls.ts';
import { type RowLinks, lockLinksOf, linkAll, linkErrors } from '../steps/links-of-rows.ts';
import { controlArchived } from './links.ts';

type Row = components['schemas']['ControlRow'];
type Context = Pick<OrganizationContext, 'db' | 'audit'>;

export const upsertControls: Handler<'upsertControls'> = async ({
  query: { dryRun },
  body: { rows: requestRows },
  db,
  actor,
  ports,
  audit,
  skipAudit,
}) => {
  const rows = checkDistinct(requestRows);
  await lockExternalIds(db, 'control');
  const existingControls = await lockControlsByExternalId(
    db,
    rows.map(({ row }) => row.externalId),
  );
  const isNewOwner = ({ externalId, ownerId }: Row) => typeof ownerId === 'string' && ownerId !== existingControls.get(externalId)?.ownerId;
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
    rows.map(async ({ row, refusal: rowError }, index): Promise<Outcome> => {
      if (rowError) return rowError;
      const before = existingControls.get(row.externalId);
      const links = linksOfRows[index];
      if (!links) throw new Error('the links of a row are missing');
      const errors = {
        ...linkErrors(row, links),
        ...(isNewOwner(row) && !owners.has(row.ownerId ?? '') && { ownerId: nonParticipant }),
      };
      if (Object.keys(errors).length) return invalid(errors);
      if (!before) return createRow({ db, audit }, row, links);
      return before.archivedAt !== null && hasLinks(row) ? controlArchived() : updateRow({ db, audit }, before, row, links);
    }),
  );
  await copyLinksToCustomFrameworks(
    db,
    outcomes.flatMap((outcome, index) => {
      const row = requestRows[index];
      return 'outcome' in outcome && outcome.outcome !== 'unchanged' && row && hasLinks(row) ? [outcome.id] : [];
    }),
  );
  return bulkResponse(dryRun, { skipAudit }, resultOf(requestRows, outcomes));
};

function hasLinks({ policyIds = [], taskIds = [], documentTypes = [], requirementMappings = [] }: Row): boolean {
  return policyIds.length + taskIds.length + documentTypes.length + requirementMappings.length > 0;
}

/** Returns the fields of the control, without its links. */
function fieldsOf({ name, description, ownerId, lastReviewDate, nextReviewDate }: Row) {
  return {
    name,
    description,
    ...(ownerId !== undefined && { ownerId }),
    ...(lastReviewDate !== undefined && { lastReviewDate }),
    ...(nextReviewDate !== undefined && { nextReviewDate }),
  };
}

/** Creates a control and its links. */
export async function createRow({ db, audit }: Context, row: Row, links: RowLinks): Promise<AppliedOutcome> {
  const { lastReviewDate, nextReviewDate, ...fields } = fieldsOf(row);
  const { id } = await insertControl(db, { ...fields, externalId: row.externalId });
  const dates = { ...(lastReviewDate && { lastReviewDate }), ...(nextReviewDate && { nextReviewDate }) };
  if (Object.keys(dates).length) await updateControl(db, id, dates);
  const newLinks = await linkAll(db, id, links);
  audit.created({ ...fields, externalId: row.externalId, ...dates, ...newLinks }, { entityId: id, description: 'Created control' });
  return { outcome: 'created', id };
}

/** Updates the changed fields of a control, and adds missing links. */
export async function updateRow({ db, audit }: Context, before: Control, row: Row, links: RowLinks): Promise<AppliedOutcome> {
  const { id } = before;
  const changedValues = changedFields(fieldsOf(row), before);
  const after = Object.keys(changedValues).length ? await updateControl(db, id, changedValues) : before;
  const newLinks = await linkAll(db, id, links);
  if (after === before && !Object.keys(newLinks).length) return { outcome: 'unchanged', id };
  const fields = changesBetween({ ...before }, { ...after }, Object.keys(changedValues));
  audit.performed('Updated control', { entityId: id, changes: { ...fields, ...changesOnCreate(newLinks) } });
  return { outcome: 'updated', id };
}
