/** Stores the progress of a test. Only steps of the test's run call these functions, and a cancelled test has no run. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { FoundIssue, RunnerEvent } from '#platform/ports/penetration-testing';

type Schemas = components['schemas'];

const clock = sql<string>`clock_timestamp()`;

/**
 * Begins an attempt of an unfinished test: deletes the events of the previous attempt, and its issues without a decision or note.
 * @returns the order, also of a finished test; undefined if the test does not exist
 */
export async function beginAttempt(db: OrganizationDatabase, id: string, attempt: number) {
  const test = await db
    .selectFrom('penetration_test')
    .select(
      columnsOf(
        'penetration_test',
        'status',
        'targetUrl',
        'target',
        'repoUrl',
        'testMode',
        'pipelineTesting',
        'scanDepth',
        'evidenceLevel',
        'checks',
        'additionalContext',
        'charged',
      ),
    )
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!test || !['provisioning', 'cloning', 'running'].includes(test.status)) return test;
  await db.deleteFrom('penetration_test_event').where('test_id', '=', id).execute();
  await db
    .deleteFrom('penetration_test_issue')
    .where('test_id', '=', id)
    .where('status_changed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('pentest_finding_context as note').select('note.id').whereRef('note.issue_id', '=', 'penetration_test_issue.id')),
      ),
    )
    .execute();
  await db
    .updateTable('penetration_test')
    .set({ status: 'provisioning', attempt, phase: null, completed_agents: 0, total_agents: 0, started_at: null })
    .where('id', '=', id)
    .execute();
  return test;
}

export async function enterPhase(db: OrganizationDatabase, id: string, status: 'cloning' | 'running'): Promise<void> {
  await db
    .updateTable('penetration_test')
    .set({ status, ...(status === 'running' && { started_at: clock }) })
    .where('id', '=', id)
    .execute();
}

export async function saveProgress(
  db: OrganizationDatabase,
  id: string,
  phase: string,
  completedCount: number,
  total: number,
): Promise<void> {
  await db
    .updateTable('penetration_test')
    .set({ phase, completed_agents: completedCount, total_agents: total })
    .where('id', '=', id)
    .execute();
}

/** @param type an event type that callers can see */
export async function insertEvent(
  db: OrganizationDatabase,
  testId: string,
  type: Schemas['PenetrationTestEventType'],
  { agent, tool, summary, description }: RunnerEvent,
): Promise<void> {
  await db
    .insertInto('penetration_test_event')
    .values((eb) => ({
      id: newId('pte'),
      test_id: testId,
      number: eb
        .selectFrom('penetration_test_event as e')
        .select(sql<number>`coalesce(max(e.number), 0) + 1`.as('next'))
        .where('e.test_id', '=', testId),
      type,
      agent: agent ?? null,
      tool: tool ?? null,
      summary,
      description: description ?? null,
      occurred_at: clock,
    }))
    .execute();
}

/** Stores an issue. If the same issue was found before, the organization's decision about it is kept. */
export async function saveIssue(db: OrganizationDatabase, testId: string, issue: FoundIssue): Promise<void> {
  const fields = {
    title: issue.title,
    severity: issue.severity,
    summary: issue.summary ?? null,
    cve: issue.cve ?? null,
    cwe_id: issue.cweId ?? null,
    cvss_score: issue.cvssScore ?? null,
    affected_endpoint: issue.affectedEndpoint ?? null,
    proof_of_concept: issue.proofOfConcept ?? null,
    impact: issue.impact ?? null,
    remediation: issue.remediation ?? null,
    validation_steps: issue.validationSteps ?? null,
    evidence: issue.evidence ?? null,
    attack_path: issue.attackPath ?? null,
  };
  await db
    .insertInto('penetration_test_issue')
    .values((eb) => ({
      id: newId('pti'),
      test_id: testId,
      finding_id: issue.findingId,
      number: eb
        .selectFrom('penetration_test_issue as i')
        .select(sql<number>`coalesce(max(i.number), 0) + 1`.as('next'))
        .where('i.test_id', '=', testId),
      ...fields,
    }))
    .onConflict((conflict) => conflict.columns(['organization_id', 'test_id', 'finding_id']).doUpdateSet(fields))
    .execute();
}

export async function completeTest(db: OrganizationDatabase, id: string, report: string, reportKey: string): Promise<void> {
  await db
    .updateTable('penetration_test')
    .set({ status: 'completed', phase: null, report, report_key: reportKey, completed_at: clock })
    .where('id', '=', id)
    .execute();
}

export async function failTest(db: OrganizationDatabase, id: string, code: Schemas['PenetrationTestFailureCode']): Promise<void> {
  await db
    .updateTable('penetration_test')
    .set({ status: 'failed', failure_code: code, charged: false, phase: null, completed_at: clock })
    .where('id', '=', id)
    .execute();
}

/** Resets the status of a test, because another attempt follows. */
export async function markRetrying(db: OrganizationDatabase, id: string): Promise<void> {
  await db.updateTable('penetration_test').set({ status: 'provisioning', phase: null, started_at: null }).where('id', '=', id).execute();
}
