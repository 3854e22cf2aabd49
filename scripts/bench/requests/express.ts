/**
 * The baseline: the three operations written by hand with Express and pg, on the same tables and with the same answers. It finds the caller
 * in memory, and has no contract: only the database checks values. It has no permissions, row-level security, rate limit, request id,
 * security headers, cursors, ETag, Idempotency-Key or audit log. STATEMENTS=1 adds the SQL statements for Idempotency-Key and audit log,
 * but not their logic.
 */
import express from 'express';
import pg from 'pg';
import { ratingOf } from '#areas/risk-management/risks/rules/rating';
import { defaultBands } from '#domain/ratings/levels';
import { newId } from '#platform/database/ids';

const { DATABASE_URL, API_KEY, ORGANIZATION, STATEMENTS } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const app = express().disable('x-powered-by');
app.use(
  (req, res, next) =>
    void (req.get('x-api-key') === API_KEY ? next() : res.status(401).json({ success: false, error: 'Invalid or missing API key' })),
);

const columns = `r.id, r.title, r.description, r.category, r.department, r.status, r.probability, r.impact, r.residual_probability, r.residual_impact,
  r.inherent_assessed as "inherentAssessed", r.residual_assessed as "residualAssessed", r.review_due_at as "reviewDueAt",
  r.external_id as "externalId", r.assignee_id as "assigneeId", r.created_at as "createdAt", r.updated_at as "updatedAt"`;
const person = 'm.id as "memberId", m.user_id as "userId", m.name, m.email, m.image';
const fromClause = 'from risk r left join member m on m.organization_id = r.organization_id and m.id = r.assignee_id';
const links =
  'from risk_task l join task t on t.organization_id = l.organization_id and t.id = l.task_id where l.organization_id = r.organization_id and l.risk_id = r.id';

app.get('/v1/risks', async (req, res) => {
  const { status, search, limit } = req.query;
  const filtered = status !== undefined && search !== undefined;
  const { rows } = await pool.query({
    name: filtered ? 'filtered' : 'list',
    text: `select ${columns}, ${person}, (select coalesce(json_agg(json_build_object('id', t.id, 'status', t.status) order by t.id), '[]') ${links}) as tasks
      ${fromClause} where r.organization_id = $1 ${filtered ? "and r.status = $3 and (r.title ilike '%' || $4 || '%' or r.description ilike '%' || $4 || '%')" : ''} order by r.created_at desc, r.id desc limit $2`,
    values: [ORGANIZATION, Number(limit), ...(filtered ? [status, search] : [])],
  });
  res.json({ success: true, data: rows.map(recordOf) });
});

app.get('/v1/risks/:id', async (req, res) => {
  const values = [ORGANIZATION, req.params.id];
  const [
    {
      rows: [row],
    },
    {
      rows: [treatmentStrategy],
    },
    { rows: items },
  ] = await Promise.all([
    pool.query({
      name: 'risk',
      text: `select ${columns}, ${person}, (select coalesce(json_agg(json_build_object('id', t.id, 'title', t.title, 'status', t.status, 'controls',
          (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id), '[]') from control_task k
            join control c on c.organization_id = k.organization_id and c.id = k.control_id where k.organization_id = t.organization_id and k.task_id = t.id)
        ) order by t.id), '[]') ${links}) as tasks,
        (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id), '[]') from risk_control l
          join control c on c.organization_id = l.organization_id and c.id = l.control_id where l.organization_id = r.organization_id and l.risk_id = r.id) as controls
        ${fromClause} where r.organization_id = $1 and r.id = $2`,
      values,
    }),
    pool.query({
      name: 'treatment',
      text: 'select id, type, description, created_at as "createdAt", updated_at as "updatedAt" from risk_treatment where organization_id = $1 and risk_id = $2 and active',
      values,
    }),
    pool.query({
      name: 'items',
      text: `select id, title, description, status, due_date, completed_at, assignee_id, created_at, updated_at from task_item
        where organization_id = $1 and risk_id = $2 order by created_at, id`,
      values,
    }),
  ]);
  if (!row) return void res.status(404).json({ success: false, error: 'Risk not found' });
  res.json({ success: true, data: { ...recordOf(row), treatmentStrategy, mitigationTasks: items.map(itemOf) } });
});

