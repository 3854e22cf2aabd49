/** Removes policy fields that are hidden from members who do not work on the policy (policies, rule 29). */

interface SubmissionFields {
  readonly pendingVersionId: string | null;
  readonly approverId: string | null;
}

/** @returns the policy without its pending version and requested approver */
export function withoutSubmission<Policy extends SubmissionFields>(policy: Policy): Policy & SubmissionFields {
  return { ...policy, pendingVersionId: null, approverId: null };
}
