import type { SystemTables } from '#generated/database';
import { trusted } from '../trusted.ts';

type Table = keyof SystemTables;
type Camel<Column> = Column extends `${infer Word}_${infer Rest}` ? `${Word}${Capitalize<Camel<Rest>>}` : Column;
/** The columns of a table, keyed by their API names. */
type Named<Of extends Table> = { [Column in keyof SystemTables[Of] as Camel<Column>]: Column };
type Renamed<
  Of extends Table,
  Name extends keyof Named<Of>,
  Alias extends string,
> = `${Alias}.${Named<Of>[Name] & string} as ${Name & string}`;

/**
 * Selects columns under their API names: `columnsOf('risk', 'createdAt')` is `['risk.created_at as createdAt']`, for `select` and `returning`.
 * @param source a table, as `selectFrom` takes it: `'risk'`, or `'risk as r'`
 * @param names its columns in camel case
 * @returns the selections as literal types, from which the row's type follows
 */
export function columnsOf<Of extends Table, const Names extends readonly (keyof Named<Of>)[], Alias extends string = Of>(
  source: Of | `${Of} as ${Alias}`,
  ...names: Names
): { readonly [Index in keyof Names]: Renamed<Of, Names[Index], Alias> } {
  const alias = source.split(' as ').at(-1);
  return trusted(
    names.map((name) => `${alias}.${snake(String(name))} as ${String(name)}`),
    'the type says in literals what is put together here',
  );
}

type Row<Of extends Table, Fields, Name extends keyof Named<Of> & keyof Fields> = {
  readonly [Each in Name as Named<Of>[Each] & string]: Fields[Each];
};

/**
 * Maps API names back to columns, for `values` and `set`: `rowFrom('risk', { assigneeId: 'mem_1' }, 'assigneeId')` is `{ assignee_id:
 * 'mem_1' }`.
 * @param names of the fields to write
 */
export function rowFrom<Of extends Table, Fields extends object, Name extends keyof Named<Of> & keyof Fields>(
  _table: Of,
  fields: Fields,
  ...names: readonly Name[]
): Row<Of, Fields, Name> {
  const row = Object.fromEntries(names.map((name) => [snake(String(name)), fields[name]]));
  return trusted(row, 'the type renames its fields in the same way');
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
