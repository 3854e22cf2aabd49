/** Queries of the organization. Row-level security shows only the row of the current organization. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { touchUpdatedAt } from '#platform/database/touched';

type Schemas = components['schemas'];
export type OrganizationRow = Omit<Schemas['Organization'], 'logoUrl' | 'isOwner' | 'eligibleMembers'> & {
  readonly logoKey: string | null;
};

const columns = columnsOf(
  'organization',
  'id',
  'name',
  'slug',
  'logoKey',
  'metadata',
  'website',
  'onboardingCompleted',
  'hasAccess',
  'deviceMgmtLabelId',
  'isDeviceMgmtSetupCompleted',
  'primaryColor',
  'advancedModeEnabled',
  'evidenceApprovalEnabled',
  'deviceAgentStepEnabled',
  'securityTrainingStepEnabled',
  'backgroundCheckStepEnabled',
  'whistleblowerReportEnabled',
  'accessRequestFormEnabled',
  'automationAllowedHosts',
  'employeeSyncProvider',
  'deviceSyncProvider',
  'twoFactorSource',
  'createdAt',
  'version',
);

const selectOrganization = (db: OrganizationDatabase) => db.selectFrom('organization').select(columns).where('id', '=', db.organizationId);

export function findOrganization(db: OrganizationDatabase): Promise<OrganizationRow | undefined> {
  return selectOrganization(db).executeTakeFirst();
}

/** Locks the organization until the transaction ends, because other areas also change its settings. */
export function lockOrganization(db: OrganizationDatabase): Promise<OrganizationRow | undefined> {
  return selectOrganization(db).forNoKeyUpdate().executeTakeFirst();
}

/** @throws a violation of the constraint `organization_slug_key` if another organization has the slug */
export function updateOrganization(db: OrganizationDatabase, update: Schemas['OrganizationUpdate']): Promise<OrganizationRow | undefined> {
  return db
    .updateTable('organization')
    .set({
      ...touchUpdatedAt,
      name: update.name,
      slug: update.slug,
      metadata: update.metadata,
      website: update.website,
      onboarding_completed: update.onboardingCompleted,
      device_mgmt_label_id: update.deviceMgmtLabelId,
      is_device_mgmt_setup_completed: update.isDeviceMgmtSetupCompleted,
      primary_color: update.primaryColor,
      advanced_mode_enabled: update.advancedModeEnabled,
      background_check_step_enabled: update.backgroundCheckStepEnabled,
      evidence_approval_enabled: update.evidenceApprovalEnabled,
      device_agent_step_enabled: update.deviceAgentStepEnabled,
      security_training_step_enabled: update.securityTrainingStepEnabled,
      whistleblower_report_enabled: update.whistleblowerReportEnabled,
      access_request_form_enabled: update.accessRequestFormEnabled,
      automation_allowed_hosts: update.automationAllowedHosts,
    })
    .where('id', '=', db.organizationId)
    .returning(columns)
    .executeTakeFirst();
}

/** Deletes the organization and all its records. @returns false if the organization did not exist */
export async function deleteOrganization(db: OrganizationDatabase): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('organization').where('id', '=', db.organizationId).executeTakeFirst();
  return numDeletedRows > 0n;
}

export function findPrimaryColor(db: OrganizationDatabase): Promise<Schemas['OrganizationPrimaryColor'] | undefined> {
  return db
    .selectFrom('organization')
    .select(columnsOf('organization', 'primaryColor'))
    .where('id', '=', db.organizationId)
    .executeTakeFirst();
}

/** Returns whether the member is an owner, and the active members who are not owners, to whom the ownership can be transferred. */
export async function findOwnership(
  db: OrganizationDatabase,
  memberId: string | undefined,
): Promise<Required<Pick<Schemas['Organization'], 'isOwner' | 'eligibleMembers'>>> {
  const members = await db
    .selectFrom('member')
    .select(['id', 'name', 'email', sql<boolean>`'owner' = any(roles)`.as('owns')])
    .where('is_active', '=', true)
    .orderBy('email')
    .orderBy('id')
    .execute();
  return {
    isOwner: members.some(({ id, owns }) => owns && id === memberId),
    eligibleMembers: members.filter(({ owns }) => !owns).map(({ id, name, email }) => ({ id, user: { name: name || null, email } })),
  };
}

/** Returns the onboarding progress, or the defaults if no progress is stored. */
export async function findOnboarding(db: OrganizationDatabase): Promise<Schemas['OrganizationOnboarding']> {
  const row = await db
    .selectFrom('onboarding')
    .select(
      columnsOf(
        'onboarding',
        'setupJobId',
        'setupJobCompleted',
        'policies',
        'employees',
        'vendors',
        'integrations',
        'risk',
        'team',
        'tasks',
        'callBooked',
        'companyBookingDetails',
        'companyDetails',
      ),
    )
    .executeTakeFirst();
  return row
    ? { ...row, companyBookingDetails: parseAnswers(row.companyBookingDetails), companyDetails: parseAnswers(row.companyDetails) }
    : defaultProgress;
}

const defaultProgress: Schemas['OrganizationOnboarding'] = {
  setupJobId: null,
  setupJobCompleted: false,
  policies: false,
  employees: false,
  vendors: false,
  integrations: false,
  risk: false,
  team: false,
  tasks: false,
  callBooked: false,
  companyBookingDetails: null,
  companyDetails: null,
};

function parseAnswers(storedAnswers: unknown): Record<string, unknown> | null {
  return typeof storedAnswers === 'object' && storedAnswers !== null && !Array.isArray(storedAnswers) ? { ...storedAnswers } : null;
}
