/** The compliance tasks that are linked to vendors. */
import { replaceableLinkSet } from '#domain/access/links/link-set';

export const vendorTasks = replaceableLinkSet('vendor_task', 'task_id');
