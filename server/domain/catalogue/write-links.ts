/** Writes the links of control templates to the requirements, policies, tasks and forms of each of their frameworks. */
import { sql, type Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { catalogueId } from './ids.ts';
import type { Catalogue, ControlTemplate, FrameworkSeed } from './types.ts';

/** Deletes and rewrites all links, because no record refers to a link. @throws if a control refers to something that does not exist */
export async function writeLinks<Slug extends string>(
  db: Transaction<SystemTables>,
  { frameworks, controls, policies, tasks }: Catalogue<Slug>,
): Promise<void> {
  const frameworkControls = frameworks.flatMap((framework) =>
    controls.filter(({ requirements }) => requirements[framework.slug]?.length).map((control) => ({ framework, control })),
  );
  const linkColumns = ({ framework, control }: { readonly framework: FrameworkSeed<Slug>; readonly control: ControlTemplate<Slug> }) => ({
    framework_id: framework.id,
    control_template_id: control.id,
  });
  const requirementIds = new Map(
    frameworks.map(({ slug, requirements }) => [slug, new Map(requirements.map(({ identifier, id }) => [identifier, id]))]),
  );
  const [policyIds, taskIds] = [policies, tasks].map((templates) => new Map(templates.map(({ slug, id }) => [slug, id])));

  await replaceRows(
    db,
    'control_template_requirement',
    frameworkControls.flatMap(({ framework, control }) =>
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
    frameworkControls.flatMap((item) =>
      item.control.policies.map((slug) => ({
        id: catalogueId('policyLink', `${item.framework.slug}/${item.control.slug}/${slug}`),
        ...linkColumns(item),
        policy_template_id: idIn(policyIds, slug),
      })),
    ),
  );
  await replaceRows(
    db,
    'control_template_task',
    frameworkControls.flatMap((item) =>
      item.control.tasks.map((slug) => ({
        id: catalogueId('taskLink', `${item.framework.slug}/${item.control.slug}/${slug}`),
        ...linkColumns(item),
        task_template_id: idIn(taskIds, slug),
      })),
    ),
  );
  await replaceRows(
    db,
    'control_template_document_type',
    frameworkControls.flatMap((item) =>
      item.control.documentTypes.map((type) => ({
        id: catalogueId('documentTypeLink', `${item.framework.slug}/${item.control.slug}/${type}`),
        ...linkColumns(item),
        form_type: type,
      })),
    ),
  );
}

type Links = 'control_template_requirement' | 'control_template_policy' | 'control_template_task' | 'control_template_document_type';

/** Passes all rows as one JSON parameter, because one parameter for each value would take several times as long. */
async function replaceRows(db: Transaction<SystemTables>, table: Links, rows: readonly Readonly<Record<string, string>>[]): Promise<void> {
  await db.deleteFrom(table).execute();
  const columns = Object.keys(rows[0] ?? {}).map((column) => sql.id(column));
  if (columns.length)
    await sql`insert into ${sql.table(table)} (${sql.join(columns)})
      select ${sql.join(columns)} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(db);
}

function idIn(ids: ReadonlyMap<string, string> | undefined, key: string): string {
  const id = ids?.get(key);
  if (id === undefined) throw new Error(`the catalog has no ${key}`);
  return id;
}
