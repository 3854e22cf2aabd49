/**
 * Builds the most frequent queries only once, because building and compiling a query takes Node longer than running it. They are built and run in the
 * same way as all other queries.
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
import type { TenantTables } from '#generated/database';

/** Returns the placeholder of a value that is passed at each run. */
export interface Params<Values> {
  <Name extends keyof Values>(name: Name): RawBuilder<Exclude<Values[Name], undefined>>;
}

/** A builder without a connection. */
const builder = new Kysely<TenantTables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Marks where a named value is inserted. */
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
