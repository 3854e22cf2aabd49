// Generated from server/platform/database/migrations/. Do not edit.
import type { ColumnType, Generated } from 'kysely';
import type { components } from './api.d.ts';

type Enumerations = components['schemas'];

export interface AccessRevocation {
  id: string;
  member_id: string;
  vendor_id: string;
  revoked_by_id: string | null;
  revoked_via: string | null;
  revoked_at: string;
  notes: string | null;
  organization_id: ColumnType<string, never, never>;
}

export interface AgentSession {
  id: string;
  token_hash: string;
  user_id: string;
  expires_at: string;
  created_at: Generated<string>;
}

export interface ApiKey {
  id: string;
  name: string;
  hash: string;
  key_prefix: string;
  scopes: string[];
  expires_at: string | null;
  last_used_at: string | null;
  is_active: Generated<boolean>;
  created_by_member_id: string | null;
  created_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  created_via: string | null;
}

export interface Approval {
  id: string;
  task_id: string | null;
  policy_version_id: string | null;
  soa_document_id: string | null;
  isms_document_id: string | null;
  evidence_submission_id: string | null;
  status: Generated<'pending' | 'approved' | 'rejected' | 'withdrawn' | 'outdated'>;
  content_hash: string;
  submitted_by_id: string | null;
  submitted_by_snapshot: unknown | null;
  submitted_with_key_of_id: string | null;
  submitted_at: Generated<string>;
  via: string | null;
  others_could_approve: boolean | null;
  approver_id: string | null;
  decided_by_id: string | null;
  decided_by_snapshot: unknown | null;
  decided_at: string | null;
  self_approved: Generated<boolean>;
  organization_id: ColumnType<string, never, never>;
}

