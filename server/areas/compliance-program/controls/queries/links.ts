/** Link tables between controls and policies, tasks and forms, for direct links and for links in adopted frameworks. */
import { linkSet, type LinkSet } from '#domain/access/links/link-set';
import type { LinkedKind } from '#domain/access/links/linkable';

export interface ControlLinks<Kind extends LinkedKind | 'form'> {
  /** The name of the field in audit entries. */
  readonly field: string;
  /** The plural noun in descriptions of audit entries. */
  readonly plural: string;
  readonly direct: LinkSet<'control_id', Kind>;
  readonly inFrameworks: LinkSet<'control_id' | 'framework_instance_id', Kind>;
}

export const policyLinks: ControlLinks<'policy'> = {
  field: 'policies',
  plural: 'policies',
  direct: linkSet('control_policy', 'policy_id'),
  inFrameworks: linkSet('framework_control_policy', 'policy_id'),
};

export const taskLinks: ControlLinks<'task'> = {
  field: 'tasks',
  plural: 'tasks',
  direct: linkSet('control_task', 'task_id'),
  inFrameworks: linkSet('framework_control_task', 'task_id'),
};

export const documentTypeLinks: ControlLinks<'form'> = {
  field: 'documentTypes',
  plural: 'document types',
  direct: linkSet('control_document_type', 'form_type'),
  inFrameworks: linkSet('framework_control_document_type', 'form_type'),
};
