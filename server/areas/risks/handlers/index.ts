import { added } from '../../../platform/audit/changes.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { notActive } from '../../../platform/identity/acting-member.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { findRating, lockRating, type RatedRisk, insertAcceptance, listAcceptances } from '../queries/acceptances.ts';
import { findBands, replaceBands } from '../../../domain/ratings/bands.ts';
import { knownControls, replaceRiskControls, titlesOfControls } from '../queries/controls.ts';
import { findActiveMember } from '../../../domain/members/active.ts';
import { takeTurn } from '../../../domain/bulk/turn.ts';
import { isParticipant, notParticipant } from '../../../domain/members/participants.ts';
import { bandFaults } from '../rules/rating.ts';
import { auditFields, auditFieldsOfNew } from '../rules/changes.ts';
import { deleteRisk, findRisk, holdRisk, insertRisk, listRisks, updateRisk } from '../queries/risks.ts';
import { riskStats, statsByAssignee, statsByDepartment } from '../queries/stats.ts';
import { knownTasks } from '../../../domain/tasks/linked.ts';
import { replaceRiskTasks } from '../queries/tasks.ts';
import { bulk } from './upsert.ts';
import { violates } from '../../../platform/database/violations.ts';

const notFound = () => refusal('risk_not_found');
/** @param error of a write */
function externalIdTaken(error: unknown) {
  if (violates(error, 'risk_external_id')) return refusal('external_id_taken');
  throw error;
}
const notOwned = () => refusal('risk_not_assigned');

