/** The records that findings are about (findings, rule 1). */
import type { OwnKind } from '../records/kinds.ts';

/** The fields of a finding that name the record that it is about. Forms and areas are no records. */
export const targetKinds = {
  taskId: 'task',
  evidenceSubmissionId: 'evidence_submission',
  policyId: 'policy',
  vendorId: 'vendor',
  riskId: 'risk',
  memberId: 'person',
  deviceId: 'device',
} as const satisfies Readonly<Record<string, OwnKind>>;

/** Their columns, with their kinds. */
export const targetColumns = [
  ['task_id', 'task'],
  ['evidence_submission_id', 'evidence_submission'],
  ['policy_id', 'policy'],
  ['vendor_id', 'vendor'],
  ['risk_id', 'risk'],
  ['member_id', 'person'],
  ['device_id', 'device'],
] as const satisfies readonly (readonly [string, OwnKind])[];
