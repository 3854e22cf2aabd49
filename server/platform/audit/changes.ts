/** What a request changed, field by field (spec/areas/audit-logs, rules 5 and 6). */
import { isDeepStrictEqual } from 'node:util';

export type Changes = Readonly<Record<string, { readonly previous: unknown; readonly current: unknown }>>;
type Fields = Readonly<Record<string, unknown>>;

/**
 * Of a creation every field that was sent; of an update those that are now different.
 * @param before the record as its GET answered it; empty where there is none to read
 * @param after what was answered: a field that is not in it is as it was sent
 */
export function changesOf(method: string, body: unknown, before: Fields, after: Fields): Changes {
  if (!isObject(body) || method === 'delete') return {};
  if (method === 'post') return Object.fromEntries(Object.entries(body).map(([field, current]) => [field, { previous: null, current }]));
  const sent = Object.entries(body).map(([field, value]) => {
    const current = fieldOf(after, field);
    return [field, { previous: fieldOf(before, field) ?? null, current: current === undefined ? value : current }] as const;
  });
  return Object.fromEntries(sent.filter(([, { previous, current }]) => !isDeepStrictEqual(previous, current)));
}

const memberReference = /^(assignee|approver)Id$/;

/** A member stands in a record by its id, or as a person under the name without `Id`. */
function fieldOf(record: Fields, field: string): unknown {
  const person = memberReference.exec(field)?.[1];
  if (record[field] !== undefined || person === undefined) return record[field];
  const found = record[person];
  return isObject(found) ? found.id : found;
}

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
        : [person, { previous: created ? null : shown(previous), current: shown(current) }];
    }),
  );
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
