/**
 * Queries that are built once: building one and putting it into words takes Node longer than asking it. For those that are asked most;
 * they are made by the same builder, and run in the same place, as all others.
 */
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCreator,
  type RawBuilder,
  sql,
} from 'kysely';
import type { TenantTables } from '../../../generated/database.d.ts';

/** The place of a value that comes with each question. */
export interface Params<Values> {
  <Name extends keyof Values>(name: Name): RawBuilder<Exclude<Values[Name], undefined>>;
}

/** Builds, and is connected to nothing. */
const builder = new Kysely<TenantTables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Stands where the value of this name will be. */
class Placeholder<Name> {
  readonly name: Name;
  constructor(name: Name) {
    this.name = name;
  }
}

export class PreparedQuery<Values, Row> {
  readonly #query: CompiledQuery<Row>;

  constructor(build: (db: QueryCreator<TenantTables>, param: Params<Values>) => Compilable<Row>) {
    this.#query = build(builder, (name) => sql`${new Placeholder(name)}`).compile();
  }

  with(values: Values): CompiledQuery<Row> {
    const valueAt = (parameter: unknown) => (isPlaceholderIn(parameter, values) ? values[parameter.name] : parameter);
    return { ...this.#query, parameters: this.#query.parameters.map(valueAt) };
  }
}

function isPlaceholderIn<Values>(parameter: unknown, _values: Values): parameter is Placeholder<keyof Values> {
  return parameter instanceof Placeholder;
}
