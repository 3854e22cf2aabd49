-- Creates the search for passages of an organization that answer a question (see server/domain/retrieval/passages.ts).

-- Returns the words of the first 5000 characters of a record, plus the organization as a word, so that one index finds the records of one
-- organization. The cost tells the planner that long texts take time, which statistics do not show. An SQL function would be inlined and
-- lose its cost.
create function passage_words(organization_id text, words text) returns tsvector immutable parallel safe language plpgsql cost 10000 as $$
begin return array_to_tsvector(array[organization_id]) || to_tsvector('english', left(words, 5000)); end $$;
create index risk_words on risk using gin (passage_words(organization_id, title || ' ' || description));
create index risk_treatment_words on risk_treatment using gin (passage_words(organization_id, description)) where active;
create index control_words on control using gin (passage_words(organization_id, name || ' ' || description));
create index context_entry_words on context_entry using gin (passage_words(organization_id, question || ' ' || answer));
create index manual_answer_words on manual_answer using gin (passage_words(organization_id, question || ' ' || answer));
create index knowledge_base_passage_words on knowledge_base_passage using gin (passage_words(organization_id, content));

-- Whether an answer is the JSON of a form. PostgreSQL 15 has no `is json`.
create function is_structured(answer text) returns boolean immutable strict parallel safe language plpgsql set search_path = public, pg_temp as $$
begin
  if answer !~ '^\s*[{[]' then return false; end if;
  perform answer::json;
  return true;
exception when others then
  return false;
end $$;

-- Whether the text of a policy applies: it was published, is not archived, and no PDF replaces it.
create function is_in_force(policy policy) returns boolean immutable parallel safe language sql as $$
  select policy.status <> 'draft' and not policy.is_archived and policy.archived_at is null and policy.display_format = 'EDITOR'
$$;

