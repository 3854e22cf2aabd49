/** Writes the links between templates: a control meets requirements, and has policies, tasks and forms in each of its frameworks. */
import { sql, type Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { catalogueId } from './ids.ts';
import type { Catalogue, ControlTemplate, FrameworkSeed } from './types.ts';

/** Replaces all links, which no other record refers to. @throws when a control refers to something that does not exist */
export async function writeLinks<Slug extends string>(
  db: Transaction<SystemTables>,
  { frameworks, controls, policies, tasks }: Catalogue<Slug>,
): Promise<void> {
  const places = frameworks.flatMap((framework) =>
    controls.filter(({ requirements }) => requirements[framework.slug]?.length).map((control) => ({ framework, control })),
  );
  const place = ({ framework, control }: { readonly framework: FrameworkSeed<Slug>; readonly control: ControlTemplate<Slug> }) => ({
    framework_id: framework.id,
    control_template_id: control.id,
  });
  const requirementIds = new Map(
    frameworks.map(({ slug, requirements }) => [slug, new Map(requirements.map(({ identifier, id }) => [identifier, id]))]),
  );
  const [policyIds, taskIds] = [policies, tasks].map((all) => new Map(all.map(({ slug, id }) => [slug, id])));

  await replaceRows(
    db,
    'control_template_requirement',
    places.flatMap(({ framework, control }) =>
      (control.requirements[framework.slug] ?? []).map(({ identifier, strength }) => ({
        control_template_id: control.id,
        requirement_id: idIn(requirementIds.get(framework.slug), identifier),
        strength,
      })),
    ),
  );
  await replaceRows(
    db,
    'control_template_policy',
    places.flatMap((at) =>
      at.control.policies.map((slug) => ({
        id: catalogueId('policyLink', `${at.framework.slug}/${at.control.slug}/${slug}`),
        ...place(at),
        policy_template_id: idIn(policyIds, slug),
      })),
    ),
  );
  await replaceRows(
    db,
    'control_template_task',
    places.flatMap((at) =>
      at.control.tasks.map((slug) => ({
        id: catalogueId('taskLink', `${at.framework.slug}/${at.control.slug}/${slug}`),
        ...place(at),
        task_template_id: idIn(taskIds, slug),
      })),
    ),
  );
  await replaceRows(
    db,
    'control_template_document_type',
    places.flatMap((at) =>
      at.control.documentTypes.map((type) => ({
        id: catalogueId('documentTypeLink', `${at.framework.slug}/${at.control.slug}/${type}`),
        ...place(at),
        form_type: type,
      })),
    ),
  );
}

type Links = 'control_template_requirement' | 'control_template_policy' | 'control_template_task' | 'control_template_document_type';

/** In one statement: one parameter per value would take several times as long. */
async function replaceRows(db: Transaction<SystemTables>, table: Links, rows: readonly Readonly<Record<string, string>>[]): Promise<void> {
  await db.deleteFrom(table).execute();
  const columns = Object.keys(rows[0] ?? {}).map((column) => sql.id(column));
  if (columns.length)
    await sql`insert into ${sql.table(table)} (${sql.join(columns)})
      select ${sql.join(columns)} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(db);
}

function idIn(ids: ReadonlyMap<string, string> | undefined, key: string): string {
  const found = ids?.get(key);
  if (found === undefined) throw new Error(`the catalog has no ${key}`);
  return found;
}
