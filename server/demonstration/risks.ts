/** Creates the risk register with all related records. */
import type { Insertable } from 'kysely';
import type { SystemTables } from '#generated/database';
import { newId } from '#platform/database/ids';
import { risks } from './data/risks/index.ts';
import { ratingOf } from '#areas/risk-management/risks/rules/rating';
import { defaultBands } from '#domain/ratings/levels';
import type { Members } from './member.ts';
import type { Tasks } from './program-work.ts';
import { type RiskDraft, historyOf, stateOf } from './risk-history.ts';
import { logDuplicate, logRisk } from './risk-log.ts';
import type { DemoContext } from './demo-context.ts';
import { createTaskItems } from './task-items.ts';

type Row<Table extends keyof SystemTables> = Insertable<SystemTables[Table]>;

export interface RiskRows {
  readonly risks: Row<'risk'>[];
  readonly treatments: Row<'risk_treatment'>[];
  readonly links: Row<'risk_task'>[];
  readonly work: Row<'task_item'>[];
  readonly acceptances: Row<'risk_acceptance'>[];
}

export function createRisks(demo: DemoContext, members: Members, tasks: Tasks): RiskRows {
  const drafts = risks.map((data): RiskDraft => ({
    id: newId('rsk'),
    data,
    history: historyOf(data),
    taskIds: (data.tasks ?? []).map((name) => tasks.of(name).id),
    startOfChapter: ({ ago }) => demo.calendar.ago(ago, `${data.title} ${ago}`),
  }));
  for (const draft of drafts) logRisk(demo, draft, members);
  logDuplicate(demo, members);
  return {
    risks: drafts.map((draft) => riskOf(demo, draft, members)),
    treatments: drafts.flatMap((draft) => treatmentsOf(demo, draft)),
    links: drafts.flatMap(({ id, taskIds }) =>
      taskIds.map((taskId) => ({ id: newId('rtk'), organization_id: demo.organizationId, risk_id: id, task_id: taskId })),
    ),
    work: drafts.flatMap((draft) => createTaskItems(demo, draft, members)),
    acceptances: drafts.flatMap((draft) => acceptancesOf(demo, draft, members)),
  };
}

function riskOf(demo: DemoContext, { id, data, history, startOfChapter }: RiskDraft, members: Members): Row<'risk'> {
  const { organizationId: organization_id } = demo;
  const {
    title,
    description,
    category,
    department,
    status,
    inherent: [probability, impact],
    residual: [residual_probability, residual_impact],
    owner,
  } = data;
  return {
    id,
    organization_id,
    title,
    description,
    category,
    department,
    status,
    probability,
    impact,
    residual_probability,
    residual_impact,
    inherent_assessed: probability > 0 || impact > 0,
    residual_assessed: residual_probability > 0 || residual_impact > 0,
    review_due_at: data.review === undefined ? null : demo.calendar.midnightInDays(data.review),
    assignee_id: owner && members.of(owner).id,
    created_at: startOfChapter(history[0]),
    updated_at: startOfChapter(history.at(-1) ?? history[0]),
  };
}

/** Returns a row for each treatment type that was ever chosen, with the last text of this type (risks, rule 4). */
function treatmentsOf(
  { organizationId: organization_id }: DemoContext,
  { id, history, startOfChapter }: RiskDraft,
): Row<'risk_treatment'>[] {
  const treatmentByType = new Map<string, Row<'risk_treatment'>>();
  for (const chapter of history) {
    const [type, description] = chapter.plan;
    const chosenAt = startOfChapter(chapter);
    const row = treatmentByType.get(type) ?? {
      id: newId('rts'),
      organization_id,
      risk_id: id,
      type,
      description,
      created_at: chosenAt,
      updated_at: chosenAt,
    };
    for (const [otherType, otherTreatment] of treatmentByType) treatmentByType.set(otherType, { ...otherTreatment, active: false });
    treatmentByType.set(type, {
      ...row,
      description,
      active: true,
      updated_at: row.description === description ? row.updated_at : chosenAt,
    });
  }
  return [...treatmentByType.values()];
}

/** Returns acceptances with the rating of their day. An acceptance is stale if the rating of the risk has changed since. */
function acceptancesOf(
  { organizationId: organization_id, calendar, log }: DemoContext,
  { id, data, history }: RiskDraft,
  members: Members,
): Row<'risk_acceptance'>[] {
  return (data.acceptances ?? []).map(({ ago, by: acceptorName, notes = null }) => {
    const [acceptedBy, name, actor] =
      typeof acceptorName === 'string'
        ? [members.of(acceptorName).id, members.of(acceptorName).user.name, members.of(acceptorName)]
        : [null, acceptorName.former, members.of('noor')];
    const {
      residual: [residual_probability, residual_impact],
    } = stateOf(history, ago);
    const isAssessed = residual_probability > 0 || residual_impact > 0;
    const acceptedAt = calendar.ago(ago, `${data.title} accepted`);
    const changes = {
      acceptedBy: { previous: null, current: `${name} (${acceptedBy ?? newId('mem')})` },
      ...(notes !== null && { notes: { previous: null, current: notes } }),
    };
    log.write(acceptedAt, actor, 'createRiskAcceptance', { path: { id } }, { description: 'Accepted risk', changes });
    return {
      id: newId('rska'),
      organization_id,
      risk_id: id,
      accepted_by_id: acceptedBy,
      accepted_by_name: name,
      recorded_by_id: actor.id,
      recorded_by_name: actor.user.name,
      notes,
      residual_probability,
      residual_impact,
      level: ratingOf({ probability: residual_probability, impact: residual_impact, assessed: isAssessed }, defaultBands).level,
      created_at: acceptedAt,
    };
  });
}
