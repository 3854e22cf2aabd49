-- What 0019_soa.sql did not need to know of what an organization says about itself: the order of its list, and words to find it by.
alter table context_entry add column tags text[] not null default '{}' check (cardinality(tags) <= 50);
create index context_entry_newest on context_entry (organization_id, created_at desc, id desc);
-- The newest entry with the same question, which may be too long for an index.
create index context_entry_question on context_entry (organization_id, md5(lower(question)), created_at, id);
create index context_entry_words on context_entry using gin (passage_words(organization_id, question || ' ' || answer));

-- Whether an answer is the JSON of a form. PostgreSQL 15 has no `is json`.
create function is_structured(answer text) returns boolean immutable strict parallel safe language plpgsql set search_path = public, pg_temp as $$
begin
  if answer !~ '^\s*[{[]' then return false; end if;
  perform answer::json;
  return true;
exception when others then
  return false;
end $$;
revoke execute on function is_structured from public;

-- As in 0020_questionnaires.sql, and also in what the organization says about itself.
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
    union select w.lexeme, 'control', c.id from word w join control c on 'control' = any (sources) and passage_words(c.organization_id, c.name || ' ' || c.description) @@ w.query and c.archived_at is null
    -- The newest answer to a question, unless it is the JSON of a form.
    union select w.lexeme, 'context', e.id from word w join context_entry e on 'context' = any (sources) and passage_words(e.organization_id, e.question || ' ' || e.answer) @@ w.query
      where not is_structured(e.answer) and not exists (
        select from context_entry n where n.organization_id = current_organization() and md5(lower(n.question)) = md5(lower(e.question)) and (n.created_at, n.id) > (e.created_at, e.id))
    union select w.lexeme, 'soa_answer', s.id from word w join stated s on s.vector @@ w.bare
  ), weight as (
    select w.lexeme, ln(1 + (greatest(documents + (select count(*) from stated) - count(distinct h.id), 0) + 0.5) / (count(distinct h.id) + 0.5)) as weight from word w left join hit h using (lexeme) group by w.lexeme
  ), candidate as (
    select h.kind, h.id from hit h join weight w using (lexeme) group by h.kind, h.id order by sum(w.weight) desc, h.kind, h.id limit 30
  ), document as (
    select c.kind, 'risk' as type, r.id, r.title as name, r.description as body, r.title || ' ' || r.description as words from candidate c join risk r on r.id = c.id where c.kind = 'risk'
    union all select c.kind, 'risk', r.id, r.title, t.description, r.title || ' ' || t.description
      from candidate c join risk_treatment t on t.id = c.id join risk r on r.organization_id = t.organization_id and r.id = t.risk_id
      where c.kind = 'plan' and r.status <> 'archived'
    union all select c.kind, 'control', o.id, o.name, case when o.description ~ '\S' then o.description else o.name end, o.name || ' ' || o.description from candidate c join control o on o.id = c.id where c.kind = 'control'
    union all select c.kind, 'context', e.id, e.question, e.answer, e.question || ' ' || e.answer from candidate c join context_entry e on e.id = c.id where c.kind = 'context'
    union all select c.kind, 'soa_answer', s.id, s.name, s.body, s.words from candidate c join stated s on s.id = c.id where c.kind = 'soa_answer'
  ), counted as (
    select d.kind, d.id, w.lexeme, cardinality(w.positions) as times, sum(cardinality(w.positions)) over (partition by d.kind, d.id) as length
    from document d cross join lateral unnest(to_tsvector('english', left(d.words, 5000))) w
  ), weighed as (
    select c.kind, c.id, w.weight, c.times * 2.2 / (c.times + 1.2 * (0.25 + 0.75 * c.length / (select avg(a.length) from counted a))) as share
    from counted c join weight w using (lexeme)
  ), judged as (
    -- Of all that the words of the question weigh, the part that the passage has; a word counts whole when it stands there once.
    select w.kind, w.id, least(sum(w.weight * least(w.share, 1)) / (select sum(t.weight) from weight t), 1)::double precision as score, sum(w.weight * w.share) as whole
    from weighed w group by w.kind, w.id
  )
  select d.type, d.id, d.name, d.body, j.score from judged j join document d using (kind, id) order by j.score desc, j.whole desc, d.type, d.id, d.kind desc limit most;
end $$;
