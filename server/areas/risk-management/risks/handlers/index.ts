/** Handlers of risks, their statistics, rating bands, links and acceptances. */
import { changesOnCreate } from '#platform/audit/changes';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { findRating, lockRating, type RatedRisk, insertAcceptance, listAcceptances } from '../queries/acceptances.ts';
import { findBands, replaceBands } from '#domain/ratings/bands';
import { riskControls, riskTasks } from '../queries/links.ts';
import { acceptanceChanges, newAcceptance } from '#domain/ratings/acceptance';
import { lockExternalIds } from '#domain/bulk/lock';
import { isParticipant, nonParticipant } from '#domain/people/members/participants';
import { validateBands } from '../rules/rating.ts';
import { auditFields, auditFieldsOfNew } from '../rules/audit-fields.ts';
import { deleteRisk, findRisk, lockRisk, insertRisk, listRisks, updateRisk } from '../queries/risks.ts';
import { findRiskStats, findStatsByAssignee, findStatsByDepartment } from '../queries/stats.ts';
import { lockAllLinkable } from '#domain/access/links/linkable';
import { withReadableIds } from '#domain/access/records/filters';
import { withReadableLinks, withReadableTasks } from '../queries/readable-links.ts';
import { touchRecord } from '#platform/database/touched';
import { upsert } from './upsert.ts';
import { violates } from '#platform/database/violations';

const riskNotFound = () => refusal('risk_not_found');
/** @returns the refusal for an external id that another risk has. @throws every other error of the write */
function toExternalIdRefusal(error: unknown) {
  if (violates(error, 'risk_external_id')) return refusal('external_id_taken');
  throw error;
}
const riskNotAssigned = () => refusal('risk_not_assigned');

