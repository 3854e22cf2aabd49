/** Loads the catalog into the database, where organizations can only read it. */
import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import type { SystemDatabase } from '#platform/database/handle';
import { withoutTimeouts } from '#platform/database/without-timeouts';
import { publishReleases } from './publish.ts';
import type { Catalogue } from './types.ts';
import { writeLinks } from './write-links.ts';

/**
 * Writes the catalog, and publishes each new release of a framework (frameworks, rule 24). Several servers may call it concurrently.
 * Does nothing if this catalog was ever loaded before, so that an older server does not undo the changes of a newer server.
 * @param hash identifies the catalog; defaults to a hash of its content @returns whether anything was written
 */
export async function loadCatalogue<Slug extends string>(
  db: SystemDatabase,
  catalogue: Catalogue<Slug>,
  hash = createHash('sha256').update(JSON.stringify(catalogue)).digest('hex'),
): Promise<boolean> {
  if (await isLoaded(db, hash)) return false;
  return db.transaction().execute(async (transaction) => {
    await withoutTimeouts(transaction);
    await sql`select pg_advisory_xact_lock(7316002)`.execute(transaction);
    // Another server may have loaded the catalog in the meantime.
    if (await isLoaded(transaction, hash)) return false;
    await writeRecords(transaction, catalogue);
    await writeLinks(transaction, catalogue);
    await publishReleases(transaction, catalogue);
    await transaction.insertInto('catalogue_edition').values({ hash }).execute();
    return true;
  });
}

/** @param hash identifies the catalog @returns whether the catalog was loaded before */
export async function isLoaded(db: SystemDatabase, hash: string): Promise<boolean> {
  return (await db.selectFrom('catalogue_edition').select('hash').where('hash', '=', hash).executeTakeFirst()) !== undefined;
}

async function writeRecords(db: Transaction<SystemTables>, { frameworks, controls, policies, tasks }: Catalogue<string>): Promise<void> {
  await write(
    db,
    'platform_framework',
    frameworks.map(({ id, name, version, description, standard, parts, draft = false }) => ({
      id,
      name,
      version,
      description,
      standard,
      parts,
      visible: !draft,
    })),
  );
  await sql`update platform_framework set visible = false, updated_at = now() where visible and id <> all(${frameworks.map(({ id }) => id)}::text[])`.execute(
    db,
  );
  await writeAll(
    db,
    'platform_requirement',
    frameworks.flatMap((framework) =>
      framework.requirements.map(({ id, identifier, name, description, requirementFamily, part, sortOrder }) => ({
        id,
        framework_id: framework.id,
        identifier,
        name,
        description,
        requirement_family: requirementFamily,
        part,
        sort_order: sortOrder,
      })),
    ),
  );
  await writeAll(
    db,
    'control_template',
    controls.map(({ id, name, description, controlFamily, guidance }) => ({
      id,
      name,
      description,
      control_family: controlFamily,
      guidance,
    })),
  );
  await writeAll(
    db,
    'policy_template',
    policies.map(({ id, name, description, frequency, department, content }) => ({
      id,
      name,
      description,
      frequency,
      department,
      content: content.content,
    })),
  );
  await writeAll(
    db,
    'task_template',
    tasks.map(({ id, name, description, frequency, department, automationStatus }) => ({
      id,
      name,
      description,
      frequency,
      department,
      automation_status: automationStatus,
    })),
  );
}

type Template = 'platform_requirement' | 'control_template' | 'policy_template' | 'task_template';
interface Row {
  readonly id: string;
  readonly [column: string]: unknown;
}

/** Writes the rows. Templates without a row are marked as removed but kept, because organizations may refer to them. */
async function writeAll(db: Transaction<SystemTables>, table: Template, rows: readonly Row[]): Promise<void> {
  await write(
    db,
    table,
    rows.map((row) => ({ ...row, removed_at: null })),
  );
  await sql`update ${sql.table(table)} set removed_at = now(), updated_at = now() where removed_at is null and id <> all(${rows.map(({ id }) => id)}::text[])`.execute(
    db,
  );
}

/** Skips rows that have not changed, so that `updated_at` is meaningful. */
async function write(db: Transaction<SystemTables>, name: Template | 'platform_framework', rows: readonly Row[]): Promise<void> {
  if (!rows[0]) return;
  const columns = Object.keys(rows[0]);
  const list = (row: string) => sql.join(columns.map((column) => sql.ref(`${row}.${column}`)));
  await sql`insert into ${sql.table(name)} as kept (${sql.join(columns.map((column) => sql.id(column)))})
    select ${list('given')} from jsonb_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows)}::jsonb) given
    on conflict (id) do update set ${sql.join(columns.map((column) => sql`${sql.id(column)} = ${sql.ref(`excluded.${column}`)}`))}, updated_at = now()
    where (${list('kept')}) is distinct from (${list('excluded')})`.execute(db);
}
