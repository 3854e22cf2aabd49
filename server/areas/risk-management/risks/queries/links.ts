/** The controls and compliance tasks that are linked to risks. */
import { replaceableLinkSet } from '#domain/access/links/link-set';

export const riskControls = replaceableLinkSet('risk_control', 'control_id');
export const riskTasks = replaceableLinkSet('risk_task', 'task_id');
