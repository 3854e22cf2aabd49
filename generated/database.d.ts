// Generated from server/database/migrations/. Do not edit.
import type { ColumnType, Generated } from 'kysely';

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
}

export interface Attachment {
  id: string;
  name: string;
  mime_type: string;
  size: number;
  sha256: string;
  description: string | null;
  entity_type: 'task' | 'vendor' | 'risk' | 'comment' | 'trust_nda' | 'task_item' | 'background_check' | 'employment_onboard' | 'employment_offboard' | 'offboarding_checklist';
  entity_id: string;
  uploaded_by_id: string | null;
  file_key: string;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface AuditEntry {
  id: string;
  sequence: number;
  timestamp: string;
  user_id: string | null;
  member_id: string | null;
  entity_type: 'organization' | 'framework' | 'requirement' | 'control' | 'policy' | 'task' | 'people' | 'risk' | 'vendor' | 'tests' | 'integration' | 'trust' | 'finding' | 'pentest' | null;
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

export interface Comment {
  id: string;
  content: string;
  entity_type: 'task' | 'vendor' | 'risk' | 'policy' | 'finding';
  entity_id: string;
  author_id: string | null;
  author_snapshot: unknown;
  created_at: Generated<string>;
  updated_at: string | null;
  organization_id: ColumnType<string, never, never>;
}

export interface Control {
  id: string;
  name: string;
  organization_id: ColumnType<string, never, never>;
}

export interface ControlTask {
  id: string;
  control_id: string;
  task_id: string;
  organization_id: ColumnType<string, never, never>;
}

export interface CustomRole {
  id: string;
  name: string;
  permissions: Generated<unknown>;
  obligations: Generated<unknown>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface Employee {
  id: string;
  name: string;
  email: string;
  department: Generated<'none' | 'admin' | 'gov' | 'hr' | 'it' | 'itsm' | 'qms'>;
  is_active: Generated<boolean>;
  external_employee_id: string | null;
  user_id: string | null;
  member_id: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface IdempotentAnswer {
  id: string;
  key_hash: string;
  fingerprint: string;
  answer: Uint8Array;
  created_at: Generated<string>;
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
}

export interface Migration {
  name: string;
  hash: string;
  applied_at: Generated<string>;
}

export interface ObsoleteFile {
  id: string;
  created_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
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
}

export interface RateWindow {
  counter: string;
  count: number;
  ends_at: string;
}

export interface Risk {
  id: string;
  title: string;
  description: string;
  category: 'customer' | 'fraud' | 'governance' | 'operations' | 'other' | 'people' | 'regulatory' | 'reporting' | 'resilience' | 'technology' | 'vendor_management';
  department: Generated<'none' | 'admin' | 'gov' | 'hr' | 'it' | 'itsm' | 'qms'>;
  status: Generated<'open' | 'pending' | 'closed' | 'archived'>;
  probability: Generated<number>;
  impact: Generated<number>;
  residual_probability: Generated<number>;
  residual_impact: Generated<number>;
  assignee_id: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
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
  type: 'accept' | 'avoid' | 'mitigate' | 'transfer';
  description: Generated<string>;
  active: Generated<boolean>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
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
}

export interface RoleObligation {
  id: string;
  role: 'owner' | 'admin';
  obligations: unknown;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface Run {
  id: string;
  kind: string;
  subject: string | null;
  status: Generated<'queued' | 'running' | 'completed' | 'failed' | 'cancelled'>;
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

export interface Task {
  id: string;
  title: string;
  status: Generated<'todo' | 'in_progress' | 'in_review' | 'done' | 'not_relevant' | 'failed'>;
  organization_id: ColumnType<string, never, never>;
}

export interface TaskItem {
  id: string;
  risk_id: string | null;
  title: string;
  description: string | null;
  status: Generated<'todo' | 'in_progress' | 'in_review' | 'done' | 'canceled'>;
  due_date: string | null;
  completed_at: string | null;
  assignee_id: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
  vendor_id: string | null;
  priority: Generated<'urgent' | 'high' | 'medium' | 'low'>;
  created_by_id: string | null;
  created_by_snapshot: unknown;
  updated_by_id: string | null;
}

export interface TrustAccessGrant {
  id: string;
  token_hash: string;
  expires_at: string;
  revoked_at: string | null;
  organization_id: ColumnType<string, never, never>;
}

export interface Upload {
  id: string;
  purpose: 'questionnaire' | 'policy_pdf' | 'evidence' | 'attachment' | 'document' | 'general';
  file_name: string;
  file_type: string;
  file_key: string;
  size: number | null;
  sha256: string | null;
  uploaded_at: string | null;
  consumed_at: string | null;
  expires_at: string;
  kept: Generated<boolean>;
  created_at: Generated<string>;
  organization_id: ColumnType<string, never, never>;
}

export interface UserAccount {
  id: string;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  image: string | null;
  last_login: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

/** What an organization sees. Its own id is written by the database, never by a query. */
export interface TenantTables {
  api_key: ApiKey;
  attachment: Attachment;
  audit_entry: AuditEntry;
  audit_head: AuditHead;
  comment: Comment;
  control: Control;
  control_task: ControlTask;
  custom_role: CustomRole;
  employee: Employee;
  idempotent_answer: IdempotentAnswer;
  mail: Mail;
  member: Member;
  obsolete_file: ObsoleteFile;
  onboarding: Onboarding;
  organization: Organization;
  risk: Risk;
  risk_acceptance: RiskAcceptance;
  risk_task: RiskTask;
  risk_treatment: RiskTreatment;
  role_notification_setting: RoleNotificationSetting;
  role_obligation: RoleObligation;
  run: Run;
  task: Task;
  task_item: TaskItem;
  trust_access_grant: TrustAccessGrant;
  upload: Upload;
}

type Unscoped<T> = { [K in keyof T]: K extends 'organization_id' ? string : T[K] };
/** What the owner sees: every table, every organization. */
export interface SystemTables {
  api_key: Unscoped<ApiKey>;
  attachment: Unscoped<Attachment>;
  audit_entry: Unscoped<AuditEntry>;
  audit_head: Unscoped<AuditHead>;
  comment: Unscoped<Comment>;
  control: Unscoped<Control>;
  control_task: Unscoped<ControlTask>;
  custom_role: Unscoped<CustomRole>;
  employee: Unscoped<Employee>;
  idempotent_answer: Unscoped<IdempotentAnswer>;
  mail: Unscoped<Mail>;
  member: Unscoped<Member>;
  migration: Unscoped<Migration>;
  obsolete_file: Unscoped<ObsoleteFile>;
  onboarding: Unscoped<Onboarding>;
  organization: Unscoped<Organization>;
  rate_window: Unscoped<RateWindow>;
  risk: Unscoped<Risk>;
  risk_acceptance: Unscoped<RiskAcceptance>;
  risk_task: Unscoped<RiskTask>;
  risk_treatment: Unscoped<RiskTreatment>;
  role_notification_setting: Unscoped<RoleNotificationSetting>;
  role_obligation: Unscoped<RoleObligation>;
  run: Unscoped<Run>;
  task: Unscoped<Task>;
  task_item: Unscoped<TaskItem>;
  trust_access_grant: Unscoped<TrustAccessGrant>;
  upload: Unscoped<Upload>;
  user_account: Unscoped<UserAccount>;
}
