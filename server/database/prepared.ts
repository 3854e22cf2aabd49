/**
 * Queries that are built once: building one and putting it into words takes Node longer than asking it. For the few that are asked most;
 * they are made by the same builder, and run in the same place, as all others.
 */
import { type Compilable, type CompiledQuery, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type QueryCreator } from 'kysely';
import type { TenantTables } from '../../generated/database.d.ts';

type Values<Names extends string> = Readonly<Record<Names, string>>;

/** Builds, and is connected to nothing. */
const builder = new Kysely<TenantTables>({
  dialect: { createAdapter: () => new PostgresAdapter(), createDriver: () => new DummyDriver(), createIntrospector: (db) => new PostgresIntrospector(db), createQueryCompiler: () => new PostgresQueryCompiler() },
});

export class PreparedQuery<Names extends string, Row> {
  readonly #compiled: CompiledQuery<Row>;
  /** Of each parameter that is given with the question: where it stands. */
  readonly #places: ReadonlyMap<number, Names>;

  constructor(names: readonly Names[], build: (db: QueryCreator<TenantTables>, values: Values<Names>) => Compilable<Row>) {
    // What no text of a request can be, PostgreSQL having no place for it.
    const marks = new Map(names.map((name) => [`\0${name}`, name]));
    const marked = Object.fromEntries(names.map((name) => [name, `\0${name}`]));
    if (!hasAll(names, marked)) throw new TypeError('a name without its mark');
    this.#compiled = build(builder, marked).compile();
    this.#places = new Map(this.#compiled.parameters.flatMap((value, place) => {
      const name = typeof value === 'string' ? marks.get(value) : undefined;
      return name === undefined ? [] : [[place, name] as const];
    }));
  }

  with(values: Values<Names>): CompiledQuery<Row> {
    return { ...this.#compiled, parameters: this.#compiled.parameters.map((value, place) => { const name = this.#places.get(place); return name === undefined ? value : values[name]; }) };
  }
}

function hasAll<Names extends string>(names: readonly Names[], values: Readonly<Record<string, string>>): values is Values<Names> {
  return names.every((name) => name in values);
}
