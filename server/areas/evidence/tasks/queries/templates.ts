/** Queries for the templates of the catalog, from which tasks are created. */
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { sql } from 'kysely';

type Schemas = components['schemas'];

/** @returns the current templates of the catalog, sorted by name. @param frameworkId lists only templates that its controls use */
export function listTemplates(db: OrganizationDatabase, frameworkId: string | undefined): Promise<Schemas['TaskTemplate'][]> {
  const query = db
    .selectFrom('task_template')
    .select(
      columnsOf('task_template', 'id', 'name', 'description', 'frequency', 'department', 'automationStatus', 'createdAt', 'updatedAt'),
    )
    .where('task_template.removed_at', 'is', null)
    .orderBy('task_template.name')
    .orderBy('task_template.id');
  return (
    frameworkId === undefined
      ? query
      : query.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('control_template_task as link')
              .innerJoin('control_template as control', 'control.id', 'link.control_template_id')
              .select('link.id')
              .whereRef('link.task_template_id', '=', 'task_template.id')
              .where('link.framework_id', '=', frameworkId)
              .where('control.removed_at', 'is', null),
          ),
        )
  ).execute();
}

/** @returns the automation status, which a new task copies; undefined if the catalog does not contain the template anymore */
export function findTemplate(db: OrganizationDatabase, id: string): Promise<Pick<Schemas['TaskTemplate'], 'automationStatus'> | undefined> {
  return db
    .selectFrom('task_template')
    .select('automation_status as automationStatus')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** The fields of a template that resetting a task to the template restores. */
export type TemplateTexts = Pick<Schemas['TaskTemplate'], 'name' | 'description' | 'automationStatus'>;

interface ManifestTask extends TemplateTexts {
  readonly id: string;
}
const manifestTasks = sql<ManifestTask>`jsonb_to_recordset(version.manifest -> 'tasks')`.as<'template'>(
  sql`template (id text, name text, description text, "automationStatus" text)`,
);

/** @returns the texts from the first adopted framework with this template, otherwise from the catalog, or undefined (tasks, rule 16) */
export async function findTemplateTexts(db: OrganizationDatabase, templateId: string): Promise<TemplateTexts | undefined> {
  const adoptedTexts = await db
    .selectFrom('framework_instance as instance')
    .innerJoin('framework_version as version', 'version.id', 'instance.current_version_id')
    .innerJoinLateral(manifestTasks, (join) => join.onTrue())
    .select(['template.name', 'template.description', 'template.automationStatus'])
    .where('template.id', '=', templateId)
    .orderBy('instance.created_at')
    .orderBy('instance.id')
    .limit(1)
    .executeTakeFirst();
  return (
    adoptedTexts ??
    db
      .selectFrom('task_template')
      .select(columnsOf('task_template', 'name', 'description', 'automationStatus'))
      .where('id', '=', templateId)
      .executeTakeFirst()
  );
}
