/** Predefined rows of documents, audits and reviews by key (isms, rules 1 and 8). */
import type { components } from '#generated/api';
import type { JsonObject } from '#platform/json-object';

type Schemas = components['schemas'];

export interface Seed {
  readonly key: string;
  readonly fields: JsonObject;
}
type Seeds<Key extends string> = Readonly<Record<Key, JsonObject>>;

const roles: Seeds<Schemas['IsmsRoleKey']> = {
  top_management: {
    name: 'Top management',
    description: 'The people who direct the organization.',
    responsibilities: 'Sets the direction of the ISMS, provides resources, approves its documents and reviews its results.',
    authorities: 'Decides about scope, objectives, budget and the acceptance of high risks.',
    requiredCompetence: 'Knows the business, its obligations and what ISO 27001 expects of leadership.',
    authorityGrantedBy: 'Articles of association',
  },
  spo: {
    name: 'Security and privacy owner',
    description: 'Runs the ISMS from day to day.',
    responsibilities: 'Keeps the ISMS in line with ISO 27001, maintains risks, controls and documents, and reports to top management.',
    authorities: 'Decides about controls and incidents within the budget, and stops work that endangers information.',
    requiredCompetence: 'Experience in information security and privacy, and knowledge of ISO 27001.',
  },
  deputy_spo: {
    name: 'Deputy security and privacy owner',
    description: 'Stands in for the security and privacy owner.',
    responsibilities: 'Takes over the tasks of the security and privacy owner during absences.',
    authorities: 'Those of the security and privacy owner, while standing in.',
    requiredCompetence: 'Knows the ISMS and the open work of the security and privacy owner.',
  },
  internal_auditor: {
    name: 'Internal auditor',
    description: 'Audits the ISMS independently of those who run it.',
    responsibilities: 'Plans and carries out internal audits, and reports the results to top management.',
    authorities: 'Access to all records that an audit needs.',
    requiredCompetence: 'Training in auditing management systems, and independence of the audited work.',
    auditRoute: 'external',
  },
};

const metrics: Seeds<Schemas['IsmsMetricKey']> = {
  training_completion: {
    name: 'Completion of security training',
    whatIsMeasured: 'Share of the people who completed their training.',
    method: 'Completed trainings divided by the people who have to take them.',
    cadence: 'monthly',
    target: '95%',
  },
  vendor_review_currency: {
    name: 'Currency of vendor reviews',
    whatIsMeasured: 'Share of the critical vendors that were reviewed in time.',
    method: 'Vendors with a review that is not overdue, of all critical ones.',
    cadence: 'quarterly',
    target: '100% of critical vendors',
  },
  finding_ageing: {
    name: 'Age of findings',
    whatIsMeasured: 'Number of findings past their due date.',
    method: 'Count of open findings whose due date is over.',
    cadence: 'monthly',
    target: 'None past due',
  },
  risk_treatment_status: {
    name: 'Status of risk treatment',
    whatIsMeasured: 'Share of the high and very high risks that are under treatment.',
    method: 'Risks with a treatment in progress or done, of all high and very high ones.',
    cadence: 'quarterly',
    target: 'All high and very high risks under treatment',
  },
  policy_acknowledgement: {
    name: 'Acknowledgement of policies',
    whatIsMeasured: 'Share of the people who acknowledged the published policies.',
    method: 'Acknowledgements divided by those that are due.',
    cadence: 'quarterly',
    target: '95%',
  },
  uptime: {
    name: 'Availability',
    whatIsMeasured: 'Availability of the services in production.',
    method: 'Minutes of availability divided by all minutes of the month.',
    cadence: 'monthly',
    target: '99.9%',
  },
  vulnerability_remediation: {
    name: 'Remediation of vulnerabilities',
    whatIsMeasured: 'Days until vulnerabilities are fixed.',
    method: 'Days from discovery to the fix, by severity.',
    cadence: 'monthly',
    target: 'Critical in 7 days, high in 30 days',
  },
  unauthorised_access: {
    name: 'Unauthorized access',
    whatIsMeasured: 'Number of cases of unauthorized access.',
    method: 'Count of confirmed cases in the log of incidents.',
    cadence: 'monthly',
    target: '0',
  },
  incident_response_times: {
    name: 'Response to incidents',
    whatIsMeasured: 'Whether incidents were handled within the time of their severity.',
    method: 'Incidents handled in time, of all incidents.',
    cadence: 'monthly',
    target: 'Within the agreed time of the severity',
  },
};

