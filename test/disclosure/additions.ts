/** Adds records one after another, so that a test can see for which readers a number in an answer changes. */
import { sql } from 'kysely';
import { newId } from '#platform/database/ids';
import type { startApp } from '../support/app.ts';
import { newMember } from '../support/organization.ts';
import { textOf } from '../support/policies.ts';
import type { World } from './world.ts';

export interface Addition {
  readonly kind: string;
  /** Each of these permissions is sufficient to read the record. */
  readonly permissions: readonly string[];
  add(): Promise<unknown>;
}

/**
 * The added records are not visible to restricted members. Controls, tasks and policies are linked to each adopted framework.
 * @param roleId a custom role that added members and invitations get
 */
export async function additionsTo({ database }: ReturnType<typeof startApp>, world: World, roleId: string): Promise<Addition[]> {
  const { system } = database;
  const idsByKind = await world.ids();
  const idOf = (prefix: string) => idsByKind.get(prefix)?.[0] ?? '';
  const vendorId = idOf('vnd');
  const requirements = await sql<{ instance: string; requirement: string | null; custom: string | null; control: string }>`
    select distinct on (m.framework_instance_id) m.framework_instance_id as instance, m.requirement_id as requirement,
      m.custom_requirement_id as custom, m.control_id as control
    from requirement_map m join control c on c.id = m.control_id
    where m.organization_id = ${world.id} and m.archived_at is null and c.archived_at is null
    order by 1, 4`.execute(system);
  const createRecord = async (path: string, body: object) => {
    const answer = await world.call('POST', path, { body });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
    return String(answer.body.id ?? answer.body.data.id);
  };
  const linkToFrameworks = async (kind: 'tasks' | 'policies', body: object) => {
    for (const { instance, control } of requirements.rows) {
      const answer = await world.call('POST', `/v1/controls/${control}/${kind}/link?frameworkInstanceId=${instance}`, { body });
      if (answer.status !== 200) throw new Error(`${kind} of ${control}: ${answer.text}`);
    }
  };
  const description = { description: 'Counted' };
  const requirementMappings = requirements.rows.map(({ instance, requirement, custom }) => ({
    frameworkInstanceId: instance,
    ...(requirement === null ? { customRequirementId: custom } : { requirementId: requirement }),
  }));
  return [
    {
      kind: 'risk',
      permissions: ['risk:read'],
      add: () =>
        createRecord('/v1/risks', {
          title: 'Counted risk',
          ...description,
          category: 'operations',
          department: 'it',
          probability: 10,
          impact: 10,
        }),
    },
    {
      kind: 'vendor',
      permissions: ['vendor:read'],
      add: async () => copyAssessment(await createRecord('/v1/vendors', { name: 'Counted vendor', ...description })),
    },
    {
      kind: 'task',
      permissions: ['task:read'],
      add: async () => {
        const taskIds = [await createRecord('/v1/tasks', { title: 'Counted task', ...description, assigneeId: world.member.id })];
        await linkToFrameworks('tasks', { taskIds });
      },
    },
    {
      kind: 'control',
      permissions: ['control:read'],
      add: () => createRecord('/v1/controls', { name: 'Counted control', ...description, requirementMappings }),
    },
    {
      kind: 'policy',
      permissions: ['policy:read'],
      add: async () => {
        const policy = { name: 'Counted policy', ...description, content: textOf('Counted'), status: 'published' };
        await linkToFrameworks('policies', { policyIds: [await createRecord('/v1/policies', policy)] });
      },
    },
    {
      kind: 'context',
      permissions: ['evidence:read'],
      add: () => createRecord('/v1/context', { question: 'Counted?', answer: 'Counted' }),
    },
    {
      kind: 'finding',
      permissions: ['finding:read'],
      add: () => createRecord('/v1/findings', { type: 'soc2', severity: 'low', content: 'Counted', area: 'other' }),
    },
    {
      kind: 'manualAnswer',
      permissions: ['questionnaire:read'],
      add: () => createRecord('/v1/knowledge-base/manual-answers', { question: 'Counted?', answer: 'Counted' }),
    },
    {
      kind: 'taskItem',
      permissions: ['task:read'],
      add: () => createRecord('/v1/task-management', { entityType: 'vendor', entityId: vendorId, title: 'Counted item', ...description }),
    },
    {
      kind: 'vendorContact',
      permissions: ['vendor:read'],
      add: () => createRecord(`/v1/vendors/${vendorId}/contacts`, { name: 'Connie Counted', email: 'connie@example.com' }),
    },
    {
      kind: 'comment',
      permissions: ['vendor:read'],
      add: () => createRecord('/v1/comments', { entityType: 'vendor', entityId: vendorId, content: 'Counted' }),
    },
    {
      kind: 'attachment',
      permissions: ['task:read', 'evidence:read'],
      add: () =>
        createRecord('/v1/attachments', {
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
      add: () => createRecord('/v1/frameworks/custom', { name: 'Counted framework', ...description, version: '1' }),
    },
    {
      kind: 'member',
      permissions: ['member:read'],
      add: () => newMember(database, world.id, ['employee', roleId, idOf('rol')]),
    },
    {
      kind: 'invitation',
      permissions: ['member:read'],
      add: () =>
        sql`insert into invitation (id, organization_id, email, roles, expires_at, inviter_id)
          values (${newId('inv')}, ${world.id}, 'counted@example.com', ${[roleId]}::text[], now() + interval '1 day', ${world.owner.userId})`.execute(
          system,
        ),
    },
  ];

  /** Copies the assessment of another vendor to a vendor, because creating an assessment would take a run. */
  async function copyAssessment(id: string): Promise<void> {
    const { rows } = await sql`
      insert into vendor_assessment select (jsonb_populate_record(a, jsonb_build_object('id', ${newId('vas')}::text, 'vendor_id', ${id}::text))).*
      from vendor_assessment a where organization_id = ${world.id} order by a.id limit 1 returning domain`.execute(system);
    if (!rows.length) throw new Error('no vendor has an assessment');
    await sql`update vendor set domain = (select domain from vendor_assessment where vendor_id = ${id}) where id = ${id}`.execute(system);
  }
}
