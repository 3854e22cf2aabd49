-- Answers to questionnaires quote the policies that are in force, and only controls that are implemented.

-- Whether the text of a policy holds: it was published, is not archived, and is shown instead of a PDF.
create function is_in_force(policy policy) returns boolean immutable parallel safe language sql as $$
  select policy.status <> 'draft' and not policy.is_archived and policy.archived_at is null and policy.display_format = 'EDITOR'
$$;

-- Whether all that carries a control is done, and there is something that carries it.
create function is_implemented(control control) returns boolean stable language sql set search_path = public, pg_temp as $$
  select coalesce(bool_and(c.is_done), false) from (
    select p.status = 'published' as is_done from policy p
    where p.organization_id = control.organization_id and not p.is_archived and p.archived_at is null and p.id in (
      select l.policy_id from control_policy l where l.organization_id = control.organization_id and l.control_id = control.id
      union select l.policy_id from framework_control_policy l where l.organization_id = control.organization_id and l.control_id = control.id)
    union all select t.status in ('done', 'not_relevant') from task t
    where t.organization_id = control.organization_id and t.archived_at is null and t.id in (
      select l.task_id from control_task l where l.organization_id = control.organization_id and l.control_id = control.id
      union select l.task_id from framework_control_task l where l.organization_id = control.organization_id and l.control_id = control.id)
  ) c
$$;

