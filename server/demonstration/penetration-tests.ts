/** Creates a simulated penetration test with issues and a report, and a cancelled penetration test, and logs both tests. */
import type { Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { renderReport } from '#areas/audits/security-penetration-tests/documents/render';
import { type ReportContent, createReport, severities } from '#areas/audits/security-penetration-tests/rules/report';
import { simulatedIssues, simulationMethod } from '#areas/audits/security-penetration-tests/rules/simulated';
import { normalizeUrl } from '#areas/audits/security-penetration-tests/rules/target';
import { changesOnCreate, changesBetween } from '#platform/audit/changes';
import { newId } from '#platform/database/ids';
import { addSeconds } from './calendar.ts';
import { penetrationTests as data } from './data/penetration-tests.ts';
import type { DemoContext } from './demo-context.ts';
import type { Store } from './store.ts';
import type { Member, Members } from './member.ts';

const scanDepth = 'quick';

/** Creates the simulation. Its report is created in a worker while rows are being written. */
export function createSimulation(demo: DemoContext, members: Members) {
  const { organizationId, calendar } = demo;
  const { ago, evidenceLevel, context } = data.simulated;
  const author = members.of(data.by);
  const orderedAt = calendar.ago(ago, 'simulation ordered');
  const [startedAt, completedAt] = [addSeconds(orderedAt, 1), addSeconds(orderedAt, 3)];
  const test = orderFields(demo, author, orderedAt);
  const testFields = { testId: test.id, attempt: 1, organizationId, targetUrl: data.targetUrl, repoUrl: null, testMode: true };
  const simulatedFindings = simulatedIssues({ ...testFields, scanDepth, evidenceLevel, checks: null, briefing: context });
  const issues = simulatedFindings.map((issue, index) => ({
    id: newId('pti'),
    at: addSeconds(startedAt, index / 2),
    number: index + 1,
    issue,
  }));
  const reportContent = toReportContent(test.id, completedAt, issues);
  const report = renderReport(organizationId, reportContent, AbortSignal.timeout(60_000));
  // An error is ignored here, because it is thrown again where the report is needed.
  report.catch(() => undefined);
  return { by: author, at: orderedAt, begun: startedAt, ended: completedAt, test, issues, reported: reportContent, report };
}

export async function insertPenetrationTests(
  db: Transaction<SystemTables>,
  demo: DemoContext,
  simulation: ReturnType<typeof createSimulation>,
  store: Store,
): Promise<void> {
  await insertSimulation(db, demo, simulation, store);
  await insertCancelledTest(db, demo, simulation.by);
}

/** Returns the fields that both tests have in common. */
function orderFields({ organizationId: organization_id }: DemoContext, author: Member, orderedAt: string) {
  return {
    id: newId('ptr'),
    organization_id,
    target_url: data.targetUrl,
    target: normalizeUrl(data.targetUrl),
    test_mode: true,
    pipeline_testing: false,
    scan_depth: scanDepth,
    charged: false,
    created_by_id: author.user.id,
    created_at: orderedAt,
  } as const;
}

async function insertSimulation(
  db: Transaction<SystemTables>,
  { organizationId, calendar, log }: DemoContext,
  {
    by: author,
    at: orderedAt,
    begun: startedAt,
    ended: completedAt,
    test,
    issues,
    reported: reportContent,
    report,
  }: ReturnType<typeof createSimulation>,
  store: Store,
): Promise<void> {
  const { ago, evidenceLevel, context } = data.simulated;
  const report_key = `${organizationId}/penetration-tests/${Date.parse(completedAt)}-penetration-test-${test.id}.pdf`;
  await store.put(report_key, await report);
  await db
    .insertInto('penetration_test')
    .values({
      ...test,
      status: 'completed',
      evidence_level: evidenceLevel,
      additional_context: context,
      completed_agents: 4,
      total_agents: 4,
      report: createReport(reportContent),
      report_key,
      started_at: startedAt,
      completed_at: completedAt,
      updated_at: completedAt,
    })
    .execute();
  const decidedAt = calendar.ago(ago - 1, 'issue decided');
  await db
    .insertInto('penetration_test_issue')
    .values(
      issues.map(({ id, number, at: foundAt, issue }, index) => ({
        id,
        organization_id: organizationId,
        test_id: test.id,
        number,
        finding_id: issue.findingId,
        title: issue.title,
        summary: issue.summary ?? null,
        severity: issue.severity,
        cwe_id: issue.cweId ?? null,
        cvss_score: issue.cvssScore ?? null,
        affected_endpoint: issue.affectedEndpoint ?? null,
        proof_of_concept: issue.proofOfConcept ?? null,
        impact: issue.impact ?? null,
        remediation: issue.remediation ?? null,
        validation_steps: issue.validationSteps ?? null,
        evidence: issue.evidence ?? null,
        created_at: foundAt,
        updated_at: index === 0 ? decidedAt : foundAt,
        ...(index === 0 && {
          status: data.decided.status,
          status_reason: data.decided.reason,
          status_changed_at: decidedAt,
          status_changed_by_id: author.user.id,
        }),
      })),
    )
    .execute();
  await db
    .insertInto('penetration_test_event')
    .values(
      issues.map(({ number, at: occurred_at, issue }) => ({
        id: newId('pte'),
        organization_id: organizationId,
        test_id: test.id,
        number,
        type: 'finding' as const,
        agent: 'simulation',
        summary: issue.title,
        occurred_at,
      })),
    )
    .execute();
  const [firstIssue] = issues;
  if (!firstIssue) throw new Error('the simulation has no issue');
  await db
    .insertInto('pentest_finding_context')
    .values({
      id: newId('ptfc'),
      organization_id: organizationId,
      issue_id: firstIssue.id,
      test_id: test.id,
      target: test.target,
      issue_title: firstIssue.issue.title,
      context: data.note,
      created_at: decidedAt,
      updated_at: decidedAt,
    })
    .execute();
  const body = { targetUrl: data.targetUrl, testMode: true, scanDepth, evidenceLevel, additionalContext: context };
  log.write(orderedAt, author, 'createPenetrationTest', { body, answer: { id: test.id } });
  const completionData = { targetUrl: data.targetUrl, issues: issues.length, durationMs: 2_000 };
  log.writeRun(completedAt, author, 'penetration_test', { description: 'pentest_completed', entityId: test.id, data: completionData });
  const path = { issueId: firstIssue.id };
  log.write(
    decidedAt,
    author,
    'updatePenetrationTestIssue',
    { path },
    {
      description: 'Set status of penetration test issue',
      data: { testId: test.id, title: firstIssue.issue.title },
      changes: changesBetween({ status: 'open', statusReason: null }, { status: data.decided.status, statusReason: data.decided.reason }),
    },
  );
  log.write(
    addSeconds(decidedAt, 60),
    author,
    'replacePentestFindingContext',
    { path },
    {
      description: 'Saved note about penetration test issue',
      data: { testId: test.id },
      changes: changesOnCreate({ context: data.note }),
    },
  );
}

interface SimulatedIssue {
  readonly id: string;
  readonly at: string;
  readonly issue: ReturnType<typeof simulatedIssues>[number];
}

function toReportContent(testId: string, completedAt: string, issues: readonly SimulatedIssue[]): ReportContent {
  const emptyDetails = {
    cve: null,
    cweId: null,
    cvssScore: null,
    attackPath: null,
    summary: null,
    affectedEndpoint: null,
    proofOfConcept: null,
  };
  const emptyTexts = { impact: null, remediation: null, validationSteps: null, evidence: null };
  const noDecision = { statusReason: null, statusChangedAt: null, statusChangedById: null, statusVia: null, context: null };
  return {
    targetUrl: data.targetUrl,
    method: simulationMethod,
    completedAt,
    scanDepth,
    checks: null,
    issues: issues.toSorted(bySeverity).map(({ id, at: foundAt, issue }) => ({
      ...emptyDetails,
      ...emptyTexts,
      ...noDecision,
      ...issue,
      id,
      testId,
      status: 'open',
      createdAt: foundAt,
      updatedAt: foundAt,
      version: 1,
    })),
  };
}

function bySeverity({ issue: one }: SimulatedIssue, { issue: other }: SimulatedIssue): number {
  return severities.indexOf(one.severity) - severities.indexOf(other.severity);
}

async function insertCancelledTest(db: Transaction<SystemTables>, demo: DemoContext, author: Member): Promise<void> {
  const { calendar, log } = demo;
  const orderedAt = calendar.ago(data.cancelled.ago, 'cancelled test ordered');
  const cancelledAt = addSeconds(orderedAt, 1);
  const test = orderFields(demo, author, orderedAt);
  await db
    .insertInto('penetration_test')
    .values({ ...test, status: 'cancelled', completed_at: cancelledAt, updated_at: cancelledAt })
    .execute();
  log.write(orderedAt, author, 'createPenetrationTest', {
    body: { targetUrl: data.targetUrl, testMode: true, scanDepth },
    answer: { id: test.id },
  });
  log.write(
    cancelledAt,
    author,
    'cancelPenetrationTest',
    { path: { id: test.id } },
    {
      description: 'Cancelled penetration test',
      entityId: test.id,
      changes: changesOnCreate({ targetUrl: data.targetUrl, reason: data.cancelled.reason }),
    },
  );
}
