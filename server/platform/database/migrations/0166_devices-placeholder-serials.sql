-- What tells computers apart that have no serial number: a hardware UUID, or the installation of the agent.
alter table device add column hardware_id text check (hardware_id <> '');
create index device_hardware_id on device (organization_id, member_id, hardware_id) where hardware_id is not null;
drop index device_without_serial;
create unique index device_without_serial on device (organization_id, member_id, hostname, hardware_id) nulls not distinct
  where serial_number is null and source = 'agent';

-- Serial numbers that many computers have are none. Where the member has the computer without a serial number, too, the rows stay as they are.
with placeholder as (
  select d.organization_id, d.id,
    row_number() over (partition by d.organization_id, d.member_id, d.hostname order by d.last_check_in desc nulls last, d.id) as place
  from device d,
    lateral (select regexp_replace(lower(d.serial_number), '[^[:alnum:]]', '', 'g') as bare) b
  where d.serial_number is not null
    and (b.bare ~ '^(.?)\1*$' or b.bare ~ '^(0?12345(6(7(8(90?)?)?)?)?|0x00000000|default|defaultstring|empty|filledbyoem|invalid|na|nil|none|noserial(number)?|not(applicable|available|defined|provided|set|settable|specified)|null|oem|((system|chassis|product|(base)?board|type2board)?serialnumber)|serial|sn|standard|systemmanufacturer|systemproductname|tbd|to(befilled|bedefined)byoem|undefined|unknown|unspecified)$')
    and not exists (
      select from device o
      where o.organization_id = d.organization_id and o.member_id = d.member_id and o.hostname = d.hostname and o.id <> d.id
        and o.serial_number is null
    )
)
update device d set serial_number = null, is_duplicate_serial = false
from placeholder p where p.organization_id = d.organization_id and p.id = d.id and (p.place = 1 or d.source <> 'agent');
