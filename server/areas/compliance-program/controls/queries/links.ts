/** Link tables between controls and policies, tasks and forms, for direct links and for links in adopted frameworks. */
import { linkSet, type LinkSet } from '#domain/access/links/link-set';
import type { LinkedKind } from '#domain/access/links/linkable';

export interface ControlLinks<Kind extends LinkedKind | 'form'> {
  /** The name of the field in audit entries. */
  readonly field: string;
  /** The plural noun in descriptions of audit entries. */
  readonly plural: string;
  readonly directLinks: LinkSet<'control_id', Kind>;
  readonly frameworkLinks: LinkSet<'control_id' | 'framework_instance_id', Kind>;
}

export const policyLinks: ControlLinks<'policy'> = {
  field: 'policies',
  plural: 'policies',
  directLinks: linkSet('control_policy', 'policy_id'),
  frameworkLinks: linkSet('framework_control_policy', 'policy_id'),
};

export const taskLinks: ControlLinks<'task'> = {
  field: 'tasks',
  plural: 'tasks',
  directLinks: linkSet('control_task', 'task_id'),
  frameworkLinks: linkSet('framework_control_task', 'task_id'),
};

export const documentTypeLinks: ControlLinks<'form'> = {
  field: 'documentTypes',
  plural: 'document types',
  directLinks: linkSet('control_document_type', 'form_type'),
  frameworkLinks: linkSet('framework_control_document_type', 'form_type'),
};
