/** Penetration tests: a simulation with its issues and report, and a cancelled one, with the log of both. */
import type { Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { renderReport } from '#areas/audits/security-penetration-tests/documents/render';
import { type ReportContent, createReport, severities } from '#areas/audits/security-penetration-tests/rules/report';
import { simulatedIssues, simulationMethod } from '#areas/audits/security-penetration-tests/rules/simulated';
import { normalizeAddress } from '#areas/audits/security-penetration-tests/rules/target';
import { changesOnCreate, changesBetween } from '#platform/audit/changes';
import { newId } from '#platform/database/ids';
import { later } from './calendar.ts';
import { penetrationTests as data } from './data/penetration-tests.ts';
import type { DemoContext } from './demo-context.ts';
import type { Store } from './store.ts';
import type { Member, Members } from './member.ts';

const scanDepth = 'quick';

/** The simulation. Its report is created while rows are being written. */
export function simulationOf(demo: DemoContext, members: Members) {
  const { organizationId, calendar } = demo;
  const { ago, evidenceLevel, context } = data.simulated;
  const by = members.of(data.by);
  const at = calendar.ago(ago, 'simulation ordered');
  const [begun, ended] = [later(at, 1), later(at, 3)];
  const test = orderFields(demo, by, at);
  const about = { testId: test.id, attempt: 1, organizationId, targetUrl: data.targetUrl, repoUrl: null, testMode: true };
  const found = simulatedIssues({ ...about, scanDepth, evidenceLevel, checks: null, briefing: context });
  const issues = found.map((issue, index) => ({ id: newId('pti'), at: later(begun, index / 2), number: index + 1, issue }));
  const reported = reportedOf(test.id, ended, issues);
  const report = renderReport(organizationId, reported, AbortSignal.timeout(60_000));
  // An error is reported where the report is needed.
  report.catch(() => undefined);
  return { by, at, begun, ended, test, issues, reported, report };
}

export async function insertPenetrationTests(
  db: Transaction<SystemTables>,
  demo: DemoContext,
  simulation: ReturnType<typeof simulationOf>,
  store: Store,
): Promise<void> {
  await insertSimulation(db, demo, simulation, store);
  await insertCancelled(db, demo, simulation.by);
}

/** The common fields of both. */
function orderFields({ organizationId: organization_id }: DemoContext, by: Member, at: string) {
  return {
    id: newId('ptr'),
    organization_id,
    target_url: data.targetUrl,
    target: normalizeAddress(data.targetUrl),
    test_mode: true,
    pipeline_testing: false,
    scan_depth: scanDepth,
    charged: false,
    created_by_id: by.user.id,
    created_at: at,
  } as const;
}

async function insertSimulation(
  db: Transaction<SystemTables>,
  { organizationId, calendar, log }: DemoContext,
  { by, at, begun, ended, test, issues, reported, report }: ReturnType<typeof simulationOf>,
  store: Store,
): Promise<void> {
  const { ago, evidenceLevel, context } = data.simulated;
  const report_key = `${organizationId}/penetration-tests/${Date.parse(ended)}-penetration-test-${test.id}.pdf`;
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
      report: createReport(reported),
      report_key,
      started_at: begun,
      completed_at: ended,
      updated_at: ended,
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
          status_changed_by_id: by.user.id,
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
  const [first] = issues;
  if (!first) throw new Error('the simulation has no issue');
  await db
    .insertInto('pentest_finding_context')
    .values({
      id: newId('ptfc'),
      organization_id: organizationId,
      issue_id: first.id,
      test_id: test.id,
      target: test.target,
      issue_title: first.issue.title,
      context: data.note,
      created_at: decidedAt,
      updated_at: decidedAt,
    })
    .execute();
  const body = { targetUrl: data.targetUrl, testMode: true, scanDepth, evidenceLevel, additionalContext: context };
  log.write(at, by, 'createPenetrationTest', { body, answer: { id: test.id } });
  const completed = { targetUrl: data.targetUrl, issues: issues.length, durationMs: 2_000 };
  log.writeRun(ended, by, 'penetration_test', { description: 'pentest_completed', entityId: test.id, data: completed });
  const path = { issueId: first.id };
  log.write(
    decidedAt,
    by,
    'updatePenetrationTestIssue',
    { path },
    {
      description: 'Set status of penetration test issue',
      data: { testId: test.id, title: first.issue.title },
      changes: changesBetween({ status: 'open', statusReason: null }, { status: data.decided.status, statusReason: data.decided.reason }),
    },
  );
  log.write(
    later(decidedAt, 60),
    by,
    'replacePentestFindingContext',
    { path },
    {
      description: 'Saved note about penetration test issue',
      data: { testId: test.id },
      changes: changesOnCreate({ context: data.note }),
    },
  );
}

interface Numbered {
  readonly id: string;
  readonly at: string;
  readonly issue: ReturnType<typeof simulatedIssues>[number];
}

function reportedOf(testId: string, completedAt: string, issues: readonly Numbered[]): ReportContent {
  const unknown = {
    cve: null,
    cweId: null,
    cvssScore: null,
    attackPath: null,
    summary: null,
    affectedEndpoint: null,
    proofOfConcept: null,
  };
  const texts = { impact: null, remediation: null, validationSteps: null, evidence: null };
  const undecided = { statusReason: null, statusChangedAt: null, statusChangedById: null, statusVia: null, context: null };
  return {
    targetUrl: data.targetUrl,
    method: simulationMethod,
    completedAt,
    scanDepth,
    checks: null,
    issues: issues.toSorted(bySeverity).map(({ id, at, issue }) => ({
      ...unknown,
      ...texts,
      ...undecided,
      ...issue,
      id,
      testId,
      status: 'open',
      createdAt: at,
      updatedAt: at,
    })),
  };
}

function bySeverity({ issue: one }: Numbered, { issue: other }: Numbered): number {
  return severities.indexOf(one.severity) - severities.indexOf(other.severity);
}

async function insertCancelled(db: Transaction<SystemTables>, demo: DemoContext, by: Member): Promise<void> {
  const { calendar, log } = demo;
  const at = calendar.ago(data.cancelled.ago, 'cancelled test ordered');
  const ended = later(at, 1);
  const test = orderFields(demo, by, at);
  await db
    .insertInto('penetration_test')
    .values({ ...test, status: 'cancelled', completed_at: ended, updated_at: ended })
    .execute();
  log.write(at, by, 'createPenetrationTest', {
    body: { targetUrl: data.targetUrl, testMode: true, scanDepth },
    answer: { id: test.id },
  });
  log.write(
    ended,
    by,
    'cancelPenetrationTest',
    { path: { id: test.id } },
    {
      description: 'Cancelled penetration test',
      entityId: test.id,
      changes: changesOnCreate({ targetUrl: data.targetUrl, reason: data.cancelled.reason }),
    },
  );
}
