-- When the schedule brings devices in from a connection next; null while it is not to (spec/areas/integrations, rule 4).
alter table integration_connection add devices_due_at timestamptz(3);
drop index integration_connection_due;
create index integration_connection_due on integration_connection (least(checks_due_at, sync_due_at, devices_due_at))
  where checks_due_at is not null or sync_due_at is not null or devices_due_at is not null;
call stamp_updates('integration_connection', '{credential_id, refresh_lease, refresh_lease_until, last_sync_at, checks_due_at, sync_due_at, devices_due_at}');

-- Results of syncs name what was left out (spec/areas/integrations, rule 17). Of earlier ones it is in the log of the check run alone.
update integration_sync_log set result = result || '{"droppedCount": 0, "dropped": []}'
  where event_type = 'employee_sync' and status = 'success' and not result ? 'droppedCount';
update run set result = result || '{"droppedCount": 0, "dropped": []}'
  where kind = 'employee_sync' and status = 'completed' and not result ? 'droppedCount';
