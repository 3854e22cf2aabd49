/** Writes and reads the history of a letter. */
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { anyOf } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import type { Actor } from '#platform/identity/actor';

type Schemas = components['schemas'];
type Event = Schemas['EngagementLetterEvent'];
export type EventActor = Event['actor'];

export const serviceActor: EventActor = { kind: 'system', name: 'The service', email: null };

/** @returns the caller as the history shows it: an API key by its name, with the address of the member it acts for */
export function eventActorOf({ user, via }: Pick<Actor, 'user' | 'via'>): EventActor {
  if (via !== undefined) return { kind: 'key', name: via, email: user?.email ?? null };
  return user ? { kind: 'user', name: user.name, email: user.email } : serviceActor;
}

/** @param occurredAt when the event happened; defaults to now */
export async function insertEvent(
  db: OrganizationDatabase,
  letterId: string,
  type: Event['type'],
  actor: EventActor,
  detail: Event['detail'] = null,
  occurredAt?: string,
): Promise<void> {
  await db
    .insertInto('engagement_letter_event')
    .values({
      id: newId('loev'),
      letter_id: letterId,
      type,
      actor_kind: actor.kind,
      actor_name: actor.name,
      actor_email: actor.email,
      detail: detail && JSON.stringify(detail),
      ...(occurredAt !== undefined && { at: occurredAt }),
    })
    .execute();
}

/** @returns whether this person caused an event of this type within the last hour */
export async function happenedRecently(db: OrganizationDatabase, letterId: string, type: Event['type'], email: string): Promise<boolean> {
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const recentEvent = await db
    .selectFrom('engagement_letter_event')
    .select('id')
    .where('letter_id', '=', letterId)
    .where('type', '=', type)
    .where('actor_email', '=', email)
    .where('at', '>', hourAgo)
    .limit(1)
    .executeTakeFirst();
  return recentEvent !== undefined;
}

const pagedEvents = PagedList.of((db, param: Params<{ readonly letterId: string }>) =>
  db
    .selectFrom('engagement_letter_event as event')
    .select((eb) => [
      'event.id',
      'event.type',
      'event.at',
      'event.actor_kind as kind',
      'event.actor_name as name',
      'event.actor_email as email',
      // This cast is safe, because only this file writes this column.
      eb.ref('event.detail').$castTo<Event['detail']>().as('detail'),
    ])
    .where('event.letter_id', '=', param('letterId')),
).filteredBy<FilterOf<'listEngagementLetterHistory'>>({ ids: anyOf('event.id') });

/** @returns a page of the letter's history */
export async function listEvents(
  db: OrganizationDatabase,
  letterId: string,
  filter: FilterOf<'listEngagementLetterHistory'>,
  page: PageRequest,
): Promise<Page<Event>> {
  const foundPage = await pagedEvents.page(db, { letterId, ...filter }, { by: 'event.at', id: 'event.id' }, page);
  return mapPage(foundPage, ({ kind, name, email, ...event }) => ({ ...event, actor: { kind, name, email } }));
}
