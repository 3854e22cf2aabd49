/** Logs the creation and the changes of risks. */
import { changesBetween } from '#platform/audit/changes';
import { newId } from '#platform/database/ids';
import { duplicate } from './data/risks/index.ts';
import type { RiskState } from './data/risks/risk.ts';
import type { Members } from './member.ts';
import type { RiskDraft } from './risk-history.ts';
import type { DemoContext } from './demo-context.ts';

export function logRisk(
  { calendar, log }: DemoContext,
  { id, data, history: [first, ...changes], taskIds, startOfChapter }: RiskDraft,
  members: Members,
) {
  const { title, description, category, department } = data;
  let before = fieldsOf(first, members);
  const { assigneeId, ...fields } = before;
  const body = { title, description, category, department, ...fields, ...(assigneeId !== null && { assigneeId }) };
  log.write(startOfChapter(first), members.of(first.by), 'createRisk', { body, answer: { id } });
  for (const change of changes) {
    const after = fieldsOf(change, members);
    log.write(startOfChapter(change), members.of(change.by), 'updateRisk', { path: { id } }, { changes: changesBetween(before, after) });
    before = after;
  }
  if (taskIds.length === 0) return;
  const auditNote = { description: 'Mapped tasks to risk', changes: { tasks: { previous: [], current: taskIds } } };
  log.write(
    calendar.ago(Math.max(1, data.created - 3), `${title} linked`),
    members.of('noor'),
    'replaceRiskTasks',
    { path: { id } },
    auditNote,
  );
}

export function logDuplicate({ calendar, log }: DemoContext, members: Members) {
  const { by, created, deleted, ...body } = duplicate;
  const [id, author] = [newId('rsk'), members.of(by)];
  log.write(calendar.ago(created, body.title), author, 'createRisk', { body, answer: { id } });
  log.write(calendar.ago(deleted, `${body.title} deleted`), author, 'deleteRisk', { path: { id } });
}

/** Returns the fields of a risk that change over time, as in audit entries. */
function fieldsOf({ status, inherent, residual, owner, plan: [treatmentType, treatmentText] }: RiskState, members: Members) {
  return {
    status,
    probability: inherent[0],
    impact: inherent[1],
    residual_probability: residual[0],
    residual_impact: residual[1],
    assigneeId: owner && members.of(owner).id,
    'treatmentStrategy.type': treatmentType,
    'treatmentStrategy.description': treatmentText,
  };
}
