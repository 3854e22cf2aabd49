/** Which templates belong together: a control meets requirements, and carries policies, tasks and forms in each framework that it is in. */
import type { Transaction } from 'kysely';
import type { SystemTables } from '../../../generated/database.d.ts';
import { inBatches } from '../../platform/database/batches.ts';
import { catalogueId } from './ids.ts';
import type { Catalogue, ControlTemplate, FrameworkSeed } from './types.ts';

/** Writes all of them anew: nothing refers to a link. @throws when a control names what there is not */
export async function writeLinks<Slug extends string>(
  db: Transaction<SystemTables>,
  { frameworks, controls, policies, tasks }: Catalogue<Slug>,
): Promise<void> {
  for (const table of [
    'control_template_requirement',
    'control_template_policy',
    'control_template_task',
    'control_template_document_type',
  ] as const)
    await db.deleteFrom(table).execute();
  const places = frameworks.flatMap((framework) =>
    controls.filter(({ requirements }) => requirements[framework.slug]?.length).map((control) => ({ framework, control })),
  );
  const place = ({ framework, control }: { readonly framework: FrameworkSeed<Slug>; readonly control: ControlTemplate<Slug> }) => ({
    framework_id: framework.id,
    control_template_id: control.id,
  });

  const met = places.flatMap(({ framework, control }) =>
    (control.requirements[framework.slug] ?? []).map((identifier) => ({
      control_template_id: control.id,
      requirement_id: idIn(framework.requirements, 'identifier', identifier),
    })),
  );
  await inBatches(met, (rows) => db.insertInto('control_template_requirement').values(rows).execute());
  const carried = places.flatMap((at) =>
    at.control.policies.map((slug) => ({
      id: catalogueId('policyLink', `${at.framework.slug}/${at.control.slug}/${slug}`),
      ...place(at),
      policy_template_id: idIn(policies, 'slug', slug),
    })),
  );
  await inBatches(carried, (rows) => db.insertInto('control_template_policy').values(rows).execute());
  const done = places.flatMap((at) =>
    at.control.tasks.map((slug) => ({
      id: catalogueId('taskLink', `${at.framework.slug}/${at.control.slug}/${slug}`),
      ...place(at),
      task_template_id: idIn(tasks, 'slug', slug),
    })),
  );
  await inBatches(done, (rows) => db.insertInto('control_template_task').values(rows).execute());
  const shown = places.flatMap((at) =>
    at.control.documentTypes.map((type) => ({
      id: catalogueId('documentTypeLink', `${at.framework.slug}/${at.control.slug}/${type}`),
      ...place(at),
      form_type: type,
    })),
  );
  await inBatches(shown, (rows) => db.insertInto('control_template_document_type').values(rows).execute());
}

function idIn<Key extends string>(
  records: readonly ({ readonly id: string } & Readonly<Record<Key, string>>)[],
  key: Key,
  value: string,
): string {
  const found = records.find((record) => record[key] === value);
  if (!found) throw new Error(`the catalog has no ${value}`);
  return found.id;
}
