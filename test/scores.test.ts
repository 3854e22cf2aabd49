/** Compares the scores of the demonstration organization with scores computed in SQL (spec/areas/compliance-program/frameworks, Scores). */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemonstration } from '#demonstration/load';
import type { Database } from '#platform/database/open';
import { portsFrom } from '#platform/ports/index';
import { call, listenOn, testConfig } from './support/app.ts';
import { emptyDatabase } from './support/demonstration.ts';

let database: Database;
let base: string;
let key: string | undefined;
beforeAll(async () => {
  database = await emptyDatabase();
  const config = testConfig();
  key = await loadDemonstration(database, await portsFrom(config));
  ({ base } = await listenOn(database, config));
});
afterAll(() => database.close());

const get = async (address: string) => {
  const answer = await call(base, 'GET', address, { key });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body;
};
const rowsOf = async (statement: string) => (await sql.raw<Record<string, unknown>>(statement).execute(database.system)).rows;

test('rule 1: the score of each adopted framework', async () => {
  const rows = await rowsOf(`
    with carried as (
      select distinct map.framework_instance_id, map.control_id
      from requirement_map map join control on control.id = map.control_id
        join framework_instance instance on instance.id = map.framework_instance_id
        left join platform_requirement requirement on requirement.id = map.requirement_id
      where map.archived_at is null and control.archived_at is null and (requirement.part is null or requirement.part = any (instance.scope))
    ), item as (
      select framework_instance_id, 'policy ' || policy.id as what, policy.status = 'published' as done
      from carried join framework_control_policy using (framework_instance_id, control_id) join policy on policy.id = policy_id
      where policy.archived_at is null and not policy.is_archived
      union
      select framework_instance_id, 'task ' || task.id, task.status in ('done', 'not_relevant')
      from carried join framework_control_task using (framework_instance_id, control_id) join task on task.id = task_id
      where task.archived_at is null
      union
      select framework_instance_id, 'form ' || link.form_type,
        exists (select from evidence_submission handed where handed.form_type = link.form_type and handed.submitted_at >= now() - interval '4320 hours')
      from carried join framework_control_document_type link using (framework_instance_id, control_id)
      where not exists (select from evidence_form_setting setting where setting.form_type = link.form_type and setting.is_not_relevant)
    )
    select instance.id, coalesce(round(100.0 * count(*) filter (where done) / nullif(count(what), 0)), 0)::int as score
    from framework_instance instance left join item on item.framework_instance_id = instance.id group by instance.id order by instance.id`);
  const { data } = await get('/v1/frameworks?includeScores=true');
  const returnedScores = data.map(({ id, complianceScore }: { id: string; complianceScore: number }) => ({ id, score: complianceScore }));
  expect(returnedScores.toSorted((one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1))).toEqual(rows);
  expect(rows.length).toBeGreaterThan(1);
});

test('rules 2 and 3: policies and tasks of the overview', async () => {
  const [policies] = await rowsOf(`
    select count(*)::int as total, (count(*) filter (where status = 'published'))::int as published
    from policy where archived_at is null and not is_archived`);
  const [tasks] = await rowsOf(`
    select count(*)::int as total, (count(*) filter (where status in ('done', 'not_relevant')))::int as done from task where archived_at is null`);
  expect(await get('/v1/frameworks/scores')).toMatchObject({ policies, tasks });
});

test('rule 4: people of the overview', async () => {
  const [people] = await rowsOf(`
    with obliged as (
      select member.* from member
      where member.is_active
        and exists (
          select from unnest(member.roles) held (name)
          left join role_obligation override on override.role = held.name
          left join custom_role custom on custom.id = held.name
          where coalesce(
            (override.obligations ->> 'compliance')::boolean,
            (custom.obligations ->> 'compliance')::boolean,
            held.name in ('owner', 'employee', 'contractor')
          )
        )
    ), wanted as (
      select member.id as member_id, policy.current_version_id
      from obliged member, policy
      where policy.status = 'published' and policy.is_required_to_sign and policy.archived_at is null and not policy.is_archived
        and (policy.visibility = 'ALL' or member.roles && '{owner,admin,auditor}' or (member.department <> 'none' and member.department = any (policy.visible_to_departments)))
    ), video as (
      select 'sat-' || n as id from organization, generate_series(1, 5) n where security_training_step_enabled
      union all
      select 'hipaa-sat-1' from framework_instance join platform_framework on platform_framework.id = framework_id where name = 'HIPAA'
    )
    select count(*)::int as total, (count(*) filter (where
      not exists (
        select from wanted where wanted.member_id = member.id
          and not exists (select from policy_acknowledgement signed where signed.member_id = member.id and signed.policy_version_id = wanted.current_version_id)
      )
      and not exists (
        select from video where not exists (
          select from training_completion done where done.member_id = member.id and done.video_id = video.id and done.completed_at is not null
        )
      )
      and (not organization.device_agent_step_enabled
        or exists (select from device where device.member_id = member.id and device.source = 'agent')
        or (member.device_mgmt_label_id is not null and exists (select from device_policy_result result where result.member_id = member.id)))
      and (not organization.background_check_step_enabled or member.background_check_exempt or member.roles <@ '{auditor}'
        or exists (select from background_check_request request where request.member_id = member.id and request.status in ('completed', 'completed_with_flags')))
    ))::int as completed
    from obliged member, organization`);
  const { people: returnedPeople } = await get('/v1/frameworks/scores');
  expect(returnedPeople).toEqual(people);
  expect(returnedPeople.completed).toBeGreaterThan(0);
  expect(returnedPeople.completed).toBeLessThan(returnedPeople.total);
});

test('rule 5: documents of the overview', async () => {
  const [documents] = await rowsOf(`
    with form (type, kinds) as (
      values ('meeting', array['meeting', 'board-meeting', 'it-leadership-meeting', 'risk-committee-meeting']), ('penetration-test', array['penetration-test']),
        ('rbac-matrix', array['rbac-matrix']), ('infrastructure-inventory', array['infrastructure-inventory']),
        ('employee-performance-evaluation', array['employee-performance-evaluation']), ('network-diagram', array['network-diagram']),
        ('tabletop-exercise', array['tabletop-exercise'])
    ), document as (
      select exists (
        select from evidence_submission handed where handed.form_type::text = any (kinds) and handed.submitted_at >= now() - interval '4320 hours'
      ) as done
      from form where not exists (select from evidence_form_setting setting where setting.form_type::text = form.type and setting.is_not_relevant)
      union all
      select exists (
        select from soa_document statement
        where statement.framework_id = platform_framework.id and is_latest and statement.status = 'completed' and statement.approved_at is not null
      )
      from framework_instance join platform_framework on platform_framework.id = framework_id where name = 'ISO 27001'
    )
    select count(*)::int as "totalDocuments", (count(*) filter (where done))::int as "completedDocuments",
      (count(*) filter (where not done))::int as "outstandingDocuments" from document`);
  expect((await get('/v1/frameworks/scores')).documents).toEqual(documents);
});
