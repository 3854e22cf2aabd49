/** The states in which a person has approved, signed, accepted or published something, and the columns that store them. */
import type { operations } from '#generated/operations';

type OperationId = keyof typeof operations;

interface ApprovedState {
  readonly table: string;
  /** SQL condition for a row in this state. `$` is the row. */
  readonly when: string;
  /** The columns that store it. */
  readonly columns: readonly string[];
  /**
   * `two_people`: one submits and another approves. `two_parties`: one person from each party signs. `person`: requires the session of the
   * person who makes the statement. `decision`: one person decides, and a key may do so for them, which the record shows.
   */
  readonly takes: 'two_people' | 'two_parties' | 'person' | 'decision';
  /** The operations that reach the state. */
  readonly operations: readonly OperationId[];
}

export const approvedStates: Readonly<Record<string, ApprovedState>> = {
  approval: {
    table: 'approval',
    when: "$.status = 'approved'",
    columns: ['status', 'decided_by_id', 'decided_by_snapshot', 'decided_at', 'self_approved', 'approver_id', 'others_could_approve'],
    takes: 'two_people',
    operations: ['approveTask', 'acceptPolicyChanges', 'approveSoaDocument', 'approveIsmsDocument', 'reviewEvidenceSubmission'],
  },
  taskApproved: {
    table: 'task',
    when: '$.approved_at is not null',
    columns: ['approved_at', 'approver_id'],
    takes: 'two_people',
    operations: ['approveTask'],
  },
  statementApproved: {
    table: 'soa_document',
    when: '$.approved_at is not null',
    columns: ['approved_at', 'approved_by', 'approved_references', 'approver_id'],
    takes: 'two_people',
    operations: ['approveSoaDocument'],
  },
  ismsDocumentApproved: {
    table: 'isms_document',
    when: "$.approved_at is not null or $.status = 'approved'",
    columns: ['approved_at', 'status', 'approver_id'],
    takes: 'two_people',
    operations: ['approveIsmsDocument'],
  },
  ismsVersion: {
    table: 'isms_version',
    when: 'true',
    columns: ['published_at', 'published_by_id', 'published_by_name', 'approval_id'],
    takes: 'two_people',
    operations: ['approveIsmsDocument'],
  },
  submissionApproved: {
    table: 'evidence_submission',
    when: "$.status = 'approved'",
    columns: ['status'],
    takes: 'two_people',
    operations: ['reviewEvidenceSubmission'],
  },
  letterSigned: {
    table: 'engagement_letter',
    when: "$.status = 'signed'",
    columns: ['status', 'signed_at'],
    takes: 'two_parties',
    operations: ['signEngagementLetter', 'signEngagementLetterByToken', 'confirmRecordedSignatureByToken'],
  },
  signature: {
    table: 'engagement_letter_signature',
    when: "$.status in ('signed', 'unconfirmed')",
    columns: ['status', 'signed_at', 'confirmed_at', 'signer_name', 'signer_email', 'signer_title'],
    takes: 'person',
    operations: ['signEngagementLetter', 'signEngagementLetterByToken', 'recordEngagementSignature', 'confirmRecordedSignatureByToken'],
  },
  riskAcceptance: {
    table: 'risk_acceptance',
    when: 'true',
    columns: ['accepted_by_id', 'accepted_by_name', 'recorded_by_id', 'recorded_by_name'],
    takes: 'person',
    operations: ['createRiskAcceptance'],
  },
  vendorAcceptance: {
    table: 'vendor_acceptance',
    when: 'true',
    columns: ['accepted_by_id', 'accepted_by_name', 'recorded_by_id', 'recorded_by_name'],
    takes: 'person',
    operations: ['createVendorAcceptance'],
  },
  reviewSignedOff: {
    table: 'isms_row',
    // The condition of a trigger cannot contain a subquery, so the text is searched. `[^n]` excludes null.
    when: `$.fields::text ~ '"signoff[A-Za-z]+": [^n]'`,
    columns: ['fields'],
    takes: 'person',
    operations: ['updateIsmsRegisterRow'],
  },
  policyPublished: {
    table: 'policy',
    when: "$.status = 'published'",
    columns: ['status', 'last_published_at', 'approver_id'],
    takes: 'decision',
    operations: [
      'createPolicy',
      'updatePolicy',
      'publishPolicyVersion',
      'activatePolicyVersion',
      'publishAllPolicies',
      'acceptPolicyChanges',
      'denyPolicyChanges',
    ],
  },
  versionPublished: {
    table: 'policy_version',
    when: '$.published_at is not null',
    columns: ['published_at', 'published_by_id', 'published_via'],
    takes: 'decision',
    operations: [
      'createPolicy',
      'updatePolicy',
      'publishPolicyVersion',
      'activatePolicyVersion',
      'publishAllPolicies',
      'acceptPolicyChanges',
    ],
  },
  policySigned: {
    table: 'policy_acknowledgement',
    when: 'true',
    columns: ['acknowledged_at'],
    takes: 'decision',
    operations: ['acknowledgePolicy', 'acknowledgePolicies'],
  },
  accessGranted: {
    table: 'trust_access_request',
    when: "$.status = 'approved'",
    columns: ['status', 'reviewer_member_id', 'reviewed_at', 'reviewed_via'],
    takes: 'decision',
    operations: ['approveTrustAccessRequest', 'signNdaByToken'],
  },
  ndaSigned: {
    table: 'trust_nda_agreement',
    when: "$.status = 'signed'",
    columns: ['status', 'signed_at', 'signer_name', 'signer_email', 'grant_id'],
    takes: 'person',
    operations: ['signNdaByToken'],
  },
  visitorAnswersReleased: {
    table: 'visitor_questionnaire',
    when: "$.status = 'released'",
    columns: ['status', 'released_answers', 'decided_by_member_id', 'decided_at'],
    takes: 'person',
    operations: ['releaseVisitorQuestionnaire'],
  },
  findingClosed: {
    table: 'finding',
    when: "$.status = 'closed'",
    columns: ['status', 'closed_at'],
    takes: 'decision',
    operations: ['updateFinding'],
  },
  phaseCompleted: {
    table: 'timeline_phase',
    when: '$.completed_at is not null',
    columns: ['completed_at', 'completed_by_id', 'completed_via'],
    takes: 'decision',
    operations: ['completeTimelinePhase', 'updateTimelinePhase'],
  },
  trainingCompleted: {
    table: 'training_completion',
    when: '$.completed_at is not null',
    columns: ['completed_at'],
    takes: 'decision',
    operations: ['completeTrainingVideo'],
  },
  offboardingCompleted: {
    table: 'offboarding_completion',
    when: 'true',
    columns: ['completed_by_id', 'completed_at', 'completed_via'],
    takes: 'decision',
    operations: ['completeOffboardingItem', 'revokeAllVendorAccess', 'revokeVendorAccess'],
  },
  accessRevoked: {
    table: 'access_revocation',
    when: 'true',
    columns: ['revoked_by_id', 'revoked_at', 'revoked_via'],
    takes: 'decision',
    operations: ['revokeAllVendorAccess', 'revokeVendorAccess'],
  },
  findingExcepted: {
    table: 'finding_exception',
    when: 'true',
    columns: ['reviewed_by'],
    takes: 'decision',
    operations: ['markCloudFindingException'],
  },
  pentestIssueAccepted: {
    table: 'penetration_test_issue',
    when: "$.status = 'accepted'",
    columns: ['status'],
    takes: 'decision',
    operations: ['updatePenetrationTestIssue'],
  },
};

