/**
 * A compliance program of a given size, for tests that depend on the number of records. It is inserted directly, because thousands of
 * requests would take minutes.
 */
import { sql } from 'kysely';
import type { Database } from '#platform/database/open';

/** The number of records of each kind. Each requirement has its own control and shares another one. */
export interface ProgramSize {
  readonly requirements: number;
  readonly policies: number;
  readonly tasks: number;
  readonly submissions: number;
}

/** Evidence forms that controls require. */
const forms = ['access-request', 'penetration-test', 'rbac-matrix', 'network-diagram', 'infrastructure-inventory', 'tabletop-exercise'];

/**
 * Creates a custom framework, the controls that meet its requirements, and their records: every second task is done, two of three policies
 * are published, and half of the forms have a recent submission.
 * @param owner of every other policy and task @returns the id of the adopted framework
 */
export async function fillProgram({ system }: Database, organization: string, owner: string, size: ProgramSize): Promise<string> {
  const id = (prefix: string, n = 'n') =>
    sql`${prefix}::text || '_' || substr(md5(${prefix}::text || ${organization}::text || ${sql.raw(n)}), 1, 24)`;
  const series = (count: number) => sql`generate_series(1, ${sql.lit(count)}) n`;
  const custom = id('cfrm', '0');
  const instance = id('frm', '0');
  const link = (table: string, prefix: string, column: string, value: ReturnType<typeof id>, count: number) =>
    sql`insert into ${sql.table(table)} (organization_id, id, framework_instance_id, control_id, ${sql.ref(column)})
      select ${organization}, ${id(prefix)}, ${instance}, ${id('ctl', `(n % ${size.requirements} + 1)`)}, ${value} from ${series(count)}`;
  for (const statement of [
    sql`insert into custom_framework (organization_id, id, name, description)
      values (${organization}, ${custom}, 'House rules', 'What the organization wants of itself.')`,
    sql`insert into framework_instance (organization_id, id, custom_framework_id) values (${organization}, ${instance}, ${custom})`,
    sql`insert into custom_requirement (organization_id, id, custom_framework_id, identifier, name, description)
      select ${organization}, ${id('creq')}, ${custom}, 'R' || n, 'Requirement ' || n, repeat('What has to hold, and for whom. ', 10)
      from ${series(size.requirements)}`,
    sql`insert into control (organization_id, id, name, description)
      select ${organization}, ${id('ctl')}, 'Control ' || n, 'What is done, by whom, and how often.' from ${series(size.requirements)}`,
    ...[0, 1].map(
      (next) => sql`insert into requirement_map (organization_id, id, framework_instance_id, control_id, custom_requirement_id)
        select ${organization}, ${id(`req${next}`)}, ${instance}, ${id('ctl', `(n + ${next}) % ${size.requirements} + 1`)}, ${id('creq')}
        from ${series(size.requirements)}`,
    ),
    sql`insert into policy (organization_id, id, name, description, status, department, frequency, assignee_id, content, created_at)
      select ${organization}, ${id('pol')}, 'Policy ' || n, 'What everybody has to know about subject ' || n || '.',
        case when n % 3 = 0 then 'draft' else 'published' end, 'it', 'yearly', case when n % 2 = 0 then ${owner}::text end,
        jsonb_build_array(jsonb_build_object('type', 'paragraph', 'content',
          jsonb_build_array(jsonb_build_object('type', 'text', 'text', (select string_agg(md5(n || ' ' || line), ' ') from generate_series(1, 200) line))))),
        now() - n * interval '1 minute' from ${series(size.policies)}`,
    sql`insert into task (organization_id, id, title, description, status, frequency, department, assignee_id, created_at)
      select ${organization}, ${id('tsk')}, 'Restore test ' || n, 'Restore a backup, compare it with the original, and attach the protocol with dates.',
        case when n % 2 = 0 then 'done' else 'todo' end, 'quarterly', 'it', case when n % 2 = 0 then ${owner}::text end,
        now() - n * interval '1 minute' from ${series(size.tasks)}`,
    link(
      'framework_control_policy',
      'fpl',
      'policy_id',
      id('pol', `(n % ${size.policies} + 1)`),
      Math.max(size.policies, size.requirements),
    ),
    link('framework_control_task', 'ftl', 'task_id', id('tsk'), size.tasks),
    link(
      'framework_control_document_type',
      'fdl',
      'form_type',
      sql`(${sql.val(forms)}::evidence_form_type[])[n % ${sql.lit(forms.length)} + 1]`,
      forms.length,
    ),
    sql`insert into evidence_submission (organization_id, id, form_type, submitted_at)
      select ${organization}, ${id('evs')}, (${sql.val(forms)}::evidence_form_type[])[n % ${sql.lit(forms.length)} + 1],
        now() - case when n % 2 = 0 then n % 170 else 200 + n % 500 end * interval '1 day' from ${series(size.submissions)}`,
  ])
    await statement.execute(system);
  const { id: instanceId } = await system
    .selectFrom('framework_instance')
    .select('id')
    .where('organization_id', '=', organization)
    .executeTakeFirstOrThrow();
  return instanceId;
}
