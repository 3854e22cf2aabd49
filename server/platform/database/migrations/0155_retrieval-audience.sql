-- Who may learn what a record says: the members of the organization, visitors of its trust portal who have signed the NDA, or any visitor.
alter table knowledge_base_document add column audience text not null default 'internal' check (audience in ('internal', 'nda', 'public'));
alter table context_entry add column audience text not null default 'internal' check (audience in ('internal', 'nda', 'public'));
alter table manual_answer add column audience text not null default 'internal' check (audience in ('internal', 'nda', 'public'));
-- Holders of personal links have read the policies that were published. Drafts and those of departments become internal.
alter table policy add column audience text not null default 'nda' check (audience in ('internal', 'nda', 'public'));
alter table policy alter column audience set default 'internal';
alter table policy disable trigger user;
update policy set audience = 'internal' where visibility <> 'ALL' or (status <> 'published' and last_published_at is null);
alter table policy enable trigger user;

create function find_passages(question text, sources text[], practices boolean, hidden text[], most integer, aspects text[], audiences text[])
returns table (source_type text, source_id text, source_name text, page integer, aspect text, heading text, line integer, passage text, score double precision)
stable language plpgsql security definer set search_path = public, pg_temp as $$
declare
  documents double precision;
  -- Documents whose text is complete.
  readable text[];
  -- Policies that are in force, and that whoever asks may see.
  policies text[];
