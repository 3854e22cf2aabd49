/** Data of the organization Larkmere Software, a fictional company that makes an appointment book for physiotherapy clinics. */

export const organization = {
  name: 'Larkmere Software',
  slug: 'larkmere',
  website: 'https://www.example.com',
  metadata: '{"crmId":"LM-2207","plan":"growth"}',
  primary_color: '#2B6172',
  onboarding_completed: true,
  has_access: true,
  device_mgmt_label_id: 7,
  is_device_mgmt_setup_completed: true,
  evidence_approval_enabled: true,
  background_check_step_enabled: true,
  whistleblower_report_enabled: false,
};

/** When the organization was created, set up and last changed, in days before today. */
export const organizationDays = { created: 242, profile: 240, notifications: 199, changed: 61 };

export const onboarding = {
  setup_job_completed: true,
  policies: true,
  employees: true,
  vendors: false,
  integrations: false,
  risk: true,
  team: true,
  tasks: true,
  call_booked: true,
  company_booking_details: { preferredTime: 'afternoon', timeZone: 'Europe/Dublin' },
  company_details: {
    employees: '11-50',
    industry: 'Software for health care',
    frameworks: ['SOC 2', 'ISO 27001', 'GDPR'],
    product: 'Appointment book and billing for physiotherapy clinics',
    hosting: 'One region of a public cloud',
  },
};

/** The obligations of admins that differ from the default. */
export const adminObligations = { role: 'admin', obligations: { compliance: true }, ago: 233 } as const;

/** Notification settings of roles that differ from the default. Custom roles have their names in roles.ts. */
export const notifications = [
  { role: 'owner', others: { taskReminders: false, weeklyTaskDigest: false } },
  { role: 'auditor', others: { policyNotifications: false, taskMentions: true } },
  { role: 'employee', others: { taskReminders: true, taskAssignments: true } },
  { role: 'riskOwner', others: { policyNotifications: false, weeklyTaskDigest: false } },
] as const;