const auditControls: Seeds<Schemas['IsmsAuditControlKey']> = {
  clause_4_1_context: createControl(
    'Clause 4.1 Context',
    'Internal and external issues are known and current.',
    'ISMS, Context of the Organization',
  ),
  clause_4_3_scope: createControl('Clause 4.3 Scope', 'The scope is documented and fits the organization.', 'ISMS, Scope of the ISMS'),
  clause_5_2_policy: createControl('Clause 5.2 Policy', 'The security policy is approved, published and acknowledged.', 'Policies'),
  clause_6_1_risk: createControl(
    'Clause 6.1 Risks',
    'Risks are assessed and treated by the method.',
    'Risks, and ISMS, Risk Treatment Plan',
  ),
  clause_7_2_competence: createControl('Clause 7.2 Competence', 'People in roles are competent, with evidence.', 'People, Training'),
  clause_8_1_operational_planning: createControl('Clause 8.1 Operation', 'Planned work is carried out and recorded.', 'Tasks'),
  clause_9_1_monitoring: createControl('Clause 9.1 Monitoring', 'Metrics are measured in time and evaluated.', 'ISMS, Monitoring'),
  clause_9_3_management_review: createControl('Clause 9.3 Management review', 'Reviews cover all inputs.', 'ISMS, Management Review'),
  a_5_1_policies: createControl('A.5.1 Policies', 'Policies are reviewed at planned intervals.', 'Policies'),
  a_5_15_access_control: createControl('A.5.15 Access control', 'Access is granted by rules and reviewed.', 'Controls, Tasks'),
  a_5_19_supplier_relationships: createControl('A.5.19 Suppliers', 'Vendors are assessed before use and regularly.', 'Vendors'),
  a_5_24_incident_management: createControl('A.5.24 Incidents', 'Incidents are planned for, and handled as planned.', 'Policies, Evidence'),
  a_8_7_malware: createControl('A.8.7 Malware', 'Computers are protected against malware.', 'Devices'),
  a_8_13_backup: createControl('A.8.13 Backup', 'Backups are made, and restoring is tested.', 'Tasks'),
  a_8_24_cryptography: createControl('A.8.24 Cryptography', 'Data are encrypted in transit and at rest.', 'Devices, Tasks'),
};

const reviewInputs: Seeds<Schemas['IsmsReviewInputKey']> = {
  a_prior_actions: createInput('Actions of earlier reviews', 'Whether they are done.', 'Earlier reviews'),
  b_context_changes: createInput('Changes of the context', 'New internal and external issues.', 'Context of the Organization'),
  c_interested_party_changes: createInput('Changes of interested parties', 'New needs and expectations.', 'Register of Interested Parties'),
  d1_nonconformity_trends: createInput('Nonconformities and corrective actions', 'Trends and open corrections.', 'Findings'),
  d2_monitoring_results: createInput('Results of monitoring', 'Metrics against their targets.', 'Monitoring'),
  d3_audit_results: createInput('Results of audits', 'Conclusions and findings.', 'Internal Audit'),
  d4_objectives_fulfilment: createInput(
    'Fulfillment of objectives',
    'Progress of the security objectives.',
    'Security Objectives and Plan',
  ),
  e_interested_party_feedback: createInput(
    'Feedback of interested parties',
    'Questions, complaints and praise.',
    'Questionnaires, Comments',
  ),
  f_risk_assessment: createInput('Risk assessment and treatment', 'New risks and the state of the plan.', 'Risk Treatment Plan'),
  g_improvement_opportunities: createInput('Opportunities for improvement', 'What could be better.', 'Findings, Tasks'),
};

function createControl(controlRef: string, whatWasTested: string, whereToFind: string): JsonObject {
  return { controlRef, whatWasTested, whereToFind };
}
function createInput(inputRef: string, whatItCovers: string, whereToFind: string): JsonObject {
  return { inputRef, whatItCovers, whereToFind };
}

/** Registers whose rows are created with their document or their parent row. */
export type SeededRegister = 'roles' | 'metrics' | 'audit-controls' | 'review-inputs';
const seeds: Readonly<Record<SeededRegister, Readonly<Record<string, JsonObject>>>> = {
  roles,
  metrics,
  'audit-controls': auditControls,
  'review-inputs': reviewInputs,
};

/** @returns the predefined rows of a register, in order */
export function seedsOf(register: SeededRegister): Seed[] {
  return Object.entries(seeds[register]).map(([key, fields]) => ({ key, fields }));
}
