-- Adds what the orders of lists need: an index for each order, and functions for orders that no column has. A record without a date comes
-- last in both directions, so such an order has two indexes.

-- The score of a risk and the level of its rating, as scoreOf and levelOf compute them (server/domain/ratings).
create function risk_score(probability double precision, impact double precision) returns integer immutable parallel safe language sql as $$
  -- PostgreSQL refuses a product that is too small for a double.
  select case when least(probability, impact) < 1e-100 then 1 else greatest(1, ceil(probability * impact / 10))::integer end
$$;
create function vendor_score(probability text, impact text) returns integer immutable parallel safe language sql as $$
  select greatest(1, ceil(
    array_position(array['very_unlikely', 'unlikely', 'possible', 'likely', 'very_likely'], probability)
    * array_position(array['insignificant', 'minor', 'moderate', 'major', 'severe'], impact) / 2.5))::integer
$$;
create function level_place(level text) returns integer immutable parallel safe language sql as $$
  select array_position(array['very_low', 'low', 'medium', 'high', 'very_high'], level)
$$;
create index risk_by_inherent_score on risk (organization_id, risk_score(probability, impact), id);
create index risk_by_residual_score on risk (organization_id, risk_score(residual_probability, residual_impact), id);
create index vendor_by_inherent_score on vendor (organization_id, vendor_score(inherent_probability, inherent_impact), id);
create index vendor_by_residual_score on vendor (organization_id, vendor_score(residual_probability, residual_impact), id);
create index vendor_review_first on vendor (organization_id, coalesce(review_due_at, '9999-12-31 23:59:59.999+00'), id);
create index vendor_review_latest on vendor (organization_id, coalesce(review_due_at, '0001-01-01 00:00:00+00'), id);

create index on task (organization_id, created_at, id);
create index on task (organization_id, updated_at, id);
create index task_review_first on task (organization_id, coalesce(review_date, '9999-12-31 23:59:59.999+00'), id);
create index task_review_latest on task (organization_id, coalesce(review_date, '0001-01-01 00:00:00+00'), id);

create index on evidence_submission (organization_id, form_type, created_at, id);
create index on evidence_submission (organization_id, form_type, updated_at, id);

create index on context_entry (organization_id, updated_at, id);
-- A question may be too long for an index.
create index context_entry_by_question on context_entry (organization_id, left(question, 200), id);

create function finding_severity_place(severity text) returns integer immutable parallel safe language sql as $$
  select array_position(array['low', 'medium', 'high', 'critical'], severity)
$$;
create index on finding (organization_id, created_at, id);
create index on finding (organization_id, updated_at, id);
create index finding_by_severity on finding (organization_id, finding_severity_place(severity), id);

create index on penetration_test (organization_id, updated_at, id);
-- The most severe come first in descending order, as in the list of findings, and the oldest of them first.
create function penetration_test_issue_rank(severity text, number integer) returns integer immutable parallel safe language sql as $$
  select array_position(array['info', 'low', 'medium', 'high', 'critical'], severity) * 100000 - number
$$;
drop index penetration_test_issue_listed;
create index penetration_test_issue_listed on penetration_test_issue (organization_id, test_id, penetration_test_issue_rank(severity, number), id);

create index on timeline (organization_id, updated_at, id);
create index timeline_start_first on timeline (organization_id, coalesce(start_date, '9999-12-31 23:59:59.999+00'), id);
create index timeline_start_latest on timeline (organization_id, coalesce(start_date, '0001-01-01 00:00:00+00'), id);

create index on engagement_letter (organization_id, updated_at, id);
create index on engagement_letter (organization_id, title, id);
create index engagement_letter_sending_first on engagement_letter (organization_id, coalesce(sent_at, '9999-12-31 23:59:59.999+00'), id);
create index engagement_letter_signing_first on engagement_letter (organization_id, coalesce(signed_at, '9999-12-31 23:59:59.999+00'), id);
create index engagement_letter_expiry_first on engagement_letter (organization_id, coalesce(expires_at, '9999-12-31 23:59:59.999+00'), id);
create index engagement_letter_expiry_latest on engagement_letter (organization_id, coalesce(expires_at, '0001-01-01 00:00:00+00'), id);
create index engagement_letter_report_first on engagement_letter (organization_id, coalesce(report_due_date, '9999-12-31 23:59:59.999+00'), id);
create index engagement_letter_report_latest on engagement_letter (organization_id, coalesce(report_due_date, '0001-01-01 00:00:00+00'), id);
