/** Finds the schema of the contract that gives a column with a list of allowed values its type. */
import { enumerations, ownLists } from './enumerations.ts';

/** The part of a schema that is read. */
export interface EnumerationSchema {
  readonly enum?: readonly (string | null)[];
}

/**
 * @param column table and column, as in `risk.status`
 * @param values the values that the `check` of the column allows
 * @returns the name of the schema, or undefined when the list is not in the contract
 * @throws Error with one sentence that names the file to change
 */
export function columnSchema(column: string, values: readonly string[], schemas: Readonly<Record<string, EnumerationSchema>>) {
  const name = enumerations[column];
  if (name === undefined) {
    if (column in ownLists) return undefined;
    throw new Error(
      `${column} has a list of allowed values: name its schema in scripts/generate-database/enumerations.ts, or say there why it has none.`,
    );
  }
  const declaredValues = schemas[name]?.enum?.filter((value) => value !== null);
  if (!declaredValues)
    throw new Error(`${column} names ${name} in scripts/generate-database/enumerations.ts, which is not an enumeration of the contract.`);
  const missingValues = declaredValues.filter((value) => !values.includes(value));
  const extraValues = values.filter((value) => !declaredValues.includes(value));
  if (missingValues.length === 0 && extraValues.length === 0) return name;
  const differences = [
    ...(missingValues.length ? [`it refuses ${missingValues.join(', ')}`] : []),
    ...(extraValues.length ? [`it allows ${extraValues.join(', ')}`] : []),
  ];
  throw new Error(
    `The check of ${column} differs from ${name} of the contract (${differences.join('; ')}): change the check in a new migration, or the schema in spec/.`,
  );
}
