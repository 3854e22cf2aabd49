-- Whether anybody has rated a risk before and after its treatment: 0 times 0 was the rating of those that nobody had looked at.
alter table risk
  add column inherent_assessed boolean not null default false,
  add column residual_assessed boolean not null default false,
  add column review_due_at timestamptz(3),
  -- The time of review that somebody was told of.
  add column review_told_for timestamptz(3);
update risk set inherent_assessed = probability > 0 or impact > 0, residual_assessed = residual_probability > 0 or residual_impact > 0;
create index risk_review_first on risk (organization_id, coalesce(review_due_at, '9999-12-31 23:59:59.999+00'), id);
create index risk_review_latest on risk (organization_id, coalesce(review_due_at, '0001-01-01 00:00:00+00'), id);
create index risk_review_untold on risk (review_due_at) where status in ('open', 'pending') and review_told_for is distinct from review_due_at;
-- That somebody was told is no change of the risk.
call stamp_updates('risk', '{review_told_for}');

create table risk_control (
  id text primary key,
  risk_id text not null,
  control_id text not null
);
call tenant_table('risk_control');
alter table risk_control
  add foreign key (organization_id, risk_id) references risk (organization_id, id) on delete cascade,
  add foreign key (organization_id, control_id) references control (organization_id, id) on delete cascade;
create unique index on risk_control (organization_id, risk_id, control_id);
create index on risk_control (organization_id, control_id);

-- The highest score of each level; an organization without a row has the usual ones.
create table risk_rating_bands (
  id text primary key,
  very_low integer not null check (very_low >= 1),
  low integer not null check (low > very_low),
  medium integer not null check (medium > low),
  high integer not null check (high > medium and high <= 9),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('risk_rating_bands');
create unique index on risk_rating_bands (organization_id);
call stamp_updates('risk_rating_bands');

-- An acceptance keeps the level that was accepted, whatever becomes of the bands.
alter table risk_acceptance add column level text check (level in ('very_low', 'low', 'medium', 'high', 'very_high'));
update risk_acceptance set
  level = (array['very_low', 'low', 'medium', 'high', 'very_high'])[ceil(greatest(1, ceil(residual_probability * residual_impact / 10)) / 2)::integer];
alter table risk_acceptance alter column level set not null;