begin
  -- Risks, controls and answers of statements of applicability have no audience: they are internal.
  if ('internal' = any (audiences)) is not true then
    sources := array(select s from unnest(sources) s where s in ('policy', 'context', 'manual_answer', 'knowledge_base_document'));
  end if;
  select array_agg(k.id), coalesce(sum(k.chunk_count), 0) into readable, documents from knowledge_base_document k
  where k.organization_id = current_organization() and k.processing_status = 'completed' and k.audience = any (audiences) and 'knowledge_base_document' = any (sources);
  select array_agg(p.id) into policies from policy p
  where p.organization_id = current_organization() and 'policy' = any (sources) and is_in_force(p) and p.audience = any (audiences) and not p.id = any (hidden);
  select documents + count(*) into documents from (
    select from risk r where r.organization_id = current_organization() and 'risk' = any (sources)
    union all select from control c where c.organization_id = current_organization() and 'control' = any (sources)
    union all select from context_entry e where e.organization_id = current_organization() and e.audience = any (audiences) and 'context' = any (sources)
    union all select from policy_statement s where s.organization_id = current_organization() and s.policy_id = any (policies)
    union all select from manual_answer a where a.organization_id = current_organization() and a.audience = any (audiences) and 'manual_answer' = any (sources)
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
  ), control_hit as materialized (
    select w.lexeme, c.id from word w join control c on 'control' = any (sources) and passage_words(c.organization_id, c.name || ' ' || c.description) @@ w.query and c.archived_at is null
  ), implemented as materialized (
    -- Each control once, however many of the words it has.
    select c.id from (select distinct h.id from control_hit h where practices) h join control c on c.organization_id = current_organization() and c.id = h.id where is_implemented(c)
  ), statement_hit as materialized (
    -- Found by the words alone: by its policies, each statement would be taken apart.
    select w.lexeme, s.policy_id, s.place, s.aspect from word w join policy_statement s on passage_words(s.organization_id, coalesce(s.heading || ' ', '') || s.body) @@ w.query
  ), passage_hit as materialized (
    -- By their documents, they are found through an index that does not know words.
    select w.lexeme, k.id, k.document_id from word w join knowledge_base_passage k on passage_words(k.organization_id, k.content) @@ w.query
  ), titled as materialized (
    select w.lexeme, p.id from (select o.id, to_tsvector('english', o.name) as vector from policy o where o.organization_id = current_organization() and o.id = any (policies)) p
      join word w on p.vector @@ w.bare
  ), hit as (
    select h.lexeme, 'risk' as kind, h.id, 0 as part from risk_hit h where not practices
    -- A plan is found by what it is a plan for, too, but not by what could happen without it.
    union select w.lexeme, 'plan', t.id, 0 from word w join risk_treatment t on 'risk' = any (sources) and t.active and t.type <> 'accept' and passage_words(t.organization_id, t.description) @@ w.query
    union select h.lexeme, 'plan', t.id, 0 from risk_hit h join risk_treatment t on h.titled and t.organization_id = current_organization() and t.risk_id = h.id and t.active and t.type <> 'accept' and t.description ~ '\S'
    union select h.lexeme, 'control', h.id, 0 from control_hit h where not practices or h.id in (select i.id from implemented i)
    -- The newest entry with a question that the audience may read, unless its answer is the JSON of a form.
    union select w.lexeme, 'context', e.id, 0 from word w join context_entry e on 'context' = any (sources) and passage_words(e.organization_id, e.question || ' ' || e.answer) @@ w.query
      where e.audience = any (audiences) and not is_structured(e.answer) and not exists (
        select from context_entry n where n.organization_id = current_organization() and n.audience = any (audiences) and md5(lower(n.question)) = md5(lower(e.question)) and (n.created_at, n.id) > (e.created_at, e.id))
    union select w.lexeme, 'soa_answer', s.id, 0 from word w join stated s on s.vector @@ w.bare
    union select h.lexeme, 'policy', h.policy_id, h.place from statement_hit h where h.policy_id = any (policies) and (h.aspect is null or h.aspect = any (aspects))
    union select w.lexeme, 'manual_answer', a.id, 0 from word w join manual_answer a on 'manual_answer' = any (sources) and passage_words(a.organization_id, a.question || ' ' || a.answer) @@ w.query where a.audience = any (audiences)
    union select h.lexeme, 'passage', h.id, 0 from passage_hit h where h.document_id = any (readable)
  ), weight as (
    select w.lexeme, ln(1 + (greatest(documents + (select count(*) from stated) - count(h.id), 0) + 0.5) / (count(h.id) + 0.5)) as weight from word w left join hit h using (lexeme) group by w.lexeme
  ), title as (
    select t.id, sum(w.weight) as weight from titled t join weight w using (lexeme) group by t.id
  ), candidate as (
    -- Statements of policies, which are many, passages of documents, which are long, and answers that people wrote, which come first, stand
    -- aside of the others. A statement is about what its policy is about, too.
    select c.kind, c.id, c.part from (
      select h.kind, h.id, h.part, row_number() over (partition by s.shelf order by h.weight + coalesce(t.weight, 0) desc, h.kind, h.id, h.part) as place,
        case s.shelf when 'passage' then 12 when 'manual_answer' then 12 when 'policy' then 50 else 30 end as most
      from (select i.kind, i.id, i.part, sum(w.weight) as weight from hit i join weight w using (lexeme) group by i.kind, i.id, i.part) h
        left join title t on h.kind = 'policy' and t.id = h.id
        cross join lateral (select case when h.kind in ('policy', 'passage', 'manual_answer') then h.kind else 'other' end as shelf) s
    ) c where c.place <= c.most
  ), document as (
    select c.kind, 0 as part, 'risk' as type, r.id, r.title as name, null::integer as page, null as aspect, null as heading, null::integer as line, r.description as body, r.title || ' ' || r.description as words from candidate c join risk r on r.organization_id = current_organization() and r.id = c.id where c.kind = 'risk'
    union all select c.kind, 0, 'risk', r.id, r.title, null, null, null, null, t.description, r.title || ' ' || t.description
      from candidate c join risk_treatment t on t.organization_id = current_organization() and t.id = c.id join risk r on r.organization_id = t.organization_id and r.id = t.risk_id
      where c.kind = 'plan' and r.status <> 'archived'
    union all select c.kind, 0, 'control', o.id, o.name, null, null, null, null, case when o.description ~ '\S' then o.description else o.name end, o.name || ' ' || o.description from candidate c join control o on o.organization_id = current_organization() and o.id = c.id where c.kind = 'control'
    union all select c.kind, 0, 'context', e.id, e.question, null, null, null, null, e.answer, e.question || ' ' || e.answer from candidate c join context_entry e on e.organization_id = current_organization() and e.id = c.id where c.kind = 'context'
    union all select c.kind, 0, 'soa_answer', s.id, s.name, null, null, null, null, s.body, s.words from candidate c join stated s on s.id = c.id where c.kind = 'soa_answer'
    union all select c.kind, c.part, 'policy', p.id, p.name, null, s.aspect, s.heading, s.line, s.body, concat_ws(' ', p.name, s.heading, s.body)
      from candidate c join policy p on p.organization_id = current_organization() and p.id = c.id
        join policy_statement s on s.organization_id = current_organization() and s.policy_id = c.id and s.place = c.part where c.kind = 'policy'
    -- An answer is about its question, however much more it says.
    union all select c.kind, f.part, 'manual_answer', a.id, a.question, null, null, null, null, a.answer, f.words
      from candidate c join manual_answer a on a.organization_id = current_organization() and a.id = c.id cross join lateral (values (0, a.question), (1, a.question || ' ' || a.answer)) f (part, words) where c.kind = 'manual_answer'
    union all select c.kind, k.place, 'knowledge_base_document', d.id, d.name, k.page, null, null, null, k.content, d.name || ' ' || k.content
      from candidate c join knowledge_base_passage k on k.organization_id = current_organization() and k.id = c.id join knowledge_base_document d on d.organization_id = k.organization_id and d.id = k.document_id where c.kind = 'passage'
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
  ), best as (
    select distinct on (j.kind, j.id, case when j.kind = 'manual_answer' then 0 else j.part end) j.* from judged j
    order by j.kind, j.id, case when j.kind = 'manual_answer' then 0 else j.part end, j.score desc, j.whole desc, j.part
  )
  select d.type, d.id, d.name, d.page, d.aspect, d.heading, d.line, d.body, b.score from best b join document d using (kind, id, part)
  order by b.score desc, b.whole desc, array_position(array['manual_answer', 'policy', 'control', 'context', 'knowledge_base_document', 'soa_answer', 'risk'], d.type), d.name, d.id, d.kind desc, d.part limit most;
end $$;

revoke execute on function find_passages(text, text[], boolean, text[], integer, text[], text[]) from public;
grant execute on function find_passages(text, text[], boolean, text[], integer, text[], text[]) to tenant;

-- For servers of the version before, which know no audiences.
create or replace function find_passages(question text, sources text[], practices boolean, hidden text[], most integer, aspects text[])
returns table (source_type text, source_id text, source_name text, page integer, aspect text, heading text, line integer, passage text, score double precision)
stable language sql security definer set search_path = public, pg_temp as $$
  select * from find_passages(question, sources, practices, hidden, most, aspects, '{internal,nda,public}')
$$;
