import type { components } from '../../../../generated/api.d.ts';
import type { JsonObject } from '../../../platform/json-object.ts';
import { summaryOf } from './texts.ts';

/** @returns what the audit log tells of a policy, with its texts in brief (spec/areas/policies, rule 19) */
export function told(policy: components['schemas']['Policy']): JsonObject {
  const { content, draftContent, currentVersion, ...rest } = policy;
  const { name, description, status, frequency, department, isRequiredToSign, reviewDate, isArchived, displayFormat } = rest;
  const { visibility, visibleToDepartments, assigneeId, approverId, policyTemplateId } = rest;
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
    assigneeId,
    approverId,
    policyTemplateId,
    version: currentVersion?.version ?? null,
    content: summaryOf(content),
    draftContent: summaryOf(draftContent),
  };
}
