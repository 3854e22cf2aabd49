/** Removes unreadable records from list filters, which must not reveal what is linked to such a record (spec/conventions, 3). */
import type { OrganizationDatabase } from '#platform/database/handle';
import { isReadable } from './access.ts';
import { mayRead, type OwnKind } from './kinds.ts';
import type { Reader } from './rows.ts';

/** An id that no record has. */
const unknownId = '';

/**
 * @param kinds the kind of record that each of the filter's id fields refers to
 * @returns the filter, with an id that matches nothing in place of each id of a record that the caller may not read
 */
export async function withReadableIds<Filter extends object>(
  db: OrganizationDatabase,
  reader: Reader,
  filter: Filter,
  kinds: Readonly<Partial<Record<keyof Filter & string, OwnKind>>>,
): Promise<Filter> {
  const filterValues = new Map<string, unknown>(Object.entries(filter));
  const checkedValues: Record<string, string | string[]> = {};
  for (const [name, kind] of Object.entries<OwnKind | undefined>(kinds)) {
    const value = filterValues.get(name);
    if (kind === undefined || value === undefined) continue;
    const ids = await Promise.all([value].flat().map(async (id) => ((await mayFilterBy(db, reader, kind, id)) ? String(id) : unknownId)));
    checkedValues[name] = Array.isArray(value) ? ids : (ids[0] ?? unknownId);
  }
  return { ...filter, ...checkedValues };
}

async function mayFilterBy(db: OrganizationDatabase, reader: Reader, kind: OwnKind, id: unknown): Promise<boolean> {
  return mayRead(reader, kind) && typeof id === 'string' && (await isReadable(db, reader, kind, id));
}
