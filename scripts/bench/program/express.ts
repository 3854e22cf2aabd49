/**
 * The baseline: the lists of tasks and policies and the score of a framework, written by hand with Express and pg, on the same tables and
 * with the same answers. It finds the caller in memory, and has no contract, permissions, row-level security, rate limit, request id,
 * security headers, cursors or ETag. It supports custom frameworks only, and returns descriptions of tasks as they are stored.
 */
import express from 'express';
import pg from 'pg';

const { DATABASE_URL, API_KEY, ORGANIZATION } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const app = express().disable('x-powered-by');
app.use(
  (req, res, next) =>
    void (req.get('x-api-key') === API_KEY ? next() : res.status(401).json({ success: false, error: 'Invalid or missing API key' })),
);

const orderKey = `(case t.status when 'todo' then '0' when 'in_progress' then '1' when 'in_review' then '2' when 'done' then '3' when 'not_relevant' then '4' else '5' end
  || lpad(t.position::text, 10, '0') || lpad((extract(epoch from t.created_at at time zone 'UTC') * 1000)::bigint::text, 14, '0'))`;

app.get('/v1/tasks', async (req, res) => {
  const { status, search, limit } = req.query;
  const filtered = status !== undefined && search !== undefined;
  const { rows } = await pool.query({
    name: filtered ? 'filtered tasks' : 'tasks',
    text: `select t.id, t.organization_id as "organizationId", t.title, t.description, t.status, t.automation_status as "automationStatus", t.frequency,
      t.integration_schedule_frequency as "integrationScheduleFrequency", t.integration_last_run_at as "integrationLastRunAt", t.department,
      t.position as "order", t.review_date as "reviewDate", t.last_completed_at as "lastCompletedAt", t.assignee_id as "assigneeId",
      t.approver_id as "approverId", t.approved_at as "approvedAt", t.previous_status as "previousStatus",
      t.not_relevant_justification as "notRelevantJustification", t.task_template_id as "taskTemplateId", t.archived_at as "archivedAt",
      t.created_at as "createdAt", t.updated_at as "updatedAt"
      from task t where t.organization_id = $1 and t.archived_at is null
      ${filtered ? "and t.status = $3 and (t.title ilike '%' || $4 || '%' or t.description ilike '%' || $4 || '%')" : ''}
      order by ${orderKey}, t.id limit $2`,
    values: [ORGANIZATION, Number(limit), ...(filtered ? [status, search] : [])],
  });
  res.json({ data: rows });
});

app.get('/v1/policies', async (req, res) => {
  const { rows } = await pool.query({
    name: 'policies',
    text: `select p.id, p.organization_id as "organizationId", p.name, p.description, p.status, p.frequency, p.department,
      p.is_required_to_sign as "isRequiredToSign", p.review_date as "reviewDate", p.is_archived as "isArchived",
      p.last_archived_at as "lastArchivedAt", p.archived_at as "archivedAt", p.display_format as "displayFormat", p.visibility,
      p.visible_to_departments as "visibleToDepartments", p.last_published_at as "lastPublishedAt", p.assignee_id as "assigneeId",
      p.approver_id as "approverId", p.policy_template_id as "policyTemplateId", p.current_version_id as "currentVersionId",
      p.pending_version_id as "pendingVersionId", p.created_at as "createdAt", p.updated_at as "updatedAt", p.pdf_key is not null as "hasPdf",
      m.user_id as "userId", m.name as "ownerName", m.email, m.image
      from policy p left join member m on m.organization_id = p.organization_id and m.id = p.assignee_id
      where p.organization_id = $1 and p.archived_at is null and not p.is_archived order by p.created_at desc, p.id desc limit $2`,
    values: [ORGANIZATION, Number(req.query.limit)],
  });
  const data = rows.map(({ userId, ownerName, email, image, ...policy }) => ({
    ...policy,
    assignee: policy.assigneeId === null ? null : { id: policy.assigneeId, user: { id: userId, name: ownerName, email, image } },
  }));
  res.json({ data });
});

app.get('/v1/frameworks/:id', async (req, res) => {
  const {
    rows: [row],
  } = await pool.query({
    name: 'framework',
    text: `with carried as (
        select distinct map.control_id from requirement_map map join control c on c.organization_id = map.organization_id and c.id = map.control_id
        where map.organization_id = $1 and map.framework_instance_id = $2 and map.archived_at is null and c.archived_at is null
      ), item as (
        select 'policy' as kind, p.id, p.status = 'published' as done from carried
        join framework_control_policy l on l.organization_id = $1 and l.framework_instance_id = $2 and l.control_id = carried.control_id
        join policy p on p.organization_id = $1 and p.id = l.policy_id where p.archived_at is null and not p.is_archived
        union
        select 'task', t.id, t.status in ('done', 'not_relevant') from carried
        join framework_control_task l on l.organization_id = $1 and l.framework_instance_id = $2 and l.control_id = carried.control_id
        join task t on t.organization_id = $1 and t.id = l.task_id where t.archived_at is null
        union
        select 'form', l.form_type::text, exists (select from evidence_submission s where s.organization_id = $1 and s.form_type = l.form_type and s.submitted_at >= now() - interval '4320 hours')
        from carried join framework_control_document_type l on l.organization_id = $1 and l.framework_instance_id = $2 and l.control_id = carried.control_id
      ), counted as (
        select count(*) filter (where kind = 'policy') as policies, count(*) filter (where kind = 'task') as tasks, count(*) filter (where kind = 'form') as forms,
          count(*) filter (where done and (kind <> 'form' or not is_not_relevant)) as done, count(*) filter (where kind <> 'form' or not is_not_relevant) as counted
        from item left join lateral (
          select exists (select from evidence_form_setting e where e.organization_id = $1 and e.form_type::text = item.id and e.is_not_relevant) as is_not_relevant
        ) setting on true
      )
      select i.id, i.organization_id as "organizationId", i.framework_id as "frameworkId", i.custom_framework_id as "customFrameworkId",
        i.current_version_id as "currentVersionId", i.scope, i.created_at as "createdAt", i.updated_at as "updatedAt",
        f.id as "fId", f.name, f.description, f.version, f.created_at as "fCreatedAt", f.updated_at as "fUpdatedAt", counted.*,
        (select count(*) from custom_requirement r where r.organization_id = $1 and r.custom_framework_id = f.id) as requirements,
        (select count(*) from carried) as controls
      from framework_instance i join custom_framework f on f.organization_id = i.organization_id and f.id = i.custom_framework_id, counted
      where i.organization_id = $1 and i.id = $2`,
    values: [ORGANIZATION, req.params.id],
  });
  if (!row) return void res.status(404).json({ success: false, error: 'Framework not found' });
  const {
    fId,
    name,
    description,
    version,
    fCreatedAt,
    fUpdatedAt,
    policies,
    tasks,
    forms,
    done,
    counted,
    requirements,
    controls,
    ...instance
  } = row;
  res.json({
    ...instance,
    framework: null,
    customFramework: { id: fId, organizationId: ORGANIZATION, name, description, version, createdAt: fCreatedAt, updatedAt: fUpdatedAt },
    requirementCount: Number(requirements),
    controlCount: Number(controls),
    policyCount: Number(policies),
    taskCount: Number(tasks),
    documentTypeCount: Number(forms),
    complianceScore: Number(counted) === 0 ? 0 : Math.round((100 * Number(done)) / Number(counted)),
  });
});

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`);
});
process.once('SIGTERM', () => process.exit(0));
