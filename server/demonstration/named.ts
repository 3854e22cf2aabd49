/** Records that other data can refer to by their names in the data files. */
export interface Named<Name extends string, T> {
  readonly all: readonly T[];
  of(name: Name): T;
}

/** Creates a record from each entry of the data. */
export function createNamed<Name extends string, Data, T>(data: Readonly<Record<Name, Data>>, make: (entry: Data) => T): Named<Name, T> {
  const records = new Map<Name, T>();
  for (const name in data) records.set(name, make(data[name]));
  return { all: [...records.values()], of: (name) => required(records.get(name), name) };
}

/** @throws if the record is undefined, which would be an error in the data */
export function required<T>(record: T | undefined, name: string): T {
  if (record === undefined) throw new Error(`the demonstration has no ${name}`);
  return record;
}
