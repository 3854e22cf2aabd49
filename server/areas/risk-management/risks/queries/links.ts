/** Links risks to controls and to compliance tasks. */
import { replaceableLinkSet } from '#domain/access/links/link-set';

export const riskControls = replaceableLinkSet('risk_control', 'control_id');
export const riskTasks = replaceableLinkSet('risk_task', 'task_id');
