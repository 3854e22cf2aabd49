/** Controls, and the compliance tasks that give evidence for them. */
import type { Task } from '../../../generated/database.d.ts';
import type { Selectable } from 'kysely';

export const controls = {
  accessReview: 'Access review',
  strongAuthentication: 'Multi-factor authentication',
  leastPrivilege: 'Least privilege',
  backup: 'Backup and restore',
  encryption: 'Encryption of data',
  change: 'Change management',
  codeReview: 'Code review',
  vulnerabilities: 'Vulnerability management',
  endpoints: 'Endpoint protection',
  monitoring: 'Security logging and monitoring',
  incidents: 'Incident response',
  continuity: 'Business continuity',
  vendors: 'Vendor due diligence',
  awareness: 'Security awareness training',
  screening: 'Screening before employment',
  leaving: 'Return of assets and removal of access',
  retention: 'Retention and deletion of data',
  dataSubjects: 'Requests of data subjects',
  payments: 'Separation of duties in payments',
  managementReview: 'Management review',
} as const;

export type ControlName = keyof typeof controls;

export interface TaskData {
  readonly title: string;
  readonly status: Selectable<Task>['status'];
  readonly controls: readonly ControlName[];
}

export const tasks = {
  productionAccess: { title: 'Review who has access to production', status: 'done', controls: ['accessReview', 'leastPrivilege'] },
  adminAccounts: { title: 'List of administrator accounts', status: 'in_review', controls: ['accessReview', 'leastPrivilege'] },
  authentication: { title: 'Show that every account signs in with two factors', status: 'done', controls: ['strongAuthentication'] },
  secretRotation: { title: 'Rotation of shared secrets', status: 'in_progress', controls: ['leastPrivilege', 'encryption'] },
  restoreTest: { title: 'Restore the database from last night', status: 'done', controls: ['backup'] },
  backupReport: { title: 'Report of nightly backups', status: 'failed', controls: ['backup', 'monitoring'] },
  diskEncryption: { title: 'Disk encryption on all laptops', status: 'done', controls: ['encryption', 'endpoints'] },
  certificates: { title: 'Inventory of certificates and signing keys', status: 'todo', controls: ['encryption'] },
  releaseRecords: { title: 'Sample of five releases with their approvals', status: 'done', controls: ['change', 'codeReview'] },
  rollback: { title: 'Roll a release back in staging', status: 'done', controls: ['change'] },
  branchRules: { title: 'Branch protection of every repository', status: 'done', controls: ['codeReview'] },
  dependencyScan: { title: 'Dependency scan of the booking API', status: 'in_progress', controls: ['vulnerabilities'] },
  penetrationTest: { title: 'Report of the yearly penetration test', status: 'in_review', controls: ['vulnerabilities'] },
  exposedServices: { title: 'Services that can be reached from the internet', status: 'failed', controls: ['vulnerabilities', 'monitoring'] },
  endpointReport: { title: 'Endpoint protection report', status: 'done', controls: ['endpoints'] },
  alertReview: { title: 'Weekly review of security alerts', status: 'in_progress', controls: ['monitoring'] },
  onCallPlan: { title: 'On-call plan for the coming quarter', status: 'todo', controls: ['incidents', 'continuity'] },
  incidentExercise: { title: 'Tabletop exercise of a data breach', status: 'done', controls: ['incidents'] },
  incidentRegister: { title: 'Register of incidents and what was learned', status: 'in_progress', controls: ['incidents', 'managementReview'] },
  continuityPlan: { title: 'Continuity plan, reviewed and signed', status: 'in_review', controls: ['continuity'] },
  vendorRegister: { title: 'Register of vendors with their criticality', status: 'in_progress', controls: ['vendors'] },
  processorAgreements: { title: 'Signed agreements of all subprocessors', status: 'failed', controls: ['vendors', 'retention'] },
  trainingRecords: { title: 'Training records of all staff', status: 'done', controls: ['awareness'] },
  phishingExercise: { title: 'Result of the last phishing exercise', status: 'done', controls: ['awareness'] },
  screeningRecords: { title: 'Background checks of the last three hires', status: 'todo', controls: ['screening'] },
  leaverChecklist: { title: 'Leaver checklists of the last quarter', status: 'in_progress', controls: ['leaving', 'accessReview'] },
  deletionRun: { title: 'Record of the monthly deletion run', status: 'todo', controls: ['retention', 'dataSubjects'] },
  paymentApprovals: { title: 'Sample of ten payments with two approvals', status: 'done', controls: ['payments'] },
  boardMinutes: { title: 'Minutes of the management review', status: 'in_review', controls: ['managementReview'] },
  cardData: { title: 'Self-assessment about card data', status: 'not_relevant', controls: ['payments', 'encryption'] },
} satisfies Record<string, TaskData>;

export type TaskName = keyof typeof tasks;