app.post('/v1/risks', express.json(), async (req, res) => {
  const {
    title,
    description,
    category,
    department = 'none',
    status = 'open',
    probability = 0,
    impact = 0,
    residual_probability = 0,
    residual_impact = 0,
    assigneeId = null,
  } = req.body;
  const id = newId('rsk');
  const client = await pool.connect();
  try {
    await client.query('begin');
    if (STATEMENTS) {
      await client.query({ name: 'organization', text: "select set_config('app.organization_id', $1, true)", values: [ORGANIZATION] });
      await client.query({
        name: 'lock',
        text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 0))',
        values: [req.get('idempotency-key')],
      });
      await client.query({
        name: 'recall',
        text: "select fingerprint, answer from idempotent_answer where organization_id = $1 and key_hash = $2 and created_at > now() - interval '24 hours'",
        values: [ORGANIZATION, req.get('idempotency-key')],
      });
    }
    const {
      rows: [row],
    } = await client.query({
      name: 'insert risk',
      text: `insert into risk as r (organization_id, id, title, description, category, department, status, probability, impact, residual_probability, residual_impact, assignee_id)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${columns}, r.organization_id as "organizationId"`,
      values: [
        ORGANIZATION,
        id,
        title.trim(),
        description,
        category,
        department,
        status,
        probability,
        impact,
        residual_probability,
        residual_impact,
        assigneeId,
      ],
    });
    await client.query({
      name: 'insert treatment',
      text: "insert into risk_treatment (organization_id, id, risk_id, type) values ($1, $2, $3, 'mitigate')",
      values: [ORGANIZATION, newId('rts'), id],
    });
    const body = { success: true, data: rated(row) };
    if (STATEMENTS) {
      await client.query({
        name: 'keep',
        text: `insert into idempotent_answer (organization_id, id, key_hash, fingerprint, answer) values ($1, $2, $3, $3, $4)
          on conflict (organization_id, key_hash) do update set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = now()`,
        values: [ORGANIZATION, newId('idk'), req.get('idempotency-key'), Buffer.from(JSON.stringify(body))],
      });
      const entry = {
        id: newId('aud'),
        userId: null,
        memberId: null,
        entityType: 'risk',
        entityId: id,
        description: 'Created risk',
        data: { action: 'Created risk', changes: req.body },
        user: null,
      };
      await client.query({
        name: 'audit',
        text: 'select append_audit($1::jsonb, $2, $3)',
        values: [JSON.stringify(entry), JSON.stringify(entry), '}'],
      });
    }
    await client.query('commit');
    res.status(201).location(`/v1/risks/${id}`).json(body);
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});

interface Rated {
  readonly probability: number;
  readonly impact: number;
  readonly residual_probability: number;
  readonly residual_impact: number;
  readonly inherentAssessed?: boolean;
  readonly residualAssessed?: boolean;
}
const rated = ({ inherentAssessed = true, residualAssessed = true, ...risk }: Rated) => ({
  ...risk,
  inherentRating: ratingOf({ probability: risk.probability, impact: risk.impact, assessed: inherentAssessed }, defaultBands),
  residualRating: ratingOf(
    { probability: risk.residual_probability, impact: risk.residual_impact, assessed: residualAssessed },
    defaultBands,
  ),
});

interface Person {
  readonly memberId: string | null;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly image: string | null;
}
function recordOf({ memberId, userId, name, email, image, ...risk }: Rated & Person) {
  return { ...rated(risk), assignee: memberId === null ? null : { id: memberId, user: { id: userId, name, email, image } } };
}

interface Item {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly status: string;
  readonly due_date: Date | null;
  readonly completed_at: Date | null;
  readonly assignee_id: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}
function itemOf({ id, title, description, status, due_date, completed_at, assignee_id, created_at, updated_at }: Item) {
  return {
    id,
    title,
    description: description ?? '',
    status: status === 'todo' ? 'open' : status,
    ...(due_date && { dueDate: due_date }),
    completedAt: completed_at,
    ...(assignee_id !== null && { assigneeId: assignee_id }),
    createdAt: created_at,
    updatedAt: updated_at,
  };
}

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`);
});
process.once('SIGTERM', () => process.exit(0));
