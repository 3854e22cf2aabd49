/** Queries of the events of tests. */
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf } from '#platform/database/filters';
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
).filteredBy<Pick<FilterOf<'listPenetrationTestEvents'>, 'ids'>>({ ids: anyOf('penetration_test_event.id') });

/** Lists the events of a test in the order in which they happened. */
export function listEvents(
  db: OrganizationDatabase,
  filter: EventFilter & Pick<FilterOf<'listPenetrationTestEvents'>, 'ids'>,
  page: PageRequest,
): Promise<Page<Event>> {
  return pagedEvents.page(db, filter, { by: 'penetration_test_event.number', id: 'penetration_test_event.id' }, page);
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
