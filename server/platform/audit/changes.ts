/** What a request changed, field by field (spec/areas/audit-logs, rules 5 and 6). */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../json-object.ts';

export type Changes = Readonly<Record<string, { readonly previous: unknown; readonly current: unknown }>>;
export type Fields = JsonObject;

/** @param fields of what was not there before @returns each of them, from nothing */
export function added(fields: Fields): Changes {
  return Object.fromEntries(Object.entries(fields).map(([field, current]) => [field, { previous: null, current }]));
}

/** @param fields of what is not there any more @returns each of them, to nothing */
export function removed(fields: Fields): Changes {
  return Object.fromEntries(Object.entries(fields).map(([field, previous]) => [field, { previous, current: null }]));
}

/**
 * The one comparison of a record with what it was. What a record does not have is null in it.
 * @param fields that are compared; all that one of the two has, if not said
 * @returns each field that is different, however deep
 */
export function differences(before: Fields, after: Fields, fields: readonly string[] = Object.keys({ ...before, ...after })): Changes {
  const both = fields.map((field) => [field, { previous: before[field] ?? null, current: after[field] ?? null }] as const);
  return Object.fromEntries(both.filter(([, { previous, current }]) => !isDeepStrictEqual(previous, current)));
}

const memberReference = /^(assignee|approver)Id$/;

/** The members that changes name by their ids. */
export function membersIn(changes: Changes): string[] {
  return Object.entries(changes).flatMap(([field, { previous, current }]) =>
    memberReference.test(field) ? [previous, current].filter((id) => typeof id === 'string') : [],
  );
}

/**
 * The same changes with `Name (id)` for a member, because an id says nothing to who reads the log.
 * @param names by id; one that is in no organization any more stands with its id alone
 * @param created whether there was nothing before, rather than nobody
 */
export function withNames(changes: Changes, names: ReadonlyMap<string, string>, created: boolean): Changes {
  const shown = (id: unknown) => (typeof id !== 'string' ? 'Unassigned' : names.has(id) ? `${names.get(id)} (${id})` : id);
  return Object.fromEntries(
    Object.entries(changes).map(([field, { previous, current }]) => {
      const person = memberReference.exec(field)?.[1];
      return person === undefined
        ? [field, { previous, current }]
        : [person, { previous: created && previous === null ? null : shown(previous), current: shown(current) }];
    }),
  );
}
