/** Computes the field-by-field changes of a request (audit-logs, rules 5 and 6). */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../json-object.ts';

export type Changes = Readonly<Record<string, { readonly previous: unknown; readonly current: unknown }>>;
export type Fields = JsonObject;

/** @param fields of a created record @returns a change from null for each of them */
export function changesOnCreate(fields: Fields): Changes {
  return Object.fromEntries(Object.entries(fields).map(([field, current]) => [field, { previous: null, current }]));
}

/** @param fields of a deleted record @returns a change to null for each of them */
export function changesOnDelete(fields: Fields): Changes {
  return Object.fromEntries(Object.entries(fields).map(([field, previous]) => [field, { previous, current: null }]));
}

/**
 * Compares a record with its earlier state. A missing field counts as null.
 * @param fields to compare; by default all fields of both records, except for the version, which every change raises
 * @returns each field that differs, compared deeply
 */
export function changesBetween(before: Fields, after: Fields, fields: readonly string[] = fieldsOf({ ...before, ...after })): Changes {
  const pairs = fields.map((field) => [field, { previous: before[field] ?? null, current: after[field] ?? null }] as const);
  return Object.fromEntries(pairs.filter(([, { previous, current }]) => !isDeepStrictEqual(previous, current)));
}

function fieldsOf({ version: _version, recordVersion: _recordVersion, ...fields }: Fields): string[] {
  return Object.keys(fields);
}

const memberReference = /^(assignee|approver)Id$/;

/** Returns the ids of members that appear in changes. */
export function memberIdsIn(changes: Changes): string[] {
  return Object.entries(changes).flatMap(([field, { previous, current }]) =>
    memberReference.test(field) ? [previous, current].filter((id) => typeof id === 'string') : [],
  );
}

/**
 * Replaces each member's id in changes by `Name (id)`, because an id alone means nothing to readers of the log.
 * @param names by id; a member who has left the organization is shown by id alone
 * @param isCreation whether null means that the record did not exist, instead of "Unassigned"
 */
export function withNames(changes: Changes, names: ReadonlyMap<string, string>, isCreation: boolean): Changes {
  const displayName = (id: unknown) => (typeof id !== 'string' ? 'Unassigned' : names.has(id) ? `${names.get(id)} (${id})` : id);
  return Object.fromEntries(
    Object.entries(changes).map(([field, { previous, current }]) => {
      const fieldWithoutId = memberReference.exec(field)?.[1];
      return fieldWithoutId === undefined
        ? [field, { previous, current }]
        : [fieldWithoutId, { previous: isCreation && previous === null ? null : displayName(previous), current: displayName(current) }];
    }),
  );
}
