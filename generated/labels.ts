// Generated from generated/openapi.json by scripts/generate-labels.ts. Do not edit.
export const fieldPlace = {
  body: 'Body',
  path: 'Path',
  query: 'Query',
  header: 'Header',
} as const;
export const fieldErrorCode = {
  required: 'Required',
  blank: 'Blank',
  too_short: 'Too short',
  too_long: 'Too long',
  too_few: 'Too few',
  too_many: 'Too many',
  too_small: 'Too small',
  too_big: 'Too large',
  too_early: 'Too early',
  too_late: 'Too late',
  not_in_list: 'Not in the list',
  wrong_type: 'Wrong type',
  invalid_email: 'Invalid e-mail address',
  invalid_date: 'Invalid date',
  invalid_date_time: 'Invalid date and time',
  invalid_url: 'Invalid URL',
  invalid_base64: 'Invalid base64',
  invalid_format: 'Invalid format',
  invalid_characters: 'Invalid characters',
  no_alternative: 'Fits no allowed form',
  unknown_member: 'Unknown field',
  one_of_required: 'One of several required',
  unknown_reference: 'Unknown record',
  duplicate: 'Duplicate',
  empty_file: 'Empty file',
  unreadable: 'Unreadable',
  not_allowed: 'Not allowed',
} as const;
export const apiKeyScope = {
  'organization:read': 'Organization: read',
  'organization:update': 'Organization: update',
  'organization:delete': 'Organization: delete',
  'member:create': 'Member: create',
  'member:read': 'Member: read',
  'member:update': 'Member: update',
  'member:delete': 'Member: delete',
  'ac:create': 'Roles: create',
  'ac:read': 'Roles: read',
  'ac:update': 'Roles: update',
  'ac:delete': 'Roles: delete',
  'control:create': 'Control: create',
  'control:read': 'Control: read',
  'control:update': 'Control: update',
  'control:delete': 'Control: delete',
  'evidence:create': 'Evidence: create',
  'evidence:read': 'Evidence: read',
  'evidence:update': 'Evidence: update',
  'evidence:delete': 'Evidence: delete',
  'policy:create': 'Policy: create',
  'policy:read': 'Policy: read',
  'policy:update': 'Policy: update',
  'policy:delete': 'Policy: delete',
  'risk:create': 'Risk: create',
  'risk:read': 'Risk: read',
  'risk:update': 'Risk: update',
  'risk:delete': 'Risk: delete',
  'vendor:create': 'Vendor: create',
  'vendor:read': 'Vendor: read',
  'vendor:update': 'Vendor: update',
  'vendor:delete': 'Vendor: delete',
  'task:create': 'Task: create',
  'task:read': 'Task: read',
  'task:update': 'Task: update',
  'task:delete': 'Task: delete',
  'framework:create': 'Framework: create',
  'framework:read': 'Framework: read',
  'framework:update': 'Framework: update',
  'framework:delete': 'Framework: delete',
  'audit:create': 'Audit: create',
  'audit:read': 'Audit: read',
  'audit:update': 'Audit: update',
  'finding:create': 'Finding: create',
  'finding:read': 'Finding: read',
  'finding:update': 'Finding: update',
  'finding:delete': 'Finding: delete',
  'questionnaire:create': 'Questionnaire: create',
  'questionnaire:read': 'Questionnaire: read',
  'questionnaire:update': 'Questionnaire: update',
  'questionnaire:delete': 'Questionnaire: delete',
  'integration:create': 'Integration: create',
  'integration:read': 'Integration: read',
  'integration:update': 'Integration: update',
  'integration:delete': 'Integration: delete',
  'apiKey:create': 'API key: create',
  'apiKey:read': 'API key: read',
  'apiKey:delete': 'API key: delete',
  'app:read': 'Logs and devices: read',
  'trust:read': 'Trust portal: read',
  'trust:update': 'Trust portal: update',
  'pentest:create': 'Penetration test: create',
  'pentest:read': 'Penetration test: read',
  'pentest:update': 'Penetration test: update',
  'training:read': 'Training: read',
  'training:update': 'Training: update',
  'portal:read': 'Employee portal: read',
  'portal:update': 'Employee portal: update',
} as const;
export const apiKeyCreateExpiration = {
  never: 'Never',
  '30days': '30 days',
  '90days': '90 days',
  '1year': '1 year',
} as const;
export const organizationAccessReason = {
  already_has_access: 'Already approved',
  self_hosted: 'Self-hosted',
  staff_email: 'Operator\'s staff',
  active_customer: 'Active customer',
  not_eligible: 'Not eligible',
} as const;
export const builtInRoleName = {
  owner: 'Owner',
  admin: 'Admin',
  auditor: 'Auditor',
  employee: 'Employee',
  contractor: 'Contractor',
} as const;
export const rolePermissionsOrganization = {
  read: 'Read',
  update: 'Update',
  delete: 'Delete',
} as const;
export const rolePermissionsMember = {
  create: 'Create',
  read: 'Read',
  update: 'Update',
  delete: 'Delete',
} as const;
export const rolePermissionsAc = {
  create: 'Create',
  read: 'Read',
  update: 'Update',
  delete: 'Delete',
} as const;
export const rolePermissionsControl = {
  create: 'Create',
  read: 'Read',
  update: 'Update',
  delete: 'Delete',
} as const;
export const rolePermissionsEvidence = {
  create: 'Create',
  read: 'Read',
  update: 'Update',
  delete: 'Delete',
} as const;
export const rolePermissionsPolicy = {
  create: 'Create',
  read: 'Read',
  update: 'Update',
  delete: 'Delete',
} as const;
export const rolePermissionsRisk = {
  create: 'Create',
  read: 'Read',
  update: 'Update',
  delete: 'Delete',
} as const;
export const rolePermissionsVendor = {
  create: 'Create',
  read: 'Read',
  update: 'Update',
  delete: 'Delete',
} as const;
export const rolePermissionsTask = {
  create: 'Create',
  read: 'Read',
  update: 'Update',
  delete: 'Delete',
} as const;
export const rolePermissionsFramework = {
  create: 'Create',
  read: 'Read',
  update: 'Update',
  delete: 'Delete',
} as const;
export const rolePermissionsAudit = {
  create: 'Create',
  read: 'Read',
  update: 'Update',
} as const;
export const rolePermissionsFinding = {
  create: 'Create',
  read: 'Read',
  update: 'Update',
  delete: 'Delete',
} as const;
export const rolePermissionsQuestionnaire = {
  create: 'Create',
  read: 'Read',
  update: 'Update',
  delete: 'Delete',
} as const;
export const rolePermissionsIntegration = {
  create: 'Create',
  read: 'Read',
  update: 'Update',
  delete: 'Delete',
} as const;
export const rolePermissionsApiKey = {
  create: 'Create',
  read: 'Read',
  delete: 'Delete',
} as const;
export const rolePermissionsApp = {
  read: 'Read',
} as const;
export const rolePermissionsTrust = {
  read: 'Read',
  update: 'Update',
} as const;
export const rolePermissionsPentest = {
  create: 'Create',
  read: 'Read',
  update: 'Update',
} as const;
export const rolePermissionsTraining = {
  read: 'Read',
  update: 'Update',
} as const;
export const rolePermissionsPortal = {
  read: 'Read',
  update: 'Update',
} as const;
export const notificationKind = {
  policy: 'Policy',
  task_reminder: 'Task reminder',
  task_assignment: 'Task assignment',
  task_mention: 'Task mention',
  finding: 'Finding',
  unassigned_items: 'Unassigned items',
} as const;
export const recordType = {
  organization: 'Organization',
  risk: 'Risk',
  task: 'Task',
  task_item: 'Task item',
  policy: 'Policy',
  control: 'Control',
  framework: 'Framework',
  requirement: 'Requirement',
  timeline: 'Timeline',
  finding: 'Finding',
  evidence_form: 'Evidence form',
  evidence_submission: 'Evidence submission',
  questionnaire: 'Questionnaire',
  questionnaire_answer: 'Questionnaire answer',
  manual_answer: 'Manual answer',
  knowledge_base_document: 'Knowledge base document',
  context: 'Context entry',
  soa_document: 'SoA document',
  soa_answer: 'SoA answer',
  isms_document: 'ISMS document',
  person: 'Person',
  invitation: 'Invitation',
  vendor: 'Vendor',
  device: 'Device',
  integration: 'Integration',
  cloud_finding: 'Cloud finding',
  comment: 'Comment',
  attachment: 'Attachment',
  penetration_test: 'Penetration test',
  engagement_letter: 'Engagement letter',
  trust_document: 'Trust document',
  trust_access_request: 'Trust access request',
  visitor_questionnaire: 'Visitor questionnaire',
} as const;
export const meCredentialKind = {
  session: 'Session',
  api_key: 'API key',
  device: 'Device',
} as const;
export const backgroundCheckStatus = {
  invited: 'Invited',
  in_progress: 'In progress',
  in_review: 'In review',
  completed: 'Completed',
  completed_with_flags: 'Completed with flags',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const;
export const twoFactorStatus = {
  enabled: 'Enabled',
  missing: 'Missing',
  not_provided: 'Not reported',
} as const;
export const bulkOutcome = {
  created: 'Created',
  updated: 'Updated',
  unchanged: 'Unchanged',
  refused: 'Refused',
} as const;
export const memberInviteResultOutcome = {
  added: 'Added',
  updated: 'Updated',
  reactivated: 'Reactivated',
  invited: 'Invited',
  failed: 'Failed',
} as const;
export const permissionResource = {
  organization: 'Organization',
  member: 'Member',
  invitation: 'Invitation',
  team: 'Team',
  ac: 'Roles',
  control: 'Control',
  evidence: 'Evidence',
  policy: 'Policy',
  risk: 'Risk',
  vendor: 'Vendor',
  task: 'Task',
  framework: 'Framework',
  audit: 'Audit',
  finding: 'Finding',
  questionnaire: 'Questionnaire',
  integration: 'Integration',
  apiKey: 'API key',
  app: 'Logs and devices',
  trust: 'Trust portal',
  pentest: 'Penetration test',
  training: 'Training',
  portal: 'Employee portal',
} as const;
export const devicePlatform = {
  macos: 'macOS',
  windows: 'Windows',
  linux: 'Linux',
} as const;
export const deviceSource = {
  agent: 'Agent',
  device_management: 'Device management',
  integration: 'Integration',
} as const;
export const deviceComplianceStatus = {
  compliant: 'Compliant',
  non_compliant: 'Not compliant',
  stale: 'No recent report',
  not_tracked: 'Not checked',
} as const;
export const memberAccessSourceMatchType = {
  matched: 'Knows the member',
  not_matched: 'Does not know the member',
  no_person_data: 'Names nobody',
  no_data: 'No results yet',
} as const;
export const trainingVideoId = {
  'sat-1': 'Phishing',
  'sat-2': 'Passwords',
  'sat-3': 'Data handling',
  'sat-4': 'Devices',
  'sat-5': 'Incident reporting',
  'hipaa-sat-1': 'HIPAA',
} as const;
export const deviceHostPolicyResponse = {
  pass: 'Passed',
  fail: 'Failed',
} as const;
export const devicePolicyResultResponse = {
  pass: 'Passed',
  fail: 'Failed',
} as const;
export const employmentEvidenceType = {
  image: 'Image',
  video: 'Video',
  audio: 'Audio',
  document: 'Document',
  other: 'Other',
} as const;
export const deviceCheckType = {
  disk_encryption: 'Disk encryption',
  antivirus: 'Antivirus',
  password_policy: 'Password policy',
  screen_lock: 'Screen lock',
} as const;
export const deviceAgentArchitecture = {
  arm64: 'ARM64',
  x64: 'x64',
} as const;
export const invitationStatus = {
  pending: 'Pending',
  accepted: 'Accepted',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
  expired: 'Expired',
} as const;
export const department = {
  none: 'None',
  admin: 'Administration',
  gov: 'Governance',
  hr: 'HR',
  it: 'IT',
  itsm: 'IT service management',
  qms: 'Quality management',
} as const;
export const trainingProgram = {
  general: 'General',
  hipaa: 'HIPAA',
} as const;
export const trainingFormat = {
  video: 'Video',
  document: 'Document',
} as const;
export const trainingDeliveryReason = {
  training_not_complete: 'Training not complete',
  hipaa_training_not_complete: 'HIPAA training not complete',
  no_email: 'No e-mail address',
  no_completion_date: 'No completion date',
} as const;
export const orgChartType = {
  interactive: 'Interactive',
  uploaded: 'Uploaded',
} as const;
export const orgChartPictureFormat = {
  svg: 'SVG',
  pdf: 'PDF',
} as const;
export const requirementDefinitionKind = {
  platform: 'From the catalog',
  custom: 'Custom',
} as const;
export const requirementCoverage = {
  full: 'Full',
  partial: 'Partial',
  none: 'None',
} as const;
export const frameworkCrosswalkFormat = {
  json: 'JSON',
  csv: 'CSV',
  xlsx: 'XLSX',
} as const;
export const requirementStrength = {
  full: 'Full',
  partial: 'Partial',
  supports: 'Supporting',
} as const;
export const policyStatus = {
  draft: 'Draft',
  published: 'Published',
  needs_review: 'Needs review',
} as const;
export const taskStatus = {
  todo: 'To do',
  in_progress: 'In progress',
  in_review: 'In review',
  done: 'Done',
  not_relevant: 'Not relevant',
  failed: 'Failed',
} as const;
export const evidenceFormType = {
  'board-meeting': 'Board meeting',
  'it-leadership-meeting': 'IT leadership meeting',
  'risk-committee-meeting': 'Risk committee meeting',
  meeting: 'Meeting',
  'access-request': 'Access request',
  'whistleblower-report': 'Whistleblower report',
  'penetration-test': 'Penetration test',
  'rbac-matrix': 'RBAC matrix',
  'infrastructure-inventory': 'Infrastructure inventory',
  'employee-performance-evaluation': 'Employee performance evaluation',
  'network-diagram': 'Network diagram',
  'tabletop-exercise': 'Tabletop exercise',
  'account-types': 'Account types',
} as const;
export const overviewFindingStatus = {
  open: 'Open',
  ready_for_review: 'Ready for review',
  needs_revision: 'Needs revision',
  closed: 'Closed',
} as const;
export const overviewFindingSeverity = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
} as const;
export const requirementImportOutcome = {
  created: 'Created',
  updated: 'Updated',
  unchanged: 'Unchanged',
  skipped: 'Skipped',
  refused: 'Refused',
} as const;
export const oscalModel = {
  catalog: 'Catalog',
  profile: 'Profile',
  'component-definition': 'Component definition',
  'system-security-plan': 'System security plan',
  'assessment-results': 'Assessment results',
  'plan-of-action-and-milestones': 'Plan of action and milestones',
} as const;
export const tableFormat = {
  csv: 'CSV',
  xlsx: 'XLSX',
} as const;
export const implementationStatus = {
  not_started: 'Not started',
  partial: 'Partial',
  implemented: 'Implemented',
  not_applicable: 'Not applicable',
} as const;
export const taskAutomationStatus = {
  automated: 'Automated',
  manual: 'Manual',
} as const;
export const taskFrequency = {
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  yearly: 'Yearly',
} as const;
export const frequency = {
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  yearly: 'Yearly',
} as const;
export const frameworkSyncResultKind = {
  no_op: 'Up to date',
  synced: 'Updated',
} as const;
export const frameworkSyncKind = {
  SYNC: 'Update',
  ROLLBACK: 'Rollback',
} as const;
export const audience = {
  internal: 'Internal',
  nda: 'Under an NDA',
  public: 'Public',
} as const;
export const policyDisplayFormat = {
  EDITOR: 'Text',
  PDF: 'PDF',
} as const;
export const policyVisibility = {
  ALL: 'Everybody',
  DEPARTMENT: 'Some departments',
} as const;
export const policyCreateStatus = {
  draft: 'Draft',
  published: 'Published',
} as const;
export const policyPublishAllResultSkippedPoliciesReason = {
  has_approver: 'Has an approver',
  no_text: 'No text',
} as const;
export const policyAcknowledgementResultStatus = {
  signed: 'Signed',
  already_signed: 'Already signed',
  failed: 'Failed',
} as const;
export const policyVersionState = {
  pending: 'Waiting for approval',
  current: 'Current',
  old: 'Earlier',
  draft: 'Draft',
} as const;
export const policySignatureStatus = {
  signed: 'Signed',
  pending: 'Pending',
} as const;
export const controlLinkKind = {
  requirements: 'Requirements',
  policies: 'Policies',
  tasks: 'Tasks',
  document_types: 'Evidence forms',
} as const;
export const controlCompleteness = {
  complete: 'Complete',
  incomplete: 'Incomplete',
  empty: 'Empty',
} as const;
export const controlPolicyDisplayFormat = {
  EDITOR: 'Text',
  PDF: 'PDF',
} as const;
export const controlRiskStatus = {
  open: 'Open',
  pending: 'Pending',
  closed: 'Closed',
  archived: 'Archived',
} as const;
export const evidenceFormCategory = {
  governance: 'Governance',
  security: 'Security',
  people: 'People',
} as const;
export const evidenceFormDateMode = {
  custom: 'Custom',
  auto: 'Automatic',
} as const;
export const evidenceFormFieldType = {
  text: 'Text',
  textarea: 'Long text',
  date: 'Date',
  select: 'Selection',
  file: 'File',
  matrix: 'Matrix',
} as const;
export const evidenceFormColumnType = {
  text: 'Text',
  select: 'Selection',
} as const;
export const evidenceSubmissionStatus = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
} as const;
export const evidenceReviewAction = {
  approved: 'Approved',
  rejected: 'Rejected',
} as const;
export const runKind = {
  answer_and_export: 'Answer and export',
  answer_questions: 'Answer questions',
  auto_answer_questionnaire: 'Answer questionnaire',
  auto_fill_soa: 'Fill in SoA',
  cloud_scan: 'Cloud scan',
  connection_checks: 'Connection checks',
  device_sync: 'Device sync',
  employee_sync: 'Employee sync',
  evidence_export: 'Evidence export',
  parse_questionnaire: 'Parse questionnaire',
  penetration_test: 'Penetration test',
  process_documents: 'Process documents',
  read_attachments: 'Read attachments',
  store_isms_version: 'Store ISMS version',
  task_automation: 'Task automation',
  task_check: 'Task check',
  vendor_assessment: 'Vendor assessment',
} as const;
export const runStatus = {
  queued: 'Queued',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const;
export const answerSourceSourceType = {
  policy: 'Policy',
  context: 'Context entry',
  manual_answer: 'Manual answer',
  knowledge_base_document: 'Knowledge base document',
  soa_answer: 'SoA answer',
  risk: 'Risk',
  control: 'Control',
} as const;
export const checkRunStatus = {
  pending: 'Pending',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  inconclusive: 'Inconclusive',
} as const;
export const employeeSyncResultPeopleStatus = {
  imported: 'Imported',
  skipped: 'Skipped',
  deactivated: 'Deactivated',
  reactivated: 'Reactivated',
  error: 'Failed',
} as const;
export const employeeSyncResultPeopleProviderStatus = {
  active: 'Active',
  inactive: 'Inactive',
  suspended: 'Suspended',
} as const;
export const deviceSyncResultDevicesStatus = {
  imported: 'Imported',
  updated: 'Updated',
  skipped: 'Skipped',
  removed: 'Removed',
  error: 'Failed',
} as const;
export const taskCheckedStatus = {
  failed: 'Failed',
  done: 'Done',
} as const;
export const vendorAssessmentStage = {
  starting: 'Starting',
  researching: 'Researching',
  core_completed: 'Main part completed',
  completed: 'Completed',
} as const;
export const vendorAssessmentOutcome = {
  assessed: 'Assessed',
  skipped: 'Skipped',
} as const;
export const vendorAssessmentSkipReason = {
  no_website: 'No website',
  invalid_website: 'Invalid website',
} as const;
export const vendorAssessmentMessageType = {
  searching: 'Searching',
  found: 'Found',
  analyzing: 'Analyzing',
  error: 'Error',
} as const;
export const knowledgeBaseProcessedDocumentOutcome = {
  completed: 'Completed',
  failed: 'Failed',
} as const;
export const evidenceAutomationRunStatus = {
  pending: 'Pending',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const;
export const evidenceAutomationVerdict = {
  pass: 'Passed',
  fail: 'Failed',
} as const;
export const evidenceAutomationTrigger = {
  scheduled: 'Scheduled',
  manual: 'Manual',
  api: 'API',
} as const;
export const auditLogDataPermission = {
  create: 'Create',
  read: 'Read',
  update: 'Update',
  delete: 'Delete',
} as const;
export const attachmentType = {
  image: 'Image',
  video: 'Video',
  audio: 'Audio',
  document: 'Document',
  other: 'Other',
} as const;
export const attachmentEntityType = {
  task: 'Task',
  vendor: 'Vendor',
  risk: 'Risk',
  comment: 'Comment',
  trust_nda: 'NDA',
  task_item: 'Task item',
  background_check: 'Background check',
  employment_onboard: 'Onboarding',
  employment_offboard: 'Offboarding',
  offboarding_checklist: 'Offboarding checklist',
} as const;
export const evidenceAutomationRunLogLevel = {
  info: 'Info',
  warn: 'Warning',
  error: 'Error',
} as const;
export const riskStatus = {
  open: 'Open',
  pending: 'Pending',
  closed: 'Closed',
  archived: 'Archived',
} as const;
export const riskCategory = {
  customer: 'Customer',
  fraud: 'Fraud',
  governance: 'Governance',
  operations: 'Operations',
  other: 'Other',
  people: 'People',
  regulatory: 'Regulatory',
  reporting: 'Reporting',
  resilience: 'Resilience',
  technology: 'Technology',
  vendor_management: 'Vendor management',
} as const;
export const riskLevel = {
  very_low: 'Very low',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  very_high: 'Very high',
} as const;
export const riskLevelLabel = {
  'Very low': 'Very low',
  Low: 'Low',
  Medium: 'Medium',
  High: 'High',
  'Very high': 'Very high',
} as const;
export const treatmentType = {
  accept: 'Accept',
  avoid: 'Avoid',
  mitigate: 'Mitigate',
  transfer: 'Transfer',
} as const;
export const mitigationTaskStatus = {
  open: 'Open',
  in_progress: 'In progress',
  in_review: 'In review',
  done: 'Done',
  cancelled: 'Cancelled',
} as const;
export const evidenceSourceType = {
  app_automation: 'Check of an integration',
  custom_automation: 'Automation of the task',
} as const;
export const taskEvidenceRunStatus = {
  pending: 'Pending',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  inconclusive: 'Inconclusive',
} as const;
export const checkSeverity = {
  info: 'Info',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
} as const;
export const vendorCategory = {
  cloud: 'Cloud',
  infrastructure: 'Infrastructure',
  software_as_a_service: 'Software as a service',
  finance: 'Finance',
  marketing: 'Marketing',
  sales: 'Sales',
  hr: 'HR',
  other: 'Other',
} as const;
export const vendorStatus = {
  not_assessed: 'Not assessed',
  in_progress: 'In progress',
  assessed: 'Assessed',
} as const;
export const likelihood = {
  very_unlikely: 'Very unlikely',
  unlikely: 'Unlikely',
  possible: 'Possible',
  likely: 'Likely',
  very_likely: 'Very likely',
} as const;
export const impact = {
  insignificant: 'Insignificant',
  minor: 'Minor',
  moderate: 'Moderate',
  major: 'Major',
  severe: 'Severe',
} as const;
export const complianceBadgeType = {
  soc2: 'SOC 2',
  soc3: 'SOC 3',
  iso27001: 'ISO 27001',
  iso42001: 'ISO 42001',
  iso9001: 'ISO 9001',
  gdpr: 'GDPR',
  hipaa: 'HIPAA',
  pci_dss: 'PCI DSS',
  nen7510: 'NEN 7510',
  pipeda: 'PIPEDA',
  ccpa: 'CCPA',
} as const;
export const vendorCertificationStatus = {
  verified: 'Verified',
  expired: 'Expired',
  not_certified: 'Not certified',
  unknown: 'Unknown',
} as const;
export const vendorNewsSentiment = {
  positive: 'Positive',
  negative: 'Negative',
  neutral: 'Neutral',
} as const;
export const taskItemEntityType = {
  vendor: 'Vendor',
  risk: 'Risk',
} as const;
export const taskItemStatus = {
  todo: 'To do',
  in_progress: 'In progress',
  in_review: 'In review',
  done: 'Done',
  cancelled: 'Cancelled',
} as const;
export const taskItemPriority = {
  urgent: 'Urgent',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
} as const;
export const taskItemActivityDataAction = {
  created: 'Created',
  updated: 'Updated',
  deleted: 'Deleted',
  assigned: 'Assigned',
} as const;
export const engagementLetterStatus = {
  draft: 'Draft',
  sent: 'Sent',
  partially_signed: 'Partially signed',
  signed: 'Signed',
  declined: 'Declined',
  cancelled: 'Cancelled',
  expired: 'Expired',
  superseded: 'Superseded',
} as const;
export const engagementType = {
  certification_audit: 'Certification audit',
  surveillance_audit: 'Surveillance audit',
  recertification_audit: 'Recertification audit',
  attestation_type1: 'Attestation Type 1',
  attestation_type2: 'Attestation Type 2',
  internal_audit: 'Internal audit',
  readiness_assessment: 'Readiness assessment',
  penetration_test: 'Penetration test',
  other: 'Other',
} as const;
export const engagementLetterParty = {
  organization: 'Organization',
  auditor: 'Auditor',
} as const;
export const engagementLetterSignatureStatus = {
  pending: 'Pending',
  unconfirmed: 'Unconfirmed',
  signed: 'Signed',
  declined: 'Declined',
  void: 'Void',
} as const;
export const engagementLetterSignatureMethod = {
  session: 'Signed in',
  link: 'By link',
  uploaded: 'On paper',
} as const;
export const engagementLetterEventType = {
  created: 'Created',
  updated: 'Updated',
  sent: 'Sent',
  reminded: 'Reminder sent',
  viewed: 'Viewed',
  recorded: 'Paper recorded',
  confirmed: 'Confirmed',
  objected: 'Objection raised',
  signed: 'Signed',
  declined: 'Declined',
  cancelled: 'Cancelled',
  expired: 'Expired',
  reopened: 'Reopened',
  superseded: 'Superseded',
  exported: 'Exported',
} as const;
export const engagementLetterActorKind = {
  user: 'User',
  key: 'API key',
  link: 'Link',
  system: 'System',
} as const;
export const soaColumnName = {
  closure: 'Number',
  title: 'Title',
  controlObjective: 'Control objective',
  isApplicable: 'Applicable',
  justification: 'Justification',
} as const;
export const soaColumnType = {
  string: 'Short text',
  boolean: 'Yes or no',
  text: 'Long text',
} as const;
export const soaDocumentStatus = {
  draft: 'Draft',
  in_progress: 'In progress',
  needs_review: 'Needs review',
  completed: 'Completed',
} as const;
export const soaApprovalStatus = {
  none: 'Not submitted',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
} as const;
export const soaReason = {
  risk: 'Risk',
  law: 'Law',
  contract: 'Contract',
  business_need: 'Business need',
} as const;
export const answerStatus = {
  untouched: 'Not answered',
  generated: 'Generated',
  manual: 'By hand',
} as const;
export const soaAnswerImplementationStatusSource = {
  derived: 'Derived',
  manual: 'By hand',
} as const;
export const soaAutoFillOverwrite = {
  unanswered: 'Unanswered',
  generated: 'Generated',
  all: 'All',
} as const;
export const soaExportFormat = {
  pdf: 'PDF',
} as const;
export const ismsDocumentType = {
  context_of_organization: 'Context of the organization',
  interested_parties_register: 'Register of interested parties',
  interested_parties_requirements: 'Requirements of interested parties',
  isms_scope: 'Scope of the ISMS',
  leadership_commitment: 'Leadership commitment',
  roles_and_responsibilities: 'Roles and responsibilities',
  risk_assessment_methodology: 'Risk assessment methodology',
  risk_treatment_plan: 'Risk treatment plan',
  objectives_plan: 'Plan of objectives',
  monitoring: 'Monitoring',
  internal_audit: 'Internal audit',
  management_review: 'Management review',
} as const;
export const ismsDocumentStatus = {
  draft: 'Draft',
  in_progress: 'In progress',
  needs_review: 'Needs review',
  approved: 'Approved',
  rejected: 'Rejected',
} as const;
export const ismsAuditApproach = {
  in_house: 'In-house',
  external_firm: 'External firm',
  training_planned: 'Training planned',
} as const;
export const ismsEuRepresentativeStatus = {
  appointed: 'Appointed',
  not_required: 'Not required',
  pending: 'Pending',
} as const;
export const ismsCommitmentKey = {
  a: 'Commitment a',
  b: 'Commitment b',
  c: 'Commitment c',
  d: 'Commitment d',
  e: 'Commitment e',
  f: 'Commitment f',
  g: 'Commitment g',
  h: 'Commitment h',
  i: 'Commitment i',
} as const;
export const ismsRowSource = {
  derived: 'Derived',
  manual: 'By hand',
} as const;
export const ismsContextIssueKind = {
  internal: 'Internal',
  external: 'External',
} as const;
export const ismsObjectiveStatus = {
  not_started: 'Not started',
  on_track: 'On track',
  at_risk: 'At risk',
  met: 'Met',
} as const;
export const ismsRoleKey = {
  top_management: 'Top management',
  spo: 'Security and privacy owner',
  deputy_spo: 'Deputy security and privacy owner',
  internal_auditor: 'Internal auditor',
} as const;
export const ismsAuditRoute = {
  in_house: 'In-house',
  external: 'External',
  training_planned: 'Training planned',
} as const;
export const ismsCompetenceBasis = {
  education: 'Education',
  training: 'Training',
  experience: 'Experience',
  combination: 'Several of these',
} as const;
export const ismsMetricKey = {
  training_completion: 'Completion of security training',
  vendor_review_currency: 'Up-to-date vendor reviews',
  finding_ageing: 'Age of findings',
  risk_treatment_status: 'Status of risk treatment',
  policy_acknowledgement: 'Acknowledgement of policies',
  uptime: 'Availability',
  vulnerability_remediation: 'Remediation of vulnerabilities',
  unauthorised_access: 'Unauthorized access',
  incident_response_times: 'Time to respond to incidents',
} as const;
export const ismsCadence = {
  monthly: 'Monthly',
  quarterly: 'Quarterly',
} as const;
export const ismsDataSource = {
  manual: 'By hand',
} as const;
export const ismsWorkStatus = {
  planned: 'Planned',
  in_progress: 'In progress',
  completed: 'Completed',
} as const;
export const ismsAuditVerdict = {
  conform: 'Conforms',
  substantially_conform: 'Substantially conforms',
  not_yet_conform: 'Does not yet conform',
} as const;
export const ismsAuditControlKey = {
  clause_4_1_context: 'Clause 4.1: context',
  clause_4_3_scope: 'Clause 4.3: scope',
  clause_5_2_policy: 'Clause 5.2: policy',
  clause_6_1_risk: 'Clause 6.1: risk',
  clause_7_2_competence: 'Clause 7.2: competence',
  clause_8_1_operational_planning: 'Clause 8.1: operational planning',
  clause_9_1_monitoring: 'Clause 9.1: monitoring',
  clause_9_3_management_review: 'Clause 9.3: management review',
  a_5_1_policies: 'A.5.1: policies',
  a_5_15_access_control: 'A.5.15: access control',
  a_5_19_supplier_relationships: 'A.5.19: supplier relationships',
  a_5_24_incident_management: 'A.5.24: incident management',
  a_8_7_malware: 'A.8.7: malware',
  a_8_13_backup: 'A.8.13: backup',
  a_8_24_cryptography: 'A.8.24: cryptography',
} as const;
export const ismsSampleResult = {
  conformity_confirmed: 'Conformity confirmed',
  nonconformity_raised: 'Nonconformity raised',
  observation_raised: 'Observation raised',
  not_sampled: 'Not sampled',
} as const;
export const ismsFindingType = {
  nc_major: 'Major nonconformity',
  nc_minor: 'Minor nonconformity',
  ofi: 'Opportunity for improvement',
  observation: 'Observation',
} as const;
export const ismsActionStatus = {
  open: 'Open',
  in_progress: 'In progress',
  closed: 'Closed',
} as const;
export const ismsReviewVerdict = {
  suitable: 'Suitable',
  adequate: 'Adequate',
  effective: 'Effective',
} as const;
export const ismsReviewInputKey = {
  a_prior_actions: 'Prior actions',
  b_context_changes: 'Changes in the context',
  c_interested_party_changes: 'Changes in interested parties',
  d1_nonconformity_trends: 'Trends in nonconformities',
  d2_monitoring_results: 'Results of monitoring',
  d3_audit_results: 'Results of audits',
  d4_objectives_fulfilment: 'Fulfillment of objectives',
  e_interested_party_feedback: 'Feedback from interested parties',
  f_risk_assessment: 'Risk assessment',
  g_improvement_opportunities: 'Opportunities for improvement',
} as const;
export const ismsDriftSource = {
  'no-baseline': 'Nothing to compare with',
  organizationName: 'Organization name',
  frameworks: 'Frameworks',
  vendors: 'Vendors',
  vendorMix: 'Kinds of vendors',
  subprocessors: 'Subprocessors',
  members: 'Members',
  departmentMix: 'Members by department',
  devices: 'Devices',
  risks: 'Risks',
  training: 'Training',
  parties: 'Interested parties',
  wizardAnswers: 'Wizard answers',
  riskTreatment: 'Risk treatment',
} as const;
export const ismsAcceptanceState = {
  accepted: 'Accepted',
  awaiting: 'Not yet accepted',
  stale: 'Outdated',
} as const;
export const ismsRegister = {
  'context-issues': 'Context issues',
  'interested-parties': 'Interested parties',
  requirements: 'Requirements',
  objectives: 'Objectives',
  roles: 'Roles',
  'role-assignments': 'Role assignments',
  metrics: 'Metrics',
  measurements: 'Measurements',
  audits: 'Audits',
  'audit-controls': 'Audit controls',
  'audit-findings': 'Audit findings',
  reviews: 'Reviews',
  'review-inputs': 'Review inputs',
  'review-actions': 'Review actions',
} as const;
export const ismsContextIssueCreateKind = {
  internal: 'Internal',
  external: 'External',
} as const;
export const ismsContextIssueUpdateKind = {
  internal: 'Internal',
  external: 'External',
} as const;
export const findingStatus = {
  open: 'Open',
  ready_for_review: 'Ready for review',
  needs_revision: 'Needs revision',
  closed: 'Closed',
} as const;
export const findingSeverity = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
} as const;
export const findingType = {
  soc2: 'SOC 2',
  iso27001: 'ISO 27001',
  pci_dss: 'PCI DSS',
  hipaa: 'HIPAA',
  gdpr: 'GDPR',
  iso9001: 'ISO 9001',
  iso42001: 'ISO 42001',
} as const;
export const findingArea = {
  people: 'People',
  documents: 'Documents',
  compliance: 'Compliance',
  risks: 'Risks',
  vendors: 'Vendors',
  policies: 'Policies',
  other: 'Other',
} as const;
export const findingTemplateCategory = {
  evidence_issue: 'Evidence issue',
  further_evidence: 'Further evidence',
  task_specific: 'Specific to a task',
  na_incorrect: 'Wrongly marked as not applicable',
} as const;
export const findingHistoryDataAction = {
  created: 'Created',
  updated: 'Updated',
  deleted: 'Deleted',
  status_changed: 'Status changed',
  content_updated: 'Content updated',
  type_changed: 'Type changed',
  severity_changed: 'Severity changed',
} as const;
export const penetrationTestStatus = {
  provisioning: 'Provisioning',
  cloning: 'Cloning',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const;
export const penetrationTestScanDepth = {
  quick: 'Quick',
  standard: 'Standard',
  deep: 'Deep',
} as const;
export const penetrationTestEvidenceLevel = {
  report_only: 'No excerpts',
  safe_proof: 'Short excerpts',
  impact_proof: 'Longer excerpts',
} as const;
export const penetrationTestCheck = {
  discovery: 'Discovery',
  secrets_info_disclosure: 'Disclosed secrets',
  technology_config: 'Configuration',
  xss: 'Cross-site scripting',
  injection: 'Injection',
  authentication: 'Authentication',
  authorization: 'Authorization',
  idor_bola: 'Access to others\' records',
  ssrf_xxe: 'SSRF and XML entities',
  csrf: 'Cross-site request forgery',
  race_conditions: 'Race conditions',
  business_logic: 'Business logic',
} as const;
export const penetrationTestFailureCode = {
  infrastructure: 'Infrastructure',
  time_limit: 'Time limit',
  unknown: 'Unknown',
} as const;
export const penetrationTestIssueStatus = {
  open: 'Open',
  fixed: 'Fixed',
  accepted: 'Accepted',
  false_positive: 'False positive',
} as const;
export const penetrationTestSeverity = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Info',
} as const;
export const penetrationTestEventType = {
  phase: 'Phase',
  action: 'Action',
  observation: 'Observation',
  finding: 'Finding',
  error: 'Error',
} as const;
export const timelineStatus = {
  draft: 'Draft',
  active: 'Active',
  paused: 'Paused',
  completed: 'Completed',
} as const;
export const timelineCompletionType = {
  auto_tasks: 'By tasks',
  auto_policies: 'By policies',
  auto_people: 'By people',
  auto_findings: 'By findings',
  auto_upload: 'By a document',
  manual: 'By hand',
} as const;
export const timelinePhaseStatus = {
  pending: 'Pending',
  in_progress: 'In progress',
  completed: 'Completed',
} as const;
export const questionnaireStatus = {
  parsing: 'Parsing',
  completed: 'Completed',
  failed: 'Failed',
} as const;
export const questionnaireSource = {
  internal: 'Internal',
  external: 'External',
} as const;
export const knowledgeBaseSourceType = {
  policy: 'Policy',
  control: 'Control',
  context: 'Context entry',
  manual_answer: 'Manual answer',
  knowledge_base_document: 'Knowledge base document',
} as const;
export const questionnaireExportFormat = {
  xlsx: 'XLSX',
  csv: 'CSV',
  pdf: 'PDF',
  zip: 'ZIP',
} as const;
export const answerSourceInputSourceType = {
  policy: 'Policy',
  context: 'Context entry',
  manual_answer: 'Manual answer',
  knowledge_base_document: 'Knowledge base document',
  soa_answer: 'SoA answer',
  risk: 'Risk',
  control: 'Control',
} as const;
export const questionAnswerSetStatus = {
  generated: 'Generated',
  manual: 'By hand',
} as const;
export const knowledgeBaseProcessingStatus = {
  pending: 'Pending',
  processing: 'Processing',
  completed: 'Completed',
  failed: 'Failed',
} as const;
export const trustPortalStatus = {
  draft: 'Draft',
  published: 'Published',
} as const;
export const trustPortalVisitorAnswers = {
  after_release: 'After release',
  at_once: 'At once',
} as const;
export const trustPortalFramework = {
  iso_27001: 'ISO 27001',
  iso_42001: 'ISO 42001',
  gdpr: 'GDPR',
  hipaa: 'HIPAA',
  soc2_type1: 'SOC 2 Type 1',
  soc2_type2: 'SOC 2 Type 2',
  soc3: 'SOC 3',
  pci_dss: 'PCI DSS',
  nen_7510: 'NEN 7510',
  iso_9001: 'ISO 9001',
  pipeda: 'PIPEDA',
  ccpa: 'CCPA',
} as const;
export const trustPortalFrameworkStatus = {
  started: 'Started',
  in_progress: 'In progress',
  compliant: 'Compliant',
} as const;
export const trustAccessRequestStatus = {
  under_review: 'Under review',
  approved: 'Approved',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
} as const;
export const trustAccessRequestNdaStatus = {
  not_required: 'Not required',
  pending: 'Pending',
  expired: 'Expired',
  signed: 'Signed',
  void: 'Void',
} as const;
export const trustAccessGrantStatus = {
  active: 'Active',
  expired: 'Expired',
  revoked: 'Revoked',
} as const;
export const trustNdaStatus = {
  pending: 'Pending',
  signed: 'Signed',
  void: 'Void',
} as const;
export const visitorQuestionnaireStatus = {
  answering: 'Answering',
  waiting: 'Waiting for release',
  released: 'Released',
  rejected: 'Rejected',
  failed: 'Failed',
} as const;
export const trustNdaSigningViewStatus = {
  pending: 'Pending',
  expired: 'Expired',
  void: 'Void',
  signed: 'Signed',
} as const;
export const trustAccessReceiptStatus = {
  under_review: 'Under review',
  already_approved: 'Already approved',
} as const;
export const integrationCategory = {
  Cloud: 'Cloud',
  'Identity & Access': 'Identity and Access',
  'HR & People': 'HR and People',
  Development: 'Development',
  Communication: 'Communication',
  Monitoring: 'Monitoring',
  Infrastructure: 'Infrastructure',
  Security: 'Security',
  Productivity: 'Productivity',
} as const;
export const integrationCapability = {
  checks: 'Checks',
  sync: 'Employee sync',
  device_sync: 'Device sync',
  cloud_scan: 'Cloud scan',
} as const;
export const integrationAuthStrategy = {
  oauth2: 'OAuth 2.0',
  api_key: 'API key',
  basic: 'User name and password',
  jwt: 'JWT',
  custom: 'Custom',
} as const;
export const integrationCredentialFieldType = {
  text: 'Text',
  password: 'Password',
  textarea: 'Long text',
  select: 'Selection',
  combobox: 'Combo box',
  multi_select: 'Multiple selection',
  number: 'Number',
  url: 'URL',
} as const;
export const integrationConnectionStatus = {
  pending: 'Pending',
  active: 'Active',
  error: 'Error',
  paused: 'Paused',
  disconnected: 'Disconnected',
} as const;
export const integrationConnectionMode = {
  credentials: 'Credentials',
  inventory: 'Inventory',
} as const;
export const connectionServicesSource = {
  default: 'Default',
  detected: 'Detected',
} as const;
export const checkRunTrigger = {
  manual: 'Manual',
  scheduled: 'Scheduled',
  api: 'API',
  connect: 'New connection',
} as const;
export const checkRunLogLevel = {
  info: 'Info',
  warn: 'Warning',
  error: 'Error',
} as const;
export const integrationVariableType = {
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  select: 'Selection',
  multi_select: 'Multiple selection',
} as const;
export const taskCheckLastRunStatus = {
  completed: 'Completed',
  failed: 'Failed',
  error: 'Error',
} as const;
export const syncType = {
  employee: 'Employees',
  device: 'Devices',
} as const;
export const syncConnectionStatus = {
  active: 'Active',
  error: 'Error',
} as const;
export const twoFactorAccountStatusStatus = {
  enabled: 'Enabled',
  missing: 'Missing',
} as const;
export const syncEventType = {
  employee_sync: 'Employee sync',
  device_sync: 'Device sync',
} as const;
export const syncStatus = {
  pending: 'Pending',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
} as const;
export const syncTrigger = {
  manual: 'Manual',
  scheduled: 'Scheduled',
  api: 'API',
} as const;
export const cloudProviderSlug = {
  aws: 'AWS',
  gcp: 'Google Cloud',
  azure: 'Azure',
} as const;
export const cloudScanMode = {
  builtin_scanners: 'Built-in scanners',
  security_hub: 'Security Hub',
} as const;
export const cloudProviderStatus = {
  active: 'Active',
} as const;
export const gcpSetupStepId = {
  enable_security_command_center_api: 'Enable Security Command Center API',
  enable_cloud_resource_manager_api: 'Enable Cloud Resource Manager API',
  enable_service_usage_api: 'Enable Service Usage API',
  grant_findings_viewer_role: 'Grant Findings Viewer role',
} as const;
export const gcpSetupStepAdminActionsKind = {
  link: 'Link',
  command: 'Command',
} as const;
export const azureSetupStepId = {
  authenticate: 'Authenticate',
  detect_subscription: 'Detect subscription',
  subscription_access: 'Subscription access',
  defender_access: 'Defender access',
  resource_read_access: 'Resource read access',
  write_access: 'Write access',
} as const;
export const cloudScanErrorCode = {
  SCC_NOT_ACTIVATED: 'Security Command Center not activated',
  GCP_ORG_MISSING: 'No Google Cloud organization',
  CREDENTIALS_MISSING: 'Credentials missing',
  CREDENTIALS_EXPIRED: 'Credentials expired',
  PROVIDER_ERROR: 'Provider error',
} as const;
export const cloudFindingStatus = {
  passed: 'Passed',
  failed: 'Failed',
} as const;
export const checkDefinitionSource = {
  catalog: 'Catalog',
  provider: 'Provider',
  ai: 'Language model',
} as const;
export const findingResolutionMethod = {
  platform_fix: 'Fixed by the service',
  external_fix: 'Fixed elsewhere',
  resource_deleted: 'Resource deleted',
  exception_marked: 'Marked as an exception',
} as const;
export const cloudActivityType = {
  scan: 'Scan',
  remediation: 'Remediation',
  rollback: 'Rollback',
  service_change: 'Service change',
  exception: 'Exception',
  settings: 'Settings',
} as const;
export const cloudActivityStatus = {
  completed: 'Completed',
  failed: 'Failed',
  info: 'Info',
} as const;
export const commentEntityType = {
  task: 'Task',
  vendor: 'Vendor',
  risk: 'Risk',
  policy: 'Policy',
  finding: 'Finding',
} as const;
export const uploadPurpose = {
  questionnaire: 'Questionnaire',
  policy_pdf: 'Policy PDF',
  evidence: 'Evidence',
  attachment: 'Attachment',
  document: 'Document',
  general: 'General',
} as const;
export const uploadStatus = {
  pending: 'Pending',
  uploaded: 'Uploaded',
  consumed: 'Used',
  expired: 'Expired',
} as const;
export const searchableType = {
  risk: 'Risk',
  task: 'Task',
  task_item: 'Task item',
  policy: 'Policy',
  control: 'Control',
  framework: 'Framework',
  requirement: 'Requirement',
  finding: 'Finding',
  evidence_submission: 'Evidence submission',
  questionnaire: 'Questionnaire',
  questionnaire_answer: 'Questionnaire answer',
  manual_answer: 'Manual answer',
  knowledge_base_document: 'Knowledge base document',
  context: 'Context entry',
  soa_answer: 'SoA answer',
  isms_document: 'ISMS document',
  person: 'Person',
  vendor: 'Vendor',
  device: 'Device',
  integration: 'Integration',
  cloud_finding: 'Cloud finding',
  comment: 'Comment',
  attachment: 'Attachment',
  penetration_test: 'Penetration test',
  trust_document: 'Trust document',
} as const;
export const searchHighlightField = {
  title: 'Title',
  snippet: 'Snippet',
} as const;
export const auditLogEntityType = {
  organization: 'Organization',
  framework: 'Framework',
  requirement: 'Requirement',
  control: 'Control',
  policy: 'Policy',
  task: 'Task',
  people: 'Person',
  risk: 'Risk',
  vendor: 'Vendor',
  tests: 'Test',
  integration: 'Integration',
  trust: 'Trust portal',
  finding: 'Finding',
  pentest: 'Penetration test',
} as const;
export const auditLogFault = {
  entry_missing: 'Entry missing',
  entry_changed: 'Entry changed',
  head_changed: 'End of the log changed',
  checkpoint_differs: 'Differs from the checkpoint',
  checkpoint_missing: 'Checkpoint missing',
  signature_invalid: 'Signature invalid',
  key_unknown: 'Unknown key',
} as const;
export const sortOrder = {
  asc: 'Ascending',
  desc: 'Descending',
} as const;
export const sortOrderAscending = {
  asc: 'Ascending',
  desc: 'Descending',
} as const;
export const employmentEventType = {
  onboard: 'Onboarding',
  offboard: 'Offboarding',
} as const;
export const policySignatureSortOrder = {
  asc: 'Ascending',
  desc: 'Descending',
} as const;
export const controlSortOrder = {
  asc: 'Ascending',
  desc: 'Descending',
} as const;
export const attachmentDispositionChoice = {
  attachment: 'Attachment',
  inline: 'Inline',
} as const;
export const listApiKeysSortBy = {
  createdAt: 'Created at',
  name: 'Name',
  expiresAt: 'Expires at',
  lastUsedAt: 'Last used at',
} as const;
export const listNotificationsSortBy = {
  createdAt: 'Created at',
  title: 'Title',
} as const;
export const listMembersSortBy = {
  createdAt: 'Created at',
  name: 'Name',
  email: 'E-mail',
  department: 'Department',
  jobTitle: 'Job title',
  onboardDate: 'Onboard date',
  offboardDate: 'Offboard date',
} as const;
export const listMentionableMembersSortBy = {
  name: 'Name',
  createdAt: 'Created at',
  email: 'E-mail',
  department: 'Department',
  jobTitle: 'Job title',
  onboardDate: 'Onboard date',
  offboardDate: 'Offboard date',
} as const;
export const listPeopleDevicesSortBy = {
  installedAt: 'Installed at',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  name: 'Name',
  lastCheckIn: 'Last check-in',
} as const;
export const listPendingOffboardingsSortBy = {
  offboardDate: 'Offboard date',
  name: 'Name',
  email: 'E-mail',
} as const;
export const listAccessRevocationsSortBy = {
  vendorName: 'Vendor name',
  revokedAt: 'Revoked at',
} as const;
export const listDevicesSortBy = {
  installedAt: 'Installed at',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  name: 'Name',
  lastCheckIn: 'Last check-in',
} as const;
export const listInvitationsSortBy = {
  email: 'E-mail',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  expiresAt: 'Expires at',
} as const;
export const listEmployeesSortBy = {
  name: 'Name',
  email: 'E-mail',
  department: 'Department',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
} as const;
export const listTrainingProgressSortBy = {
  name: 'Name',
} as const;
export const listFrameworkControlsSortBy = {
  name: 'Name',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  lastReviewDate: 'Last review date',
  nextReviewDate: 'Next review date',
} as const;
export const listFrameworkTasksSortBy = {
  title: 'Title',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  reviewDate: 'Review date',
} as const;
export const listFrameworkEvidenceSubmissionsSortBy = {
  submittedAt: 'Submitted at',
} as const;
export const listFrameworkSyncHistorySortBy = {
  performedAt: 'Performed at',
} as const;
export const listPoliciesSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  name: 'Name',
  reviewDate: 'Review date',
} as const;
export const listPolicyControlsSortBy = {
  name: 'Name',
} as const;
export const listPolicyEvidenceTasksSortBy = {
  name: 'Name',
} as const;
export const listPolicyVersionsSortBy = {
  version: 'Version',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  publishedAt: 'Published at',
} as const;
export const listPolicyAcknowledgementsSortBy = {
  name: 'Name',
  acknowledgedAt: 'Acknowledged at',
} as const;
export const listControlsSortBy = {
  name: 'Name',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  lastReviewDate: 'Last review date',
  nextReviewDate: 'Next review date',
} as const;
export const listMyEvidenceSubmissionsSortBy = {
  submittedAt: 'Submitted at',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
} as const;
export const listEvidenceSubmissionsSortBy = {
  submittedAt: 'Submitted at',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
} as const;
export const listContextSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  question: 'Question',
} as const;
export const listTasksSortBy = {
  board: 'Board',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  title: 'Title',
  reviewDate: 'Review date',
} as const;
export const listTaskActivitySortBy = {
  timestamp: 'Timestamp',
} as const;
export const listTaskAttachmentsSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  name: 'Name',
} as const;
export const listTaskAutomationsSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  name: 'Name',
  lastRunAt: 'Last run at',
} as const;
export const listTaskAutomationRunsSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  completedAt: 'Completed at',
} as const;
export const listAutomationRunsSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  completedAt: 'Completed at',
} as const;
export const listAutomationVersionsSortBy = {
  version: 'Version',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
} as const;
export const listRisksSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  title: 'Title',
  status: 'Status',
  probability: 'Probability',
  impact: 'Impact',
  inherentScore: 'Inherent score',
  residualScore: 'Residual score',
  reviewDueAt: 'Review due',
} as const;
export const listRiskAcceptancesSortBy = {
  createdAt: 'Created at',
  level: 'Level',
} as const;
export const listVendorsSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  name: 'Name',
  status: 'Status',
  inherentScore: 'Inherent score',
  residualScore: 'Residual score',
  reviewDueAt: 'Review due',
} as const;
export const listVendorAssessmentsSortBy = {
  createdAt: 'Created at',
  finishedAt: 'Finished at',
} as const;
export const listVendorAcceptancesSortBy = {
  createdAt: 'Created at',
  level: 'Level',
} as const;
export const listVendorContactsSortBy = {
  name: 'Name',
  email: 'E-mail',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
} as const;
export const listTaskItemsSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  title: 'Title',
  status: 'Status',
  priority: 'Priority',
  dueDate: 'Due date',
} as const;
export const listTaskItemActivitySortBy = {
  timestamp: 'Timestamp',
} as const;
export const listEngagementLettersSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  sentAt: 'Sent at',
  signedAt: 'Signed at',
  expiresAt: 'Expires at',
  reportDueDate: 'Report due date',
  reference: 'Reference',
  title: 'Title',
} as const;
export const exportEngagementLetterFormat = {
  pdf: 'PDF',
} as const;
export const listEngagementLetterHistorySortBy = {
  at: 'At',
} as const;
export const listSoaDocumentsSortBy = {
  version: 'Version',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
} as const;
export const listSoaAnswerVersionsSortBy = {
  answerVersion: 'Answer version',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
} as const;
export const listIsmsDocumentVersionsSortBy = {
  version: 'Version',
  publishedAt: 'Published at',
} as const;
export const exportIsmsDocumentFormat = {
  pdf: 'PDF',
  docx: 'DOCX',
} as const;
export const listIsmsRegisterRowsSortBy = {
  position: 'Position',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  dueDate: 'Due date',
} as const;
export const listFindingsSortBy = {
  status: 'Status',
  severity: 'Severity',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
} as const;
export const listFindingHistorySortBy = {
  timestamp: 'Timestamp',
} as const;
export const listPenetrationTestsSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
} as const;
export const listPenetrationTestIssuesSortBy = {
  severity: 'Severity',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  title: 'Title',
} as const;
export const listPenetrationTestEventsSortBy = {
  timestamp: 'Timestamp',
} as const;
export const listPentestFindingContextsSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  issueTitle: 'Issue title',
} as const;
export const listTimelinesSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  startDate: 'Start date',
} as const;
export const listQuestionnairesSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  fileName: 'File name',
  vendorName: 'Vendor name',
} as const;
export const listKnowledgeBaseDocumentsSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  name: 'Name',
} as const;
export const listManualAnswersSortBy = {
  updatedAt: 'Updated at',
  createdAt: 'Created at',
  question: 'Question',
} as const;
export const listComplianceResourcesSortBy = {
  updatedAt: 'Updated at',
  createdAt: 'Created at',
  fileName: 'File name',
} as const;
export const listTrustDocumentsSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  name: 'Name',
} as const;
export const listTrustPortalVendorsSortBy = {
  place: 'Place',
  name: 'Name',
} as const;
export const listTrustAccessRequestsSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  name: 'Name',
  email: 'E-mail',
  company: 'Company',
  reviewedAt: 'Reviewed at',
} as const;
export const listTrustAccessGrantsSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  subjectEmail: 'Subject e-mail',
  expiresAt: 'Expires at',
  revokedAt: 'Revoked at',
} as const;
export const listVisitorQuestionnairesSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  fileName: 'File name',
  reviewedAt: 'Reviewed at',
} as const;
export const listPoliciesByTokenSortBy = {
  name: 'Name',
  updatedAt: 'Updated at',
  lastPublishedAt: 'Last published at',
} as const;
export const downloadAllPoliciesByTokenFormat = {
  pdf: 'PDF',
  zip: 'ZIP',
} as const;
export const listTrustDocumentsByTokenSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  name: 'Name',
} as const;
export const listComplianceResourcesByTokenSortBy = {
  updatedAt: 'Updated at',
  fileName: 'File name',
} as const;
export const listPublicTrustVendorsSortBy = {
  place: 'Place',
  name: 'Name',
} as const;
export const listIntegrationConnectionsSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  label: 'Label',
  lastSyncAt: 'Last sync',
  nextSyncAt: 'Next sync',
} as const;
export const listConnectionCheckRunsSortBy = {
  createdAt: 'Created at',
  checkName: 'Check name',
} as const;
export const listCheckRunResultsSortBy = {
  place: 'Place',
  title: 'Title',
  severity: 'Severity',
  collectedAt: 'Collected at',
} as const;
export const listTaskCheckRunsSortBy = {
  createdAt: 'Created at',
  checkName: 'Check name',
} as const;
export const listTwoFactorStatusesSortBy = {
  email: 'E-mail',
} as const;
export const listSyncLogsSortBy = {
  createdAt: 'Created at',
  completedAt: 'Completed at',
} as const;
export const listCloudScansSortBy = {
  createdAt: 'Created at',
  completedAt: 'Completed at',
} as const;
export const listCloudFindingsSortBy = {
  completedAt: 'Completed at',
  severity: 'Severity',
  title: 'Title',
} as const;
export const listCloudExceptionsSortBy = {
  markedAt: 'Marked at',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  expiresAt: 'Expires at',
} as const;
export const listCloudActivitySortBy = {
  timestamp: 'Timestamp',
} as const;
export const listCommentsSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
} as const;
export const listAttachmentsSortBy = {
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  name: 'Name',
  size: 'Size',
} as const;
export const searchRecordsSortBy = {
  relevance: 'Relevance',
  updatedAt: 'Updated at',
} as const;
