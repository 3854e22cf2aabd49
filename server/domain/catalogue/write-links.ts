/** Which templates belong together: a control meets requirements, and carries policies, tasks and forms in each framework that it is in. */
import { sql, type Transaction } from 'kysely';
import type { SystemTables } from '../../../generated/database.d.ts';
import { catalogueId } from './ids.ts';
import type { Catalogue, ControlTemplate, FrameworkSeed } from './types.ts';

/** Writes all of them anew: nothing refers to a link. @throws when a control names what there is not */
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
  const demanded = new Map(
    frameworks.map(({ slug, requirements }) => [slug, new Map(requirements.map(({ identifier, id }) => [identifier, id]))]),
  );
  const [policyIds, taskIds] = [policies, tasks].map((all) => new Map(all.map(({ slug, id }) => [slug, id])));

  await rewrite(
    db,
    'control_template_requirement',
    places.flatMap(({ framework, control }) =>
      (control.requirements[framework.slug] ?? []).map(({ identifier, strength }) => ({
        control_template_id: control.id,
        requirement_id: idIn(demanded.get(framework.slug), identifier),
        strength,
      })),
    ),
  );
  await rewrite(
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
  await rewrite(
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
  await rewrite(
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

/** In one statement: a parameter for each value would take several times as long. */
async function rewrite(db: Transaction<SystemTables>, table: Links, rows: readonly Readonly<Record<string, string>>[]): Promise<void> {
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