/** Columns whose names or values look like such a state but are not, and what they are instead. */
export const noApproval: Readonly<Record<string, string>> = {
  'audit_checkpoint.signature': 'the service signs the chain of the log',
  'control.last_review_date': 'a day that people enter',
  'control.next_review_date': 'a day that people enter',
  'engagement_letter.organization_signatory_member_id': 'who is asked to sign',
  'engagement_letter_event.type': 'the history of what other columns say',
  'engagement_letter_link.confirms_id': 'what a link is for',
  'evidence_automation_run.completed_at': 'a run of the service',
  'evidence_automation_version.publisher': 'a program, not a statement',
  'evidence_automation_version.published_by_id': 'a program, not a statement',
  'evidence_automation_version.published_via': 'a program, not a statement',
  'evidence_submission.reviewed_by_id': 'also of a rejection',
  'evidence_submission.reviewed_at': 'also of a rejection',
  'evidence_submission.reviewed_via': 'also of a rejection',
  'evidence_submission.review_reason': 'also of a rejection',
  'finding_exception.revoked_at': 'the end of an exception',
  'finding_exception.revoked_by_id': 'the end of an exception',
  'finding_exception.revoked_via': 'the end of an exception',
  'integration_check_run.completed_at': 'a run of the service',
  'integration_sync_log.completed_at': 'a run of the service',
  'invitation.status': 'the invited person accepts with an own account',
  'isms_profile.completed_at': 'answers of a wizard',
  'member.background_check_exempt': 'a setting of a member',
  'member.background_check_exempt_reason': 'a setting of a member',
  'member.background_check_exempt_justification': 'a setting of a member',
  'onboarding.setup_job_completed': 'a step of the setup',
  'organization.onboarding_completed': 'a step of the setup',
  'organization.is_device_mgmt_setup_completed': 'a step of the setup',
  'organization.evidence_approval_enabled': 'a setting',
  'penetration_test.completed_agents': 'a run of the service',
  'penetration_test.completed_at': 'a run of the service',
  'policy.is_required_to_sign': 'a setting',
  'policy.review_date': 'when a review is due',
  'risk.status': 'a state of the register; an acceptance is a record of its own',
  'risk.review_due_at': 'when a review is due',
  'risk.review_notified_for': 'which review was announced',
  'role_notification_setting.task_assignments': 'a setting',
  'soa_answer.needs_review': 'an answer that is not complete',
  'soa_document.completed_at': 'when all controls were decided',
  'task.review_date': 'when a review is due',
  'task.last_completed_at': 'also of a task that needs no approval',
  'task_item.completed_at': 'a piece of work',
  'timeline.completed_at': 'follows from its phases',
  'timeline_phase.completion_type': 'a setting',
  'timeline_phase.locks_timeline_on_complete': 'a setting',
  'timeline_phase.ready_for_review': 'asks for a review',
  'timeline_phase.ready_for_review_at': 'asks for a review',
  'trust_access_grant.revoked_at': 'the end of an access',
  'trust_access_grant.revoked_by_member_id': 'the end of an access',
  'trust_access_grant.revoked_via': 'the end of an access',
  'trust_nda_agreement.sign_token_expires_at': 'when a link ends',
  'trust_portal.status': 'whether the page is public',
  'vendor.accept_text': 'the reason why a vendor is kept',
  'vendor.review_due_at': 'when a review is due',
  'vendor.review_notified_for': 'which review was announced',
};
