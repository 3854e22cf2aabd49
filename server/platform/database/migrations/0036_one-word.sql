-- One word for one thing: what was stored under another name is renamed as the interface renames it.

-- The owner of the tables changes the word, and the records did not change with it.
alter table task_item drop constraint task_item_status_check;
update task_item set status = 'cancelled' where status = 'canceled';
alter table task_item add constraint task_item_status_check check (status in ('todo', 'in_progress', 'in_review', 'done', 'cancelled'));
alter table invitation drop constraint invitation_status_check;
update invitation set status = 'cancelled' where status = 'canceled';
alter table invitation add constraint invitation_status_check check (status in ('pending', 'accepted', 'rejected', 'cancelled'));

-- An id is called one.
alter table soa_answer rename column created_by to created_by_id;
alter table soa_answer rename column updated_by to updated_by_id;
alter table question_answer rename column updated_by to updated_by_id;

-- The results of employee syncs, also of those that were interrupted, and of filled-in statements.
create function pg_temp.renamed(result jsonb) returns jsonb language sql as $$
  select case when result ? 'details' then
    result - '{imported,skipped,deactivated,reactivated,errors,details}'::text[]
    || jsonb_build_object('people', result -> 'details')
    || case when result ? 'imported' then jsonb_build_object('counts', jsonb_build_object(
      'imported', result -> 'imported', 'skipped', result -> 'skipped', 'deactivated', result -> 'deactivated',
      'reactivated', result -> 'reactivated', 'error', result -> 'errors')) else '{}' end
  else result end
$$;
update integration_sync_log set result = pg_temp.renamed(result) where result ? 'details';
update run set result = pg_temp.renamed(result) where result ? 'syncLogId';
update run set result = result - 'failed' || jsonb_build_object('failures', result -> 'failed') where kind = 'auto_fill_soa' and result ? 'failed';
