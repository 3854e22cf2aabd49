-- A domain is one organization's once it has proven it. Who has only typed it keeps nobody from it.
alter table trust_portal drop constraint trust_portal_domain;
create unique index trust_portal_domain on trust_portal (domain) where cname_verified and txt_verified;

-- Whether another organization has proven this domain.
create function is_trust_portal_domain_taken(host text) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from trust_portal where domain = host and cname_verified and txt_verified and organization_id <> current_organization())
$$;
revoke execute on function is_trust_portal_domain_taken from public;
grant execute on function is_trust_portal_domain_taken to tenant;
