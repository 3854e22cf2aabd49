/** Records activities of a cloud account, for the people who manage it. */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Actor } from '#platform/identity/actor';

type Schemas = components['schemas'];

export interface Activity {
  readonly type: Schemas['CloudActivityType'];
  /** The name of the action in the log. */
  readonly action: string;
  readonly description: string;
  readonly status?: Schemas['CloudActivityStatus'];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export async function recordActivity(
  db: OrganizationDatabase,
  { user, via }: Pick<Actor, 'user' | 'via'>,
  connectionId: string,
  { type, action, description, status = 'info', metadata = {} }: Activity,
): Promise<void> {
  const isScheduled = via === 'schedule';
  await db
    .insertInto('cloud_activity')
    .values({
      id: newId('cla'),
      connection_id: connectionId,
      type,
      description,
      user_id: isScheduled ? null : (user?.id ?? null),
      status,
      metadata: JSON.stringify({ action, ...(via !== undefined && { via }), ...metadata }),
    })
    .execute();
}
