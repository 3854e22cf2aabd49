/** Builds the statements by which Citus distributes an installation by organization. */
import { findDistributed } from '#platform/database/distributed';
import type { SystemDatabase } from '#platform/database/handle';
import { placementOf } from './placements.ts';
import { findFunctions, findTables } from './schema.ts';

/** Statements with a common purpose. */
export interface StatementGroup {
  readonly what: string;
  readonly statements: readonly string[];
}

export interface Distribution {
  /** Statements that each run in their own transaction. */
  readonly before: readonly StatementGroup[];
  /** Statements that all run in one transaction, so that either everything is distributed or nothing. */
  readonly together: readonly StatementGroup[];
}

/** @returns the statements that remain; undefined when everything is distributed */
export async function planDistribution(db: SystemDatabase): Promise<Distribution | undefined> {
  const [allTables, functions, distributedNames] = [await findTables(db), await findFunctions(db), await findDistributed(db)];
  const remainingTables = allTables
    .filter(({ name }) => !distributedNames.has(name))
    .map((table) => ({ ...table, placement: placementOf(table.name, table.columns) }))
    .filter(({ placement }) => placement.kind !== 'local');
  if (!remainingTables.length) return undefined;
  const isRemaining = (name: string) => remainingTables.some((table) => table.name === name);
  // The table of organizations comes first, because the other tables are colocated with it.
  const distributedTables = remainingTables
    .flatMap(({ name, key, unique, placement }) => (placement.kind === 'distributed' ? { name, key, unique, by: placement.by } : []))
    .sort((left, right) => Number(right.name === 'organization') - Number(left.name === 'organization'));
  const isDistributed = (name: string) =>
    allTables.some((table) => table.name === name && placementOf(name, table.columns).kind === 'distributed');
  const references = allTables.flatMap(({ name, references: ownReferences }) =>
    ownReferences.filter(({ to }) => isRemaining(name) || isRemaining(to)).map((reference) => ({ from: name, ...reference })),
  );
  const restoredReferences = references.map(({ from, to, add, clears: setsNullOnDelete }) =>
    setsNullOnDelete && isDistributed(from) && isDistributed(to)
      ? { add: withoutSetNull(add), isStricter: true }
      : { add, isStricter: false },
  );
  const before = [
    { what: 'the extension', statements: ['create extension if not exists citus'] },
    {
      what: 'keys that do not begin with the organization yet',
      statements: distributedTables.filter(({ key, by }) => key[0] !== by).map(({ name }) => `call key_by_organization(${quote(name)})`),
    },
  ];
  const together = [
    {
      what: 'triggers will work on the node of their organization, but not while rows are moved there',
      statements: [
        "set local citus.multi_shard_modify_mode to 'sequential'",
        'set local citus.enable_unsafe_triggers to on',
        "set local citus.propagate_set_commands to 'local'",
        "set local session_replication_role to 'replica'",
        "set local client_min_messages to 'warning'",
      ],
    },
    { what: 'the same policies, without a subquery', statements: remainingTables.flatMap(({ policies }) => policies) },
    {
      what: 'what is unique across organizations is only found: it is random, or given under a lock of the node that servers are connected to',
      statements: distributedTables.flatMap(({ unique, by }) =>
        unique.flatMap(({ columns, loosen: makeNonUnique }) => (columns.includes(by) ? [] : makeNonUnique)),
      ),
    },
    { what: 'references go, and come again at the end', statements: references.map(({ drop }) => drop) },
    { what: 'functions that indexes call', statements: functions.map((name) => `select create_distributed_function(${quote(name)})`) },
    {
      what: 'what is the same on all nodes',
      statements: remainingTables
        .filter(({ placement }) => placement.kind === 'reference')
        .map(({ name }) => `select create_reference_table(${quote(name)})`),
    },
    {
      what: 'what is with its organization',
      statements: distributedTables.map(
        ({ name, by }) =>
          `select create_distributed_table(${quote(name)}, ${quote(by)}, colocate_with => ${quote(name === 'organization' ? 'none' : 'organization')})`,
      ),
    },
    {
      what: 'the rows that were left behind',
      statements: remainingTables.map(({ name }) => `select truncate_local_data_after_distributing_table(${quote(name)})`),
    },
    { what: 'the references', statements: restoredReferences.filter(({ isStricter }) => !isStricter).map(({ add }) => add) },
    {
      what: 'references whose row cannot be deleted from now on: Citus does not clear them',
      statements: restoredReferences.filter(({ isStricter }) => isStricter).map(({ add }) => add),
    },
  ];
  return { before: before.filter(hasStatements), together: together.filter(hasStatements) };
}

function hasStatements({ statements }: StatementGroup): boolean {
  return statements.length > 0;
}

/** Quotes a name from the catalog. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function withoutSetNull(definition: string): string {
  return definition.replace(/ ON DELETE SET NULL( \([^)]*\))?/, '');
}
