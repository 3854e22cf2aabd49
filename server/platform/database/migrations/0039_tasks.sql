-- The order of the board: by status, place and age. All of it in digits, and as many of them, so that it is the same in every collation.
create index task_board on task (organization_id,
  (case status when 'todo' then '0' when 'in_progress' then '1' when 'in_review' then '2' when 'done' then '3' when 'not_relevant' then '4' else '5' end
    || lpad(position::text, 10, '0') || lpad((extract(epoch from created_at at time zone 'UTC') * 1000)::bigint::text, 14, '0')),
  id);
-- Tasks that are done and come due again, in whichever organization.
create index task_due on task (review_date) where status = 'done' and archived_at is null;
-- What the service notes of checks does not change the task.
call stamp_updates('task', '{integration_last_run_at}');
