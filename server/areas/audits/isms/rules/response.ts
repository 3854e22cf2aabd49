/** Converts documents to API responses with nested rows (isms, rule 12). */
import type { components } from '#generated/api';
import { openActionsFor } from './open-actions.ts';
import { parseNarrative } from './narratives.ts';
import { templateOf } from './pack.ts';
import { isOverdue, sortLatestFirst, missingPeriods, today } from './periods.ts';
import { type Row, type RowOf, rowsOf } from './registers.ts';
import type { StoredDocument } from './stored.ts';

type Schemas = components['schemas'];

/** @param rows metrics and measurements @returns document summaries in the order of the pack */
export function summaryOf(documents: readonly StoredDocument[], rows: readonly Row[]): Schemas['IsmsDocumentSummary'][] {
  return documents
    .map((document) => ({ ...coreOf(document, rows), clause: templateOf(document.type).clause }))
    .toSorted((first, other) => templateOf(first.type).position - templateOf(other.type).position);
}

/** @param rows rows of the document, sorted by position @param objectives objectives that metrics may be linked to */
export function withRows(
  document: StoredDocument,
  rows: readonly Row[],
  controlLinks: Schemas['IsmsControlLink'][],
  objectives: readonly RowOf<'objectives'>[],
): Omit<Schemas['IsmsDocument'], 'submittedBy' | 'submittedAt' | 'approvedBy' | 'selfApproved' | 'via'> {
  const { organizationId, frameworkId, templateId, preparedBy, approverId, approvedAt, declinedAt, declineReason, versionId } = document;
  return {
    ...coreOf(document, rows),
    organizationId,
    frameworkId,
    templateId,
    preparedBy,
    approverId,
    approvedAt,
    declinedAt,
    declineReason,
    currentVersionId: versionId,
    draftNarrative: parseNarrative(document.narrative) ?? null,
    contextIssues: rowsOf(rows, 'context-issues'),
    interestedParties: rowsOf(rows, 'interested-parties'),
    interestedPartyRequirements: rowsOf(rows, 'requirements'),
    objectives: rowsOf(rows, 'objectives'),
    roles: rowsOf(rows, 'roles').map((role) => ({
      ...role,
      assignments: rowsOf(rows, 'role-assignments').filter(({ roleId }) => roleId === role.id),
    })),
    metrics: rowsOf(rows, 'metrics').map((metric) => metricOf(metric, rows, objectives)),
    audits: rowsOf(rows, 'audits').map((audit) => ({
      ...audit,
      controls: rowsOf(rows, 'audit-controls').filter(({ auditId }) => auditId === audit.id),
      findings: rowsOf(rows, 'audit-findings').filter(({ auditId }) => auditId === audit.id),
    })),
    reviews: rowsOf(rows, 'reviews').map((review) => ({
      ...review,
      inputs: rowsOf(rows, 'review-inputs').filter(({ reviewId }) => reviewId === review.id),
      actions: rowsOf(rows, 'review-actions').filter(({ reviewId }) => reviewId === review.id),
      carriedForward: openActionsFor(review, rows).map(({ reference, action: { id, description, status, dueDate } }) => ({
        id,
        reference,
        description,
        status,
        dueDate,
      })),
    })),
    controlLinks,
  };
}

function metricOf(metric: RowOf<'metrics'>, rows: readonly Row[], objectives: readonly RowOf<'objectives'>[]): Schemas['IsmsMetricDetail'] {
  const measurements = sortLatestFirst(rowsOf(rows, 'measurements').filter(({ metricId }) => metricId === metric.id));
  const measuredDays = measurements.map(({ periodStart }) => periodStart);
  const objective = objectives.find(({ id }) => id === metric.objectiveId);
  return {
    ...metric,
    linkedObjective: objective ? { id: objective.id, objective: objective.objective } : null,
    isOverdue: isOverdue(metric, measuredDays, today()),
    missingPeriods: missingPeriods(metric, measuredDays, today()),
    measurements,
  };
}

function coreOf(document: StoredDocument, rows: readonly Row[]): Schemas['IsmsDocumentCore'] {
  const { id, type, title, status, requirementId, versionId, versionNumber, publishedAt, createdAt, updatedAt, version } = document;
  return {
    id,
    type,
    title,
    status,
    requirementId,
    currentVersion:
      versionId !== null && versionNumber !== null && publishedAt !== null ? { id: versionId, version: versionNumber, publishedAt } : null,
    hasApprovedVersion: versionId !== null,
    ...(type === 'monitoring' && { overdueMetricCount: countOverdue(rows) }),
    createdAt,
    updatedAt,
    version,
  };
}

function countOverdue(rows: readonly Row[]): number {
  const measurementsByMetric = Map.groupBy(rowsOf(rows, 'measurements'), ({ metricId }) => metricId);
  return rowsOf(rows, 'metrics').filter((metric) => {
    const measuredDays = (measurementsByMetric.get(metric.id) ?? []).map(({ periodStart }) => periodStart);
    return isOverdue(metric, measuredDays, today());
  }).length;
}
