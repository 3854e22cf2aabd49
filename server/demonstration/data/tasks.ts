/** Data of the compliance tasks that risks refer to, and of evidence files. Most tasks were copied from the catalog. */
import type { Selectable } from 'kysely';
import type { Task } from '#generated/database';
import type { FileName } from '../files.ts';
import type { PersonName } from './people.ts';

export type TaskStatus = Selectable<Task>['status'];
export type TaskData = { readonly status: TaskStatus } & ({
  /** The slug of the task template. */
  readonly template: string;
} | { readonly title: string; readonly description: string });

export const tasks = {
  productionAccess: { template: 'access-review-log', status: 'done' },
  adminAccounts: { template: 'privileged-account-list', status: 'in_review' },
  authentication: { template: 'two-factor-auth', status: 'done' },
  secretRotation: { template: 'secure-secrets', status: 'in_progress' },
  restoreTest: { template: 'backup-restoration-test', status: 'done' },
  backupReport: { template: 'backup-logs', status: 'failed' },
  diskEncryption: { template: 'secure-devices', status: 'done' },
  certificates: { template: 'key-inventory', status: 'todo' },
  releaseRecords: { template: 'change-records', status: 'done' },
  rollback: { template: 'release-test-records', status: 'done' },
  branchRules: { template: 'code-changes', status: 'done' },
  dependencyScan: { template: 'secure-code', status: 'in_progress' },
  penetrationTest: { template: 'penetration-test-report', status: 'in_review' },
  exposedServices: { template: 'production-firewall', status: 'failed' },
  endpointReport: { template: 'malware-protection-report', status: 'done' },
  alertReview: { template: 'log-review-record', status: 'in_progress' },
  onCallPlan: { template: 'incident-response', status: 'todo' },
  incidentExercise: { template: 'incident-exercise', status: 'done' },
  incidentRegister: { template: 'incident-register', status: 'in_progress' },
  continuityPlan: { template: 'business-continuity-plan', status: 'in_review' },
  vendorRegister: { template: 'vendor-register', status: 'in_progress' },
  processorAgreements: { template: 'processing-agreements', status: 'failed' },
  trainingRecords: { template: 'security-training-records', status: 'done' },
  phishingExercise: { template: 'phishing-exercise', status: 'done' },
  screeningRecords: { template: 'background-check-records', status: 'todo' },
  leaverChecklist: { template: 'offboarding-checklists', status: 'in_progress' },
  deletionRun: { template: 'deletion-run-log', status: 'todo' },
  boardMinutes: { template: 'management-review-minutes', status: 'in_review' },
  paymentApprovals: { title: 'Sample of ten payments with two approvals', description: 'Ten payments of the quarter, each with who ordered and who released it.', status: 'done' },
  cardData: { title: 'Self-assessment about card data', description: 'The questionnaire of the payment provider, filled in and signed.', status: 'not_relevant' },
} satisfies Record<string, TaskData>;

export type TaskName = keyof typeof tasks;

/** The evidence files of tasks. `ago` is a number of days before today. */
export const taskEvidence = [
  { task: 'restoreTest', file: 'restoreProtocol', by: 'yusuf', ago: 30, description: 'Restore of the booking database' },
  { task: 'productionAccess', file: 'accessReview', by: 'tobias', ago: 28, description: undefined },
  { task: 'adminAccounts', file: 'privilegedAccounts', by: 'tobias', ago: 27, description: 'As of today' },
  { task: 'continuityPlan', file: 'continuityPlan', by: 'yusuf', ago: 26, description: 'The approved version' },
] as const satisfies readonly {
  readonly task: TaskName;
  readonly file: FileName;
  readonly by: PersonName;
  readonly ago: number;
  readonly description: string | undefined;
}[];
