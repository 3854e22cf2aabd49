/** What happened during a test. */
import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';

type Event = components['schemas']['PenetrationTestEvent'];

interface Asked {
  readonly testId: string;
  /** The number of the event before the first one. */
  readonly after: number;
}

const listed = PagedList.of((db, param: Params<Asked>) =>
  db
    .selectFrom('penetration_test_event')
    .select([
      ...columnsOf('penetration_test_event', 'id', 'type', 'agent', 'tool', 'summary', 'description'),
      'penetration_test_event.occurred_at as timestamp',
    ])
    .where('test_id', '=', param('testId'))
    .where('number', '>', param('after')),
);

/** Oldest first. */
export function listEvents(db: OrganizationDatabase, testId: string, after: number, page: PageRequest): Promise<Page<Event>> {
  const order = { by: 'penetration_test_event.number', id: 'penetration_test_event.id' } as const;
  return listed.page(db, { testId, after }, order, { ...page, sortOrder: 'asc' });
}

/** @returns the place of an event among those of its test; undefined when the test has no such event */
export async function numberOf(db: OrganizationDatabase, testId: string, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('penetration_test_event')
    .select('number')
    .where('test_id', '=', testId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.number;
}
