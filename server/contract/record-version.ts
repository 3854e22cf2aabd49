/** Reads the version of a record from the answer of its GET, for its ETag and for the conflict of a change. */
import { type Operation, operations } from '#generated/operations';
import type { ProblemMembers } from '#generated/problems';
import { isObject, type JsonObject } from '#platform/json-object';
import type { OperationId } from './types.ts';

/** Returns the member with the version in the answer of an operation; undefined if its record has none. */
export function versionMemberOf(id: OperationId): string | undefined {
  const { version }: Operation = operations[id];
  return version;
}

/** @param versionMember from the registry: `version`, or `data.version` in the prescribed envelope */
export function versionIn(body: unknown, versionMember: string | undefined): number | undefined {
  const { record, name } = recordIn(body, versionMember);
  const version = name === undefined ? undefined : record?.[name];
  return typeof version === 'number' ? version : undefined;
}

/** Returns the version, time and author of the current record. */
export function conflictOf(body: unknown, versionMember: string | undefined): ProblemMembers['record_changed'] {
  const version = versionIn(body, versionMember);
  const { updatedAt, updatedBy } = recordIn(body, versionMember).record ?? {};
  return {
    ...(version !== undefined && { version }),
    ...(typeof updatedAt === 'string' && { updatedAt }),
    ...(isObject(updatedBy) && { updatedBy }),
  };
}

/** Returns the object that has the version, and the name of the version in it. */
function recordIn(body: unknown, versionMember: string | undefined): { readonly record?: JsonObject; readonly name?: string } {
  const [name, ...parents] = versionMember?.split('.').toReversed() ?? [];
  const record = parents.toReversed().reduce<unknown>((outer, member) => (isObject(outer) ? outer[member] : undefined), body);
  return { ...(isObject(record) && { record }), ...(name !== undefined && { name }) };
}
