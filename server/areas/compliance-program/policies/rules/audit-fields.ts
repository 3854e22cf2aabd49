import type { components } from '#generated/api';
import type { JsonObject } from '#platform/json-object';
import { summaryOf } from './texts.ts';

/** @returns the audit log's fields of a policy, with summaries of its texts (policies, rule 19) */
export function auditFields(policy: components['schemas']['Policy']): JsonObject {
  const { content, draftContent, currentVersion, ...rest } = policy;
  const { name, description, status, frequency, department, isRequiredToSign, reviewDate, isArchived, displayFormat } = rest;
  const { visibility, visibleToDepartments, audience, assigneeId, approverId, policyTemplateId } = rest;
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
