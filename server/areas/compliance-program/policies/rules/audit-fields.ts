import type { components } from '#generated/api';
import type { JsonObject } from '#platform/json-object';
import { summaryOf } from './texts.ts';

/** @returns the fields of a policy for the audit log, with summaries of its texts (policies, rule 19) */
export function auditFields(policy: components['schemas']['Policy']): JsonObject {
  const { content, draftContent, currentVersion, ...fields } = policy;
  const { name, description, status, frequency, department, isRequiredToSign, reviewDate, isArchived, displayFormat } = fields;
  const { visibility, visibleToDepartments, audience, assigneeId, approverId, policyTemplateId } = fields;
  return {
    name,
    description,
    status,
    frequency,
    department,
    isRequiredToSign,
    reviewDate,
    isArchived,
    displayFormat,
    visibility,
    visibleToDepartments,
    audience,
    assigneeId,
    approverId,
    policyTemplateId,
    version: currentVersion?.version ?? null,
    content: summaryOf(content),
    draftContent: summaryOf(draftContent),
  };
}