-- The paragraphs of a rich text below each of its headings, in order. What stands above the first heading is part 0.
create function policy_sections(content jsonb) returns table (part bigint, heading text, body text) immutable strict parallel safe language sql as $$
  with block as (
    select b.position, b.node->>'type' as type, (select string_agg(t.node #>> '{}', '' order by t.position) from jsonb_path_query(b.node, 'lax $.content[*].text') with ordinality t (node, position)) as said
    from jsonb_path_query(content, 'strict $.** ? (@.type == "heading" || @.type == "paragraph")') with ordinality b (node, position)
  ), placed as (
    select b.position, b.type, b.said, count(*) filter (where b.type = 'heading') over (order by b.position) as part from block b where b.said ~ '\S'
  )
  select p.part, max(p.said) filter (where p.type = 'heading'), string_agg(p.said, E'\n' order by p.position) filter (where p.type = 'paragraph')
  from placed p group by p.part having bool_or(p.type = 'paragraph')
$$;

-- As passage_words, of all that a policy says.
create function policy_words(organization_id text, name text, content jsonb) returns tsvector immutable parallel safe language plpgsql cost 10000 set search_path = public, pg_temp as $$
begin
  return array_to_tsvector(array[organization_id]) || to_tsvector('english', left(name || ' ' || coalesce((select string_agg(concat_ws(' ', s.heading, s.body), ' ' order by s.part) from policy_sections(content) s), ''), 200000));
end $$;
create index policy_words on policy using gin (policy_words(organization_id, name, content)) where status <> 'draft';
revoke execute on function is_in_force, is_implemented, policy_sections, policy_words from public;
grant execute on function policy_words, policy_sections to tenant;

-- As in 0041_context.sql, and also in policies.
create or replace function find_passages(question text, sources text[], practices boolean, most integer)
returns table (source_type text, source_id text, source_name text, passage text, score double precision)
stable language plpgsql security definer set search_path = public, pg_temp as $$
declare
  documents double precision;
begin
  select count(*) into documents from (
    select from risk r where r.organization_id = current_organization() and 'risk' = any (sources)
    union all select from control c where c.organization_id = current_organization() and 'control' = any (sources)
    union all select from context_entry e where e.organization_id = current_organization() and 'context' = any (sources)
    union all select from policy p where p.organization_id = current_organization() and 'policy' = any (sources) and is_in_force(p)
  ) d;
  return query
  with word as (
    select w.lexeme, w.bare, current_organization()::tsquery && w.bare as query from (
      select u.lexeme, ('''' || replace(replace(u.lexeme, '\', '\\'), '''', '''''') || '''')::tsquery as bare
      from unnest(to_tsvector('english', question)) u order by u.positions[1] limit 64
    ) w
  ), stated as materialized (
    -- Few enough to need no index: the answers of the statements of applicability that were approved last.
    select a.id, s.name, a.justification as body, s.words, to_tsvector('english', s.words) as vector
    from (
      select distinct on (d.framework_id) d.id, d.organization_id, d.configuration_id from soa_document d
      where d.organization_id = current_organization() and d.approved_at is not null and 'soa_answer' = any (sources) order by d.framework_id, d.version desc
    ) d join soa_configuration f on f.id = d.configuration_id cross join lateral jsonb_array_elements(f.questions) q
      join soa_answer a on a.organization_id = d.organization_id and a.document_id = d.id and a.question_id = q->>'id' and a.is_latest_answer
      cross join lateral (select a.question_id || ' ' || (q->'columnMapping'->>'title') as name, concat_ws(' ', q->'columnMapping'->>'title', q->>'text', a.justification) as words) s
    where a.is_applicable is not null and a.justification ~ '\S'
  ), risk_hit as materialized (
    select w.lexeme, r.id, to_tsvector('english', r.title) @@ w.bare as titled from word w join risk r on 'risk' = any (sources) and passage_words(r.organization_id, r.title || ' ' || r.description) @@ w.query and r.status <> 'archived'
  ), hit as (
    select h.lexeme, 'risk' as kind, h.id from risk_hit h where not practices
    -- A plan is found by what it is a plan for, too, but not by what could happen without it.
    union select w.lexeme, 'plan', t.id from word w join risk_treatment t on 'risk' = any (sources) and t.active and t.type <> 'accept' and passage_words(t.organization_id, t.description) @@ w.query
    union select h.lexeme, 'plan', t.id from risk_hit h join risk_treatment t on h.titled and t.organization_id = current_organization() and t.risk_id = h.id and t.active and t.type <> 'accept' and t.description ~ '\S'
    union select w.lexeme, 'control', c.id from word w join control c on 'control' = any (sources) and passage_words(c.organization_id, c.name || ' ' || c.description) @@ w.query and c.archived_at is null and (not practices or is_implemented(c))
    -- The newest answer to a question, unless it is the JSON of a form.
    union select w.lexeme, 'context', e.id from word w join context_entry e on 'context' = any (sources) and passage_words(e.organization_id, e.question || ' ' || e.answer) @@ w.query
      where not is_structured(e.answer) and not exists (
        select from context_entry n where n.organization_id = current_organization() and md5(lower(n.question)) = md5(lower(e.question)) and (n.created_at, n.id) > (e.created_at, e.id))
    union select w.lexeme, 'soa_answer', s.id from word w join stated s on s.vector @@ w.bare
    union select w.lexeme, 'policy', p.id from word w join policy p on 'policy' = any (sources) and policy_words(p.organization_id, p.name, p.content) @@ w.query and is_in_force(p)
  ), weight as (
    select w.lexeme, ln(1 + (greatest(documents + (select count(*) from stated) - count(distinct h.id), 0) + 0.5) / (count(distinct h.id) + 0.5)) as weight from word w left join hit h using (lexeme) group by w.lexeme
  ), candidate as (
    -- Policies are long and have most words somewhere, so they stand aside of the others.
    (select h.kind, h.id from hit h join weight w using (lexeme) where h.kind <> 'policy' group by h.kind, h.id order by sum(w.weight) desc, h.kind, h.id limit 30)
    union all (select h.kind, h.id from hit h join weight w using (lexeme) where h.kind = 'policy' group by h.kind, h.id order by sum(w.weight) desc, h.kind, h.id limit 8)
  ), document as (
    select c.kind, 0 as part, 'risk' as type, r.id, r.title as name, r.description as body, r.title || ' ' || r.description as words from candidate c join risk r on r.id = c.id where c.kind = 'risk'
    union all select c.kind, 0, 'risk', r.id, r.title, t.description, r.title || ' ' || t.description
      from candidate c join risk_treatment t on t.id = c.id join risk r on r.organization_id = t.organization_id and r.id = t.risk_id
      where c.kind = 'plan' and r.status <> 'archived'
    union all select c.kind, 0, 'control', o.id, o.name, case when o.description ~ '\S' then o.description else o.name end, o.name || ' ' || o.description from candidate c join control o on o.id = c.id where c.kind = 'control'
    union all select c.kind, 0, 'context', e.id, e.question, e.answer, e.question || ' ' || e.answer from candidate c join context_entry e on e.id = c.id where c.kind = 'context'
    union all select c.kind, 0, 'soa_answer', s.id, s.name, s.body, s.words from candidate c join stated s on s.id = c.id where c.kind = 'soa_answer'
    union all select c.kind, t.part, 'policy', p.id, p.name, t.body, concat_ws(' ', p.name, t.heading, t.body)
      from candidate c join policy p on p.id = c.id cross join lateral policy_sections(p.content) t where c.kind = 'policy'
  ), counted as (
    select d.kind, d.id, d.part, w.lexeme, cardinality(w.positions) as times, sum(cardinality(w.positions)) over (partition by d.kind, d.id, d.part) as length
    from document d cross join lateral unnest(to_tsvector('english', left(d.words, 5000))) w
  ), weighed as (
    select c.kind, c.id, c.part, w.weight, c.times * 2.2 / (c.times + 1.2 * (0.25 + 0.75 * c.length / (select avg(a.length) from counted a))) as share
    from counted c join weight w using (lexeme)
  ), judged as (
    -- Of all that the words of the question weigh, the part that the passage has; a word counts whole when it stands there once.
    select w.kind, w.id, w.part, least(sum(w.weight * least(w.share, 1)) / (select sum(t.weight) from weight t), 1)::double precision as score, sum(w.weight * w.share) as whole
    from weighed w group by w.kind, w.id, w.part
  )
  select d.type, d.id, d.name, d.body, j.score from judged j join document d using (kind, id, part) order by j.score desc, j.whole desc, d.type, d.id, d.kind desc, d.part limit most;
end $$;
