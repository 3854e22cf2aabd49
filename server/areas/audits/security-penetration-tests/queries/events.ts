/** Queries of the events of tests. */
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';

type Event = components['schemas']['PenetrationTestEvent'];

interface EventFilter {
  readonly testId: string;
  /** Only events with a greater number are returned. */
  readonly after: number;
}

const pagedEvents = PagedList.of((db, param: Params<EventFilter>) =>
  db
    .selectFrom('penetration_test_event')
    .select([
      ...columnsOf('penetration_test_event', 'id', 'type', 'agent', 'tool', 'summary', 'description'),
      'penetration_test_event.occurred_at as timestamp',
    ])
    .where('test_id', '=', param('testId'))
    .where('number', '>', param('after')),
);

/** Lists the events of a test whose numbers are greater than `afterNumber`, oldest first. */
export function listEvents(db: OrganizationDatabase, testId: string, afterNumber: number, page: PageRequest): Promise<Page<Event>> {
  const order = { by: 'penetration_test_event.number', id: 'penetration_test_event.id' } as const;
  return pagedEvents.page(db, { testId, after: afterNumber }, order, { ...page, sortOrder: 'asc' });
}

/** @returns the number of an event within its test; undefined if the test has no such event */
export async function findEventNumber(db: OrganizationDatabase, testId: string, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('penetration_test_event')
    .select('number')
    .where('test_id', '=', testId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.number;
}
