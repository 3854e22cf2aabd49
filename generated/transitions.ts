// Generated from generated/openapi.json by scripts/generate-transitions.ts. Do not edit.
export const backgroundCheckStatus = {
  invited: ['in_progress', 'cancelled', 'failed'],
  in_progress: ['in_review', 'completed', 'completed_with_flags', 'failed', 'cancelled'],
  in_review: ['completed', 'completed_with_flags', 'failed', 'cancelled'],
  completed: [],
  completed_with_flags: [],
  failed: [],
  cancelled: [],
} as const;
export const invitationStatus = {
  pending: ['accepted', 'rejected', 'cancelled', 'expired'],
  accepted: [],
  rejected: [],
  cancelled: [],
  expired: ['pending', 'cancelled'],
} as const;
export const policyStatus = {
  draft: ['published', 'needs_review'],
  published: ['needs_review'],
  needs_review: ['draft', 'published'],
} as const;
export const taskStatus = {
  todo: ['in_progress', 'in_review', 'done', 'not_relevant', 'failed'],
  in_progress: ['todo', 'in_review', 'done', 'not_relevant', 'failed'],
  in_review: ['todo', 'in_progress', 'done', 'not_relevant', 'failed'],
  done: ['todo', 'in_progress', 'not_relevant', 'failed'],
  not_relevant: ['todo', 'in_progress', 'in_review', 'done', 'failed'],
  failed: ['todo', 'in_progress', 'in_review', 'done', 'not_relevant'],
} as const;
export const implementationStatus = {
  not_started: ['partial', 'implemented', 'not_applicable'],
  partial: ['not_started', 'implemented', 'not_applicable'],
  implemented: ['not_started', 'partial', 'not_applicable'],
  not_applicable: ['not_started', 'partial', 'implemented'],
} as const;
export const taskAutomationStatus = {
  automated: ['manual'],
  manual: ['automated'],
} as const;
export const policyVersionState = {
  pending: ['draft', 'current', 'old'],
  current: ['pending', 'old'],
  old: ['pending', 'current'],
  draft: ['pending', 'current'],
} as const;
export const policySignatureStatus = {
  signed: ['pending'],
  pending: ['signed'],
} as const;
export const evidenceSubmissionStatus = {
  pending: ['approved', 'rejected'],
  approved: [],
  rejected: [],
} as const;
export const runStatus = {
  queued: ['running', 'completed', 'failed', 'cancelled'],
  running: ['queued', 'completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
} as const;
export const checkRunStatus = {
  pending: ['running', 'failed', 'cancelled', 'inconclusive'],
  running: ['completed', 'failed', 'cancelled', 'inconclusive'],
  completed: [],
  failed: [],
  cancelled: [],
  inconclusive: [],
} as const;
export const vendorAssessmentStage = {
  starting: ['researching'],
  researching: ['core_completed'],
  core_completed: ['completed'],
  completed: [],
} as const;
export const evidenceAutomationRunStatus = {
  pending: ['running', 'failed', 'cancelled'],
  running: ['pending', 'completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
} as const;
export const riskStatus = {
  open: ['pending', 'closed', 'archived'],
  pending: ['open', 'closed', 'archived'],
  closed: ['open', 'pending', 'archived'],
  archived: ['open', 'pending', 'closed'],
} as const;
export const mitigationTaskStatus = {
  open: ['in_progress', 'in_review', 'done', 'cancelled'],
  in_progress: ['open', 'in_review', 'done', 'cancelled'],
  in_review: ['open', 'in_progress', 'done', 'cancelled'],
  done: ['open', 'in_progress', 'in_review', 'cancelled'],
  cancelled: ['open', 'in_progress', 'in_review', 'done'],
} as const;
export const taskEvidenceRunStatus = {
  pending: ['running', 'failed', 'cancelled', 'inconclusive'],
  running: ['pending', 'completed', 'failed', 'cancelled', 'inconclusive'],
  completed: [],
  failed: [],
  cancelled: [],
  inconclusive: [],
} as const;
export const vendorStatus = {
  not_assessed: ['in_progress', 'assessed'],
  in_progress: ['not_assessed', 'assessed'],
  assessed: ['not_assessed', 'in_progress'],
} as const;
export const taskItemStatus = {
  todo: ['in_progress', 'in_review', 'done', 'cancelled'],
  in_progress: ['todo', 'in_review', 'done', 'cancelled'],
  in_review: ['todo', 'in_progress', 'done', 'cancelled'],
  done: ['todo', 'in_progress', 'in_review', 'cancelled'],
  cancelled: ['todo', 'in_progress', 'in_review', 'done'],
} as const;
export const engagementLetterStatus = {
  draft: ['sent'],
  sent: ['partially_signed', 'signed', 'declined', 'cancelled', 'expired'],
  partially_signed: ['signed', 'declined', 'cancelled', 'expired'],
  signed: ['superseded'],
  declined: ['draft'],
  cancelled: ['draft'],
  expired: ['draft'],
  superseded: [],
} as const;
export const engagementLetterSignatureStatus = {
  pending: ['unconfirmed', 'signed', 'declined', 'void'],
  unconfirmed: ['pending', 'signed', 'void'],
  signed: [],
  declined: [],
  void: [],
} as const;
export const soaDocumentStatus = {
  draft: ['in_progress', 'needs_review', 'completed'],
  in_progress: ['completed'],
  needs_review: ['completed'],
  completed: ['in_progress', 'needs_review'],
} as const;
export const soaApprovalStatus = {
  none: ['pending'],
  pending: ['approved', 'rejected'],
  approved: ['none'],
  rejected: ['none', 'pending'],
} as const;
export const answerStatus = {
  untouched: ['generated', 'manual'],
  generated: ['untouched', 'manual'],
  manual: ['untouched', 'generated'],
} as const;
export const ismsDocumentStatus = {
  draft: ['in_progress', 'needs_review'],
  in_progress: ['needs_review'],
  needs_review: ['approved', 'rejected'],
  approved: ['draft', 'needs_review'],
  rejected: ['needs_review'],
} as const;
export const ismsEuRepresentativeStatus = {
  appointed: ['not_required', 'pending'],
  not_required: ['appointed', 'pending'],
  pending: ['appointed', 'not_required'],
} as const;
export const ismsObjectiveStatus = {
  not_started: ['on_track', 'at_risk', 'met'],
  on_track: ['not_started', 'at_risk', 'met'],
  at_risk: ['not_started', 'on_track', 'met'],
  met: ['not_started', 'on_track', 'at_risk'],
} as const;
export const ismsWorkStatus = {
  planned: ['in_progress', 'completed'],
  in_progress: ['planned', 'completed'],
  completed: ['planned', 'in_progress'],
} as const;
export const ismsActionStatus = {
  open: ['in_progress', 'closed'],
  in_progress: ['open', 'closed'],
  closed: ['open', 'in_progress'],
} as const;
export const findingStatus = {
  open: ['ready_for_review', 'needs_revision', 'closed'],
  ready_for_review: ['open', 'needs_revision', 'closed'],
  needs_revision: ['open', 'ready_for_review', 'closed'],
  closed: ['open', 'needs_revision'],
} as const;
export const penetrationTestStatus = {
  provisioning: ['cloning', 'running', 'completed', 'failed', 'cancelled'],
  cloning: ['provisioning', 'running', 'completed', 'failed', 'cancelled'],
  running: ['provisioning', 'completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
} as const;
export const penetrationTestIssueStatus = {
  open: ['fixed', 'accepted', 'false_positive'],
  fixed: ['open', 'accepted', 'false_positive'],
  accepted: ['open', 'fixed', 'false_positive'],
  false_positive: ['open', 'fixed', 'accepted'],
} as const;
export const timelineStatus = {
  draft: ['active'],
  active: ['paused', 'completed'],
  paused: ['active'],
  completed: [],
} as const;
export const timelinePhaseStatus = {
  pending: ['in_progress', 'completed'],
  in_progress: ['pending', 'completed'],
  completed: ['pending', 'in_progress'],
} as const;
export const questionnaireStatus = {
  parsing: ['completed', 'failed'],
  completed: [],
  failed: ['parsing'],
} as const;
export const knowledgeBaseProcessingStatus = {
  pending: ['processing'],
  processing: ['completed', 'failed'],
  completed: ['processing'],
  failed: ['processing'],
} as const;
export const trustPortalStatus = {
  draft: ['published'],
  published: ['draft'],
} as const;
export const trustPortalFrameworkStatus = {
  started: ['in_progress', 'compliant'],
  in_progress: ['started', 'compliant'],
  compliant: ['started', 'in_progress'],
} as const;
export const trustAccessRequestStatus = {
  under_review: ['approved', 'rejected', 'cancelled'],
  approved: ['cancelled'],
  rejected: [],
  cancelled: [],
} as const;
export const trustAccessRequestNdaStatus = {
  not_required: ['pending'],
  pending: ['expired', 'signed', 'void'],
  expired: ['pending', 'void'],
  signed: ['void'],
  void: [],
} as const;
export const trustAccessGrantStatus = {
  active: ['expired', 'revoked'],
  expired: [],
  revoked: [],
} as const;
export const trustNdaStatus = {
  pending: ['signed', 'void'],
  signed: ['void'],
  void: [],
} as const;
export const visitorQuestionnaireStatus = {
  answering: ['waiting', 'released', 'failed'],
  waiting: ['released', 'rejected'],
  released: ['waiting'],
  rejected: [],
  failed: [],
} as const;
export const integrationConnectionStatus = {
  pending: ['active', 'error', 'disconnected'],
  active: ['error', 'paused', 'disconnected'],
  error: ['active', 'paused', 'disconnected'],
  paused: ['active', 'disconnected'],
  disconnected: ['active'],
} as const;
export const syncConnectionStatus = {
  active: ['error'],
  error: ['active'],
} as const;
export const syncStatus = {
  pending: ['running', 'failed'],
  running: ['completed', 'failed'],
  completed: [],
  failed: [],
} as const;
export const cloudFindingStatus = {
  passed: ['failed'],
  failed: ['passed'],
} as const;
export const uploadStatus = {
  pending: ['uploaded', 'expired'],
  uploaded: ['consumed', 'expired'],
  consumed: [],
  expired: [],
} as const;
