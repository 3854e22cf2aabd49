-- Parts of a framework, of which an organization takes some into scope. Requirements without a part belong to all of them.
alter table platform_framework add column parts jsonb not null default '[]';
alter table platform_requirement add column part text;

-- The parts in scope, in the order of the framework. Null where the framework had no parts when it was adopted: all of it is in scope.
alter table framework_instance add column scope text[];

-- SOC 2 had its parts before the catalog named them, so what was published and adopted then has all of them.
update platform_framework set parts =
  '[{"id": "security", "name": "Security", "required": true}, {"id": "availability", "name": "Availability", "required": false},
    {"id": "confidentiality", "name": "Confidentiality", "required": false},
    {"id": "processing_integrity", "name": "Processing integrity", "required": false}, {"id": "privacy", "name": "Privacy", "required": false}]'
  where name = 'SOC 2';
create function soc2_part_of(identifier text) returns text language sql as $$
  select case
    when identifier ~ '^CC\d' then 'security'
    when identifier ~ '^A\d' then 'availability'
    when identifier ~ '^C\d' then 'confidentiality'
    when identifier ~ '^PI\d' then 'processing_integrity'
    when identifier ~ '^P\d' then 'privacy'
  end
$$;
update platform_requirement set part = soc2_part_of(identifier) from platform_framework framework
  where framework.id = framework_id and framework.name = 'SOC 2';
update framework_instance set scope = '{security,availability,confidentiality,processing_integrity,privacy}' from platform_framework framework
  where framework.id = framework_id and framework.name = 'SOC 2';
update framework_version version set manifest = manifest || jsonb_build_object(
  'framework', manifest -> 'framework' || jsonb_build_object('parts', framework.parts),
  'requirements', (
    select coalesce(jsonb_agg(requirement || jsonb_build_object(
      'part', case when framework.name = 'SOC 2' then soc2_part_of(requirement ->> 'identifier') end) order by place), '[]')
    from jsonb_array_elements(manifest -> 'requirements') with ordinality as listed (requirement, place)
  )
) from platform_framework framework where framework.id = framework_id;
drop function soc2_part_of;
