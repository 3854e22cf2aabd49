/** Links vendors to compliance tasks. */
import { replaceableLinkSet } from '#domain/access/links/link-set';

export const vendorTasks = replaceableLinkSet('vendor_task', 'task_id');
