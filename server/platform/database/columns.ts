import type { SystemTables } from '#generated/database';
import { trusted } from '../trusted.ts';

type Table = keyof SystemTables;
type CamelCase<Column> = Column extends `${infer Word}_${infer Rest}` ? `${Word}${Capitalize<CamelCase<Rest>>}` : Column;
/** The columns of a table, keyed by their API names. */
type ColumnsByApiName<Of extends Table> = { [Column in keyof SystemTables[Of] as CamelCase<Column>]: Column };
type Selection<
  Of extends Table,
  Name extends keyof ColumnsByApiName<Of>,
  Alias extends string,
> = `${Alias}.${ColumnsByApiName<Of>[Name] & string} as ${Name & string}`;

/**
 * Selects columns under their API names: `columnsOf('risk', 'createdAt')` is `['risk.created_at as createdAt']`, for `select` and `returning`.
 * @param source a table, as `selectFrom` takes it: `'risk'`, or `'risk as r'`
 * @param names its columns in camel case
 * @returns the selections as literal types, from which the row's type follows
 */
export function columnsOf<Of extends Table, const Names extends readonly (keyof ColumnsByApiName<Of>)[], Alias extends string = Of>(
  source: Of | `${Of} as ${Alias}`,
  ...names: Names
): { readonly [Index in keyof Names]: Selection<Of, Names[Index], Alias> } {
  const alias = source.split(' as ').at(-1);
  return trusted(
    names.map((name) => `${alias}.${toSnakeCase(String(name))} as ${String(name)}`),
    'the type says in literals what is put together here',
  );
}

type Row<Of extends Table, Fields, Name extends keyof ColumnsByApiName<Of> & keyof Fields> = {
  readonly [Each in Name as ColumnsByApiName<Of>[Each] & string]: Fields[Each];
};

/**
 * Maps API names back to columns, for `values` and `set`: `rowFrom('risk', { assigneeId: 'mem_1' }, 'assigneeId')` is `{ assignee_id:
 * 'mem_1' }`.
 * @param names of the fields to write
 */
export function rowFrom<Of extends Table, Fields extends object, Name extends keyof ColumnsByApiName<Of> & keyof Fields>(
  _table: Of,
  fields: Fields,
  ...names: readonly Name[]
): Row<Of, Fields, Name> {
  const row = Object.fromEntries(names.map((name) => [toSnakeCase(String(name)), fields[name]]));
  return trusted(row, 'the type renames its fields in the same way');
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
