-- The order of vendors on the trust portal: those with a place first, and then by name.
create function trust_portal_place(place integer, name text) returns text immutable parallel safe language sql as $$
  select lpad(coalesce(place, 2147483647)::text, 10, '0') || ' ' || name
$$;
create index vendor_shown on vendor (organization_id, trust_portal_place(trust_portal_order, name), id);
