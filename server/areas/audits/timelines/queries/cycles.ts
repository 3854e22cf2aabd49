/** Checks whether a cycle of a timeline exists. */
import type { OrganizationDatabase } from '#platform/database/handle';

/** Returns whether a timeline with this cycle number exists for the track of an adopted framework. */
export async function hasCycle(
  db: OrganizationDatabase,
  { frameworkInstanceId, trackKey }: { readonly frameworkInstanceId: string; readonly trackKey: string },
  cycleNumber: number,
): Promise<boolean> {
  const existingTimeline = await db
    .selectFrom('timeline')
    .select('id')
    .where('framework_instance_id', '=', frameworkInstanceId)
    .where('track_key', '=', trackKey)
    .where('cycle_number', '=', cycleNumber)
    .executeTakeFirst();
  return existingTimeline !== undefined;
}
