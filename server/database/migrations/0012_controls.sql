-- The orders of the list by a date of review, in which those without come last both ways.
create index control_last_review_first on control (organization_id, coalesce(last_review_date, '9999-12-31 23:59:59.999+00'), id);
create index control_last_review_latest on control (organization_id, coalesce(last_review_date, '0001-01-01 00:00:00+00'), id);
create index control_next_review_first on control (organization_id, coalesce(next_review_date, '9999-12-31 23:59:59.999+00'), id);
create index control_next_review_latest on control (organization_id, coalesce(next_review_date, '0001-01-01 00:00:00+00'), id);
