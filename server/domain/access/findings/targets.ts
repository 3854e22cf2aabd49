/** Lists the fields and columns that refer to the record that a finding is about (findings, rule 1). */
import type { OwnKind } from '../records/kinds.ts';

/** The fields of a finding that contain the id of the record that it is about. Evidence forms and areas are not records. */
export const targetKinds = {
  taskId: 'task',
  evidenceSubmissionId: 'evidence_submission',
  policyId: 'policy',
  vendorId: 'vendor',
  riskId: 'risk',
  memberId: 'person',
  deviceId: 'device',
} as const satisfies Readonly<Record<string, OwnKind>>;

/** The database columns of these fields, each with the kind of record that it refers to. */
export const targetColumns = [
  ['task_id', 'task'],
  ['evidence_submission_id', 'evidence_submission'],
  ['policy_id', 'policy'],
  ['vendor_id', 'vendor'],
  ['risk_id', 'risk'],
  ['member_id', 'person'],
  ['device_id', 'device'],
] as const satisfies readonly (readonly [string, OwnKind])[];