export interface Attachment {
  id: string;
  name: string;
  mime_type: string;
  size: number;
  sha256: string;
  description: string | null;
  entity_type: Enumerations['AttachmentEntityType'];
  entity_id: string;
  uploaded_by_id: string | null;
  via: string | null;
  file_key: string;
  content_text: string | null;
  reading_due_at: string | null;
  reading_attempts: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface AuditCheckpoint {
  id: string;
  sequence: number;
  hash: string;
  previous_checkpoint_hash: string | null;
  created_at: string;
  key_id: string;
  public_key: string;
  signature: string;
  anchored_at: string | null;
  anchor_attempts: Generated<number>;
  anchor_due_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface AuditEntry {
  id: string;
  sequence: number;
  timestamp: string;
  user_id: string | null;
  member_id: string | null;
  entity_type: Enumerations['AuditLogEntityType'] | null;
  entity_id: string | null;
  description: string | null;
  data: unknown;
  user_snapshot: unknown | null;
  previous_hash: string | null;
  hash: string;
  organization_id: ColumnType<string, never, never>;
}

export interface AuditHead {
  organization_id: ColumnType<string, never, never>;
  sequence: Generated<number>;
  hash: string | null;
}

export interface BackgroundCheckRequest {
  id: string;
  member_id: string;
  status: Generated<Enumerations['BackgroundCheckStatus']>;
  requester_notes: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface CatalogueEdition {
  hash: string;
  loaded_at: Generated<string>;
}

export interface CloudActivity {
  id: string;
  connection_id: string;
  type: Enumerations['CloudActivityType'];
  description: string;
  user_id: string | null;
  status: Enumerations['CloudActivityStatus'];
  metadata: Generated<unknown>;
  created_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface Comment {
  id: string;
  content: string;
  entity_type: Enumerations['CommentEntityType'];
  entity_id: string;
  author_id: string | null;
  via: string | null;
  author_snapshot: unknown;
  created_at: Generated<string>;
  updated_at: string | null;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface ContextEntry {
  id: string;
  question: string;
  answer: string;
  tags: Generated<string[]>;
  audience: Generated<Enumerations['Audience']>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface Control {
  id: string;
  name: string;
  organization_id: ColumnType<string, never, never>;
  description: Generated<string>;
  last_review_date: string | null;
  next_review_date: string | null;
  archived_at: string | null;
  control_template_id: string | null;
  owner_id: string | null;
  external_id: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  version: Generated<number>;
}

export interface ControlDocumentType {
  id: string;
  control_id: string;
  form_type: Enumerations['EvidenceFormType'];
  organization_id: ColumnType<string, never, never>;
}

export interface ControlPolicy {
  id: string;
  control_id: string;
  policy_id: string;
  organization_id: ColumnType<string, never, never>;
}

export interface ControlTask {
  id: string;
  control_id: string;
  task_id: string;
  organization_id: ColumnType<string, never, never>;
}

export interface ControlTemplate {
  id: string;
  name: string;
  description: string;
  control_family: string | null;
  guidance: unknown | null;
  removed_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface ControlTemplateDocumentType {
  id: string;
  framework_id: string;
  control_template_id: string;
  form_type: Enumerations['EvidenceFormType'];
}

export interface ControlTemplatePolicy {
  id: string;
  framework_id: string;
  control_template_id: string;
  policy_template_id: string;
}

export interface ControlTemplateRequirement {
  control_template_id: string;
  requirement_id: string;
  strength: Generated<Enumerations['RequirementStrength']>;
}

export interface ControlTemplateTask {
  id: string;
  framework_id: string;
  control_template_id: string;
  task_template_id: string;
}

export interface CustomFramework {
  id: string;
  name: string;
  description: string;
  version: Generated<string>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  record_version: Generated<number>;
}

export interface CustomRequirement {
  id: string;
  name: string;
  identifier: string;
  requirement_family: string | null;
  description: string;
  custom_framework_id: string | null;
  framework_instance_id: string | null;
  oscal_id: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface CustomRole {
  id: string;
  name: string;
  permissions: Generated<unknown>;
  obligations: Generated<unknown>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface DeletedOrganization {
  id: string;
  created_at: Generated<string>;
}

export interface Device {
  id: string;
  member_id: string;
  name: string;
  hostname: string;
  platform: Enumerations['DevicePlatform'];
  os_version: string;
  serial_number: string | null;
  is_duplicate_serial: Generated<boolean>;
  hardware_id: string | null;
  hardware_model: string | null;
  source: 'agent' | 'integration';
  disk_encryption_enabled: Generated<boolean>;
  antivirus_enabled: Generated<boolean>;
  password_policy_set: Generated<boolean>;
  screen_lock_enabled: Generated<boolean>;
  check_details: unknown | null;
  source_compliance: unknown | null;
  integration_connection_id: string | null;
  external_device_id: string | null;
  agent_version: string | null;
  last_check_in: string | null;
  agent_session_id: string | null;
  agent_session_until: string | null;
  installed_at: Generated<string>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface DevicePolicyResult {
  id: string;
  member_id: string;
  policy_id: string;
  policy_name: string;
  response: 'pass' | 'fail';
  attachments: Generated<string[]>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface Employee {
  id: string;
  name: string;
  email: string;
  department: Generated<Enumerations['Department']>;
  is_active: Generated<boolean>;
  external_employee_id: string | null;
  user_id: string | null;
  member_id: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface EngagementLetter {
  id: string;
  reference: string;
  title: string;
  engagement_type: Generated<Enumerations['EngagementType']>;
  framework_instance_id: string | null;
  timeline_instance_id: string | null;
  status: Generated<Enumerations['EngagementLetterStatus']>;
  auditor_firm: string;
  auditor_address: string | null;
  auditor_contact_name: string;
  auditor_contact_email: string;
  auditor_member_id: string | null;
  organization_legal_name: string;
  organization_address: string | null;
  organization_signatory_member_id: string | null;
  scope: string;
  criteria: string | null;
  period_start: string | null;
  period_end: string | null;
  fieldwork_start: string | null;
  fieldwork_end: string | null;
  report_due_date: string | null;
  deliverables: Generated<string[]>;
  organization_responsibilities: string | null;
  auditor_responsibilities: string | null;
  independence_statement: string | null;
  confidentiality_terms: string | null;
  other_terms: string | null;
  fee: unknown | null;
  governing_law: string | null;
  template_id: string | null;
  built_in_template_id: string | null;
  supersedes_id: string | null;
  expires_at: string | null;
  sent_at: string | null;
  signed_at: string | null;
  declined_at: string | null;
  cancelled_at: string | null;
  decline_reason: string | null;
  cancel_reason: string | null;
  content_hash: string | null;
  pdf_key: string | null;
  pdf_due_at: string | null;
  pdf_attempts: Generated<number>;
  created_by_id: string | null;
  created_via: string | null;
  updated_by_id: string | null;
  updated_via: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface EngagementLetterEvent {
  id: string;
  letter_id: string;
  type: Enumerations['EngagementLetterEventType'];
  at: Generated<string>;
  actor_kind: Enumerations['EngagementLetterActorKind'];
  actor_name: string;
  actor_email: string | null;
  detail: unknown | null;
  organization_id: ColumnType<string, never, never>;
}

export interface EngagementLetterLink {
  id: string;
  letter_id: string;
  party: Enumerations['EngagementLetterParty'];
  confirms_id: string | null;
  token_hash: string;
  expires_at: string;
  ended_at: string | null;
  organization_id: ColumnType<string, never, never>;
}

export interface EngagementLetterSignature {
  id: string;
  letter_id: string;
  party: Enumerations['EngagementLetterParty'];
  status: Generated<Enumerations['EngagementLetterSignatureStatus']>;
  signer_name: string;
  signer_email: string;
  signer_title: string | null;
  method: Enumerations['EngagementLetterSignatureMethod'] | null;
  signed_at: string | null;
  ip_address: string | null;
  user_agent: string | null;
  token_expires_at: string | null;
  reminded_at: string | null;
  recorded_by_id: string | null;
  recorded_by_name: string | null;
  named_name: string | null;
  named_email: string | null;
  confirmed_at: string | null;
  file_key: string | null;
  organization_id: ColumnType<string, never, never>;
}

export interface EngagementLetterTemplate {
  id: string;
  name: string;
  engagement_type: Enumerations['EngagementType'];
  scope: string | null;
  criteria: string | null;
  organization_responsibilities: string | null;
  auditor_responsibilities: string | null;
  independence_statement: string | null;
  confidentiality_terms: string | null;
  other_terms: string | null;
  deliverables: Generated<string[]>;
  is_active: Generated<boolean>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface EngagementLetterYear {
  id: string;
  year: number;
  last_number: Generated<number>;
  organization_id: ColumnType<string, never, never>;
}

export interface EphemeralValue {
  key_hash: string;
  value: unknown;
  expires_at: string;
}

export interface EvidenceAutomation {
  id: string;
  task_id: string;
  name: string;
  description: string | null;
  is_enabled: Generated<boolean>;
  schedule_frequency: Generated<Enumerations['TaskFrequency']>;
  last_run_at: string | null;
  due_at: string | null;
  evaluation_criteria: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface EvidenceAutomationRun {
  id: string;
  evidence_automation_id: string;
  task_id: string | null;
  run_id: string | null;
  status: Generated<Enumerations['EvidenceAutomationRunStatus']>;
  started_at: string | null;
  completed_at: string | null;
  success: boolean | null;
  error: string | null;
  logs: unknown | null;
  output: unknown | null;
  evaluation_status: Enumerations['EvidenceAutomationVerdict'] | null;
  evaluation_reason: string | null;
  triggered_by: Generated<Enumerations['EvidenceAutomationTrigger']>;
  run_duration: number | null;
  version: number | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  record_version: Generated<number>;
}

export interface EvidenceAutomationVersion {
  id: string;
  evidence_automation_id: string;
  version: number;
  file_name: string;
  file_type: string;
  file_size: number;
  sha256: string;
  file_key: string;
  uses_connections: Generated<boolean>;
  published_by_id: string | null;
  published_via: string | null;
  publisher: unknown | null;
  changelog: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  record_version: Generated<number>;
}

export interface EvidenceExport {
  id: string;
  file_name: string;
  file_size: number;
  file_key: string;
  expires_at: string;
  organization_id: ColumnType<string, never, never>;
}

export interface EvidenceFile {
  id: string;
  file_key: string;
  form_type: Enumerations['EvidenceFormType'];
  submission_id: string | null;
  name: string;
  mime_type: string;
  created_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface EvidenceFormSetting {
  id: string;
  form_type: Enumerations['EvidenceFormType'];
  is_not_relevant: Generated<boolean>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface EvidenceSubmission {
  id: string;
  form_type: Enumerations['EvidenceFormType'];
  submitted_at: Generated<string>;
  submitted_by_id: string | null;
  submitted_via: string | null;
  data: Generated<unknown>;
  search_text: Generated<string>;
  status: Generated<Enumerations['EvidenceSubmissionStatus']>;
  reviewed_by_id: string | null;
  reviewed_at: string | null;
  reviewed_via: string | null;
  review_reason: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface Finding {
  id: string;
  type: Generated<Enumerations['FindingType']>;
  status: Generated<Enumerations['FindingStatus']>;
  severity: Generated<Enumerations['FindingSeverity']>;
  content: string;
  revision_note: string | null;
  area: Enumerations['FindingArea'] | null;
  evidence_form_type: Enumerations['EvidenceFormType'] | null;
  task_id: string | null;
  evidence_submission_id: string | null;
  policy_id: string | null;
  vendor_id: string | null;
  risk_id: string | null;
  member_id: string | null;
  device_id: string | null;
  template_id: string | null;
  created_by_id: string | null;
  created_via: string | null;
  closed_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface FindingException {
  id: string;
  connection_id: string;
  check_id: string;
  resource_id: string;
  reason: string;
  reviewed_by: string | null;
  expires_at: string | null;
  marked_by_id: string;
  via: string | null;
  marked_at: string;
  revoked_at: string | null;
  revoked_by_id: string | null;
  revoked_via: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface FindingRegression {
  id: string;
  connection_id: string;
  check_id: string;
  resource_id: string;
  previously_resolved_at: string;
  previous_resolution_id: string | null;
  regressed_at: string;
  detected_in_scan_id: string;
  days_clean: number | null;
  organization_id: ColumnType<string, never, never>;
}

export interface FindingResolution {
  id: string;
  connection_id: string;
  check_id: string;
  resource_id: string;
  resource_type: string | null;
  resolved_at: string;
  resolution_method: Enumerations['FindingResolutionMethod'];
  resolved_by_id: string | null;
  remediation_action_id: string | null;
  resolved_from_scan_id: string;
  detected_in_scan_id: string;
  days_open: number | null;
  resource_key: ColumnType<string | null, never, never>;
  organization_id: ColumnType<string, never, never>;
}

export interface FrameworkControlDocumentType {
  id: string;
  framework_instance_id: string;
  control_id: string;
  form_type: Enumerations['EvidenceFormType'];
  created_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface FrameworkControlFamily {
  id: string;
  framework_instance_id: string;
  control_id: string;
  control_family: string;
  organization_id: ColumnType<string, never, never>;
}

export interface FrameworkControlPolicy {
  id: string;
  framework_instance_id: string;
  control_id: string;
  policy_id: string;
  created_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface FrameworkControlTask {
  id: string;
  framework_instance_id: string;
  control_id: string;
  task_id: string;
  created_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface FrameworkInstance {
  id: string;
  framework_id: string | null;
  custom_framework_id: string | null;
  current_version_id: string | null;
  scope: string[] | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface FrameworkSyncOperation {
  id: string;
  framework_instance_id: string;
  from_version_id: string;
  to_version_id: string;
  kind: Enumerations['FrameworkSyncKind'];
  performed_at: Generated<string>;
  performed_by_id: string | null;
  performed_via: string | null;
  rollback_expires_at: string | null;
  rolled_back_by_operation_id: string | null;
  undo_payload: unknown;
  summary: unknown;
  organization_id: ColumnType<string, never, never>;
}

export interface FrameworkVersion {
  id: string;
  framework_id: string;
  version: string;
  published_at: Generated<string>;
  published_by_id: string | null;
  release_notes: string | null;
  manifest: unknown;
}

export interface IdempotentAnswer {
  id: string;
  key_hash: string;
  fingerprint: string;
  answer: Uint8Array;
  created_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface InstallationBackup {
  id: string;
  version: string;
  taken_at: string;
  finished_at: Generated<string>;
  size: number;
  sha256: string;
  row_count: number;
  file_count: number;
  file_bytes: number;
  fault_count: number;
}

export interface IntegrationCheckResult {
  id: string;
  check_run_id: string;
  place: number;
  passed: boolean;
  resource_type: string;
  resource_id: string;
  title: string;
  description: string | null;
  severity: Enumerations['CheckSeverity'] | null;
  remediation: string | null;
  evidence: unknown | null;
  account: string | null;
  service_id: string | null;
  finding_key: string | null;
  check_key: string | null;
  region: string | null;
  project_display_name: string | null;
  failing_since: string | null;
  resource_key: ColumnType<string | null, never, never>;
  collected_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface IntegrationCheckRun {
  id: string;
  connection_id: string;
  run_id: string | null;
  task_id: string | null;
  check_id: string;
  check_name: string;
  status: Generated<Enumerations['CheckRunStatus']>;
  triggered_by: Enumerations['CheckRunTrigger'];
  started_at: string | null;
  completed_at: string | null;
  total_checked: Generated<number>;
  passed_count: Generated<number>;
  failed_count: Generated<number>;
  error_message: string | null;
  logs: Generated<unknown>;
  scanned_services: Generated<string[]>;
  failed_services: Generated<string[]>;
  scan_mode: string | null;
  error_code: Enumerations['CloudScanErrorCode'] | null;
  created_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface IntegrationConnection {
  id: string;
  provider: string;
  exclusive: boolean;
  label: string;
  status: Generated<Enumerations['IntegrationConnectionStatus']>;
  auth_strategy: Enumerations['IntegrationAuthStrategy'];
  sync_cadence: string | null;
  metadata: Generated<unknown>;
  variables: Generated<unknown>;
  enabled_services: string[] | null;
  error_message: string | null;
  credential_id: string | null;
  refresh_lease: string | null;
  refresh_lease_until: string | null;
  last_sync_at: string | null;
  checks_due_at: string | null;
  sync_due_at: string | null;
  devices_due_at: string | null;
  scan_due_at: string | null;
  mode: Generated<Enumerations['IntegrationConnectionMode']>;
  scan_mode: Enumerations['CloudScanMode'] | null;
  detected_services: string[] | null;
  detected_at: string | null;
  project_names: Generated<unknown>;
  reconnected_at: string | null;
  inventory_key: string | null;
  latest_scan_id: string | null;
  deleted_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface IntegrationCredential {
  id: string;
  connection_id: string;
  version: number;
  sealed: unknown;
  key_id: string;
  expires_at: string | null;
  rotated_at: string | null;
  created_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface IntegrationSyncLog {
  id: string;
  connection_id: string;
  run_id: string | null;
  provider: string;
  event_type: Enumerations['SyncEventType'];
  status: Generated<Enumerations['SyncStatus']>;
  triggered_by: Enumerations['SyncTrigger'];
  user_id: string | null;
  via: string | null;
  started_at: string | null;
  completed_at: string | null;
  result: unknown | null;
  error: string | null;
  created_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface IntegrationTaskCheck {
  id: string;
  task_id: string;
  connection_id: string;
  check_id: string;
  is_disabled: boolean;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface Invitation {
  id: string;
  email: string;
  roles: string[];
  status: Generated<'pending' | 'accepted' | 'rejected' | 'cancelled'>;
  expires_at: string;
  inviter_id: string;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface IsmsDocument {
  id: string;
  framework_id: string;
  requirement_id: string | null;
  template_id: string | null;
  type: Enumerations['IsmsDocumentType'];
  title: string;
  status: Generated<Enumerations['IsmsDocumentStatus']>;
  prepared_by: Generated<string>;
  approver_id: string | null;
  submitted_by: string | null;
  approved_at: string | null;
  declined_at: string | null;
  decline_reason: string | null;
  narrative: unknown | null;
  baseline: unknown | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface IsmsDocumentControl {
  id: string;
  document_id: string;
  control_id: string;
  created_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface IsmsProfile {
  id: string;
  framework_id: string;
  answers: Generated<unknown>;
  completed_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface IsmsRow {
  id: string;
  document_id: string;
  register: Enumerations['IsmsRegister'];
  parent_id: string | null;
  position: number;
  key: string | null;
  reference: string | null;
  source: Generated<Enumerations['IsmsRowSource']>;
  derived_from: string | null;
  member_id: string | null;
  second_member_id: string | null;
  linked_id: string | null;
  entered_via: string | null;
  fields: unknown;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface IsmsVersion {
  id: string;
  document_id: string;
  version: number;
  published_at: Generated<string>;
  published_by_id: string | null;
  published_by_name: string;
  approval_id: string | null;
  changelog: string | null;
  content: unknown;
  pdf_key: string | null;
  docx_key: string | null;
  organization_id: ColumnType<string, never, never>;
}

export interface KnowledgeBaseDocument {
  id: string;
  name: string;
  description: string | null;
  audience: Generated<Enumerations['Audience']>;
  file_type: string;
  file_size: number;
  file_key: string;
  processing_status: Generated<Enumerations['KnowledgeBaseProcessingStatus']>;
  processing_error: string | null;
  processed_at: string | null;
  run_id: string | null;
  chunk_count: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface KnowledgeBasePassage {
  id: string;
  document_id: string;
  place: number;
  page: number | null;
  content: string;
  organization_id: ColumnType<string, never, never>;
}

export interface LostRole {
  id: string;
  member_id: string;
  role: string;
  permissions: Generated<string[]>;
  lost_at: string;
  organization_id: ColumnType<string, never, never>;
}

export interface Mail {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  attempts: Generated<number>;
  due_at: Generated<string>;
  sent_at: string | null;
  created_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface MailAttachment {
  id: string;
  mail_id: string;
  name: string;
  type: string;
  content: Uint8Array;
  organization_id: ColumnType<string, never, never>;
}

export interface ManualAnswer {
  id: string;
  question: string;
  question_start: Generated<string>;
  answer: string;
  tags: Generated<string[]>;
  audience: Generated<Enumerations['Audience']>;
  source_questionnaire_id: string | null;
  created_by_id: string | null;
  created_via: string | null;
  updated_by_id: string | null;
  updated_via: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface Member {
  id: string;
  user_id: string;
  roles: string[];
  department: Generated<string>;
  job_title: string | null;
  is_active: Generated<boolean>;
  device_mgmt_label_id: number | null;
  name: Generated<string>;
  email: Generated<string>;
  image: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  background_check_exempt: Generated<boolean>;
  background_check_exempt_reason: string | null;
  background_check_exempt_justification: string | null;
  onboard_date: string | null;
  offboard_date: string | null;
  external_user_id: string | null;
  external_user_source: string | null;
  email_verified: Generated<boolean>;
  last_login: string | null;
  user_created_at: Generated<string>;
  user_updated_at: Generated<string>;
  external_id: string | null;
  not_before: string | null;
  version: Generated<number>;
}

export interface Migration {
  name: string;
  hash: string;
  applied_at: Generated<string>;
}

export interface Notification {
  id: string;
  member_id: string;
  kind: Enumerations['NotificationKind'];
  title: string;
  app_url: string | null;
  read_at: string | null;
  created_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  subject_type: Enumerations['RecordType'] | null;
  subject_id: string | null;
  parent_type: Enumerations['RecordType'] | null;
  parent_id: string | null;
}

export interface ObsoleteFile {
  id: string;
  created_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface OffboardingCompletion {
  id: string;
  member_id: string;
  template_item_id: string | null;
  item_title: string;
  completed_by_id: string | null;
  completed_via: string | null;
  completed_at: string;
  notes: string | null;
  is_automatic: Generated<boolean>;
  organization_id: ColumnType<string, never, never>;
}

export interface OffboardingTemplateItem {
  id: string;
  seed_key: string | null;
  title: string;
  description: string | null;
  evidence_required: Generated<boolean>;
  sort_order: number;
  is_enabled: Generated<boolean>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface Onboarding {
  id: string;
  setup_job_id: string | null;
  setup_job_completed: Generated<boolean>;
  policies: Generated<boolean>;
  employees: Generated<boolean>;
  vendors: Generated<boolean>;
  integrations: Generated<boolean>;
  risk: Generated<boolean>;
  team: Generated<boolean>;
  tasks: Generated<boolean>;
  call_booked: Generated<boolean>;
  company_booking_details: unknown | null;
  company_details: unknown | null;
  organization_id: ColumnType<string, never, never>;
}

export interface Organization {
  id: string;
  name: string;
  slug: Generated<string>;
  logo_key: string | null;
  metadata: string | null;
  website: string | null;
  onboarding_completed: Generated<boolean>;
  has_access: Generated<boolean>;
  device_mgmt_label_id: number | null;
  is_device_mgmt_setup_completed: Generated<boolean>;
  primary_color: string | null;
  advanced_mode_enabled: Generated<boolean>;
  evidence_approval_enabled: Generated<boolean>;
  device_agent_step_enabled: Generated<boolean>;
  security_training_step_enabled: Generated<boolean>;
  background_check_step_enabled: Generated<boolean>;
  whistleblower_report_enabled: Generated<boolean>;
  access_request_form_enabled: Generated<boolean>;
  employee_sync_provider: string | null;
  device_sync_provider: string | null;
  two_factor_source: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  automation_allowed_hosts: Generated<string[]>;
  version: Generated<number>;
}

export interface OrganizationChart {
  id: string;
  name: Generated<string>;
  type: Generated<Enumerations['OrgChartType']>;
  nodes: Generated<unknown>;
  edges: Generated<unknown>;
  file_key: string | null;
  file_name: string | null;
  file_type: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface PenetrationTest {
  id: string;
  target_url: string;
  target: string;
  repo_url: string | null;
  status: Generated<Enumerations['PenetrationTestStatus']>;
  test_mode: boolean;
  pipeline_testing: boolean;
  scan_depth: Enumerations['PenetrationTestScanDepth'] | null;
  evidence_level: Enumerations['PenetrationTestEvidenceLevel'] | null;
  checks: string[] | null;
  additional_context: string | null;
  failure_code: Enumerations['PenetrationTestFailureCode'] | null;
  attempt: Generated<number>;
  charged: boolean;
  run_id: string | null;
  phase: string | null;
  completed_agents: Generated<number>;
  total_agents: Generated<number>;
  report: string | null;
  report_key: string | null;
  created_by_id: string | null;
  created_via: string | null;
  started_at: string | null;
  completed_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface PenetrationTestEvent {
  id: string;
  test_id: string;
  number: number;
  type: Enumerations['PenetrationTestEventType'];
  agent: string | null;
  tool: string | null;
  summary: string | null;
  description: string | null;
  occurred_at: string;
  organization_id: ColumnType<string, never, never>;
}

export interface PenetrationTestIssue {
  id: string;
  test_id: string;
  number: number;
  finding_id: string | null;
  title: string;
  summary: string | null;
  severity: Enumerations['PenetrationTestSeverity'];
  status: Generated<Enumerations['PenetrationTestIssueStatus']>;
  status_reason: string | null;
  status_changed_at: string | null;
  status_changed_by_id: string | null;
  status_via: string | null;
  cve: string | null;
  cwe_id: string | null;
  cvss_score: number | null;
  affected_endpoint: string | null;
  proof_of_concept: string | null;
  impact: string | null;
  remediation: string | null;
  validation_steps: string | null;
  evidence: string | null;
  attack_path: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface PentestFindingContext {
  id: string;
  issue_id: string;
  test_id: string;
  target: string;
  issue_title: string;
  context: string;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface PlatformFramework {
  id: string;
  name: string;
  version: string;
  description: string;
  visible: Generated<boolean>;
  family_id: string | null;
  parts: Generated<unknown>;
  standard: unknown | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface PlatformRequirement {
  id: string;
  framework_id: string;
  name: string;
  identifier: Generated<string>;
  description: string;
  requirement_family: string | null;
  part: string | null;
  sort_order: number | null;
  removed_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface Policy {
  id: string;
  name: string;
  description: string | null;
  status: Generated<Enumerations['PolicyStatus']>;
  content: Generated<unknown>;
  draft_content: Generated<unknown>;
  frequency: Enumerations['Frequency'] | null;
  department: string | null;
  is_required_to_sign: Generated<boolean>;
  review_date: string | null;
  is_archived: Generated<boolean>;
  last_archived_at: string | null;
  archived_at: string | null;
  display_format: Generated<Enumerations['PolicyDisplayFormat']>;
  pdf_key: string | null;
  visibility: Generated<Enumerations['PolicyVisibility']>;
  visible_to_departments: Generated<string[]>;
  audience: Generated<Enumerations['Audience']>;
  last_published_at: string | null;
  assignee_id: string | null;
  approver_id: string | null;
  policy_template_id: string | null;
  filling: unknown | null;
  current_version_id: string | null;
  pending_version_id: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface PolicyAcknowledgement {
  id: string;
  policy_id: string;
  policy_version_id: string;
  member_id: string;
  via: string | null;
  acknowledged_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface PolicyReminder {
  id: string;
  policy_version_id: string;
  member_id: string;
  reminded_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface PolicyStatement {
  organization_id: string;
  policy_id: string;
  place: number;
  aspect: 'purpose' | 'definitions' | 'scope' | 'responsibilities' | 'records' | 'exceptions' | 'review' | 'history' | null;
  heading: string | null;
  line: number;
  body: string;
}

export interface PolicyTemplate {
  id: string;
  name: string;
  description: string;
  frequency: Enumerations['Frequency'];
  department: Enumerations['Department'];
  content: unknown;
  removed_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface PolicyVersion {
  id: string;
  policy_id: string;
  version: number;
  content: unknown;
  pdf_key: string | null;
  published_by_id: string | null;
  published_via: string | null;
  created_by_id: string | null;
  created_via: string | null;
  published_at: string | null;
  changelog: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  record_version: Generated<number>;
}

export interface QuestionAnswer {
  id: string;
  questionnaire_id: string;
  question: string;
  reference: string | null;
  section: string | null;
  location: unknown | null;
  answer: string | null;
  status: Generated<Enumerations['AnswerStatus']>;
  question_index: number;
  sources: unknown | null;
  generated_at: string | null;
  drafted_by_model: Generated<boolean>;
  updated_by_id: string | null;
  updated_via: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface Questionnaire {
  id: string;
  file_name: string;
  vendor_name: string | null;
  file_type: string;
  file_size: number;
  file_key: string | null;
  export_key: string | null;
  status: Generated<Enumerations['QuestionnaireStatus']>;
  error: string | null;
  parsed_at: string | null;
  total_questions: Generated<number>;
  answered_questions: Generated<number>;
  source: Generated<Enumerations['QuestionnaireSource']>;
  run_id: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface RateWindow {
  counter: string;
  count: number;
  ends_at: string;
}

export interface RequirementMap {
  id: string;
  control_id: string;
  framework_instance_id: string;
  requirement_id: string | null;
  custom_requirement_id: string | null;
  strength: Enumerations['RequirementStrength'] | null;
  archived_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface Risk {
  id: string;
  title: string;
  description: string;
  category: Enumerations['RiskCategory'];
  department: Generated<Enumerations['Department']>;
  status: Generated<Enumerations['RiskStatus']>;
  probability: Generated<number>;
  impact: Generated<number>;
  residual_probability: Generated<number>;
  residual_impact: Generated<number>;
  assignee_id: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  inherent_assessed: Generated<boolean>;
  residual_assessed: Generated<boolean>;
  review_due_at: string | null;
  review_notified_for: string | null;
  external_id: string | null;
  version: Generated<number>;
}

export interface RiskAcceptance {
  id: string;
  risk_id: string;
  accepted_by_id: string | null;
  accepted_by_name: string;
  notes: string | null;
  residual_probability: number;
  residual_impact: number;
  created_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  level: Enumerations['RiskLevel'];
  recorded_by_id: string | null;
  recorded_by_name: string | null;
}

export interface RiskControl {
  id: string;
  risk_id: string;
  control_id: string;
  organization_id: ColumnType<string, never, never>;
}

export interface RiskRatingBands {
  id: string;
  very_low: number;
  low: number;
  medium: number;
  high: number;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface RiskTask {
  id: string;
  risk_id: string;
  task_id: string;
  organization_id: ColumnType<string, never, never>;
}

export interface RiskTreatment {
  id: string;
  risk_id: string;
  type: Enumerations['TreatmentType'];
  description: Generated<string>;
  active: Generated<boolean>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface RoleNotificationSetting {
  id: string;
  role: string;
  policy_notifications: Generated<boolean>;
  task_reminders: Generated<boolean>;
  task_assignments: Generated<boolean>;
  task_mentions: Generated<boolean>;
  weekly_task_digest: Generated<boolean>;
  finding_notifications: Generated<boolean>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface RoleObligation {
  id: string;
  role: 'owner' | 'admin';
  obligations: unknown;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface Run {
  id: string;
  kind: string;
  subject: string | null;
  status: Generated<Enumerations['RunStatus']>;
  done: Generated<number>;
  total: Generated<number>;
  input: Generated<unknown>;
  result: unknown | null;
  error: string | null;
  actor: unknown;
  attempts: Generated<number>;
  due_at: Generated<string>;
  lease: string | null;
  created_at: Generated<string>;
  started_at: string | null;
  finished_at: string | null;
  organization_id: ColumnType<string, never, never>;
}

export interface SearchEntry {
  organization_id: string;
  id: string;
  type: string;
  resource: string;
  subject_id: string;
  parent_type: string | null;
  parent_id: string | null;
  form_type: string | null;
  title: string;
  texts: unknown;
  words: unknown;
  status: string | null;
  department: string | null;
  assignee_id: string | null;
  archived: boolean;
  record_created_at: string;
  record_updated_at: string | null;
}

export interface SecretMark {
  id: Generated<boolean>;
  mark: string;
}

export interface SoaAnswer {
  id: string;
  document_id: string;
  question_id: string;
  is_applicable: boolean | null;
  justification: string | null;
  reasons: Generated<string[]>;
  needs_review: Generated<boolean>;
  implementation_status: Enumerations['ImplementationStatus'] | null;
  drafted_by_model: Generated<boolean>;
  status: Enumerations['AnswerStatus'];
  sources: unknown | null;
  generated_at: string | null;
  answer_version: number;
  is_latest_answer: Generated<boolean>;
  created_by_id: string | null;
  created_via: string | null;
  updated_by_id: string | null;
  updated_via: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface SoaConfiguration {
  id: string;
  framework_id: string;
  version: Generated<number>;
  is_latest: Generated<boolean>;
  columns: unknown;
  questions: unknown;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface SoaDocument {
  id: string;
  framework_id: string;
  configuration_id: string;
  version: number;
  is_latest: Generated<boolean>;
  status: Generated<Enumerations['SoaDocumentStatus']>;
  total_questions: number;
  prepared_by: Generated<string>;
  approver_id: string | null;
  approved_by: string | null;
  submitted_by: string | null;
  submitted_at: string | null;
  approved_at: string | null;
  declined_at: string | null;
  completed_at: string | null;
  decline_reason: string | null;
  approved_references: unknown | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  record_version: Generated<number>;
}

export interface StorageUsage {
  id: string;
  bytes: Generated<number>;
}

export interface StoredFile {
  id: string;
  size: number;
  sha256: string | null;
  created_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface Task {
  id: string;
  title: string;
  status: Generated<Enumerations['TaskStatus']>;
  organization_id: ColumnType<string, never, never>;
  description: Generated<string>;
  automation_status: Generated<Enumerations['TaskAutomationStatus']>;
  frequency: Enumerations['TaskFrequency'] | null;
  integration_schedule_frequency: Generated<Enumerations['TaskFrequency']>;
  integration_last_run_at: string | null;
  department: Generated<string | null>;
  position: Generated<number>;
  review_date: string | null;
  last_completed_at: string | null;
  assignee_id: string | null;
  approver_id: string | null;
  approved_at: string | null;
  previous_status: Enumerations['TaskStatus'] | null;
  not_relevant_justification: string | null;
  task_template_id: string | null;
  archived_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  version: Generated<number>;
}

export interface TaskItem {
  id: string;
  risk_id: string | null;
  title: string;
  description: string | null;
  status: Generated<Enumerations['TaskItemStatus']>;
  due_date: string | null;
  completed_at: string | null;
  assignee_id: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  vendor_id: string | null;
  priority: Generated<Enumerations['TaskItemPriority']>;
  created_by_id: string | null;
  created_via: string | null;
  created_by_snapshot: unknown;
  updated_by_id: string | null;
  updated_via: string | null;
  version: Generated<number>;
}

export interface TaskTemplate {
  id: string;
  name: string;
  description: string;
  frequency: Enumerations['Frequency'];
  department: Enumerations['Department'];
  automation_status: Generated<Enumerations['TaskAutomationStatus']>;
  removed_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface TextModelUse {
  id: Generated<string>;
  day: string;
  calls: number;
  organization_id: ColumnType<string, never, never>;
}

export interface Timeline {
  id: string;
  framework_instance_id: string;
  template_id: string;
  track_key: Generated<string>;
  cycle_number: number;
  status: Generated<Enumerations['TimelineStatus']>;
  start_date: string | null;
  paused_at: string | null;
  completed_at: string | null;
  locked_at: string | null;
  locked_by_id: string | null;
  locked_via: string | null;
  unlocked_at: string | null;
  unlocked_by_id: string | null;
  unlocked_via: string | null;
  unlock_reason: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface TimelineCheck {
  id: string;
  sequence: number;
  due_at: string;
  organization_id: ColumnType<string, never, never>;
}

export interface TimelinePhase {
  id: string;
  timeline_id: string;
  phase_template_id: string | null;
  name: string;
  description: string | null;
  group_label: string | null;
  order_index: number;
  status: Generated<Enumerations['TimelinePhaseStatus']>;
  start_date: string | null;
  end_date: string | null;
  duration_weeks: number;
  completion_type: Generated<Enumerations['TimelineCompletionType']>;
  locks_timeline_on_complete: Generated<boolean>;
  dates_pinned: Generated<boolean>;
  regressed_at: string | null;
  completed_at: string | null;
  completed_by_id: string | null;
  completed_via: string | null;
  ready_for_review: Generated<boolean>;
  ready_for_review_at: string | null;
  document_url: string | null;
  document_name: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface TrainingCertificateMail {
  id: string;
  member_id: string;
  program: Enumerations['TrainingProgram'];
  attempts: Generated<number>;
  due_at: Generated<string>;
  settled_at: string | null;
  organization_id: ColumnType<string, never, never>;
}

export interface TrainingCompletion {
  id: string;
  member_id: string;
  video_id: Enumerations['TrainingVideoId'];
  completed_at: string | null;
  organization_id: ColumnType<string, never, never>;
}

export interface TrustAccessGrant {
  id: string;
  token_hash: string;
  expires_at: string;
  revoked_at: string | null;
  organization_id: ColumnType<string, never, never>;
  access_request_id: string;
  subject_email: string;
  token_counter: Generated<number>;
  issued_by_member_id: string | null;
  issued_via: string | null;
  revoked_by_member_id: string | null;
  revoked_via: string | null;
  revoke_reason: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  version: Generated<number>;
}

export interface TrustAccessRequest {
  id: string;
  name: string;
  email: string;
  company: string | null;
  job_title: string | null;
  purpose: string | null;
  requested_duration_days: number | null;
  status: Generated<Enumerations['TrustAccessRequestStatus']>;
  reviewer_member_id: string | null;
  reviewed_at: string | null;
  reviewed_via: string | null;
  decision_reason: string | null;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface TrustCertificate {
  id: string;
  framework: Enumerations['TrustPortalFramework'] | null;
  custom_framework_id: string | null;
  file_name: string;
  file_size: number;
  file_key: string;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface TrustCustomFramework {
  id: string;
  custom_framework_id: string;
  enabled: boolean;
  status: Generated<Enumerations['TrustPortalFrameworkStatus']>;
  badge_key: string | null;
  organization_id: ColumnType<string, never, never>;
}

export interface TrustCustomLink {
  id: string;
  title: string;
  description: string | null;
  url: string;
  position: number;
  is_active: Generated<boolean>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface TrustDocument {
  id: string;
  name: string;
  description: string | null;
  file_type: string;
  file_size: number;
  file_key: string | null;
  is_active: Generated<boolean>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface TrustFaq {
  id: string;
  question: string;
  answer: string;
  position: number;
  organization_id: ColumnType<string, never, never>;
}

export interface TrustFramework {
  id: string;
  framework: Enumerations['TrustPortalFramework'];
  enabled: Generated<boolean>;
  status: Generated<Enumerations['TrustPortalFrameworkStatus']>;
  organization_id: ColumnType<string, never, never>;
}

export interface TrustNdaAgreement {
  id: string;
  access_request_id: string;
  grant_id: string | null;
  status: Generated<Enumerations['TrustNdaStatus']>;
  token_hash: string;
  token_counter: Generated<number>;
  sign_token_expires_at: string;
  signer_name: string | null;
  signer_email: string | null;
  signed_at: string | null;
  ip_address: string | null;
  user_agent: string | null;
  pdf_key: string | null;
  pdf_sha256: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface TrustPortal {
  id: string;
  status: Generated<Enumerations['TrustPortalStatus']>;
  friendly_url: string | null;
  domain: string | null;
  cname_verified: Generated<boolean>;
  txt_verified: Generated<boolean>;
  contact_email: string | null;
  favicon_key: string | null;
  allowed_domains: Generated<string[]>;
  allowed_emails: Generated<string[]>;
  overview_title: string | null;
  overview_content: string | null;
  show_overview: Generated<boolean>;
  security_questionnaire_enabled: Generated<boolean>;
  visitor_answers: Generated<Enumerations['TrustPortalVisitorAnswers']>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface Upload {
  id: string;
  purpose: Enumerations['UploadPurpose'];
  file_name: string;
  file_type: string;
  file_key: string;
  size: number | null;
  sha256: string | null;
  uploaded_at: string | null;
  consumed_at: string | null;
  expires_at: string;
  kept: Generated<boolean>;
  content_key: string | null;
  created_by_id: string | null;
  created_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface UserAccount {
  id: string;
  name: string;
  email: string | null;
  email_verified: Generated<boolean>;
  image: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  email_preferences: Generated<unknown>;
  not_before: string | null;
}

export interface Vendor {
  id: string;
  name: string;
  description: string;
  category: Enumerations['VendorCategory'];
  status: Enumerations['VendorStatus'];
  inherent_probability: Enumerations['Likelihood'];
  inherent_impact: Enumerations['Impact'];
  residual_probability: Enumerations['Likelihood'];
  residual_impact: Enumerations['Impact'];
  treatment_type: Enumerations['TreatmentType'];
  accept_text: string | null;
  avoid_text: string | null;
  mitigate_text: string | null;
  transfer_text: string | null;
  website: string | null;
  domain: string | null;
  is_sub_processor: Generated<boolean>;
  assignee_id: string | null;
  logo_url: string | null;
  show_on_trust_portal: Generated<boolean>;
  trust_portal_order: number | null;
  compliance_badges: unknown | null;
  badges_by_hand: Generated<boolean>;
  review_due_at: string | null;
  review_notified_for: string | null;
  assessment_due_at: Generated<string>;
  external_id: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface VendorAcceptance {
  id: string;
  vendor_id: string;
  accepted_by_id: string | null;
  accepted_by_name: string;
  notes: string | null;
  residual_probability: Enumerations['Likelihood'];
  residual_impact: Enumerations['Impact'];
  level: Enumerations['RiskLevel'];
  recorded_by_id: string | null;
  recorded_by_name: string | null;
  created_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface VendorAssessment {
  id: string;
  vendor_id: string;
  domain: string;
  version: number;
  data: unknown;
  run_id: string;
  assessed_at: string;
  organization_id: ColumnType<string, never, never>;
}

export interface VendorContact {
  id: string;
  vendor_id: string;
  name: string;
  email: string;
  phone: Generated<string>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

export interface VendorTask {
  id: string;
  vendor_id: string;
  task_id: string;
  organization_id: ColumnType<string, never, never>;
}

export interface VisitorQuestionnaire {
  id: string;
  questionnaire_id: string;
  grant_id: string;
  run_id: string;
  status: Generated<'answering' | 'waiting' | 'released' | 'rejected'>;
  released_answers: unknown | null;
  export_run_id: string | null;
  decided_by_member_id: string | null;
  decided_at: string | null;
  decline_reason: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  version: Generated<number>;
}

type Shared<T> = { [K in keyof T]: ColumnType<T[K] extends ColumnType<infer S, unknown, unknown> ? S : T[K], never, never> };
/** What an organization sees. Its own id is written by the database, never by a query; what all organizations share is only read. */
export interface TenantTables {
  access_revocation: AccessRevocation;
  api_key: ApiKey;
  approval: Approval;
  attachment: Attachment;
  audit_checkpoint: AuditCheckpoint;
  audit_entry: AuditEntry;
  audit_head: AuditHead;
  background_check_request: BackgroundCheckRequest;
  cloud_activity: CloudActivity;
  comment: Comment;
  context_entry: ContextEntry;
  control: Control;
  control_document_type: ControlDocumentType;
  control_policy: ControlPolicy;
  control_task: ControlTask;
  custom_framework: CustomFramework;
  custom_requirement: CustomRequirement;
  custom_role: CustomRole;
  device: Device;
  device_policy_result: DevicePolicyResult;
  employee: Employee;
  engagement_letter: EngagementLetter;
  engagement_letter_event: EngagementLetterEvent;
  engagement_letter_link: EngagementLetterLink;
  engagement_letter_signature: EngagementLetterSignature;
  engagement_letter_template: EngagementLetterTemplate;
  engagement_letter_year: EngagementLetterYear;
  evidence_automation: EvidenceAutomation;
  evidence_automation_run: EvidenceAutomationRun;
  evidence_automation_version: EvidenceAutomationVersion;
  evidence_export: EvidenceExport;
  evidence_file: EvidenceFile;
  evidence_form_setting: EvidenceFormSetting;
  evidence_submission: EvidenceSubmission;
  finding: Finding;
  finding_exception: FindingException;
  finding_regression: FindingRegression;
  finding_resolution: FindingResolution;
  framework_control_document_type: FrameworkControlDocumentType;
  framework_control_family: FrameworkControlFamily;
  framework_control_policy: FrameworkControlPolicy;
  framework_control_task: FrameworkControlTask;
  framework_instance: FrameworkInstance;
  framework_sync_operation: FrameworkSyncOperation;
  idempotent_answer: IdempotentAnswer;
  integration_check_result: IntegrationCheckResult;
  integration_check_run: IntegrationCheckRun;
  integration_connection: IntegrationConnection;
  integration_credential: IntegrationCredential;
  integration_sync_log: IntegrationSyncLog;
  integration_task_check: IntegrationTaskCheck;
  invitation: Invitation;
  isms_document: IsmsDocument;
  isms_document_control: IsmsDocumentControl;
  isms_profile: IsmsProfile;
  isms_row: IsmsRow;
  isms_version: IsmsVersion;
  knowledge_base_document: KnowledgeBaseDocument;
  knowledge_base_passage: KnowledgeBasePassage;
  lost_role: LostRole;
  mail: Mail;
  mail_attachment: MailAttachment;
  manual_answer: ManualAnswer;
  member: Member;
  notification: Notification;
  obsolete_file: ObsoleteFile;
  offboarding_completion: OffboardingCompletion;
  offboarding_template_item: OffboardingTemplateItem;
  onboarding: Onboarding;
  organization: Organization;
  organization_chart: OrganizationChart;
  penetration_test: PenetrationTest;
  penetration_test_event: PenetrationTestEvent;
  penetration_test_issue: PenetrationTestIssue;
  pentest_finding_context: PentestFindingContext;
  policy: Policy;
  policy_acknowledgement: PolicyAcknowledgement;
  policy_reminder: PolicyReminder;
  policy_version: PolicyVersion;
  question_answer: QuestionAnswer;
  questionnaire: Questionnaire;
  requirement_map: RequirementMap;
  risk: Risk;
  risk_acceptance: RiskAcceptance;
  risk_control: RiskControl;
  risk_rating_bands: RiskRatingBands;
  risk_task: RiskTask;
  risk_treatment: RiskTreatment;
  role_notification_setting: RoleNotificationSetting;
  role_obligation: RoleObligation;
  run: Run;
  soa_answer: SoaAnswer;
  soa_document: SoaDocument;
  storage_usage: StorageUsage;
  stored_file: StoredFile;
  task: Task;
  task_item: TaskItem;
  text_model_use: TextModelUse;
  timeline: Timeline;
  timeline_check: TimelineCheck;
  timeline_phase: TimelinePhase;
  training_certificate_mail: TrainingCertificateMail;
  training_completion: TrainingCompletion;
  trust_access_grant: TrustAccessGrant;
  trust_access_request: TrustAccessRequest;
  trust_certificate: TrustCertificate;
  trust_custom_framework: TrustCustomFramework;
  trust_custom_link: TrustCustomLink;
  trust_document: TrustDocument;
  trust_faq: TrustFaq;
  trust_framework: TrustFramework;
  trust_nda_agreement: TrustNdaAgreement;
  trust_portal: TrustPortal;
  upload: Upload;
  vendor: Vendor;
  vendor_acceptance: VendorAcceptance;
  vendor_assessment: VendorAssessment;
  vendor_contact: VendorContact;
  vendor_task: VendorTask;
  visitor_questionnaire: VisitorQuestionnaire;
  control_template: Shared<ControlTemplate>;
  control_template_document_type: Shared<ControlTemplateDocumentType>;
  control_template_policy: Shared<ControlTemplatePolicy>;
  control_template_requirement: Shared<ControlTemplateRequirement>;
  control_template_task: Shared<ControlTemplateTask>;
  framework_version: Shared<FrameworkVersion>;
  platform_framework: Shared<PlatformFramework>;
  platform_requirement: Shared<PlatformRequirement>;
  policy_template: Shared<PolicyTemplate>;
  soa_configuration: Shared<SoaConfiguration>;
  task_template: Shared<TaskTemplate>;
}

type Unscoped<T> = { [K in keyof T]: K extends 'organization_id' ? string : T[K] };
/** What the owner sees: every table, every organization. */
export interface SystemTables {
  access_revocation: Unscoped<AccessRevocation>;
  agent_session: Unscoped<AgentSession>;
  api_key: Unscoped<ApiKey>;
  approval: Unscoped<Approval>;
  attachment: Unscoped<Attachment>;
  audit_checkpoint: Unscoped<AuditCheckpoint>;
  audit_entry: Unscoped<AuditEntry>;
  audit_head: Unscoped<AuditHead>;
  background_check_request: Unscoped<BackgroundCheckRequest>;
  catalogue_edition: Unscoped<CatalogueEdition>;
  cloud_activity: Unscoped<CloudActivity>;
  comment: Unscoped<Comment>;
  context_entry: Unscoped<ContextEntry>;
  control: Unscoped<Control>;
  control_document_type: Unscoped<ControlDocumentType>;
  control_policy: Unscoped<ControlPolicy>;
  control_task: Unscoped<ControlTask>;
  control_template: Unscoped<ControlTemplate>;
  control_template_document_type: Unscoped<ControlTemplateDocumentType>;
  control_template_policy: Unscoped<ControlTemplatePolicy>;
  control_template_requirement: Unscoped<ControlTemplateRequirement>;
  control_template_task: Unscoped<ControlTemplateTask>;
  custom_framework: Unscoped<CustomFramework>;
  custom_requirement: Unscoped<CustomRequirement>;
  custom_role: Unscoped<CustomRole>;
  deleted_organization: Unscoped<DeletedOrganization>;
  device: Unscoped<Device>;
  device_policy_result: Unscoped<DevicePolicyResult>;
  employee: Unscoped<Employee>;
  engagement_letter: Unscoped<EngagementLetter>;
  engagement_letter_event: Unscoped<EngagementLetterEvent>;
  engagement_letter_link: Unscoped<EngagementLetterLink>;
  engagement_letter_signature: Unscoped<EngagementLetterSignature>;
  engagement_letter_template: Unscoped<EngagementLetterTemplate>;
  engagement_letter_year: Unscoped<EngagementLetterYear>;
  ephemeral_value: Unscoped<EphemeralValue>;
  evidence_automation: Unscoped<EvidenceAutomation>;
  evidence_automation_run: Unscoped<EvidenceAutomationRun>;
  evidence_automation_version: Unscoped<EvidenceAutomationVersion>;
  evidence_export: Unscoped<EvidenceExport>;
  evidence_file: Unscoped<EvidenceFile>;
  evidence_form_setting: Unscoped<EvidenceFormSetting>;
  evidence_submission: Unscoped<EvidenceSubmission>;
  finding: Unscoped<Finding>;
  finding_exception: Unscoped<FindingException>;
  finding_regression: Unscoped<FindingRegression>;
  finding_resolution: Unscoped<FindingResolution>;
  framework_control_document_type: Unscoped<FrameworkControlDocumentType>;
  framework_control_family: Unscoped<FrameworkControlFamily>;
  framework_control_policy: Unscoped<FrameworkControlPolicy>;
  framework_control_task: Unscoped<FrameworkControlTask>;
  framework_instance: Unscoped<FrameworkInstance>;
  framework_sync_operation: Unscoped<FrameworkSyncOperation>;
  framework_version: Unscoped<FrameworkVersion>;
  idempotent_answer: Unscoped<IdempotentAnswer>;
  installation_backup: Unscoped<InstallationBackup>;
  integration_check_result: Unscoped<IntegrationCheckResult>;
  integration_check_run: Unscoped<IntegrationCheckRun>;
  integration_connection: Unscoped<IntegrationConnection>;
  integration_credential: Unscoped<IntegrationCredential>;
  integration_sync_log: Unscoped<IntegrationSyncLog>;
  integration_task_check: Unscoped<IntegrationTaskCheck>;
  invitation: Unscoped<Invitation>;
  isms_document: Unscoped<IsmsDocument>;
  isms_document_control: Unscoped<IsmsDocumentControl>;
  isms_profile: Unscoped<IsmsProfile>;
  isms_row: Unscoped<IsmsRow>;
  isms_version: Unscoped<IsmsVersion>;
  knowledge_base_document: Unscoped<KnowledgeBaseDocument>;
  knowledge_base_passage: Unscoped<KnowledgeBasePassage>;
  lost_role: Unscoped<LostRole>;
  mail: Unscoped<Mail>;
  mail_attachment: Unscoped<MailAttachment>;
  manual_answer: Unscoped<ManualAnswer>;
  member: Unscoped<Member>;
  migration: Unscoped<Migration>;
  notification: Unscoped<Notification>;
  obsolete_file: Unscoped<ObsoleteFile>;
  offboarding_completion: Unscoped<OffboardingCompletion>;
  offboarding_template_item: Unscoped<OffboardingTemplateItem>;
  onboarding: Unscoped<Onboarding>;
  organization: Unscoped<Organization>;
  organization_chart: Unscoped<OrganizationChart>;
  penetration_test: Unscoped<PenetrationTest>;
  penetration_test_event: Unscoped<PenetrationTestEvent>;
  penetration_test_issue: Unscoped<PenetrationTestIssue>;
  pentest_finding_context: Unscoped<PentestFindingContext>;
  platform_framework: Unscoped<PlatformFramework>;
  platform_requirement: Unscoped<PlatformRequirement>;
  policy: Unscoped<Policy>;
  policy_acknowledgement: Unscoped<PolicyAcknowledgement>;
  policy_reminder: Unscoped<PolicyReminder>;
  policy_statement: Unscoped<PolicyStatement>;
  policy_template: Unscoped<PolicyTemplate>;
  policy_version: Unscoped<PolicyVersion>;
  question_answer: Unscoped<QuestionAnswer>;
  questionnaire: Unscoped<Questionnaire>;
  rate_window: Unscoped<RateWindow>;
  requirement_map: Unscoped<RequirementMap>;
  risk: Unscoped<Risk>;
  risk_acceptance: Unscoped<RiskAcceptance>;
  risk_control: Unscoped<RiskControl>;
  risk_rating_bands: Unscoped<RiskRatingBands>;
  risk_task: Unscoped<RiskTask>;
  risk_treatment: Unscoped<RiskTreatment>;
  role_notification_setting: Unscoped<RoleNotificationSetting>;
  role_obligation: Unscoped<RoleObligation>;
  run: Unscoped<Run>;
  search_entry: Unscoped<SearchEntry>;
  secret_mark: Unscoped<SecretMark>;
  soa_answer: Unscoped<SoaAnswer>;
  soa_configuration: Unscoped<SoaConfiguration>;
  soa_document: Unscoped<SoaDocument>;
  storage_usage: Unscoped<StorageUsage>;
  stored_file: Unscoped<StoredFile>;
  task: Unscoped<Task>;
  task_item: Unscoped<TaskItem>;
  task_template: Unscoped<TaskTemplate>;
  text_model_use: Unscoped<TextModelUse>;
  timeline: Unscoped<Timeline>;
  timeline_check: Unscoped<TimelineCheck>;
  timeline_phase: Unscoped<TimelinePhase>;
  training_certificate_mail: Unscoped<TrainingCertificateMail>;
  training_completion: Unscoped<TrainingCompletion>;
  trust_access_grant: Unscoped<TrustAccessGrant>;
  trust_access_request: Unscoped<TrustAccessRequest>;
  trust_certificate: Unscoped<TrustCertificate>;
  trust_custom_framework: Unscoped<TrustCustomFramework>;
  trust_custom_link: Unscoped<TrustCustomLink>;
  trust_document: Unscoped<TrustDocument>;
  trust_faq: Unscoped<TrustFaq>;
  trust_framework: Unscoped<TrustFramework>;
  trust_nda_agreement: Unscoped<TrustNdaAgreement>;
  trust_portal: Unscoped<TrustPortal>;
  upload: Unscoped<Upload>;
  user_account: Unscoped<UserAccount>;
  vendor: Unscoped<Vendor>;
  vendor_acceptance: Unscoped<VendorAcceptance>;
  vendor_assessment: Unscoped<VendorAssessment>;
  vendor_contact: Unscoped<VendorContact>;
  vendor_task: Unscoped<VendorTask>;
  visitor_questionnaire: Unscoped<VisitorQuestionnaire>;
}
