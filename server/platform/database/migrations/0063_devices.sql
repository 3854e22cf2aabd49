-- The computers of members, as the device agent or an integration reports them. What device management knows is read from there, and is not
-- stored (spec/areas/devices, rule 2).
create table device (
  id text primary key,
  member_id text not null,
  name text not null,
  hostname text not null,
  platform text not null check (platform in ('macos', 'windows', 'linux')),
  os_version text not null,
  serial_number text check (serial_number <> ''),
  -- Whether another member registered a computer with this serial number first (spec/areas/devices, rule 4).
  is_duplicate_serial boolean not null default false,
  hardware_model text,
  source text not null check (source in ('agent', 'integration')),
  -- What the checks found last, and the details of each: {"disk_encryption": {"passed": true, "checkedAt": "…", "method": "…"}, …}
  disk_encryption_enabled boolean not null default false,
  antivirus_enabled boolean not null default false,
  password_policy_set boolean not null default false,
  screen_lock_enabled boolean not null default false,
  check_details jsonb,
  -- What the source of a synchronized device says, apart from what was measured: {"isCompliant": true, "checks": [{"id": "…", "label": "…", "passed": true}]}
  source_compliance jsonb,
  integration_connection_id text,
  external_device_id text,
  agent_version text,
  last_check_in timestamptz(3),
  installed_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (not is_duplicate_serial or serial_number is not null)
);
call tenant_table('device');
alter table device
  add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade,
  add foreign key (organization_id, integration_connection_id) references integration_connection (organization_id, id)
    on delete set null (integration_connection_id);
create unique index device_serial_number on device (organization_id, serial_number) where not is_duplicate_serial;
-- Where the serial number of another member's computer came up again, or none is known, the host name tells computers of a member apart.
create unique index device_duplicate on device (organization_id, member_id, hostname, serial_number) where is_duplicate_serial;
create unique index device_without_serial on device (organization_id, member_id, hostname) where serial_number is null and source = 'agent';
create unique index device_external_id on device (organization_id, integration_connection_id, external_device_id) where external_device_id is not null;
create index device_newest on device (organization_id, installed_at desc, id desc);
create index device_named on device (organization_id, name, id);
create index device_checked_in_last on device (organization_id, coalesce(last_check_in, '0001-01-01 00:00:00+00'), id);
create index device_checked_in_first on device (organization_id, coalesce(last_check_in, '9999-12-31 23:59:59.999+00'), id);
create index on device (organization_id, member_id, installed_at desc, id desc);
call stamp_updates('device');
