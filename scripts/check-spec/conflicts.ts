/** Checks that each 409 about the state of a record says from which state it refuses to go, and where the record can go (spec/README, Errors). */
import { type Contract, entries, type Fault, type Json, list, own, text } from './document.ts';

/** The codes of 409 that are not about a state, by what they are about. */
const otherConflicts: Readonly<Record<string, readonly string[]>> = {
  'a value that another record has': [
    'address_reserved',
    'address_taken',
    'automation_version_exists',
    'domain_taken',
    'email_taken',
    'employee_exists',
    'engagement_letter_template_name_taken',
    'external_id_taken',
    'manual_answer_question_taken',
    'requirement_identifier_taken',
    'role_exists',
    'slug_taken',
    'user_already_member',
  ],
  'something that exists, or is missing, beside the record': [
    'automation_not_published',
    'cloud_inventory_missing',
    'connection_without_credentials',
    'engagement_letter_amended',
    'engagement_letter_open',
    'evidence_missing',
    'framework_already_adopted',
    'framework_without_parts',
    'framework_without_versions',
    'gcp_project_missing',
    'no_domain',
    'no_penetration_test_plan',
    'no_update_available',
    'oscal_document_empty',
    'policy_without_draft_version',
    'policy_without_template',
    'provider_already_connected',
    'provider_connected_in_application',
    'provider_not_connected',
    'questionnaire_answered',
    'role_in_use',
    'soa_not_configured',
    'task_without_template',
    'timeline_cycle_exists',
    'vendor_website_missing',
  ],
  'other work that is under way': [
    'automation_running',
    'check_running',
    'cloud_scan_running',
    'evidence_export_running',
    'questionnaire_run_in_progress',
    'request_in_progress',
    'soa_auto_fill_running',
    'sync_running',
    'vendor_assessment_running',
  ],
  'what kind of record it is': [
    'connection_of_other_cloud',
    'device_managed_elsewhere',
    'document_not_markable',
    'engagement_letter_template_built_in',
    'finding_without_key',
    'framework_not_custom',
    'hipaa_training_not_available',
    'isms_row_seeded',
    'member_without_obligation',
    'not_an_update',
    'obligations_fixed',
    'org_chart_uploaded',
    'provider_not_offered',
    'provider_without_checks',
    'provider_without_devices',
    'provider_without_employees',
    'requirement_not_custom',
  ],
  'a mark that is set or not, and no enumeration': [
    'access_already_revoked',
    'already_owner',
    'already_rolled_back',
    'check_detached',
    'control_archived',
    'exception_already_revoked',
    'isms_review_signed',
    'member_active',
    'member_already_deactivated',
    'member_deactivated',
    'nda_signed',
    'offboarding_item_completed',
    'offboarding_item_open',
    'policy_archived',
    'policy_has_approver',
    'policy_not_to_be_signed',
    'timeline_not_locked',
    'training_not_complete',
  ],
  'a limit, or a change of something else': [
    'approval_outdated',
    'cloud_connection_incomplete',
    'confirmation_required',
    'domain_changed',
    'engagement_letter_differs',
    'newer_update_first',
    'offboarding_template_full',
    'penetration_test_allowance_used_up',
    'rollback_expired',
    'rollback_loses_work',
    'timeline_full',
    'timeline_phase_required',
    'timeline_phase_started',
    'too_many_roles',
    'too_many_trust_links',
    'too_many_unfinished_uploads',
    'visitor_answers_changed',
  ],
  'many records, each with a state of its own': ['tasks_locked', 'tasks_not_submittable'],
};
const otherCodes = new Set(Object.values(otherConflicts).flat());

export function checkConflicts({ document, at }: Contract, fault: Fault): void {
  for (const [code, kind] of entries(own(document, 'x-problems'))) {
    if (own(kind, 'status') !== 409 || otherCodes.has(code)) continue;
    const transitions = transitionsOf(text(own(kind, 'state')));
    const from = text(own(own(kind, 'example'), 'from'));
    const allowed = own(own(kind, 'example'), 'allowed');
    if (transitions === undefined)
      fault('state', code, 'names no status with transitions in `state`, and is not listed as another conflict');
    else if (own(transitions, from) === undefined || !Array.isArray(allowed)) fault('state', code, 'does not say `from` and `allowed`');
    else if (list(allowed).some((to) => !list(own(transitions, from)).includes(to)))
      fault('state', code, `allows a status that cannot follow on ${from}`);
  }

  /** @param name of an enumeration, such as `RiskStatus` or `IsmsEuRepresentative.status` */
  function transitionsOf(name: string): Json | undefined {
    const [schema = '', property] = name.split('.');
    const inner = property === undefined ? [] : ['properties', property];
    return at(document, 'components', 'schemas', schema, ...inner, 'x-transitions');
  }
}