export const risks: Handlers<'risks'> = {
  ...bulk,

  async listRisks({ query, page, db, actor }) {
    return { status: 200, page: await listRisks(db, query, page, actor.restrictedTo) };
  },

  async createRisk({ body, db, ports, audit }) {
    if (body.externalId !== undefined) await takeTurn(db, 'risk');
    if (body.assigneeId !== undefined && !(await isParticipant(db, ports.access.staffEmailDomains, body.assigneeId)))
      return invalid({ assigneeId: notParticipant });
    const fields = { ...body, title: body.title.trim() };
    const risk = await insertRisk(db, fields).catch(externalIdTaken);
    if (isRefusal(risk)) return risk;
    audit.created(auditFieldsOfNew(fields));
    return { status: 201, body: { success: true, data: risk } };
  },

  async getRisk({ path, db, actor }) {
    const risk = await findRisk(db, path.id, actor.restrictedTo);
    if (!risk) return notFound();
    return isHidden(actor, risk) ? notOwned() : { status: 200, body: { success: true, data: risk } };
  },

  async updateRisk({ path, body, db, actor, ports, audit }) {
    if (typeof body.externalId === 'string') await takeTurn(db, 'risk');
    // The risk is held before its new owner, as everybody does who gives something to a member.
    const [, before] = await Promise.all([holdRisk(db, path.id), findRisk(db, path.id)]);
    if (!before) return notFound();
    if (isHidden(actor, before)) return notOwned();
    const { assigneeId, title } = body;
    const reassigned = typeof assigneeId === 'string' && assigneeId !== before.assigneeId;
    if (reassigned && !(await isParticipant(db, ports.access.staffEmailDomains, assigneeId)))
      return invalid({ assigneeId: notParticipant });
    const taken = await updateRisk(db, path.id, { ...body, ...(title !== undefined && { title: title.trim() }) }).catch(externalIdTaken);
    if (taken) return taken;
    const after = await findRisk(db, path.id);
    if (!after) return notFound();
    audit.changed(auditFields(before), auditFields(after));
    return { status: 200, body: { success: true, data: after } };
  },

  async deleteRisk({ path, db, actor }) {
    const risk = await requireRisk(db, actor, path.id);
    if (isRefusal(risk)) return risk;
    await deleteRisk(db, risk.id);
    return { status: 200, body: { success: true, data: { message: 'Risk deleted successfully' } } };
  },

  async getRiskStats({ db, actor }) {
    return { status: 200, body: await riskStats(db, actor.restrictedTo) };
  },

  async listRiskStatsByAssignee({ db, actor }) {
    return { status: 200, body: { data: await statsByAssignee(db, actor.restrictedTo) } };
  },

  async listRiskStatsByDepartment({ db, actor }) {
    return { status: 200, body: { data: await statsByDepartment(db, actor.restrictedTo) } };
  },

  async getRiskRatingBands({ db }) {
    return { status: 200, body: await findBands(db) };
  },

  async replaceRiskRatingBands({ body, db, audit }) {
    const faults = bandFaults(body);
    if (Object.keys(faults).length) return invalid(faults);
    const before = await findBands(db);
    await replaceBands(db, body);
    audit.changed(
      { ...before },
      { ...body },
      { description: 'Changed rating bands of risks', entityType: 'organization', entityId: db.organizationId },
    );
    return { status: 200, body };
  },

  async replaceRiskControls({ path, body: { controlIds }, db, actor, audit }) {
    const risk = await requireRisk(db, actor, path.id);
    if (isRefusal(risk)) return risk;
    const known = await knownControls(db, controlIds);
    const unknown = controlIds.flatMap((id, index) =>
      known.has(id) ? [] : [[`controlIds.${index}`, 'must be a control of the organization'] as const],
    );
    if (unknown.length) return invalid(Object.fromEntries(unknown));
    const { before, linked, unlinked } = await replaceRiskControls(db, risk.id, controlIds);
    const [previous, current] = await Promise.all([titlesOfControls(db, before), titlesOfControls(db, controlIds)]);
    audit.did('Mapped controls to risk', { changes: linked + unlinked === 0 ? {} : { controls: { previous, current } } });
    return { status: 200, body: { riskId: risk.id, linked, unlinked, controlIds } };
  },

  async replaceRiskTasks({ path, body: { taskIds }, db, actor, audit }) {
    const risk = await requireRisk(db, actor, path.id);
    if (isRefusal(risk)) return risk;
    const known = await knownTasks(db, taskIds);
    const unknown = taskIds.flatMap((id, index) =>
      known.has(id) ? [] : [[`taskIds.${index}`, 'must be a task of the organization'] as const],
    );
    if (unknown.length) return invalid(Object.fromEntries(unknown));
    const { before, linked, unlinked } = await replaceRiskTasks(db, risk.id, taskIds);
    audit.did('Mapped tasks to risk', {
      changes: linked + unlinked === 0 ? {} : { tasks: { previous: before, current: taskIds } },
    });
    return { status: 200, body: { riskId: risk.id, linked, unlinked, taskIds } };
  },

  async listRiskAcceptances({ path, page, db, actor }) {
    const risk = await requireRisk(db, actor, path.id);
    return isRefusal(risk) ? risk : { status: 200, page: await listAcceptances(db, risk, page) };
  },

  async createRiskAcceptance({ path, body, db, actor, audit }) {
    const risk = await lockRequiredRisk(db, actor, path.id);
    if (isRefusal(risk)) return risk;
    const acceptedById = body.acceptedById ?? risk.assigneeId;
    if (acceptedById === null) return invalid({ acceptedById: 'is required because the risk has no assignee' });
    const by = await findActiveMember(db, acceptedById);
    if (!by) return invalid({ acceptedById: notActive });
    const acceptance = await insertAcceptance(db, risk, by, body.notes?.trim() || null);
    const { notes } = acceptance;
    audit.did('Accepted risk', { changes: added({ acceptedBy: `${by.name} (${by.id})`, ...(notes !== null && { notes }) }) });
    return { status: 201, body: acceptance };
  },
};

/** The risk, or why the actor may not act on it. */
async function requireRisk(db: OrganizationDatabase, actor: Actor, id: string) {
  return shownTo(actor, await findRating(db, id));
}

/** The same, whose rating stays as it is until the transaction ends. */
async function lockRequiredRisk(db: OrganizationDatabase, actor: Actor, id: string) {
  return shownTo(actor, await lockRating(db, id));
}

function shownTo(actor: Actor, risk: RatedRisk | undefined) {
  if (!risk) return notFound();
  return isHidden(actor, risk) ? notOwned() : risk;
}

/** A restricted member acts on what is assigned to it, and on nothing else (spec/areas/risks, rule 5). */
function isHidden({ restrictedTo }: Actor, { assigneeId }: { readonly assigneeId: string | null }): boolean {
  return restrictedTo !== undefined && assigneeId !== restrictedTo;
}
