/** Records that are added one after another, to see who learns from a number that there is one more. */
import { sql } from 'kysely';
import { newId } from '#platform/database/ids';
import type { startApp } from '../support/app.ts';
import { newMember } from '../support/organization.ts';
import { textOf } from '../support/policies.ts';
import type { World } from './world.ts';

export interface Addition {
  readonly kind: string;
  /** Whoever has one of these may read the record. */
  readonly permissions: readonly string[];
  add(): Promise<unknown>;
}

/**
 * Assigned to no restricted member, and policies for others. Controls, tasks and policies belong to each adopted framework.
 * @param roleId a custom role that members and invitations get
 */
export async function additionsTo({ database }: ReturnType<typeof startApp>, world: World, roleId: string): Promise<Addition[]> {
  const { system } = database;
  const known = await world.ids();
  const idOf = (prefix: string) => known.get(prefix)?.[0] ?? '';
  const vendorId = idOf('vnd');
  const requirements = await sql<{ instance: string; requirement: string | null; custom: string | null; control: string }>`
    select distinct on (m.framework_instance_id) m.framework_instance_id as instance, m.requirement_id as requirement,
      m.custom_requirement_id as custom, m.control_id as control
    from requirement_map m join control c on c.id = m.control_id
    where m.organization_id = ${world.id} and m.archived_at is null and c.archived_at is null
    order by 1, 4`.execute(system);
  const created = async (path: string, body: object) => {
    const answer = await world.call('POST', path, { body });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
    return String(answer.body.id ?? answer.body.data.id);
  };
  const linkToFrameworks = async (what: 'tasks' | 'policies', body: object) => {
    for (const { instance, control } of requirements.rows) {
      const answer = await world.call('POST', `/v1/controls/${control}/${what}/link?frameworkInstanceId=${instance}`, { body });
      if (answer.status !== 200) throw new Error(`${what} of ${control}: ${answer.text}`);
    }
  };
  const text = { description: 'Counted' };
  const requirementMappings = requirements.rows.map(({ instance, requirement, custom }) => ({
    frameworkInstanceId: instance,
    ...(requirement === null ? { customRequirementId: custom } : { requirementId: requirement }),
  }));
  return [
    {
      kind: 'risk',
      permissions: ['risk:read'],
      add: () =>
        created('/v1/risks', { title: 'Counted risk', ...text, category: 'operations', department: 'it', probability: 10, impact: 10 }),
    },
    {
      kind: 'vendor',
      permissions: ['vendor:read'],
      add: async () => assess(await created('/v1/vendors', { name: 'Counted vendor', ...text })),
    },
    {
      kind: 'task',
      permissions: ['task:read'],
      add: async () => {
        const taskIds = [await created('/v1/tasks', { title: 'Counted task', ...text, assigneeId: world.member.id })];
        await linkToFrameworks('tasks', { taskIds });
      },
    },
    {
      kind: 'control',
      permissions: ['control:read'],
      add: () => created('/v1/controls', { name: 'Counted control', ...text, requirementMappings }),
    },
    {
      kind: 'policy',
      permissions: ['policy:read'],
      add: async () => {
        const policy = { name: 'Counted policy', ...text, content: textOf('Counted'), status: 'published' };
        await linkToFrameworks('policies', { policyIds: [await created('/v1/policies', policy)] });
      },
    },
    { kind: 'context', permissions: ['evidence:read'], add: () => created('/v1/context', { question: 'Counted?', answer: 'Counted' }) },
    {
      kind: 'finding',
      permissions: ['finding:read'],
      add: () => created('/v1/findings', { type: 'soc2', severity: 'low', content: 'Counted', area: 'other' }),
    },
    {
      kind: 'manualAnswer',
      permissions: ['questionnaire:read'],
      add: () => created('/v1/knowledge-base/manual-answers', { question: 'Counted?', answer: 'Counted' }),
    },
    {
      kind: 'taskItem',
      permissions: ['task:read'],
      add: () => created('/v1/task-management', { entityType: 'vendor', entityId: vendorId, title: 'Counted item', ...text }),
    },
    {
      kind: 'vendorContact',
      permissions: ['vendor:read'],
      add: () => created(`/v1/vendors/${vendorId}/contacts`, { name: 'Connie Counted', email: 'connie@example.com' }),
    },
    {
      kind: 'comment',
      permissions: ['vendor:read'],
      add: () => created('/v1/comments', { entityType: 'vendor', entityId: vendorId, content: 'Counted' }),
    },
    {
      kind: 'attachment',
      permissions: ['task:read', 'evidence:read'],
      add: () =>
        created('/v1/attachments', {
          entityType: 'task',
          entityId: idOf('tsk'),
          fileName: 'counted.txt',
          fileType: 'text/plain',
          fileData: 'YQ==',
        }),
    },
    {
      kind: 'framework',
      permissions: ['framework:read'],
      add: () => created('/v1/frameworks/custom', { name: 'Counted framework', ...text, version: '1' }),
    },
    {
      kind: 'member',
      permissions: ['member:read', 'invitation:read'],
      add: () => newMember(database, world.id, ['employee', roleId, idOf('rol')]),
    },
    {
      kind: 'invitation',
      permissions: ['member:read', 'invitation:read'],
      add: () =>
        sql`insert into invitation (id, organization_id, email, roles, expires_at, inviter_id)
          values (${newId('inv')}, ${world.id}, 'counted@example.com', ${[roleId]}::text[], now() + interval '1 day', ${world.owner.userId})`.execute(
          system,
        ),
    },
  ];

  /** Gives a vendor the assessment of another one, because that of its own would be a run. */
  async function assess(id: string): Promise<void> {
    const { rows } = await sql`
      insert into vendor_assessment select (jsonb_populate_record(a, jsonb_build_object('id', ${newId('vas')}::text, 'vendor_id', ${id}::text))).*
      from vendor_assessment a where organization_id = ${world.id} order by a.id limit 1 returning domain`.execute(system);
    if (!rows.length) throw new Error('no vendor has an assessment');
    await sql`update vendor set domain = (select domain from vendor_assessment where vendor_id = ${id}) where id = ${id}`.execute(system);
  }
}