-- Whether a control has at least one task or policy and all of them are done. A control that is not applicable is not implemented
-- (spec/areas/controls, rule 12).
create function is_implemented(control control) returns boolean stable language sql set search_path = public, pg_temp as $$
  select coalesce(bool_and(c.is_done), false) and not (
    exists (select from requirement_map m where m.organization_id = control.organization_id and m.control_id = control.id and m.archived_at is null)
    and not exists (
      select from requirement_map m
        join framework_instance i on i.organization_id = m.organization_id and i.id = m.framework_instance_id
        left join platform_requirement r on r.id = m.requirement_id
      where m.organization_id = control.organization_id and m.control_id = control.id and m.archived_at is null
        and (r.id is null or (r.part is null or i.scope is null or r.part = any (i.scope)) and not exists (
          select from soa_document d join soa_answer a on a.organization_id = d.organization_id and a.document_id = d.id
          where d.organization_id = control.organization_id and d.framework_id = r.framework_id and d.is_latest
            and a.question_id = r.identifier and a.is_latest_answer and a.is_applicable = false
        ))
    )
  ) from (
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

-- Returns the paragraphs of a rich text below each heading, in order. Part 0 is the text above the first heading.
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

-- Like passage_words, for the whole text of a policy.
create function policy_words(organization_id text, name text, content jsonb) returns tsvector immutable parallel safe language plpgsql cost 10000 set search_path = public, pg_temp as $$
begin
  return array_to_tsvector(array[organization_id]) || to_tsvector('english', left(name || ' ' || coalesce((select string_agg(concat_ws(' ', s.heading, s.body), ' ' order by s.part) from policy_sections(content) s), ''), 200000));
end $$;

-- The paragraphs and list items of published policies. Policies are searched by statement, because statements about the policy itself
-- answer only questions about it. The triggers below write this table with the policy, only find_passages reads it, and exports omit it
-- because it is derived.
create table policy_statement (
  organization_id text not null references organization on delete cascade, policy_id text not null,
  place integer not null,
  -- The standard part of a policy that contains the statement; null for a part that says what the organization does.
  aspect text check (aspect in ('purpose', 'definitions', 'scope', 'responsibilities', 'records', 'exceptions', 'review', 'history')),
  -- The heading above the statement, if it names the subject; `line` is the statement's number below the heading.
  heading text,
  line integer not null, body text not null,
  primary key (organization_id, policy_id, place)
);
create index policy_statement_words on policy_statement using gin (passage_words(organization_id, coalesce(heading || ' ', '') || body));

-- Returns the standard part of a policy that a heading begins, recognized by common names of such headings.
create function policy_aspect(heading text) returns text immutable strict parallel safe language sql as $$
  select case
    when bare ~ '^(purpose|introduction|overview|background|objectives?)( and (purpose|introduction|overview|background|objectives?))?$' then 'purpose'
    when bare ~ '^(roles|(roles and )?responsibilities|roles, responsibilities.*)$' then 'responsibilities'
    when bare ~ '^((terms|abbreviations|acronyms)( and definitions?)?|definitions?( of terms)?( and (abbreviations|acronyms|terms))?|glossary)$' then 'definitions'
    when bare ~ '^(scope( and applicability)?|applicability( and scope)?)$' then 'scope'
    when bare ~ '^(records( and (measures|metrics|evidence))?|record[ -]keeping|metrics|measurement|key performance indicators)$' then 'records'
    when bare ~ '^(policy )?(exceptions?|exemptions?|waivers?|deviations?)( (process|handling|and (exceptions?|exemptions?|waivers?|deviations?)))?$' then 'exceptions'
    when bare ~ '^(policy |document )?(review|revision|maintenance)( cycle)?( and (approval|maintenance|review|revision|updates?))?$' then 'review'
    when bare ~ '^((revision|version|document|change) )?history$|^document (control|information)$' then 'history'
  end from (select lower(trim(both from regexp_replace(heading, '^[\s\d.()§]+|[\s:.]+$', '', 'g'))) as bare) h
$$;

create function put_policy_statements(policy policy) returns void language sql set search_path = public, pg_temp as $$
  delete from policy_statement s where s.organization_id = policy.organization_id and s.policy_id = policy.id;
  with block as (
    select b.position, b.node->>'type' as type, (select string_agg(t.node #>> '{}', '' order by t.position) from jsonb_path_query(b.node, 'lax $.content[*].text') with ordinality t (node, position)) as said
    from jsonb_path_query(policy.content, 'strict $.** ? (@.type == "heading" || @.type == "paragraph")') with ordinality b (node, position)
  ), placed as (
    select b.*, count(*) filter (where b.type = 'heading') over (order by b.position) as part from block b where b.said ~ '\S'
  ), below as (
    select p.*, max(p.said) filter (where p.type = 'heading') over (partition by p.part) as heading,
      count(*) filter (where p.type = 'paragraph') over (partition by p.part order by p.position) as line from placed p
  )
  insert into policy_statement (organization_id, policy_id, place, aspect, heading, line, body)
  select policy.organization_id, policy.id, b.position, policy_aspect(b.heading),
    case when policy_aspect(b.heading) is null and b.heading !~* '^[\s\d.()§]*(policy( statements?)?|rules|requirements|procedures?)[\s:.]*$' then left(b.heading, 500) end,
    b.line, b.said
  from below b where b.type = 'paragraph';
$$;
create function put_policy_statements() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin perform put_policy_statements(new); return null; end $$;
create trigger put_policy_statements after insert on policy for each row when (new.status <> 'draft') execute function put_policy_statements();
create trigger renew_policy_statements after update on policy for each row
  when (new.status <> 'draft' and (old.status = 'draft' or old.content is distinct from new.content)) execute function put_policy_statements();
create function forget_policy_statements() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin delete from policy_statement s where s.organization_id = old.organization_id and s.policy_id = old.id; return null; end $$;
create trigger forget_policy_statements after delete on policy for each row execute function forget_policy_statements();

-- Returns the passages of the current organization that answer a question, best first. Runs with the owner's rights, because row-level
-- security prevents the use of the indexes above. Rare words of the organization weigh more, and BM25 ranks the passages with the highest
-- weights.
-- @param hidden ids of policies that the caller may not see: they neither displace results nor affect the rarity of words
-- @param aspects standard parts of policies to include; statements outside of these parts are always included
-- @param audiences audiences that the caller belongs to
create function find_passages(question text, sources text[], practices boolean, hidden text[], most integer, aspects text[], audiences text[])
returns table (source_type text, source_id text, source_name text, page integer, aspect text, heading text, line integer, passage text, score double precision)
stable language plpgsql security definer set search_path = public, pg_temp as $$
declare
  documents double precision;
  -- Documents whose text is complete.
  readable text[];
  -- Policies in force that the caller may see.
  policies text[];
begin
  -- Risks, controls and answers of statements of applicability have no audience because they are internal.
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
    -- The answers of the last approved statements of applicability are few enough to search without an index.
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
    -- Checks each control once, regardless of how many words match.
    select c.id from (select distinct h.id from control_hit h where practices) h join control c on c.organization_id = current_organization() and c.id = h.id where is_implemented(c)
  ), statement_hit as materialized (
    -- Searches statements only by words: a filter by policy would make the planner parse each statement.
    select w.lexeme, s.policy_id, s.place, s.aspect from word w join policy_statement s on passage_words(s.organization_id, coalesce(s.heading || ' ', '') || s.body) @@ w.query
  ), passage_hit as materialized (
    -- A filter by document would make the planner use an index that does not contain the words.
    select w.lexeme, k.id, k.document_id from word w join knowledge_base_passage k on passage_words(k.organization_id, k.content) @@ w.query
  ), titled as materialized (
    select w.lexeme, p.id from (select o.id, to_tsvector('english', o.name) as vector from policy o where o.organization_id = current_organization() and o.id = any (policies)) p
      join word w on p.vector @@ w.bare
  ), hit as (
    select h.lexeme, 'risk' as kind, h.id, 0 as part from risk_hit h where not practices
    -- The title of the risk also finds its treatment plan, but the risk's description does not.
    union select w.lexeme, 'plan', t.id, 0 from word w join risk_treatment t on 'risk' = any (sources) and t.active and t.type <> 'accept' and passage_words(t.organization_id, t.description) @@ w.query
    union select h.lexeme, 'plan', t.id, 0 from risk_hit h join risk_treatment t on h.titled and t.organization_id = current_organization() and t.risk_id = h.id and t.active and t.type <> 'accept' and t.description ~ '\S'
    union select h.lexeme, 'control', h.id, 0 from control_hit h where not practices or h.id in (select i.id from implemented i)
    -- Only the newest entry with a question that the audience may read, unless its answer is the JSON of a form.
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
    -- Policy statements (many), document passages (long) and answers that people wrote (preferred) have limits of their own, so that they
    -- do not displace other records. The title of a policy counts for its statements.
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
    -- The question alone is also ranked, so that a long answer does not lower the score.
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
    -- The score is the matched share of the total weight of the question's words. One occurrence of a word is enough for its full weight.
    select w.kind, w.id, w.part, least(sum(w.weight * least(w.share, 1)) / (select sum(t.weight) from weight t), 1)::double precision as score, sum(w.weight * w.share) as whole
    from weighed w group by w.kind, w.id, w.part
  ), best as (
    select distinct on (j.kind, j.id, case when j.kind = 'manual_answer' then 0 else j.part end) j.* from judged j
    order by j.kind, j.id, case when j.kind = 'manual_answer' then 0 else j.part end, j.score desc, j.whole desc, j.part
  )
  select d.type, d.id, d.name, d.page, d.aspect, d.heading, d.line, d.body, b.score from best b join document d using (kind, id, part)
  order by b.score desc, b.whole desc, array_position(array['manual_answer', 'policy', 'control', 'context', 'knowledge_base_document', 'soa_answer', 'risk'], d.type), d.name, d.id, d.kind desc, d.part limit most;
end $$;

revoke execute on function find_passages, is_structured, is_in_force, is_implemented, policy_sections, policy_words, policy_aspect,
  put_policy_statements(policy), put_policy_statements(), forget_policy_statements() from public;
grant execute on function find_passages, policy_words, policy_sections to tenant;
