-- A key belongs to the member at the root of its making, and is no more than that member at each use. `created_by_member_id` is that
-- member, also of a key that another key made; null is a key of nobody, which is refused for good.

-- Keys that are nobody's until now were made by another key, by the admin command, or by somebody who is gone. The log tells which, as
-- far as it goes: `via` names the key that made a key, and `member_id` the member whom that was put down to.
do $$
declare
  found bigint := 1;
begin
  create temporary table made on commit drop as
    select distinct on (k.id) k.id, k.organization_id, k.created_at, e.member_id, e.data->>'via' as via, e.id is not null as is_logged
    from api_key k left join audit_entry e on e.organization_id = k.organization_id and e.entity_id = k.id and e.data->>'action' = 'Created apiKey'
    where k.created_by_member_id is null order by k.id, e.sequence;

  -- From key to key: those that were made by the only key of that name there was.
  while found > 0 loop
    update api_key k set created_by_member_id = maker.created_by_member_id
    from made, api_key maker
    where made.id = k.id and k.created_by_member_id is null and maker.organization_id = k.organization_id and maker.created_at <= k.created_at and maker.id <> k.id
      and made.via = format('API key "%s"', maker.name) and maker.created_by_member_id is not null
      and not exists (select from api_key other where other.organization_id = k.organization_id and other.name = maker.name and other.id <> maker.id and other.id <> k.id and other.created_at <= k.created_at);
    get diagnostics found = row_count;
  end loop;

  -- Whom the making was put down to, if a key made it.
  update api_key k set created_by_member_id = m.id
  from made join member m on m.organization_id = made.organization_id and m.id = made.member_id
  where made.id = k.id and k.created_by_member_id is null and made.via is not null;

  -- Of what the log does not tell, once, the oldest active owner. Who made a key in a session and is gone stays gone.
  update api_key k set created_by_member_id = (
    select m.id from member m where m.organization_id = k.organization_id and m.is_active and 'owner' = any (m.roles) order by m.created_at, m.id limit 1)
  from made
  where made.id = k.id and k.created_by_member_id is null and (not made.is_logged or made.member_id is null or made.via is not null);
end $$;

-- The keys of a member, who takes them along.
create index api_key_of_member on api_key (organization_id, created_by_member_id);
