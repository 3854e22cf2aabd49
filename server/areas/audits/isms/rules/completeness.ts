/** Checks whether a document is complete enough to be submitted (isms, rule 9). */
import type { DocumentType } from './pack.ts';
import { type Narrative, parseNarrative } from './narratives.ts';
import { type Row, type RowOf, rowsOf } from './registers.ts';
import { type Treatment, findUnmetPlanRequirements } from './treatment.ts';

export interface Content {
  readonly type: DocumentType;
  readonly narrative: unknown;
  readonly rows: readonly Row[];
  readonly treatment: Treatment;
  /** Ids of active members, except staff of the operator. */
  readonly activeMemberIds: ReadonlySet<string>;
}

/** Teams of up to this many members need no deputy. */
const smallTeam = 3;

/** @returns the unmet requirements as sentences without a period; empty if the document is complete */
export function findUnmetRequirements(content: Content): string[] {
  switch (content.type) {
    case 'roles_and_responsibilities':
      return checkRoles(content);
    case 'monitoring':
      return checkMetrics(rowsOf(content.rows, 'metrics'));
    case 'internal_audit':
      return checkAudits(rowsOf(content.rows, 'audits'));
    case 'management_review':
      return checkReviews(content, parseNarrative(content.narrative));
    case 'risk_treatment_plan':
      return findUnmetPlanRequirements(content.treatment);
    default:
      return [];
  }
}

function checkRoles({ rows, activeMemberIds }: Content): string[] {
  const roles = rowsOf(rows, 'roles');
  const assignments = rowsOf(rows, 'role-assignments');
  const requiredRoles = ['top_management', 'spo', 'deputy_spo', 'internal_auditor'] as const;
  return requiredRoles.flatMap((key) => {
    const role = roles.find(({ roleKey }) => roleKey === key);
    if (!role) return [`The role ${key} is missing`];
    const hasActiveMember = assignments.some(({ roleId, memberId }) => roleId === role.id && activeMemberIds.has(memberId));
    const isOptional = key === 'deputy_spo' && activeMemberIds.size <= smallTeam;
    return [
      ...(hasActiveMember || isOptional || isExternalAudit(role) ? [] : [`The role ${role.name} has no active member`]),
      ...(key === 'internal_auditor' ? checkAuditRoute(role, activeMemberIds) : []),
    ];
  });
}

/** Returns whether an external firm audits, in which case no member needs to have the role. */
function isExternalAudit({ roleKey, auditRoute }: RowOf<'roles'>): boolean {
  return roleKey === 'internal_auditor' && auditRoute === 'external';
}

function checkAuditRoute(role: RowOf<'roles'>, activeMemberIds: ReadonlySet<string>): string[] {
  const { auditRoute, auditRouteMemberId, auditFirmName, auditEvidenceRef, auditCourse, auditDueDate } = role;
  const hasMember = auditRouteMemberId !== null && activeMemberIds.has(auditRouteMemberId);
  const requirements: readonly (readonly [met: boolean, message: string])[] =
    auditRoute === null
      ? [[false, 'The route of the internal auditor is not set']]
      : auditRoute === 'external'
        ? [
            [auditFirmName !== null, 'The external audit firm is not named'],
            [auditEvidenceRef !== null, 'The evidence of the qualification of the audit firm is missing'],
          ]
        : auditRoute === 'in_house'
          ? [[hasMember, 'The internal auditor is no active member']]
          : [
              [hasMember, 'The member who is trained as internal auditor is no active member'],
              [auditCourse !== null, 'The course of the internal auditor is missing'],
              [auditDueDate !== null, 'The due date of the course of the internal auditor is missing'],
            ];
  return requirements.flatMap(([met, message]) => (met ? [] : [message]));
}

function checkMetrics(metrics: readonly RowOf<'metrics'>[]): string[] {
  const activeMetrics = metrics.filter(({ isActive }) => isActive);
  return [
    ...(activeMetrics.length ? [] : ['There is no active metric']),
    ...activeMetrics.filter(({ cadence }) => cadence === null).map(({ name }) => `The metric ${name} has no cadence`),
  ];
}

function checkAudits(audits: readonly RowOf<'audits'>[]): string[] {
  return [
    ...(audits.length ? [] : ['There is no audit']),
    ...audits
      .filter(({ status, conclusionVerdict }) => status === 'completed' && conclusionVerdict === null)
      .map(({ reference }) => `The complete audit ${reference} has no verdict`),
  ];
}

function checkReviews({ rows }: Content, narrative: Narrative | undefined): string[] {
  const reviews = rowsOf(rows, 'reviews');
  const hasProcedure = narrative !== undefined && 'procedure' in narrative && narrative.procedure.trim() !== '';
  const inputs = rowsOf(rows, 'review-inputs');
  return [
    ...(hasProcedure ? [] : ['The procedure is missing']),
    ...(reviews.length ? [] : ['There is no management review']),
    ...reviews
      .filter(({ status }) => status === 'completed')
      .flatMap((review) => {
        const incompleteReview = (message: string) => `The complete review ${review.reference} ${message}`;
        const areInputsDiscussed = inputs.filter(({ reviewId }) => reviewId === review.id).every(({ discussed }) => discussed);
        return [
          ...(review.meetingDate === null ? [incompleteReview('has no date')] : []),
          ...(review.chairName === null ? [incompleteReview('has no chair')] : []),
          ...(review.attendees.length ? [] : [incompleteReview('has no attendees')]),
          ...(areInputsDiscussed ? [] : [incompleteReview('has inputs that were not discussed')]),
          ...(isSigned(review) ? [] : [incompleteReview('is not signed')]),
        ];
      }),
  ];
}

/** @returns whether a review is signed, which locks it (isms, rule 20) */
export function isSigned({ signoffChairName, signoffChairDate }: Pick<RowOf<'reviews'>, 'signoffChairName' | 'signoffChairDate'>): boolean {
  return signoffChairName !== null && signoffChairDate !== null;
}
