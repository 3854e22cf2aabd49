-- Whether answers to visitors wait until a member has released them.
alter table trust_portal add column visitor_answers text not null default 'after_release' check (visitor_answers in ('after_release', 'at_once'));

-- Questionnaires of visitors, and what was decided about their answers.
create table visitor_questionnaire (
  id text primary key,
  questionnaire_id text not null,
  grant_id text not null,
  -- The run that the visitor follows.
  run_id text not null,
  status text not null default 'answering' check (status in ('answering', 'waiting', 'released', 'declined')),
  -- What the visitor gets: the answers as they were when they were released, by the id of their question.
  released_answers jsonb,
  -- The run that makes the file of released answers.
  export_run_id text,
  decided_by_member_id text,
  decided_at timestamptz(3),
  decline_reason text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('visitor_questionnaire');
alter table visitor_questionnaire
  add foreign key (organization_id, questionnaire_id) references questionnaire (organization_id, id) on delete cascade,
  add foreign key (organization_id, grant_id) references trust_access_grant (organization_id, id) on delete cascade,
  add foreign key (organization_id, decided_by_member_id) references member (organization_id, id) on delete set null (decided_by_member_id);
create unique index on visitor_questionnaire (organization_id, questionnaire_id);
create unique index on visitor_questionnaire (organization_id, run_id);
create index on visitor_questionnaire (organization_id, grant_id);
create index on visitor_questionnaire (organization_id, decided_by_member_id);
create index on visitor_questionnaire (organization_id, created_at, id);
call stamp_updates('visitor_questionnaire');

-- Those of before were answered at once.
insert into visitor_questionnaire (organization_id, id, questionnaire_id, grant_id, run_id, status, export_run_id, decided_at, created_at)
select distinct on (r.organization_id, q.id) r.organization_id, 'tvq_' || left(md5(r.id), 24), q.id, g.id, r.id,
  case when r.status in ('queued', 'running') then 'answering' else 'released' end, r.id, r.finished_at, r.created_at
from run r
  join questionnaire q on q.organization_id = r.organization_id and q.id = r.subject
  join trust_access_grant g on g.organization_id = r.organization_id and g.id = r.actor ->> 'id'
where r.kind = 'answer_and_export' and r.actor ->> 'credential' = 'grant'
order by r.organization_id, q.id, r.created_at desc;
