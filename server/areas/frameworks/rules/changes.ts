import type { Changes } from '../../../platform/audit/changes.ts';

/** What the audit log tells of a record: each of these fields that is different now. @param before null for a new record */
export function changesBetween<Field extends string>(
  before: Readonly<Record<Field, unknown>> | null,
  after: Readonly<Record<Field, unknown>>,
  fields: readonly Field[],
): Changes {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const previous = before?.[field] ?? null;
      return previous === after[field] ? [] : [[field, { previous, current: after[field] }]];
    }),
  );
}