export const risks: Handlers<'risks'> = {
  ...upsert,

  async listRisks({ query, page, db, actor }) {
    const filter = await withReadableIds(db, actor, query, { controlId: 'control' });
    const risksPage = await listRisks(db, filter, page, actor.restrictedTo);
    return { status: 200, page: { ...risksPage, rows: await withReadableTasks(db, actor, risksPage.rows) } };
  },

  async createRisk({ body, db, ports, audit }) {
    if (body.externalId !== undefined) await lockExternalIds(db, 'risk');
    if (body.assigneeId !== undefined && !(await isParticipant(db, ports.access.staffEmailDomains, body.assigneeId)))
      return invalid({ assigneeId: nonParticipant });
    const risk = await insertRisk(db, body).catch(toExternalIdRefusal);
    if (isRefusal(risk)) return risk;
    audit.created(auditFieldsOfNew(body, risk));
    return { status: 201, body: { success: true, data: risk } };
  },

  async getRisk({ path, db, actor }) {
    const risk = await findRisk(db, path.id, actor.restrictedTo);
    if (!risk) return riskNotFound();
    if (isHidden(actor, risk)) return riskNotAssigned();
    return { status: 200, body: { success: true, data: await withReadableLinks(db, actor, risk) } };
  },

  async updateRisk({ path, body, db, actor, ports, audit }) {
    if (typeof body.externalId === 'string') await lockExternalIds(db, 'risk');
    // The risk is locked before its new assignee, as in all code that assigns records to members. The same order prevents deadlocks.
    const [, before] = await Promise.all([lockRisk(db, path.id), findRisk(db, path.id)]);
    if (!before) return riskNotFound();
    if (isHidden(actor, before)) return riskNotAssigned();
    const { assigneeId } = body;
    const isReassigned = typeof assigneeId === 'string' && assigneeId !== before.assigneeId;
    if (isReassigned && !(await isParticipant(db, ports.access.staffEmailDomains, assigneeId)))
      return invalid({ assigneeId: nonParticipant });
    const idRefusal = await updateRisk(db, path.id, body).catch(toExternalIdRefusal);
    if (idRefusal) return idRefusal;
    const after = await findRisk(db, path.id);
    if (!after) return riskNotFound();
    audit.changed(auditFields(before), auditFields(after));
    return { status: 200, body: { success: true, data: await withReadableLinks(db, actor, after) } };
  },

  async deleteRisk({ path, db, actor }) {
    const risk = await lockRequiredRisk(db, actor, path.id);
    if (isRefusal(risk)) return risk;
    await deleteRisk(db, risk.id);
    return { status: 200, body: { success: true, data: { message: 'Risk deleted successfully' } } };
  },

  async getRiskStats({ db, actor }) {
    return { status: 200, body: await findRiskStats(db, actor.restrictedTo) };
  },

  async listRiskStatsByAssignee({ db, actor }) {
    return { status: 200, body: { data: await findStatsByAssignee(db, actor.restrictedTo) } };
  },

  async listRiskStatsByDepartment({ db, actor }) {
    return { status: 200, body: { data: await findStatsByDepartment(db, actor.restrictedTo) } };
  },

  async getRiskRatingBands({ db }) {
    return { status: 200, body: await findBands(db) };
  },

  async replaceRiskRatingBands({ body, db, audit }) {
    const errors = validateBands(body);
    if (Object.keys(errors).length) return invalid(errors);
    const before = await findBands(db);
    await replaceBands(db, body);
    const after = await findBands(db);
    audit.changed(
      { ...before },
      { ...after },
      { description: 'Changed rating bands of risks', entityType: 'organization', entityId: db.organizationId },
    );
    return { status: 200, body: after };
  },

  async replaceRiskControls({ path, body: { controlIds }, db, actor, audit }) {
    const risk = await lockRequiredRisk(db, actor, path.id);
    if (isRefusal(risk)) return risk;
    const controls = await lockAllLinkable(db, actor, 'control', {
      field: 'controlIds',
      ids: controlIds,
      withArchived: true,
    });
    if (isRefusal(controls)) return controls;
    const { previous, linked, unlinked } = await riskControls.replace(db, actor, { risk_id: risk.id }, controls);
    if (linked + unlinked > 0) await touchRecord(db, 'risk', risk.id);
    const titles = { previous: previous.map(({ title }) => title), current: controls.map(({ title }) => title) };
    audit.performed('Mapped controls to risk', { changes: linked + unlinked === 0 ? {} : { controls: titles } });
    return { status: 200, body: { riskId: risk.id, linked, unlinked, controlIds } };
  },

  async replaceRiskTasks({ path, body: { taskIds }, db, actor, audit }) {
    const risk = await lockRequiredRisk(db, actor, path.id);
    if (isRefusal(risk)) return risk;
    const tasks = await lockAllLinkable(db, actor, 'task', { field: 'taskIds', ids: taskIds, withArchived: true });
    if (isRefusal(tasks)) return tasks;
    const { previous, linked, unlinked } = await riskTasks.replace(db, actor, { risk_id: risk.id }, tasks);
    if (linked + unlinked > 0) await touchRecord(db, 'risk', risk.id);
    const ids = { previous: previous.map(({ key }) => key), current: taskIds };
    audit.performed('Mapped tasks to risk', { changes: linked + unlinked === 0 ? {} : { tasks: ids } });
    return { status: 200, body: { riskId: risk.id, linked, unlinked, taskIds } };
  },

  async listRiskAcceptances({ path, query, page, db, actor }) {
    const risk = await requireRisk(db, actor, path.id);
    return isRefusal(risk) ? risk : { status: 200, page: await listAcceptances(db, risk, query, page) };
  },

  async createRiskAcceptance({ path, body, db, actor, audit }) {
    const risk = await lockRequiredRisk(db, actor, path.id);
    if (isRefusal(risk)) return risk;
    const acceptedById = body.acceptedById ?? risk.assigneeId;
    if (acceptedById === null) return invalid({ acceptedById: fieldErrors.required('because the risk has no assignee') });
    const acceptance = await newAcceptance(db, actor, acceptedById, body.notes);
    if (isRefusal(acceptance)) return acceptance;
    audit.performed('Accepted risk', { changes: changesOnCreate(acceptanceChanges(acceptance)) });
    return { status: 201, body: await insertAcceptance(db, risk, acceptance) };
  },
};

/** @returns the risk with its rating, or a refusal if the risk does not exist or the caller may not use it */
async function requireRisk(db: OrganizationDatabase, actor: Actor, id: string) {
  return requireVisible(actor, await findRating(db, id));
}

/** Locks a risk until the transaction ends. @returns the rated risk, or a refusal if it does not exist or the caller may not use it */
async function lockRequiredRisk(db: OrganizationDatabase, actor: Actor, id: string) {
  return requireVisible(actor, await lockRating(db, id));
}

function requireVisible(actor: Actor, risk: RatedRisk | undefined) {
  if (!risk) return riskNotFound();
  return isHidden(actor, risk) ? riskNotAssigned() : risk;
}

/** Restricted members can only use risks that are assigned to them (risks, rule 5). */
function isHidden({ restrictedTo }: Actor, { assigneeId }: { readonly assigneeId: string | null }): boolean {
  return restrictedTo !== undefined && assigneeId !== restrictedTo;
}
