// Generated from generated/openapi.json by scripts/generate-contract.ts. Do not edit.

/** An error in the form that employees and risks use. */
export type GivenError = {
    /**
     * Always `false`.
     * @constant
     */
    success: false;
    /** The message, which can be shown to a user. */
    error: string;
    details?: ErrorDetails;
};
/** The same error as a problem of RFC 9457, for clients that accept `application/problem+json`. */
export type Problem = {
    /**
     * Format: uri-reference
     * The type of the problem, which is the address of its explanation and ends with its `code`.
     */
    type: string;
    /** The type of the problem in words. */
    title: string;
    /** The HTTP status code. */
    status: number;
    /** The message, as in `error` of the envelope. */
    detail: string;
    code: ErrorCode;
    /** One item for each message. Present only when validation failed. */
    errors?: {
        /** A JSON pointer to the field, or `#` for the request as a whole. */
        pointer: string;
        /** What is wrong with the field. */
        detail: string;
    }[];
} & {
    [key: string]: unknown;
};
/**
 * The stable code of the error, for programs. The meaning of a code does not change. More may come. `GET /problems/{code}` explains each
 *     code.
 * @enum {string}
 */
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];
export const ErrorCode = {
    access_token_expired: 'access_token_expired',
    access_token_not_found: 'access_token_not_found',
    address_reserved: 'address_reserved',
    address_taken: 'address_taken',
    already_owner: 'already_owner',
    already_rolled_back: 'already_rolled_back',
    api_key_not_found: 'api_key_not_found',
    approver_not_privileged: 'approver_not_privileged',
    approver_required: 'approver_required',
    attachment_not_found: 'attachment_not_found',
    audit_log_not_found: 'audit_log_not_found',
    author_required: 'author_required',
    background_check_not_found: 'background_check_not_found',
    body_too_large: 'body_too_large',
    check_not_found: 'check_not_found',
    check_run_not_found: 'check_run_not_found',
    check_running: 'check_running',
    checklist_item_not_found: 'checklist_item_not_found',
    comment_not_found: 'comment_not_found',
    connection_disconnected: 'connection_disconnected',
    connection_not_active: 'connection_not_active',
    connection_not_found: 'connection_not_found',
    connection_without_credentials: 'connection_without_credentials',
    control_archived: 'control_archived',
    control_not_assigned: 'control_not_assigned',
    control_not_found: 'control_not_found',
    credentials_refused: 'credentials_refused',
    device_management_failed: 'device_management_failed',
    document_type_not_found: 'document_type_not_found',
    domain_changed: 'domain_changed',
    domain_not_found: 'domain_not_found',
    domain_taken: 'domain_taken',
    email_of_superior: 'email_of_superior',
    email_taken: 'email_taken',
    employee_exists: 'employee_exists',
    employee_not_found: 'employee_not_found',
    employment_evidence_not_found: 'employment_evidence_not_found',
    expectation_failed: 'expectation_failed',
    file_extension_not_allowed: 'file_extension_not_allowed',
    file_has_active_content: 'file_has_active_content',
    file_protected: 'file_protected',
    file_text_too_long: 'file_text_too_long',
    file_too_large: 'file_too_large',
    file_too_large_unpacked: 'file_too_large_unpacked',
    file_type_mismatch: 'file_type_mismatch',
    file_type_not_allowed: 'file_type_not_allowed',
    file_unreadable: 'file_unreadable',
    file_without_questions: 'file_without_questions',
    file_without_text: 'file_without_text',
    finding_not_found: 'finding_not_found',
    framework_instance_not_found: 'framework_instance_not_found',
    framework_not_custom: 'framework_not_custom',
    framework_not_found: 'framework_not_found',
    framework_not_iso27001: 'framework_not_iso27001',
    framework_version_not_found: 'framework_version_not_found',
    framework_without_controls: 'framework_without_controls',
    framework_without_versions: 'framework_without_versions',
    headers_too_large: 'headers_too_large',
    host_not_found: 'host_not_found',
    idempotency_key_reused: 'idempotency_key_reused',
    internal_error: 'internal_error',
    invalid_credentials: 'invalid_credentials',
    invitation_not_found: 'invitation_not_found',
    key_of_other_organization: 'key_of_other_organization',
    key_without_owner: 'key_without_owner',
    latest_version_pending: 'latest_version_pending',
    link_expired: 'link_expired',
    malformed_request: 'malformed_request',
    member_active: 'member_active',
    member_already_deactivated: 'member_already_deactivated',
    member_deactivated: 'member_deactivated',
    member_not_found: 'member_not_found',
    member_without_obligation: 'member_without_obligation',
    method_not_allowed: 'method_not_allowed',
    missing_permission: 'missing_permission',
    name_servers_unreachable: 'name_servers_unreachable',
    nda_not_found: 'nda_not_found',
    nda_signed: 'nda_signed',
    newer_update_first: 'newer_update_first',
    no_domain: 'no_domain',
    no_update_available: 'no_update_available',
    not_a_member: 'not_a_member',
    not_acceptable: 'not_acceptable',
    not_an_update: 'not_an_update',
    not_found: 'not_found',
    obligations_fixed: 'obligations_fixed',
    old_office_format: 'old_office_format',
    organization_busy: 'organization_busy',
    organization_not_found: 'organization_not_found',
    origin_not_allowed: 'origin_not_allowed',
    own_membership: 'own_membership',
    own_roles: 'own_roles',
    owner_email: 'owner_email',
    owner_not_deactivatable: 'owner_not_deactivatable',
    owner_permission: 'owner_permission',
    owner_protected: 'owner_protected',
    owner_required: 'owner_required',
    owner_role_not_assignable: 'owner_role_not_assignable',
    permission_escalation: 'permission_escalation',
    policy_not_found: 'policy_not_found',
    provider_already_connected: 'provider_already_connected',
    provider_connected_in_application: 'provider_connected_in_application',
    provider_failed: 'provider_failed',
    provider_not_connected: 'provider_not_connected',
    provider_not_found: 'provider_not_found',
    provider_not_offered: 'provider_not_offered',
    provider_without_checks: 'provider_without_checks',
    provider_without_employees: 'provider_without_employees',
    question_not_found: 'question_not_found',
    questionnaire_answered: 'questionnaire_answered',
    questionnaire_empty: 'questionnaire_empty',
    questionnaire_file_not_found: 'questionnaire_file_not_found',
    questionnaire_not_completed: 'questionnaire_not_completed',
    questionnaire_not_failed: 'questionnaire_not_failed',
    questionnaire_not_found: 'questionnaire_not_found',
    questionnaire_run_in_progress: 'questionnaire_run_in_progress',
    questionnaire_type_not_allowed: 'questionnaire_type_not_allowed',
    rate_limited: 'rate_limited',
    record_changed: 'record_changed',
    request_in_progress: 'request_in_progress',
    request_timeout: 'request_timeout',
    requirement_identifier_taken: 'requirement_identifier_taken',
    requirement_not_custom: 'requirement_not_custom',
    requirement_not_found: 'requirement_not_found',
    risk_not_assigned: 'risk_not_assigned',
    risk_not_found: 'risk_not_found',
    role_exists: 'role_exists',
    role_in_use: 'role_in_use',
    role_not_assignable: 'role_not_assignable',
    role_not_found: 'role_not_found',
    rollback_expired: 'rollback_expired',
    rollback_loses_work: 'rollback_loses_work',
    run_finished: 'run_finished',
    run_not_found: 'run_not_found',
    scopes_exceed_own: 'scopes_exceed_own',
    session_invalid: 'session_invalid',
    session_required: 'session_required',
    signature_invalid: 'signature_invalid',
    slug_taken: 'slug_taken',
    soa_already_approved: 'soa_already_approved',
    soa_already_pending: 'soa_already_pending',
    soa_auto_fill_running: 'soa_auto_fill_running',
    soa_document_not_found: 'soa_document_not_found',
    soa_not_approved: 'soa_not_approved',
    soa_not_configured: 'soa_not_configured',
    soa_not_pending: 'soa_not_pending',
    soa_pending: 'soa_pending',
    soa_undecided: 'soa_undecided',
    staff_not_deactivatable: 'staff_not_deactivatable',
    storage_full: 'storage_full',
    superior_protected: 'superior_protected',
    sync_operation_not_found: 'sync_operation_not_found',
    sync_running: 'sync_running',
    task_item_not_found: 'task_item_not_found',
    task_not_found: 'task_not_found',
    too_many_questions: 'too_many_questions',
    too_many_roles: 'too_many_roles',
    too_many_unfinished_uploads: 'too_many_unfinished_uploads',
    transfer_coding_not_supported: 'transfer_coding_not_supported',
    unavailable: 'unavailable',
    unsupported_media_type: 'unsupported_media_type',
    upload_in_use: 'upload_in_use',
    upload_not_found: 'upload_not_found',
    user_already_member: 'user_already_member',
    validation_failed: 'validation_failed',
    variable_not_found: 'variable_not_found',
    vendor_not_found: 'vendor_not_found',
} as const;
/** The messages, in the order in which they were found. */
export type ErrorMessages = string[];
/** The messages for one field. */
export type FieldErrors = {
    _errors: ErrorMessages;
};
/**
 * The messages for each invalid field, by name. Nested fields are dotted paths such as `requirements.0.requirementId`. Messages that
 *     belong to no field are a plain list under `_errors`. Present only when validation failed.
 */
export type ErrorDetails = {
    [key: string]: FieldErrors | ErrorMessages;
};
/** A member who can become an owner. */
export type OrganizationEligibleMember = {
    /** Id of the member, `mem_…`, to send as `newOwnerId`. */
    id: string;
    /** The person behind the membership. */
    user: {
        /** Display name. Null when none is set. */
        name: string | null;
        /**
         * Format: email
         * E-mail address in lower case.
         */
        email: string;
    };
};
/** The organization, which is the tenant. */
export type Organization = {
    /** Id of the organization, `org_…`. */
    id: string;
    /** Display name. */
    name: string;
    /** Short name, unique among all organizations. It is generated as `slug_…` at first. */
    slug: string;
    /**
     * Format: uri
     * Signed link to the logo, valid for 3600 seconds. Null without a logo.
     */
    logoUrl: string | null;
    /** Free text for programs, meant to hold JSON. Null when none is set. */
    metadata: string | null;
    /** Website address or bare domain. Null when none is set. The approval of access takes its domain into account. */
    website: string | null;
    /** Whether the first steps are marked as completed. */
    onboardingCompleted: boolean;
    /** Whether the organization is approved to use the service. */
    hasAccess: boolean;
    /** Label of the organization in the device management system. Null when none is set. */
    deviceMgmtLabelId: number | null;
    /** Whether the device management system is set up. */
    isDeviceMgmtSetupCompleted: boolean;
    /** Brand color as `#RRGGBB`. Null when none is set. */
    primaryColor: string | null;
    /** Whether clients show their advanced settings. */
    advancedModeEnabled: boolean;
    /** Whether the evidence of a task needs an approver before the task is done. */
    evidenceApprovalEnabled: boolean;
    /** Whether members install the device agent during onboarding. */
    deviceAgentStepEnabled: boolean;
    /** Whether members take the security training during onboarding. */
    securityTrainingStepEnabled: boolean;
    /** Whether members need a background check. */
    backgroundCheckStepEnabled: boolean;
    /** Whether employees see the whistleblower form. */
    whistleblowerReportEnabled: boolean;
    /** Whether employees see the form for requesting access. */
    accessRequestFormEnabled: boolean;
    /** Integration that people are synced from. Null when none is set. */
    employeeSyncProvider: string | null;
    /**
     * Integration that devices are synced from. Null when none is set.
     * @example csv-people
     */
    deviceSyncProvider: string | null;
    /** Integration that reports who uses two-factor authentication. Null when none is set. */
    twoFactorSource: string | null;
    /**
     * Format: date-time
     * When the organization was created.
     */
    createdAt: string;
    /**
     * Whether the caller is an owner. For an API key, whether the user that it acts for is an owner. Present only with
     *     `includeOwnership=true`.
     */
    isOwner?: boolean;
    /** Active members who are not owners yet and can become one, sorted by e-mail address. Present only with `includeOwnership=true`. */
    eligibleMembers?: OrganizationEligibleMember[];
};
/** The fields to change. Omitted fields stay unchanged. */
export type OrganizationUpdate = {
    /** Display name. Surrounding whitespace is removed. */
    name?: string;
    /** Short name. It must be unique among all organizations. */
    slug?: string;
    /** Free text for programs, stored without changes. Null clears it. */
    metadata?: string | null;
    /** Website address, or a bare domain such as `example.com`. Null clears it. */
    website?: string | null;
    /** Whether the first steps are marked as completed. */
    onboardingCompleted?: boolean;
    /** Label of the organization in the device management system. Null clears it. */
    deviceMgmtLabelId?: number | null;
    /** Whether the device management system is set up. */
    isDeviceMgmtSetupCompleted?: boolean;
    /** Brand color as `#RRGGBB`. Null clears it. */
    primaryColor?: string | null;
    /** Whether clients show their advanced settings. */
    advancedModeEnabled?: boolean;
    /** Whether members need a background check. */
    backgroundCheckStepEnabled?: boolean;
    /** Whether the evidence of a task needs an approver before the task is done. */
    evidenceApprovalEnabled?: boolean;
    /** Whether members install the device agent during onboarding. */
    deviceAgentStepEnabled?: boolean;
    /** Whether members take the security training during onboarding. */
    securityTrainingStepEnabled?: boolean;
    /** Whether employees see the whistleblower form. */
    whistleblowerReportEnabled?: boolean;
    /** Whether employees see the form for requesting access. */
    accessRequestFormEnabled?: boolean;
};
/** Progress of the onboarding of an organization. */
export type OrganizationOnboarding = {
    /** Id of the background job that creates the first policies, risks and vendors. Null when no job exists. */
    setupJobId: string | null;
    /** Whether the setup job is completed. */
    setupJobCompleted: boolean;
    /** Whether the policies step is done. */
    policies: boolean;
    /** Whether the employees step is done. */
    employees: boolean;
    /** Whether the vendors step is done. */
    vendors: boolean;
    /** Whether the integrations step is done. */
    integrations: boolean;
    /** Whether the risks step is done. */
    risk: boolean;
    /** Whether the team step is done. */
    team: boolean;
    /** Whether the tasks step is done. */
    tasks: boolean;
    /** Whether a first call is booked. */
    callBooked: boolean;
    /** Answers about the first call from the sign-up form, stored without changes. Null when none were given. */
    companyBookingDetails: {
        [key: string]: unknown;
    } | null;
    /** Answers about the company from the sign-up form, stored without changes. Null when none were given. */
    companyDetails: {
        [key: string]: unknown;
    } | null;
};
/** The member who becomes owner. */
export type OwnershipTransfer = {
    /** Id of the active member who becomes owner, `mem_…`. */
    newOwnerId: string;
    /** This value is accepted and ignored, because the caller is always the current owner. */
    userId?: string;
};
/** The changed roles of one member. */
export type OwnershipTransferParty = {
    /** Id of the member, `mem_…`. */
    memberId: string;
    /** Roles before the transfer, sorted. Built-in roles are given by name, custom roles by id. */
    previousRoles: string[];
    /** Roles after the transfer, in the same form. */
    newRoles: string[];
};
/** The roles of both members before and after the transfer. */
export type OwnershipTransferResult = {
    /** The member who transferred the ownership. */
    currentOwner: OwnershipTransferParty;
    /** The member who is an owner now. */
    newOwner: OwnershipTransferParty;
};
/** The kinds of e-mail, each switched on or off. */
export type RoleNotifications = {
    /** Notifications about new and changed policies. */
    policyNotifications: boolean;
    /** Reminders of tasks that are due or overdue. */
    taskReminders: boolean;
    /** Notifications about tasks that are newly assigned to the member. */
    taskAssignments: boolean;
    /** Notifications about comments that mention the member. */
    taskMentions: boolean;
    /** Weekly digest of open tasks. */
    weeklyTaskDigest: boolean;
    /** Notifications about new and changed findings. */
    findingNotifications: boolean;
};
/** The kinds of e-mail that one role gets. */
export type RoleNotificationConfig = {
    /** Name of a built-in role, or id of a custom role, `rol_…`. */
    role: string;
    /** Display name of the role. */
    label: string;
    /** Whether the role is a custom role. */
    isCustom: boolean;
    notifications: RoleNotifications;
};
/** The settings of all roles of the organization. */
export type RoleNotificationConfigList = {
    /** The settings, one item for each role. */
    data: RoleNotificationConfig[];
};
/** The kinds of e-mail that one role will get. All kinds are required. */
export type RoleNotificationSetting = {
    /** Name of a built-in role, or id of a custom role, `rol_…`. */
    role: string;
    /** Notifications about new and changed policies. */
    policyNotifications: boolean;
    /** Reminders of tasks that are due or overdue. */
    taskReminders: boolean;
    /** Notifications about tasks that are newly assigned to the member. */
    taskAssignments: boolean;
    /** Notifications about comments that mention the member. */
    taskMentions: boolean;
    /** Weekly digest of open tasks. */
    weeklyTaskDigest: boolean;
    /** Notifications about new and changed findings. */
    findingNotifications: boolean;
};
/** The settings of the roles to change. */
export type RoleNotificationSettingsUpdate = {
    /** One item for each role. A role must not appear twice. */
    settings: RoleNotificationSetting[];
};
/**
 * A permission that an API key can have, written as resource and action. More may come.
 * @enum {string}
 */
export type ApiKeyScope = (typeof ApiKeyScope)[keyof typeof ApiKeyScope];
export const ApiKeyScope = {
    'organization:read': 'organization:read',
    'organization:update': 'organization:update',
    'organization:delete': 'organization:delete',
    'member:create': 'member:create',
    'member:read': 'member:read',
    'member:update': 'member:update',
    'member:delete': 'member:delete',
    'ac:create': 'ac:create',
    'ac:read': 'ac:read',
    'ac:update': 'ac:update',
    'ac:delete': 'ac:delete',
    'control:create': 'control:create',
    'control:read': 'control:read',
    'control:update': 'control:update',
    'control:delete': 'control:delete',
    'evidence:create': 'evidence:create',
    'evidence:read': 'evidence:read',
    'evidence:update': 'evidence:update',
    'evidence:delete': 'evidence:delete',
    'policy:create': 'policy:create',
    'policy:read': 'policy:read',
    'policy:update': 'policy:update',
    'policy:delete': 'policy:delete',
    'risk:create': 'risk:create',
    'risk:read': 'risk:read',
    'risk:update': 'risk:update',
    'risk:delete': 'risk:delete',
    'vendor:create': 'vendor:create',
    'vendor:read': 'vendor:read',
    'vendor:update': 'vendor:update',
    'vendor:delete': 'vendor:delete',
    'task:create': 'task:create',
    'task:read': 'task:read',
    'task:update': 'task:update',
    'task:delete': 'task:delete',
    'framework:create': 'framework:create',
    'framework:read': 'framework:read',
    'framework:update': 'framework:update',
    'framework:delete': 'framework:delete',
    'audit:create': 'audit:create',
    'audit:read': 'audit:read',
    'audit:update': 'audit:update',
    'finding:create': 'finding:create',
    'finding:read': 'finding:read',
    'finding:update': 'finding:update',
    'finding:delete': 'finding:delete',
    'questionnaire:create': 'questionnaire:create',
    'questionnaire:read': 'questionnaire:read',
    'questionnaire:update': 'questionnaire:update',
    'questionnaire:delete': 'questionnaire:delete',
    'integration:create': 'integration:create',
    'integration:read': 'integration:read',
    'integration:update': 'integration:update',
    'integration:delete': 'integration:delete',
    'apiKey:create': 'apiKey:create',
    'apiKey:read': 'apiKey:read',
    'apiKey:delete': 'apiKey:delete',
    'app:read': 'app:read',
    'trust:read': 'trust:read',
    'trust:update': 'trust:update',
    'pentest:create': 'pentest:create',
    'pentest:read': 'pentest:read',
    'pentest:update': 'pentest:update',
    'pentest:delete': 'pentest:delete',
    'training:read': 'training:read',
    'training:update': 'training:update',
    'portal:read': 'portal:read',
    'portal:update': 'portal:update',
} as const;
/** The fields that every representation of an API key has. */
export type ApiKeyCore = {
    /** Id of the API key, `apk_…`. */
    id: string;
    /** Name that says what the key is for. */
    name: string;
    /** What the key may do, limited by the roles of its member. */
    scopes: ApiKeyScope[];
    /**
     * Format: date-time
     * When the key expires. Null means never.
     */
    expiresAt: string | null;
    /**
     * Format: date-time
     * When a request with the key was last accepted, to the minute. Null before the first request.
     */
    lastUsedAt: string | null;
    /** Whether the key is not revoked. Expiry does not change it. */
    isActive: boolean;
    /**
     * Format: date-time
     * When the key was created.
     */
    createdAt: string;
    /** The first 8 characters of the key, by which it can be recognized. */
    keyPrefix: string;
    /**
     * Id of the member who owns the key, which is the member who created it or who owned the key that created it. Null once that member is
     *     removed, and then the key is refused permanently.
     */
    createdByMemberId: string | null;
    /**
     * Whether the key is refused because the member who owns it is deactivated or removed. After a deactivation, the key works again when
     *     the member is reactivated.
     */
    isSleeping: boolean;
};
/** An API key without its secret value. */
export type ApiKey = ApiKeyCore;
/** The cursor of the next page. Null on the last page. */
export type NextCursor = string | null;
/** The number of matching records on all pages together. Present only with `count=true`. */
export type TotalCount = number;
/** One page of API keys. */
export type ApiKeyPage = {
    /** The API keys. */
    data: ApiKey[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/** A new API key. */
export type ApiKeyCreate = {
    /** Name that says what the key is for. Surrounding whitespace is removed. */
    name: string;
    /**
     * How long the key is valid, in calendar days or one calendar year from now.
     * @default never
     * @enum {string}
     */
    expiration?: "never" | "30days" | "90days" | "1year";
    /** What the key may do. The credential that creates the key must hold all of these scopes. */
    scopes: ApiKeyScope[];
};
/** A new API key with its secret value. */
export type ApiKeyCreated = ApiKeyCore & {
    /** Secret to send in `X-API-Key`. It is shown only once, and only its hash is stored. */
    key: string;
};
/** All available scopes. */
export type ApiKeyScopeList = {
    /** The scopes, grouped by resource. */
    data: ApiKeyScope[];
};
/** The brand color. */
export type OrganizationPrimaryColor = {
    /** The color as `#RRGGBB`. Null when none is set. */
    primaryColor: string | null;
};
/** The name of the file. It is trimmed. */
export type FileName = string;
/** The media type of the file. Parameters are ignored. */
export type FileType = string;
/** A new logo. Exactly one of `fileData` and `fileKey` must be set. */
export type OrganizationLogoUpload = {
    fileName: FileName;
    /** Media type of the file, which is image/png, image/jpeg, image/webp, image/gif or image/svg+xml. Parameters are ignored. */
    fileType: FileType;
    /** The file, encoded in base64. The decoded file may have up to 2 MiB, which are 2796204 characters. A larger file is a 413. */
    fileData?: string;
    /** Key of an upload of the organization with the purpose `general`. Its bytes must have been uploaded. */
    fileKey?: string;
} & ({
    /** This field is set and `fileKey` is not. */
    fileData: string;
} | {
    /** This field is set and `fileData` is not. */
    fileKey: string;
});
/** Link to the logo. */
export type OrganizationLogo = {
    /**
     * Format: uri
     * Signed link to the logo, valid for 3600 seconds.
     */
    logoUrl: string;
};
/**
 * Why the organization has access or not. Access was approved before, the installation is self-hosted, the caller belongs to the
 *     operator's staff, the domain is that of an active customer, or the organization is not eligible.
 * @enum {string}
 */
export type OrganizationAccessReason = (typeof OrganizationAccessReason)[keyof typeof OrganizationAccessReason];
export const OrganizationAccessReason = {
    already_has_access: 'already_has_access',
    self_hosted: 'self_hosted',
    staff_email: 'staff_email',
    active_customer: 'active_customer',
    not_eligible: 'not_eligible',
} as const;
/** Result of the approval. */
export type OrganizationAccessApproval = {
    /** Whether the organization has access now. */
    hasAccess: boolean;
    /** Whether this request approved the access. */
    autoApproved: boolean;
    reason: OrganizationAccessReason;
};
/**
 * Name of a built-in role, strongest first.
 * @enum {string}
 */
export type BuiltInRoleName = (typeof BuiltInRoleName)[keyof typeof BuiltInRoleName];
export const BuiltInRoleName = {
    owner: 'owner',
    admin: 'admin',
    auditor: 'auditor',
    employee: 'employee',
    contractor: 'contractor',
} as const;
/**
 * The allowed actions on each resource. An omitted resource or an empty list allows none. Answers contain the resources and actions in the
 *     order of this schema.
 */
export type RolePermissions = {
    /** Profile, logo, notifications by role, org chart and access of the organization. */
    organization?: ("read" | "update" | "delete")[];
    /** People, employees and the offboarding checklist. */
    member?: ("create" | "read" | "update" | "delete")[];
    /** Invitations of the sign-up flow. API keys cannot carry this permission. */
    invitation?: ("create" | "read" | "delete")[];
    /** Reserved. API keys cannot carry this permission. */
    team?: ("create" | "read" | "update" | "delete")[];
    /** Access control, which covers roles and their obligations. */
    ac?: ("create" | "read" | "update" | "delete")[];
    /** Controls. */
    control?: ("create" | "read" | "update" | "delete")[];
    /** Evidence forms and exports, attachments, context and the ISMS. */
    evidence?: ("create" | "read" | "update" | "delete")[];
    /** Policies. */
    policy?: ("create" | "read" | "update" | "delete")[];
    /** Risks. */
    risk?: ("create" | "read" | "update" | "delete")[];
    /** Vendors. */
    vendor?: ("create" | "read" | "update" | "delete")[];
    /** Tasks with their automations, task items and comments. */
    task?: ("create" | "read" | "update" | "delete")[];
    /** Frameworks and timelines. */
    framework?: ("create" | "read" | "update" | "delete")[];
    /** Statement of applicability and letters of engagement. */
    audit?: ("create" | "read" | "update")[];
    /** Findings of auditors. */
    finding?: ("create" | "read" | "update" | "delete")[];
    /** Questionnaires and the knowledge base. */
    questionnaire?: ("create" | "read" | "update" | "delete")[];
    /** Integrations and cloud security. */
    integration?: ("create" | "read" | "update" | "delete")[];
    /** API keys. */
    apiKey?: ("create" | "read" | "delete")[];
    /** The main application, including the audit log and devices. */
    app?: "read"[];
    /** The trust portal and the access to it. */
    trust?: ("read" | "update")[];
    /** Penetration tests. */
    pentest?: ("create" | "read" | "update" | "delete")[];
    /** Training of the workforce. */
    training?: ("read" | "update")[];
    /** Self-service of the workforce, which covers a person's own forms, own training and signing of policies. */
    portal?: ("read" | "update")[];
};
/** The obligations of the members who hold a role. */
export type RoleObligations = {
    /**
     * Whether members with the role sign policies, finish training, install the device agent, pass a background check where the
     *     organization requires one, and count in people scores. For a member with several roles, one role with this obligation is sufficient.
     */
    compliance?: boolean;
};
/** A role that every organization has. Only the obligations of owner and admin can be changed. */
export type BuiltInRole = {
    name: BuiltInRoleName;
    /**
     * Always `true`.
     * @constant
     */
    isBuiltIn: true;
    /** Purpose of the role, suitable for display. */
    description: string;
    permissions: RolePermissions;
    /** The effective obligations, which are the organization's own setting or else the default. */
    obligations: RoleObligations;
};
/** A role that the organization defines. */
export type CustomRole = {
    /** Id of the role, `rol_…`. */
    id: string;
    /** Id of the organization that the role belongs to. */
    organizationId: string;
    /** Name of the role, unique in the organization when case is ignored. */
    name: string;
    permissions: RolePermissions;
    obligations: RoleObligations;
    /**
     * Always `false`.
     * @constant
     */
    isBuiltIn: false;
    /** Number of members who hold the role, including deactivated ones. */
    memberCount: number;
    /**
     * Format: date-time
     * When the role was created.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the role was last changed.
     */
    updatedAt: string;
};
/** A built-in or a custom role. `isBuiltIn` tells them apart. */
export type Role = BuiltInRole | CustomRole;
/** All roles of an organization. */
export type RoleList = {
    /** The five built-in roles, and the custom roles behind them. */
    data: Role[];
};
/** A new custom role. */
export type CustomRoleCreate = {
    /**
     * Name of the role. It starts with a letter and contains letters, digits, spaces and hyphens. Trailing spaces are removed. It must
     *     differ from the names of all built-in and custom roles when case is ignored.
     */
    name: string;
    /** The permissions that the role grants. An empty object grants nothing. */
    permissions: RolePermissions;
    /** @default {} */
    obligations?: RoleObligations;
};
/** The combined permissions and obligations of several roles. */
export type RoleResolution = {
    /** The permissions that at least one of the roles grants. */
    permissions: RolePermissions;
    /** The obligations that at least one of the roles carries. */
    obligations: RoleObligations;
};
/** The obligations of a built-in role. */
export type BuiltInRoleObligations = {
    name: BuiltInRoleName;
    /** The effective obligations, which are the organization's own setting or else the default. */
    obligations: RoleObligations;
};
/** The organization's own setting for a built-in role. */
export type BuiltInRoleObligationsUpdate = {
    /** The obligations of the role. An empty object restores the default. */
    obligations: RoleObligations;
};
/** The fields to change, at least one. Omitted fields stay unchanged. */
export type CustomRoleUpdate = {
    /** Name of the role, with the same rules as on creation. Members, invitations and settings keep the role when its name changes. */
    name?: string;
    /** The complete permissions of the role, which replace the previous ones. */
    permissions?: RolePermissions;
    /** The complete obligations of the role, which replace the previous ones. */
    obligations?: RoleObligations;
};
/** Department, either built-in (`none`, `admin`, `gov`, `hr`, `it`, `itsm`, `qms`) or a custom name. Surrounding whitespace is removed. */
export type MemberDepartment = string;
/** Name of a built-in role, id of a custom role or, ignoring case, name of a custom role. */
export type MemberRoleOrName = string;
/** A date, which means midnight UTC, or a date and time. */
export type DateOrDateTime = string;
/** The person as this organization shows them. Values that other organizations set are not visible here. */
export type MemberUser = {
    /** Id of the account, `usr_…`. */
    id: string;
    /** Display name. */
    name: string;
    /**
     * Format: email
     * E-mail address of the person in this organization, in lower case.
     */
    email: string;
    /** Whether the address is known to belong to the person. */
    emailVerified: boolean;
    /**
     * Format: uri
     * URL of the profile picture. Null when none is set.
     */
    image: string | null;
    /**
     * Format: date-time
     * When the account was created.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the name, address or picture was last changed.
     */
    updatedAt: string;
    /**
     * Format: date-time
     * When the person last signed in to this organization. Null before the first time.
     */
    lastLogin: string | null;
};
/**
 * Status of a background check.
 * @enum {string}
 */
export type BackgroundCheckStatus = (typeof BackgroundCheckStatus)[keyof typeof BackgroundCheckStatus];
export const BackgroundCheckStatus = {
    invited: 'invited',
    in_progress: 'in_progress',
    in_review: 'in_review',
    completed: 'completed',
    completed_with_flags: 'completed_with_flags',
    failed: 'failed',
    cancelled: 'cancelled',
} as const;
/** A background check of a member, which is requested outside of this API. */
export type BackgroundCheckRequest = {
    /** Id of the request, `bcr_…`. */
    id: string;
    status: BackgroundCheckStatus;
    /** Notes of the person who requested the check. Null when none were given. */
    requesterNotes: string | null;
};
/**
 * Whether the person signs in with a second factor, as the connected source reports it. `not_provided` when it reports nothing.
 * @enum {string}
 */
export type TwoFactorStatus = (typeof TwoFactorStatus)[keyof typeof TwoFactorStatus];
export const TwoFactorStatus = {
    enabled: 'enabled',
    missing: 'missing',
    not_provided: 'not_provided',
} as const;
/** The membership of a person in the organization. */
export type Member = {
    /** Id of the member, `mem_…`. */
    id: string;
    /** Id of the organization of the membership, `org_…`. */
    organizationId: string;
    /** Id of the user account of the person, `usr_…`. */
    userId: string;
    /**
     * The leading role, given as the name of a built-in role or the id of a custom role, `rol_…`. Roles lead in the order owner, admin,
     *     auditor, custom roles by id, employee, contractor.
     */
    role: string;
    /** All roles of the member, the leading one first. */
    roles: string[];
    /**
     * Format: date-time
     * When the person joined.
     */
    createdAt: string;
    /** Built-in department or custom name. `none` when the member has no department. */
    department: string;
    /** Job title. Null when none is set. */
    jobTitle: string | null;
    /** Whether the member is active. */
    isActive: boolean;
    /** Always the opposite of `isActive`. */
    deactivated: boolean;
    /** Label of the member's devices in the device management system. Null when none is set. */
    deviceMgmtLabelId: number | null;
    user: MemberUser;
    /** The latest background check. Empty when none was requested. */
    backgroundCheckRequests: BackgroundCheckRequest[];
    /** Whether the member is exempt from the background check. */
    backgroundCheckExempt: boolean;
    /** Reason code of the exemption. Null when none is set. */
    backgroundCheckExemptReason: string | null;
    /** Justification of the exemption. Null when none is set. */
    backgroundCheckExemptJustification: string | null;
    /**
     * Format: date-time
     * When the employment started. Null when no date is set.
     */
    onboardDate: string | null;
    /**
     * Format: date-time
     * When the employment ended. Null when no date is set.
     */
    offboardDate: string | null;
    /** Two-factor status of the person. Present only in lists with `includeTwoFactor=true`. */
    twoFactor?: TwoFactorStatus;
};
/** One page of members. */
export type MemberPage = {
    /** The members. */
    data: Member[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/** A person with an account who will become a member. */
export type MemberCreate = {
    /** Id of the user account, `usr_…`. */
    userId: string;
    role: MemberRoleOrName;
    /** @default none */
    department?: MemberDepartment;
    /**
     * Whether the member is active from the start.
     * @default true
     */
    isActive?: boolean;
    /** Label of the member's devices in the device management system. */
    deviceMgmtLabelId?: number;
    /** Job title. Surrounding whitespace is removed, and an empty title is stored as null. */
    jobTitle?: string;
};
/** The people who will become members. */
export type MemberBulkCreate = {
    /** The members to add. Each item succeeds or fails independently. */
    members: MemberCreate[];
};
/** The added members and the failed items. */
export type MemberBulkResult = {
    /** The added members, in the order of the request. */
    created: Member[];
    /** The failed items, in the order of the request. */
    errors: {
        /** Position of the item in the request, starting at 0. */
        index: number;
        /** Id of the user account that the item names. */
        userId: string;
        /** Why the item failed. */
        error: string;
    }[];
    /** The result in numbers. */
    summary: {
        /** Number of items in the request. */
        total: number;
        /** Number of members that were added. */
        successful: number;
        /** Number of items that failed. */
        failed: number;
    };
};
/** The people to add or invite. */
export type MemberInvite = {
    /** The people to add or invite. Each item succeeds or fails independently. */
    invites: {
        /**
         * Format: email
         * E-mail address. It is stored in lower case.
         */
        email: string;
        /** The roles that the person will hold. */
        roles: MemberRoleOrName[];
        /**
         * Whether to send the link to the employee portal by e-mail, if one of the roles carries the compliance obligation.
         * @default false
         */
        sendPortalEmail?: boolean;
    }[];
};
/** The result of one item. */
export type MemberInviteResult = {
    /** E-mail address in lower case. */
    email: string;
    /**
     * `added` means that the person is a member now. `updated` means that an existing member got the roles in addition. `reactivated`
     *     means that a deactivated member is active again with these roles. `invited` means that an invitation was sent by e-mail. `failed`
     *     means that the item failed for the reason in `error`.
     * @enum {string}
     */
    outcome: "added" | "updated" | "reactivated" | "invited" | "failed";
    /** Why the item failed. Absent otherwise. */
    error?: string;
    /** Whether the portal e-mail was sent. Present only when it was requested and applies. */
    emailSent?: boolean;
};
/** The results. */
export type MemberInviteResults = {
    /** The results, in the order of the request. */
    data: MemberInviteResult[];
};
/**
 * The resource that a permission applies to.
 * @enum {string}
 */
export type PermissionResource = (typeof PermissionResource)[keyof typeof PermissionResource];
export const PermissionResource = {
    organization: 'organization',
    member: 'member',
    invitation: 'invitation',
    team: 'team',
    ac: 'ac',
    control: 'control',
    evidence: 'evidence',
    policy: 'policy',
    risk: 'risk',
    vendor: 'vendor',
    task: 'task',
    framework: 'framework',
    audit: 'audit',
    finding: 'finding',
    questionnaire: 'questionnaire',
    integration: 'integration',
    apiKey: 'apiKey',
    app: 'app',
    trust: 'trust',
    pentest: 'pentest',
    training: 'training',
    portal: 'portal',
} as const;
/** Number of compliance tasks of one member. */
export type TaskStatsByAssignee = {
    /** Id of the member, `mem_…`. */
    memberId: string;
    /** Number of tasks that are assigned to the member. */
    total: number;
    /** Number of those tasks that are done. */
    done: number;
};
/** Number of tasks of each member who has tasks. */
export type TaskStatsByAssigneeList = {
    /** The members, sorted by name. */
    data: TaskStatsByAssignee[];
};
/** The kinds of e-mail, each switched on or off. */
export type EmailPreferences = {
    /** Notifications about new and changed policies. */
    policyNotifications: boolean;
    /** Reminders of tasks that are due or overdue. */
    taskReminders: boolean;
    /** Weekly digest of open tasks. */
    weeklyTaskDigest: boolean;
    /** Notifications about items that have no assignee after a member leaves, which are sent to owners. */
    unassignedItemsNotifications: boolean;
    /** Notifications about comments that mention the person. */
    taskMentions: boolean;
    /** Notifications about tasks that are newly assigned to the person. */
    taskAssignments: boolean;
    /** Notifications about new and changed findings. */
    findingNotifications: boolean;
};
/** The e-mail preferences of a user in all organizations. */
export type MyEmailPreferences = {
    /**
     * Format: email
     * E-mail address that the notifications are sent to.
     */
    email: string;
    preferences: EmailPreferences;
    /** Whether all kinds of e-mail are switched off. */
    unsubscribed: boolean;
};
/** The complete e-mail preferences. */
export type MyEmailPreferencesReplace = {
    preferences: EmailPreferences;
};
/** Name of a built-in role (`owner`, `admin`, `auditor`, `employee`, `contractor`), or id of a custom role, `rol_…`. */
export type MemberRole = string;
/** The fields to change. Omitted fields stay unchanged. */
export type MemberUpdate = {
    /** Id of the user account that the membership passes to, `usr_…`. It must belong to a member or to no other organization. */
    userId?: string;
    /** The only role of the member from now on, given as the name of a built-in role or the id of a custom role, `rol_…`. */
    role?: MemberRole;
    /** All roles of the member from now on. Cannot be combined with `role`. */
    roles?: MemberRole[];
    department?: MemberDepartment;
    /** False deactivates the member, and true reactivates them. */
    isActive?: boolean;
    /** Label of the member's devices in the device management system. */
    deviceMgmtLabelId?: number;
    /** Job title. Surrounding whitespace is removed, and an empty title is stored as null. */
    jobTitle?: string;
    /** Name of the person in this organization. Surrounding whitespace is removed. */
    name?: string;
    /** E-mail address of the person in this organization, trimmed and stored in lower case. It is not verified until it is confirmed. */
    email?: string;
    /**
     * When the person joined.
     * @example 2026-01-12T08:00:00.000Z
     */
    createdAt?: DateOrDateTime;
    /**
     * True exempts the member from the organization's background check, which people scores then count as complete. False ends the
     *     exemption and clears its reason and justification, even if the same request sends them.
     */
    backgroundCheckExempt?: boolean;
    /** Reason code, such as `contractor_with_vendor_check` or `other`. */
    backgroundCheckExemptReason?: string;
    /** Justification of the exemption. It is recorded in the audit log. */
    backgroundCheckExemptJustification?: string;
    /**
     * Format: date-time
     * When the employment started. Null clears it.
     */
    onboardDate?: string | null;
    /**
     * Format: date-time
     * When the employment ended. Null clears it.
     */
    offboardDate?: string | null;
};
/** The result of sending the portal invitation. */
export type PortalInvite = {
    /**
     * Format: email
     * E-mail address that the invitation is sent to.
     */
    email: string;
    /** Whether the e-mail was handed over for sending. */
    emailSent: boolean;
};
/** One result that names the member. */
export type MemberAccessEntry = {
    /** Id of the result. */
    id: string;
    /** The result in one sentence. */
    title: string;
    /** Simple values of the evidence under display labels, at most twelve. */
    fields: {
        [key: string]: string;
    };
    /** The evidence as the system reported it. */
    raw: unknown;
};
/** The results of one connected system. */
export type MemberAccessSource = {
    /** Slug of the connected provider. */
    slug: string;
    /** Name that the organization gave the connection. */
    name: string;
    /**
     * Format: uri
     * URL of the provider's logo. Null when none is known.
     */
    logoUrl: string | null;
    /**
     * `matched` means that the system knows the member. `not_matched` means that it names only other people. `no_person_data` means that
     *     it names nobody. `no_data` means that no results exist yet.
     * @enum {string}
     */
    matchType: "matched" | "not_matched" | "no_person_data" | "no_data";
    /** The results that name the member. */
    entries: MemberAccessEntry[];
    /**
     * Format: date-time
     * When the system was last checked. Null before the first check.
     */
    lastCheckedAt: string | null;
};
/** The access of a member as connected systems report it. */
export type MemberAccess = {
    /** Id of the member, `mem_…`. */
    memberId: string;
    /** The sources, sorted by name. */
    sources: MemberAccessSource[];
};
/**
 * A training module.
 * @enum {string}
 */
export type TrainingVideoId = (typeof TrainingVideoId)[keyof typeof TrainingVideoId];
export const TrainingVideoId = {
    'sat-1': 'sat-1',
    'sat-2': 'sat-2',
    'sat-3': 'sat-3',
    'sat-4': 'sat-4',
    'sat-5': 'sat-5',
    'hipaa-sat-1': 'hipaa-sat-1',
} as const;
/** A training module that is assigned to a member, whether completed or not. */
export type TrainingCompletion = {
    /** Id of the record, `evc_…`. */
    id: string;
    /** Id of the member, `mem_…`. */
    memberId: string;
    videoId: TrainingVideoId;
    /**
     * Format: date-time
     * When the member completed the module. Null before that.
     */
    completedAt: string | null;
};
/** The training modules of a member. */
export type TrainingCompletionList = {
    /** The modules. */
    data: TrainingCompletion[];
};
/** The result of one device management policy for one host. */
export type DeviceHostPolicy = {
    /** Id of the policy in the device management system. */
    id: string;
    /** Requirement of the policy. */
    name: string;
    /**
     * Whether the host meets the policy.
     * @enum {string}
     */
    response: "pass" | "fail";
};
/** A device as the device management system reports it. It may contain additional fields. */
export type DeviceHost = {
    /** Id in the device management system. */
    id: string;
    /** Name of the computer. */
    name: string;
    /** Operating system, such as `macos`. */
    platform: string;
    /** Version of the operating system. */
    osVersion: string;
    /** Results of the policies for the host. Absent when there are none. */
    policies?: DeviceHostPolicy[];
    /** Mobile device management data of the host. Absent when none is known. */
    mdm?: {
        /** Whether the host is enrolled. */
        enrolled: boolean;
    };
} & {
    [key: string]: unknown;
};
/** A manual result for a policy of the device management system. */
export type DevicePolicyResult = {
    /** Id of the result, `dpr_…`. */
    id: string;
    /** Id of the user who holds the devices, `usr_…`. */
    userId: string;
    /** Id of the organization that the result belongs to, `org_…`. */
    organizationId: string;
    /** Id of the policy in the device management system. */
    policyId: string;
    /** Name of the policy. */
    policyName: string;
    /**
     * Whether the devices meet the policy.
     * @enum {string}
     */
    response: "pass" | "fail";
    /** Files that support the result. */
    attachments: string[];
    /**
     * Format: date-time
     * When the result was first recorded.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the result was last changed.
     */
    updatedAt: string;
};
/** The devices under the member's label and the results of their policies. */
export type MemberDeviceCompliance = {
    /** The hosts as the device management system reports them. */
    hosts: DeviceHost[];
    /** The manual results, sorted by the name of the policy. */
    policyResults: DevicePolicyResult[];
};
/** A file about the beginning or the end of an employment. */
export type EmploymentEvidence = {
    /** Id of the file, `att_…`. */
    id: string;
    /** Name of the file. */
    name: string;
    /**
     * Kind of file.
     * @enum {string}
     */
    type: "image" | "video" | "audio" | "document" | "other";
    /** Size in bytes. */
    size: number;
    /**
     * Format: uri
     * Signed URL of the file, valid for 900 seconds.
     */
    downloadUrl: string;
    /**
     * Format: date-time
     * When the file was uploaded.
     */
    createdAt: string;
};
/** The files about one event. */
export type EmploymentEvidenceList = {
    /** The files, oldest first. */
    data: EmploymentEvidence[];
};
/** The file in base64. The decoded file may have 100 MiB, which are 139810136 characters in base64. */
export type FileData = string;
/** The key of an upload of the organization whose bytes have arrived. The purpose of the upload must match. */
export type FileKey = string;
/** An evidence file. Exactly one of `fileData` and `fileKey` must be set. */
export type EmploymentEvidenceUpload = {
    fileName: FileName;
    fileType: FileType;
    fileData?: FileData;
    /** Key of an upload with the purpose `attachment`. */
    fileKey?: FileKey;
    /** Description of what the file shows. */
    description?: string;
    /**
     * Id of the user who uploads the file, `usr_…`. It applies only to requests with an API key and defaults to the user that the key acts
     *     for. Requests with a session ignore it.
     */
    userId?: string;
} & ({
    /** This field is set and `fileKey` is not. */
    fileData: string;
} | {
    /** This field is set and `fileData` is not. */
    fileKey: string;
});
/**
 * Whether the link still works. `expired` is a pending invitation whose time is over.
 * @enum {string}
 */
export type InvitationStatus = (typeof InvitationStatus)[keyof typeof InvitationStatus];
export const InvitationStatus = {
    pending: 'pending',
    accepted: 'accepted',
    rejected: 'rejected',
    cancelled: 'cancelled',
    expired: 'expired',
} as const;
/** An offer to join the organization. */
export type Invitation = {
    /** Id of the invitation, `inv_…`. It is part of the link that accepts the invitation, so keep it confidential. */
    id: string;
    /** Id of the organization to join, `org_…`. */
    organizationId: string;
    /**
     * Format: email
     * E-mail address of the invited person in lower case.
     */
    email: string;
    /** The leading role, given as the name of a built-in role or the id of a custom role, `rol_…`. */
    role: string;
    /** All offered roles, the leading one first. */
    roles: string[];
    status: InvitationStatus;
    /**
     * Format: date-time
     * When the link expires, which is seven days after the last e-mail.
     */
    expiresAt: string;
    /** Id of the user who sent the invitation, `usr_…`. */
    inviterId: string;
    /**
     * Format: date-time
     * When the person was first invited.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the invitation was last changed.
     */
    updatedAt: string;
};
/** One page of invitations. */
export type InvitationPage = {
    /** The invitations. */
    data: Invitation[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/**
 * A built-in department.
 * @enum {string}
 */
export type Department = (typeof Department)[keyof typeof Department];
export const Department = {
    none: 'none',
    admin: 'admin',
    gov: 'gov',
    hr: 'hr',
    it: 'it',
    itsm: 'itsm',
    qms: 'qms',
} as const;
/** The fields that every representation of an employee has. */
export type EmployeeCore = {
    /** Id of the employee, `emp_…`. */
    id: string;
    /** Full name. */
    name: string;
    /**
     * Format: email
     * E-mail address in lower case, unique among the employees.
     */
    email: string;
    /** Department that the employee works in. */
    department: Department;
    /** Whether the employee works here now. */
    isActive: boolean;
    /** Id in the HR system, unique among the employees. Null when none is known. */
    externalEmployeeId: string | null;
    /**
     * Format: date-time
     * When the employee was added.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the employee was last changed.
     */
    updatedAt: string;
};
/** An employee of the organization. */
export type Employee = EmployeeCore;
/** A list of employees in a success envelope. */
export type EmployeeList = {
    /**
     * Always `true`.
     * @constant
     */
    success: true;
    /** The employees. */
    data: Employee[];
};
/** A new employee. */
export type EmployeeCreate = {
    /** Full name. Surrounding whitespace is removed. */
    name: string;
    /**
     * Format: email
     * E-mail address. It is stored in lower case.
     */
    email: string;
    /**
     * Department of the employee. Custom names are not accepted here.
     * @default none
     */
    department?: Department;
    /**
     * Whether the employee works here now.
     * @default true
     */
    isActive?: boolean;
    /** Id in the HR system. */
    externalEmployeeId?: string;
    /** Id of the user account of the same person, `usr_…`. It must belong to a member of the organization or to no other organization. */
    userId?: string;
    /**
     * Id of the workforce member who is the same person, `mem_…`.
     * @example hr-4711
     */
    linkId?: string;
};
/** A new employee with the member and the user that it is linked to. */
export type EmployeeCreated = EmployeeCore & {
    /** Organization that the employee belongs to. */
    organizationId: string;
    /** Id of the user account of the same person, `usr_…`. Null when none is linked. */
    userId: string | null;
    /** Id of the workforce member who is the same person, `mem_…`. Null when none is linked. */
    linkId: string | null;
};
/** The new employee in a success envelope. */
export type EmployeeCreatedResult = {
    /**
     * Always `true`.
     * @constant
     */
    success: true;
    data: EmployeeCreated;
};
/** The employee in a success envelope. */
export type EmployeeResult = {
    /**
     * Always `true`.
     * @constant
     */
    success: true;
    data: Employee;
};
/** The confirmation of a deletion, in the given envelope. */
export type DeletedResult = {
    /**
     * Always `true`.
     * @constant
     */
    success: true;
    /** The confirmation in words. */
    data: {
        /** A sentence that confirms the deletion. */
        message: string;
    };
};
/** The fields to change. Omitted fields stay unchanged. */
export type EmployeeUpdate = {
    /** Full name. Surrounding whitespace is removed. */
    name?: string;
    /**
     * Format: email
     * E-mail address. It is stored in lower case.
     */
    email?: string;
    /** Department of the employee. Custom names are not accepted here. */
    department?: Department;
    /** Whether the employee works here now. */
    isActive?: boolean;
    /** Id in the HR system. Null removes it. */
    externalEmployeeId?: string | null;
    /** Id of the user account of the same person, `usr_…`. Null removes it together with the link to the member. */
    userId?: string | null;
    /**
     * Id of the workforce member who is the same person, `mem_…`. Null removes the link and keeps the user.
     * @example hr-4711
     */
    linkId?: string | null;
};
/** Fields that every representation of a framework of the catalogue has. */
export type PlatformFrameworkCore = {
    /** Id of the framework, `frk_…`. It is the same in every installation. */
    id: string;
    /** Name of the framework. */
    name: string;
    /** Edition of the framework, such as `2022`. */
    version: string;
    /** Purpose of the framework. */
    description: string;
    /** Whether the framework can be adopted. A hidden framework stays in the organizations that adopted it before. */
    visible: boolean;
    /**
     * Group of the framework in the catalog, or null.
     * @example iso_27000
     */
    familyId: string | null;
    /**
     * Format: date-time
     * When the framework was added to the catalogue.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the catalogue entry was last changed.
     */
    updatedAt: string;
};
/** A framework of the catalogue. All organizations share it, and none of them can change it. */
export type PlatformFramework = PlatformFrameworkCore;
/** Fields that every representation of a custom framework has. */
export type CustomFrameworkCore = {
    /** Id of the custom framework, `cfrm_…`. */
    id: string;
    /** Organization that the framework belongs to. */
    organizationId: string;
    /** Name of the framework. */
    name: string;
    /** Purpose of the framework. */
    description: string;
    /** Edition of the framework, named by the organization. */
    version: string;
    /**
     * Format: date-time
     * When the framework was created.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the framework was last changed.
     */
    updatedAt: string;
};
/** A framework that the organization has created. */
export type CustomFramework = CustomFrameworkCore;
/** Fields that every representation of an adopted framework has. */
export type FrameworkInstanceCore = {
    /** Id of the adopted framework, `frm_…`. */
    id: string;
    /** Organization that adopted the framework. */
    organizationId: string;
    /** Id of the framework of the catalogue, `frk_…`. Null for a custom framework. */
    frameworkId: string | null;
    /** Id of the custom framework, `cfrm_…`. Null for a framework of the catalogue. */
    customFrameworkId: string | null;
    /** Version that the organization uses, `fvr_…`. Null for a custom framework, and until a version is installed. */
    currentVersionId: string | null;
    /** The framework of the catalogue. Null for a custom framework. */
    framework: PlatformFramework | null;
    /** The custom framework. Null for a framework of the catalogue. */
    customFramework: CustomFramework | null;
    /**
     * Format: date-time
     * When the framework was adopted.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the adopted framework was last changed.
     */
    updatedAt: string;
};
/** An adopted framework in a list. */
export type FrameworkInstanceListItem = FrameworkInstanceCore & {
    /** Completed work of the framework, in percent. Included only with `includeScores=true`. */
    complianceScore?: number;
};
/** All adopted frameworks. */
export type FrameworkInstanceList = {
    /** The frameworks, in the order of adoption. */
    data: FrameworkInstanceListItem[];
};
/** The frameworks to adopt. */
export type FrameworksAdd = {
    /**
     * Ids of custom frameworks of the organization, `cfrm_…`, and of frameworks of the catalogue, `frk_…`. Unknown and hidden frameworks
     *     are skipped.
     */
    frameworkIds: string[];
};
/** A framework that the organization has adopted. */
export type FrameworkInstance = FrameworkInstanceCore;
/** The adopted frameworks. */
export type FrameworksAdopted = {
    /** One entry for each framework, whether it was adopted now or before. */
    data: FrameworkInstance[];
};
/** A framework of the catalogue that can be adopted. */
export type AvailablePlatformFramework = PlatformFrameworkCore & {
    /**
     * Always `false`.
     * @constant
     */
    isCustom: false;
    /** Number of requirements. */
    requirementCount: number;
};
/** A custom framework that can be adopted. */
export type AvailableCustomFramework = CustomFrameworkCore & {
    /**
     * Always `true`.
     * @constant
     */
    isCustom: true;
    /**
     * Always `true`.
     * @constant
     */
    visible: true;
    /** Number of requirements. */
    requirementCount: number;
};
/** A framework that can be adopted. */
export type AvailableFramework = AvailablePlatformFramework | AvailableCustomFramework;
/** All frameworks that can be adopted. */
export type AvailableFrameworkList = {
    /** The frameworks of the catalogue by name, then the custom frameworks by name. */
    data: AvailableFramework[];
};
/** Fields that every representation of a requirement of a framework has. */
export type RequirementDefinitionCore = {
    /** Id of the requirement, `frk_rq_…` or `creq_…`. */
    id: string;
    /** Short title of the requirement. */
    name: string;
    /** Identifier of the requirement in the framework. */
    identifier: string;
    /** What the requirement expects of the organization. */
    description: string;
    /** Heading above the requirement, or null. */
    requirementFamily: string | null;
    /** Position of the requirement in the framework, or null. */
    sortOrder: number | null;
    /** Framework of the catalogue that the requirement comes from, `frk_…`, or null. */
    frameworkId: string | null;
    /** Custom framework that the requirement belongs to, `cfrm_…`, or null. */
    customFrameworkId: string | null;
    /**
     * Whether the requirement comes from the catalogue or from the organization.
     * @enum {string}
     */
    kind: "platform" | "custom";
};
/** A requirement of a framework, either of the catalogue or custom. */
export type RequirementDefinition = RequirementDefinitionCore;
/** One page of the requirements of a framework. */
export type RequirementDefinitionPage = {
    /** The requirements, in the order of the framework. */
    data: RequirementDefinition[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/**
 * The status of a policy, which is a draft, in force or due for review.
 * @enum {string}
 */
export type PolicyStatus = (typeof PolicyStatus)[keyof typeof PolicyStatus];
export const PolicyStatus = {
    draft: 'draft',
    published: 'published',
    needs_review: 'needs_review',
} as const;
/** A policy that is not published. */
export type OverviewPolicy = {
    /** Id of the policy, `pol_…`. */
    id: string;
    /** Name of the policy. */
    name: string;
    status: PolicyStatus;
    /** Id of the member who owns the policy, `mem_…`, or null. */
    assigneeId: string | null;
    /**
     * Format: date-time
     * When the policy is due for review, or null.
     */
    reviewDate: string | null;
};
/**
 * The status of a task.
 * @enum {string}
 */
export type TaskStatus = (typeof TaskStatus)[keyof typeof TaskStatus];
export const TaskStatus = {
    todo: 'todo',
    in_progress: 'in_progress',
    in_review: 'in_review',
    done: 'done',
    not_relevant: 'not_relevant',
    failed: 'failed',
} as const;
/** A task that is not done. */
export type OverviewTask = {
    /** Id of the task, `tsk_…`. */
    id: string;
    /** Title of the task. */
    title: string;
    status: TaskStatus;
    /** Id of the member who is responsible for the task, `mem_…`, or null. */
    assigneeId: string | null;
    /**
     * Format: date-time
     * When the task is due, or null.
     */
    reviewDate: string | null;
};
/**
 * The form that the evidence is submitted with.
 * @enum {string}
 */
export type EvidenceFormType = (typeof EvidenceFormType)[keyof typeof EvidenceFormType];
export const EvidenceFormType = {
    'board-meeting': 'board-meeting',
    'it-leadership-meeting': 'it-leadership-meeting',
    'risk-committee-meeting': 'risk-committee-meeting',
    meeting: 'meeting',
    'access-request': 'access-request',
    'whistleblower-report': 'whistleblower-report',
    'penetration-test': 'penetration-test',
    'rbac-matrix': 'rbac-matrix',
    'infrastructure-inventory': 'infrastructure-inventory',
    'employee-performance-evaluation': 'employee-performance-evaluation',
    'network-diagram': 'network-diagram',
    'tabletop-exercise': 'tabletop-exercise',
    'account-types': 'account-types',
} as const;
/** A finding of an auditor. */
export type OverviewFinding = {
    /**
     * Id of the finding, `fnd_…`.
     * @example fnd_69a5c1e0b37d42f8915ea06c
     */
    id: string;
    /**
     * Status of the finding. More may come.
     * @enum {string}
     */
    status: "open" | "ready_for_review" | "needs_revision" | "closed";
    /**
     * Severity of the finding. More may come.
     * @enum {string}
     */
    severity: "low" | "medium" | "high" | "critical";
    /** What the auditor found. */
    content: string;
    /** The task that the finding is about, or null. */
    task: OverviewFindingTask | null;
    /** The evidence that the finding is about, or null. */
    evidenceSubmission: OverviewFindingEvidenceSubmission | null;
};
/** The member who sends the request. */
export type OverviewMember = {
    /** Id of the member, `mem_…`. */
    id: string;
    /** The leading role, which is the name of a built-in role or the id of a custom role. */
    role: string;
};
/** The figures of the whole organization, with the work that is still open. */
export type OverviewScores = {
    /** Figures of the policies that are not archived. */
    policies: {
        /** Number of policies. */
        total: number;
        /** Number of published policies. */
        published: number;
        /** Policies in status `draft`, by name. */
        draftPolicies: OverviewPolicy[];
        /** Policies in status `needs_review`, by name. */
        policiesInReview: OverviewPolicy[];
        /** All policies that are not published, by name. */
        unpublishedPolicies: OverviewPolicy[];
    };
    /** Figures of the tasks that are not archived. */
    tasks: {
        /** Number of tasks. */
        total: number;
        /** Number of tasks that are done or not relevant. */
        done: number;
        /** All other tasks, by title. */
        incompleteTasks: OverviewTask[];
    };
    /** Figures of the members who have compliance duties. */
    people: {
        /** Number of active members. */
        total: number;
        /** Number of members who have completed everything that the organization requires. */
        completed: number;
    };
    /** Figures of the evidence forms that count, and of the Statement of Applicability if the organization has adopted ISO 27001. */
    documents: {
        /** Number of documents. */
        totalDocuments: number;
        /** Number of forms that were submitted within 180 days, plus one for an approved Statement of Applicability. */
        completedDocuments: number;
        /** Number of all other documents. */
        outstandingDocuments: number;
    };
    /** The findings of auditors. The list is empty as long as no findings are kept. */
    findings: OverviewFinding[];
    /** The member of the current session. Null for an API key. */
    currentMember: OverviewMember | null;
};
/** A version of a framework in brief. */
export type FrameworkVersionName = {
    /** Id of the version, `fvr_…`. */
    id: string;
    /** Version number, such as `1.1.0`. */
    version: string;
};
/** The version that was published last. */
export type FrameworkLatestVersion = {
    /** Id of the version, `fvr_…`. */
    id: string;
    /** Version number, such as `1.1.0`. */
    version: string;
    /**
     * Format: date-time
     * When the version was published.
     */
    publishedAt: string;
    /** Release notes in Markdown, or null. */
    releaseNotes: string | null;
};
/** The current and the latest version of an adopted framework. */
export type FrameworkUpdateStatus = {
    /** Id of the adopted framework, `frm_…`. */
    frameworkInstanceId: string;
    /** Name of the framework. */
    frameworkName: string;
    /** The version that the organization uses, or null. */
    currentVersion: FrameworkVersionName | null;
    /** The version that was published last, or null. */
    latestVersion: FrameworkLatestVersion | null;
    /** Whether the current and the latest version differ. */
    updateAvailable: boolean;
};
/** Adopted frameworks that have an update. */
export type FrameworkUpdateStatusList = {
    /** The frameworks, in the order of adoption. */
    data: FrameworkUpdateStatus[];
};
/** A new custom framework. */
export type CustomFrameworkCreate = {
    /** Name of the framework. Surrounding white space is removed. */
    name: string;
    /** Purpose of the framework. Surrounding white space is removed. */
    description: string;
    /**
     * Edition of the framework. Surrounding white space is removed.
     * @default 1.0.0
     */
    version?: string;
};
/** An adopted framework in figures. */
export type FrameworkDetail = FrameworkInstanceCore & {
    /** Number of requirements, those that the organization added included. */
    requirementCount: number;
    /** Number of active controls that meet a requirement. */
    controlCount: number;
    /** Number of policies of these controls in this framework. */
    policyCount: number;
    /** Number of tasks of these controls in this framework. */
    taskCount: number;
    /** Number of evidence forms of these controls in this framework. */
    documentTypeCount: number;
    /** Completed work of the framework, in percent. */
    complianceScore: number;
};
/** The fields to change, at least one. Fields that are left out stay unchanged. */
export type CustomFrameworkUpdate = {
    /** Name of the framework. Surrounding white space is removed. */
    name?: string;
    /** Purpose of the framework. Surrounding white space is removed. */
    description?: string;
};
/** A requirement of an adopted framework in a list. */
export type FrameworkRequirementListItem = RequirementDefinitionCore & {
    /** Number of active controls that meet the requirement. */
    controlCount: number;
};
/** One page of the requirements of a framework. */
export type FrameworkRequirementPage = {
    /** The requirements, in the order of the framework. */
    data: FrameworkRequirementListItem[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/** A new custom requirement. */
export type CustomRequirementCreate = {
    /** Short title of the requirement. Surrounding white space is removed. */
    name: string;
    /** Identifier, unique among the custom requirements of the framework. Surrounding white space is removed. */
    identifier: string;
    /** What the requirement expects of the organization. Surrounding white space is removed. */
    description: string;
};
/**
 * A requirement that the organization has created. It belongs to a custom framework, or was added to one adopted framework of the
 *     catalogue. Exactly one of `customFrameworkId` and `frameworkInstanceId` is set.
 */
export type CustomRequirement = {
    /** Id of the requirement, `creq_…`. */
    id: string;
    /** Organization that the requirement belongs to. */
    organizationId: string;
    /** Short title of the requirement. */
    name: string;
    /** Identifier of the requirement, unique within the framework. */
    identifier: string;
    /** What the requirement expects of the organization. */
    description: string;
    /** Custom framework that the requirement belongs to, `cfrm_…`, or null. */
    customFrameworkId: string | null;
    /** Adopted framework that the requirement was added to, `frm_…`, or null. */
    frameworkInstanceId: string | null;
    /**
     * Format: date-time
     * When the requirement was created.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the requirement was last changed.
     */
    updatedAt: string;
};
/** The requirements to copy. */
export type RequirementsCopy = {
    /**
     * Ids of custom requirements of the organization, `creq_…`, and of requirements of the catalogue, `frk_rq_…`. Unknown ones are
     *     skipped.
     */
    requirementIds: string[];
};
/** The copied requirements. */
export type RequirementsCopied = {
    /** Number of copied requirements. */
    count: number;
    /** The new requirements. */
    requirements: CustomRequirement[];
};
/** Fields that every representation of a requirement map has. */
export type RequirementMapCore = {
    /** Id of the requirement map, `req_…`. */
    id: string;
    /** Id of the control, `ctl_…`. */
    controlId: string;
    /** Id of the adopted framework, `frm_…`. */
    frameworkInstanceId: string;
    /** Id of the requirement of the catalogue, `frk_rq_…`, or null. */
    requirementId: string | null;
    /** Id of the custom requirement, `creq_…`, or null. */
    customRequirementId: string | null;
    /**
     * Format: date-time
     * When an update of the framework archived the map, or null.
     * @example 2026-05-04T10:30:00.000Z
     */
    archivedAt: string | null;
    /**
     * Format: date-time
     * When the map was created.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the map was last changed.
     */
    updatedAt: string;
};
/** Fields that every representation of a control has. */
export type ControlCore = {
    /** Id of the control, `ctl_…`. */
    id: string;
    /** Organization that the control belongs to. */
    organizationId: string;
    /** Name of the control. */
    name: string;
    /** What is done, who does it and how often. */
    description: string;
    /**
     * Format: date-time
     * When the control was last reviewed, or null.
     */
    lastReviewDate: string | null;
    /**
     * Format: date-time
     * When the control is due for its next review, or null.
     */
    nextReviewDate: string | null;
    /**
     * Format: date-time
     * When an update of a framework archived the control, or null. An archived control is in no list and no score, and nothing can be
     *     linked to it, until another update restores it.
     * @example 2026-05-04T10:30:00.000Z
     */
    archivedAt: string | null;
    /** Id of the catalogue template that the control was copied from, `frk_ct_…`, or null. */
    controlTemplateId: string | null;
    /**
     * Format: date-time
     * When the control was created.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When a field of the control was last changed. Changes of links do not count.
     */
    updatedAt: string;
};
/** A policy that is linked to a control. */
export type FrameworkControlPolicy = {
    /** Id of the policy, `pol_…`. */
    id: string;
    /** Name of the policy. */
    name: string;
    status: PolicyStatus;
};
/** A link between a control and an evidence form in one framework. */
export type FrameworkControlDocumentType = {
    /** Id of the link, `fdl_…`. */
    id: string;
    /** Id of the adopted framework, `frm_…`. */
    frameworkInstanceId: string;
    /** Id of the control, `ctl_…`. */
    controlId: string;
    formType: EvidenceFormType;
    /**
     * Format: date-time
     * When the link was created.
     */
    createdAt: string;
    /** Whether the organization marked the form as not relevant. */
    isNotRelevant: boolean;
};
/** Fields that every representation of a control in a framework has. */
export type FrameworkControlCore = ControlCore & {
    /** Heading above the control in this framework, or null. */
    controlFamily: string | null;
    /** The policies that are linked to the control in this framework, by name. Archived policies are left out. */
    policies: FrameworkControlPolicy[];
    /** The evidence forms that are linked to the control in this framework. */
    controlDocumentTypes: FrameworkControlDocumentType[];
};
/** A control in the context of one framework, without its requirements. */
export type FrameworkControl = FrameworkControlCore;
/** A control that meets the requirement, with the map that links them. */
export type RequirementControl = RequirementMapCore & {
    control: FrameworkControl;
};
/**
 * Whether evidence can be collected automatically.
 * @enum {string}
 */
export type TaskAutomationStatus = (typeof TaskAutomationStatus)[keyof typeof TaskAutomationStatus];
export const TaskAutomationStatus = {
    AUTOMATED: 'AUTOMATED',
    MANUAL: 'MANUAL',
} as const;
/**
 * How often something is due.
 * @enum {string}
 */
export type TaskFrequency = (typeof TaskFrequency)[keyof typeof TaskFrequency];
export const TaskFrequency = {
    daily: 'daily',
    weekly: 'weekly',
    monthly: 'monthly',
    quarterly: 'quarterly',
    yearly: 'yearly',
} as const;
/** The fields that every form of a task has. */
export type TaskCore = {
    /** Id of the task, `tsk_…`. */
    id: string;
    /** Id of the organization that the task belongs to. */
    organizationId: string;
    /** What the task demonstrates, in one line. */
    title: string;
    /** What to do, and which evidence demonstrates it. */
    description: string;
    status: TaskStatus;
    automationStatus: TaskAutomationStatus;
    /** How often new evidence is due, or null. */
    frequency: TaskFrequency | null;
    /** How often integration checks run. */
    integrationScheduleFrequency: TaskFrequency;
    /**
     * Format: date-time
     * When all integration checks last ran, or null.
     * @example 2026-05-04T06:00:12.418Z
     */
    integrationLastRunAt: string | null;
    /** The department of the task, which is built-in or defined by the organization, or null. */
    department: string | null;
    /** The position on the board. */
    order: number;
    /**
     * Format: date-time
     * When the task is due again, or null.
     */
    reviewDate: string | null;
    /**
     * Format: date-time
     * When the task was last completed, or null.
     */
    lastCompletedAt: string | null;
    /** Id of the member who has to complete the task, `mem_…`, or null. */
    assigneeId: string | null;
    /** Id of the member who has to approve the task, `mem_…`, or null. */
    approverId: string | null;
    /**
     * Format: date-time
     * When the task was approved, or null.
     */
    approvedAt: string | null;
    /** The status before the review while the task is in review, otherwise null. */
    previousStatus: TaskStatus | null;
    /**
     * Why the task does not apply, or null.
     * @example All work is done remotely.
     */
    notRelevantJustification: string | null;
    /** Id of the template that the task was copied from, `frk_tt_…`, or null. */
    taskTemplateId: string | null;
    /**
     * Format: date-time
     * When a framework update archived the task, or null.
     * @example 2026-05-04T10:30:00.000Z
     */
    archivedAt: string | null;
    /**
     * Format: date-time
     * When the task was created.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the task was last changed.
     */
    updatedAt: string;
};
/** A control in brief. */
export type FrameworkControlName = {
    /** Id of the control, `ctl_…`. */
    id: string;
    /** Name of the control. */
    name: string;
};
/** A task with the controls that it provides evidence for. */
export type FrameworkTask = TaskCore & {
    /** The controls that the task is linked to in this framework, by name. */
    controls: FrameworkControlName[];
};
/** Evidence that was submitted through a form. */
export type FrameworkEvidenceSubmission = {
    /**
     * Id of the submission, `evs_…`.
     * @example evs_69a5c1e0b37d42f8915ea06c
     */
    id: string;
    formType: EvidenceFormType;
    /**
     * Format: date-time
     * When the evidence was submitted.
     */
    submittedAt: string;
};
/** A requirement of an adopted framework with the controls that meet it. */
export type RequirementDetail = {
    requirement: RequirementDefinition;
    /** The controls that meet the requirement, by name. */
    relatedControls: RequirementControl[];
    /** The tasks that are linked to these controls in this framework, by title. */
    tasks: FrameworkTask[];
    /** The newest evidence submitted through the forms of these controls, at most 20 submissions. Forms that are not relevant are left out. */
    evidenceSubmissions: FrameworkEvidenceSubmission[];
    /** All other requirements of the framework, in the order of the framework. */
    siblingRequirements: {
        /** Id of the requirement, `frk_rq_…` or `creq_…`. */
        id: string;
        /** Short title of the requirement. */
        name: string;
    }[];
};
/** The fields to change, at least one. Fields that are left out stay unchanged. */
export type CustomRequirementUpdate = {
    /** Short title of the requirement. Surrounding white space is removed. */
    name?: string;
    /** Identifier, unique among the custom requirements of the framework. Surrounding white space is removed. */
    identifier?: string;
    /** What the requirement expects of the organization. Surrounding white space is removed. */
    description?: string;
};
/** The controls that meet the requirement. */
export type RequirementControlsLink = {
    /** Ids of active controls, `ctl_…`. Unknown and archived controls are skipped. */
    controlIds: string[];
};
/** The number of affected links. */
export type LinkCount = {
    /** The number of links. The operation describes which ones it counts. */
    count: number;
};
/**
 * A link that says that a control meets a requirement in one adopted framework. Exactly one of `requirementId` and `customRequirementId`
 *     is set.
 */
export type RequirementMap = RequirementMapCore;
/** A control in the context of one framework. */
export type FrameworkControlView = FrameworkControlCore & {
    /** The requirements of this framework that the control meets. */
    requirementsMapped: RequirementMap[];
};
/** One page of the controls of a framework. */
export type FrameworkControlPage = {
    /** The controls, by name. */
    data: FrameworkControlView[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/** One page of the tasks of a framework. */
export type FrameworkTaskPage = {
    /** The tasks, by title. */
    data: FrameworkTask[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/** One page of the evidence submissions of a framework. */
export type FrameworkEvidencePage = {
    /** The submissions, newest first. */
    data: FrameworkEvidenceSubmission[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/** A version of a framework. */
export type FrameworkVersionSummary = {
    /** Id of the version, `fvr_…`. */
    id: string;
    /** Version number, such as `1.1.0`. */
    version: string;
    /**
     * Format: date-time
     * When the version was published.
     */
    publishedAt: string;
    /** Release notes in Markdown, or null. */
    releaseNotes: string | null;
    /** Whether the organization uses this version. */
    isCurrent: boolean;
};
/** All published versions of a framework. */
export type FrameworkVersionList = {
    /** The versions, newest first. */
    data: FrameworkVersionSummary[];
};
/** A control in a version of the framework. */
export type ManifestControl = {
    /** Id of the template, `frk_ct_…`. */
    id: string;
    /** Name of the control. */
    name: string;
    /** What the control does, and what it protects. */
    description: string;
    /** Heading above the control, or null. */
    controlFamily: string | null;
    /** Ids of the requirements that the control meets, `frk_rq_…`. */
    requirementIds: string[];
    /** Ids of its policy templates, `frk_pt_…`. */
    policyIds: string[];
    /** Ids of its task templates, `frk_tt_…`. */
    taskIds: string[];
    /** Types of its evidence forms. */
    documentTypes: EvidenceFormType[];
};
/** A control to archive. */
export type ArchivedControl = {
    /**
     * Id of the control in the organization, `ctl_…`.
     * @example ctl_69a54f3c7d20b8e1946af5c3
     */
    instanceId: string;
    manifest: ManifestControl;
};
/** A control of the organization, which several frameworks can use. */
export type Control = ControlCore;
/** A control that the framework has changed. */
export type ChangedControl = {
    /** The control of the organization. */
    instance: Control;
    manifestFrom: ManifestControl;
    manifestTo: ManifestControl;
};
/** Changes of the controls. */
export type UpdatePreviewControls = {
    /** Controls to create or restore. */
    added: ManifestControl[];
    /** Controls to archive, because neither this framework nor another adopted framework contains them any longer. */
    archived: ArchivedControl[];
    /** Controls to overwrite. */
    updatedApplied: ChangedControl[];
    /** Controls that the framework has changed but that stay unchanged, because the organization has changed them too. */
    updatedPreserved: ChangedControl[];
};
/**
 * How often something is due.
 * @enum {string}
 */
export type Frequency = (typeof Frequency)[keyof typeof Frequency];
export const Frequency = {
    monthly: 'monthly',
    quarterly: 'quarterly',
    yearly: 'yearly',
} as const;
/** A task in a version of the framework. */
export type ManifestTask = {
    /** Id of the template, `frk_tt_…`. */
    id: string;
    /** Title of the task, in one line. */
    name: string;
    /** What to do, and which evidence proves it. */
    description: string;
    frequency: Frequency;
    department: Department;
    automationStatus: TaskAutomationStatus;
};
/** A task to archive. */
export type ArchivedTask = {
    /**
     * Id of the task in the organization, `tsk_…`.
     * @example tsk_69a54f3c1b95e4a07d38f2c6
     */
    instanceId: string;
    manifest: ManifestTask;
};
/** The fields of the organization's task that the framework provides. */
export type UpdatePreviewTask = {
    /** Id of the task, `tsk_…`. */
    id: string;
    /** Title of the task. */
    title: string;
    /** What to do, and which evidence proves it. */
    description: string;
    /** How often new evidence is due, or null. */
    frequency: TaskFrequency | null;
    /** Department of the task, or null. */
    department: string | null;
    status: TaskStatus;
};
/** A task that the framework has changed. */
export type ChangedTask = {
    instance: UpdatePreviewTask;
    manifestFrom: ManifestTask;
    manifestTo: ManifestTask;
};
/** Changes of the tasks. */
export type UpdatePreviewTasks = {
    /** Tasks to create or restore. */
    added: ManifestTask[];
    /** Tasks to archive, because neither this framework nor another adopted framework contains them any longer. */
    archived: ArchivedTask[];
    /** Tasks to overwrite. */
    updatedApplied: ChangedTask[];
    /** Tasks that the framework has changed but that stay unchanged, because the organization has changed them too. */
    updatedPreserved: ChangedTask[];
};
/** A node of a rich text. It has a `type` and, depending on that, `attrs`, `content`, `text` and `marks`. */
export type FrameworkRichTextNode = {
    [key: string]: unknown;
};
/** A policy in a version of the framework. */
export type ManifestPolicy = {
    /** Id of the template, `frk_pt_…`. */
    id: string;
    /** Name of the policy. */
    name: string;
    /** Scope of the policy. */
    description: string;
    /** Text of the policy, with its placeholders. */
    content: FrameworkRichTextNode[];
    frequency: Frequency;
    department: Department;
};
/** A policy to archive. */
export type ArchivedPolicy = {
    /**
     * Id of the policy in the organization, `pol_…`.
     * @example pol_69a54f3c8e20b7d1946ac5f3
     */
    instanceId: string;
    manifest: ManifestPolicy;
};
/** The fields of the organization's policy that the framework provides. */
export type UpdatePreviewPolicy = {
    /** Id of the policy, `pol_…`. */
    id: string;
    /** Name of the policy. */
    name: string;
    /** Scope of the policy, or null. */
    description: string | null;
    /** Text of the policy. */
    content: FrameworkRichTextNode[];
    /** How often the policy is reviewed, or null. */
    frequency: Frequency | null;
    /** Department of the policy, or null. */
    department: string | null;
    status: PolicyStatus;
};
/** A policy that the framework has changed. */
export type ChangedPolicy = {
    instance: UpdatePreviewPolicy;
    manifestFrom: ManifestPolicy;
    manifestTo: ManifestPolicy;
};
/** Changes of the policies. */
export type UpdatePreviewPolicies = {
    /** Policies to create as drafts or to restore. */
    added: ManifestPolicy[];
    /** Policies to archive, because neither this framework nor another adopted framework contains them any longer. */
    archived: ArchivedPolicy[];
    /** Policies to overwrite. */
    updatedApplied: ChangedPolicy[];
    /** Policies that the framework has changed but that stay unchanged, because the organization has changed them too. */
    updatedPreserved: ChangedPolicy[];
    /** Published policies. The new text becomes a version that waits to be published. */
    draftAddedForPublished: {
        instance: UpdatePreviewPolicy;
        manifestTo: ManifestPolicy;
    }[];
};
/** A requirement in a version of the framework. */
export type ManifestRequirement = {
    /** Id of the requirement, `frk_rq_…`. */
    id: string;
    /** Identifier of the requirement in the framework. */
    identifier: string;
    /** Short title of the requirement. */
    name: string;
    /** What the requirement expects of the organization. */
    description: string;
    /** Heading above the requirement, or null. */
    requirementFamily: string | null;
    /** Position of the requirement in the framework, or null. */
    sortOrder: number | null;
};
/** A link between a control and a policy. */
export type ControlPolicyEdge = {
    /** Name of the control. */
    controlName: string;
    /** Name of the policy. */
    policyName: string;
};
/** A link between a control and a task. */
export type ControlTaskEdge = {
    /** Name of the control. */
    controlName: string;
    /** Name of the task. */
    taskName: string;
};
/** A link between a control and a requirement. */
export type ControlRequirementEdge = {
    /** Name of the control. */
    controlName: string;
    /** Identifier of the requirement in the framework. */
    requirementIdentifier: string;
    /** Short title of the requirement. */
    requirementName: string;
};
/** A link between a control and an evidence form. */
export type ControlDocumentTypeEdge = {
    /** Name of the control. */
    controlName: string;
    formType: EvidenceFormType;
};
/** Changes of the links of controls in this framework. */
export type UpdatePreviewEdges = {
    /** Changes of the links to policies. */
    controlPolicy: {
        /** Links to add. */
        added: ControlPolicyEdge[];
        /** Links to remove. */
        removed: ControlPolicyEdge[];
    };
    /** Changes of the links to tasks. */
    controlTask: {
        /** Links to add. */
        added: ControlTaskEdge[];
        /** Links to remove. */
        removed: ControlTaskEdge[];
    };
    /** Changes of the links to requirements. */
    controlRequirement: {
        /** Links to add. */
        added: ControlRequirementEdge[];
        /** Links to remove. */
        removed: ControlRequirementEdge[];
    };
    /** Changes of the links to evidence forms. */
    controlDocumentType: {
        /** Links to add. */
        added: ControlDocumentTypeEdge[];
        /** Links to remove. */
        removed: ControlDocumentTypeEdge[];
    };
};
/** The changes that an update from one version to another would make. */
export type UpdatePreview = {
    /** The version that the organization uses, or the first version if it uses none. */
    fromVersion: FrameworkVersionName;
    /** The version that was published last. */
    toVersion: FrameworkVersionName;
    /** Release notes in Markdown, or null. */
    releaseNotes: string | null;
    controls: UpdatePreviewControls;
    tasks: UpdatePreviewTasks;
    policies: UpdatePreviewPolicies;
    /** Changes of the requirements. They are read from the version, so an update changes them at once. */
    requirements: {
        /** Requirements that are new. */
        added: ManifestRequirement[];
        /** Requirements that are removed. */
        removed: ManifestRequirement[];
        /** Requirements that are changed. */
        updated: {
            from: ManifestRequirement;
            to: ManifestRequirement;
        }[];
    };
    edges: UpdatePreviewEdges;
};
/** The version to update to. */
export type FrameworkSync = {
    /** Id of a version of the framework, `fvr_…`. Older versions are allowed. */
    targetVersionId: string;
};
/** The result of an update. */
export type FrameworkSyncResult = {
    /**
     * Result of the update. `no_op` means that the organization already uses the version.
     * @enum {string}
     */
    kind: "no_op" | "synced";
    /** Id of the adopted framework, `frm_…`. */
    frameworkInstanceId: string;
    /** Id of the update in the history, `fso_…`. Null if nothing was changed. */
    syncOperationId: string | null;
};
/** The update to roll back. */
export type FrameworkRollback = {
    /** Id of the update, `fso_…`. */
    syncOperationId: string;
};
/** The result of a rollback. */
export type FrameworkRollbackResult = {
    /** Id of the rollback in the history, `fso_…`. */
    rollbackOperationId: string;
};
/**
 * An update to another version, or a rollback.
 * @enum {string}
 */
export type FrameworkSyncKind = (typeof FrameworkSyncKind)[keyof typeof FrameworkSyncKind];
export const FrameworkSyncKind = {
    SYNC: 'SYNC',
    ROLLBACK: 'ROLLBACK',
} as const;
/** A member with personal data. */
export type FrameworkSyncActor = {
    /** Id of the member, `mem_…`. */
    id: string;
    /** The user account of the member. */
    user: {
        /** Id of the user, `usr_…`. */
        id: string;
        /** Display name. */
        name: string;
        /**
         * Format: email
         * E-mail address in lower case.
         */
        email: string;
    };
};
/** Figures of what an update changed. */
export type FrameworkSyncSummary = {
    /** Number of controls that were created or restored. */
    controlsAdded: number;
    /** Number of controls that were archived. */
    controlsArchived: number;
    /** Number of controls that were overwritten. */
    controlsUpdatedApplied: number;
    /** Number of changed controls that stayed as the organization has them. */
    controlsUpdatedPreserved: number;
    /** Number of policies that were created or restored. */
    policiesAdded: number;
    /** Number of policies that were archived. */
    policiesArchived: number;
    /** Number of policies that were overwritten. */
    policiesUpdatedApplied: number;
    /** Number of changed policies that stayed as the organization has them. */
    policiesUpdatedPreserved: number;
    /** Number of published policies that received a version to publish. */
    policiesDraftAdded: number;
    /** Number of tasks that were created or restored. */
    tasksAdded: number;
    /** Number of tasks that were archived. */
    tasksArchived: number;
    /** Number of tasks that were overwritten. */
    tasksUpdatedApplied: number;
    /** Number of changed tasks that stayed as the organization has them. */
    tasksUpdatedPreserved: number;
    /** Number of requirement maps that were created or restored. */
    requirementMapsAdded: number;
    /** Number of requirement maps that were archived. */
    requirementMapsArchived: number;
    /** Number of links to evidence forms that were created in this framework. */
    controlDocumentTypesAdded: number;
    /** Number of links to evidence forms that were removed from this framework. */
    controlDocumentTypesArchived: number;
};
/** The update that a rollback reversed. */
export type FrameworkRollbackSummary = {
    /** Id of the update that was rolled back, `fso_…`. */
    reversedSyncOperationId: string;
};
/** An update or a rollback in the history. */
export type FrameworkSyncEntry = {
    /** Id of the operation, `fso_…`. */
    id: string;
    kind: FrameworkSyncKind;
    /**
     * Format: date-time
     * When the operation was performed.
     */
    performedAt: string;
    /** Id of the member who performed the operation, `mem_…`. Null if that person is no longer a member. */
    performedById: string | null;
    /** The member who performed the operation, or null. */
    performedBy: FrameworkSyncActor | null;
    /**
     * Format: date-time
     * Until when the update can be rolled back. Null for a rollback.
     */
    rollbackExpiresAt: string | null;
    /** Id of the rollback that reversed the update, `fso_…`, or null. */
    rolledBackByOperationId: string | null;
    fromVersion: FrameworkVersionName;
    toVersion: FrameworkVersionName;
    /** Figures of what the update changed, or what the rollback reversed. */
    summary: FrameworkSyncSummary | FrameworkRollbackSummary;
};
/** One page of the update history. */
export type FrameworkSyncPage = {
    /** The updates and rollbacks, newest first. */
    data: FrameworkSyncEntry[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/**
 * A kind of link that a control can lack.
 * @enum {string}
 */
export type ControlLinkKind = (typeof ControlLinkKind)[keyof typeof ControlLinkKind];
export const ControlLinkKind = {
    requirements: 'requirements',
    policies: 'policies',
    tasks: 'tasks',
    document_types: 'document_types',
} as const;
/**
 * Completeness of the directly linked policies and tasks. It is `complete` when all of them are published, done or not relevant,
 *     `incomplete` when some are still open, and `empty` when none are linked.
 * @enum {string}
 */
export type ControlCompleteness = (typeof ControlCompleteness)[keyof typeof ControlCompleteness];
export const ControlCompleteness = {
    complete: 'complete',
    incomplete: 'incomplete',
    empty: 'empty',
} as const;
/** A requirement that the control meets, in brief. Exactly one of `requirementId` and `customRequirementId` is set. */
export type ControlRequirementMap = {
    /** Id of the requirement map, `req_…`. */
    id: string;
    /** Id of the adopted framework, `frm_…`. */
    frameworkInstanceId: string;
    /** Name of the adopted framework. */
    frameworkName: string;
    /** Id of the requirement of the catalogue, `frk_rq_…`, or null. */
    requirementId: string | null;
    /** Id of the custom requirement, `creq_…`, or null. */
    customRequirementId: string | null;
    /** Name of the requirement. */
    name: string;
    /** Identifier of the requirement in the framework, such as `CC6.1`. It can be empty. */
    identifier: string;
};
/** A control in a list. */
export type ControlListItem = ControlCore & {
    /** The directly linked policies, by name. Archived policies are left out. */
    policies: FrameworkControlPolicy[];
    /** The directly linked tasks, by title. Archived tasks are left out. */
    tasks: ControlListItemTask[];
    /** The requirements that the control meets, by age of the link, oldest first. Archived links are left out. */
    requirementsMapped: ControlRequirementMap[];
};
/** One page of controls. */
export type ControlPage = {
    /** The controls on this page. */
    data: ControlListItem[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/** A requirement in an adopted framework. Exactly one of `requirementId` and `customRequirementId` is set. */
export type RequirementMapping = {
    /** Id of the adopted framework, `frm_…`. */
    frameworkInstanceId: string;
    /** Id of a requirement of the catalogue, `frk_rq_…`. */
    requirementId?: string;
    /** Id of a custom requirement, `creq_…`. */
    customRequirementId?: string;
} & ({
    /** Set when the mapping names a requirement of the catalogue. */
    requirementId: string;
} | {
    /** Set when the mapping names a custom requirement. */
    customRequirementId: string;
});
/** A new control, with its links. */
export type ControlCreate = {
    /** Name of the control. Surrounding white space is removed. */
    name: string;
    /** What is done, who does it and how often. */
    description: string;
    /** Ids of policies to link directly, `pol_…`. */
    policyIds?: string[];
    /** Ids of tasks to link directly, `tsk_…`. */
    taskIds?: string[];
    /** Types of evidence forms to link directly. */
    documentTypes?: EvidenceFormType[];
    /** Requirements that the control meets. */
    requirementMappings?: RequirementMapping[];
};
/** A requirement that can be linked, with the fields for a RequirementMapping. */
export type ControlRequirementOption = {
    /** Id of the requirement, either of the catalogue or custom. */
    id: string;
    /** Name of the requirement. */
    name: string;
    /** Identifier of the requirement in the framework. It can be empty. */
    identifier: string;
    /** Id of the adopted framework, `frm_…`. */
    frameworkInstanceId: string;
    /** Name of the adopted framework. */
    frameworkName: string;
    /** Whether the requirement is custom. */
    isCustom: boolean;
    /** Id of the requirement of the catalogue, `frk_rq_…`. Set only for such a requirement. */
    requirementId?: string;
    /** Id of the custom requirement, `creq_…`. Set only for a custom requirement. */
    customRequirementId?: string;
};
/** The policies, tasks and requirements that can be linked to a control. */
export type ControlOptions = {
    /** Policies, by name. Archived policies are left out. */
    policies: {
        /** Id of the policy, `pol_…`. */
        id: string;
        /** Name of the policy. */
        name: string;
    }[];
    /** Tasks, by title. Archived tasks are left out. */
    tasks: {
        /** Id of the task, `tsk_…`. */
        id: string;
        /** Title of the task. */
        title: string;
    }[];
    /** Requirements of every adopted framework, in the order of the framework. */
    requirements: ControlRequirementOption[];
};
/** A linked policy, without its text and its signatures. */
export type ControlPolicy = {
    /** Id of the policy, `pol_…`. */
    id: string;
    /** Organization that the policy belongs to. */
    organizationId: string;
    /** Name of the policy. */
    name: string;
    /** What the policy is about, or null. */
    description: string | null;
    status: PolicyStatus;
    /** How often the policy is reviewed, or null. */
    frequency: Frequency | null;
    /** Built-in or custom department of the policy, or null. */
    department: string | null;
    /** Whether members have to sign the policy. */
    isRequiredToSign: boolean;
    /**
     * Format: date-time
     * When the policy is due for its next review, or null.
     */
    reviewDate: string | null;
    /** Whether a person archived the policy. Always false here. */
    isArchived: boolean;
    /**
     * Format: date-time
     * When a person last archived the policy, or null.
     * @example 2026-04-02T12:00:00.000Z
     */
    lastArchivedAt: string | null;
    /**
     * Format: date-time
     * When an update of a framework archived the policy. Always null here.
     * @example 2026-05-04T10:30:00.000Z
     */
    archivedAt: string | null;
    /**
     * How the policy is displayed.
     * @enum {string}
     */
    displayFormat: "EDITOR" | "PDF";
    /** Whether the published version has a PDF. */
    hasPdf: boolean;
    /**
     * Who may read the policy.
     * @enum {string}
     */
    visibility: "ALL" | "DEPARTMENT";
    /** Departments that may read the policy when its visibility is limited to departments. */
    visibleToDepartments: string[];
    /**
     * Format: date-time
     * When the policy was last published, or null.
     */
    lastPublishedAt: string | null;
    /** Id of the member who owns the policy, `mem_…`, or null. */
    assigneeId: string | null;
    /** Id of the member who was asked to approve the policy, `mem_…`, or null. */
    approverId: string | null;
    /**
     * Id of the catalogue template that the policy was copied from, `frk_pt_…`, or null.
     * @example frk_pt_5f0e9c3d7b21a8460cd15e92
     */
    policyTemplateId: string | null;
    /** Id of the published version, `pv_…`, or null. */
    currentVersionId: string | null;
    /**
     * Id of the version that waits for approval, `pv_…`, or null.
     * @example pv_69a5d20b14e87c9f360ab5d1
     */
    pendingVersionId: string | null;
    /**
     * Format: date-time
     * When the policy was created.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the policy was last changed.
     */
    updatedAt: string;
};
/** A linked compliance task. */
export type ControlTask = TaskCore;
/** An evidence form that is linked to the control. */
export type ControlDocumentType = {
    /** Id of the link. It is `cdt_…` for a direct link and `fdl_…` for a link in one framework. */
    id: string;
    /** Id of the control. */
    controlId: string;
    formType: EvidenceFormType;
    /** Whether the organization marked the form as not relevant. */
    isNotRelevant: boolean;
};
/** A requirement of a framework of the catalogue. */
export type PlatformRequirement = {
    /** Id of the requirement, `frk_rq_…`. It is the same in every installation. */
    id: string;
    /** Framework that the requirement belongs to, `frk_…`. */
    frameworkId: string;
    /** Short title of the requirement. */
    name: string;
    /** Identifier of the requirement in the framework, such as `CC6.1` or `A.5.2`. */
    identifier: string;
    /** What the requirement expects of the organization. */
    description: string;
    /** Heading above the requirement, or null. */
    requirementFamily: string | null;
    /** Position of the requirement in the framework, or null. */
    sortOrder: number | null;
    /**
     * Format: date-time
     * When the requirement was added to the catalogue.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the catalogue entry was last changed.
     */
    updatedAt: string;
};
/** A requirement that the control meets. */
export type ControlRequirementMapDetail = RequirementMapCore & {
    frameworkInstance: FrameworkInstance;
    /** The requirement of the catalogue, or null. */
    requirement: PlatformRequirement | null;
    /** The custom requirement, or null. */
    customRequirement: CustomRequirement | null;
};
/** Number of submissions of each form that is shown with the control, in any review status. */
export type ControlSubmissionCounts = {
    /**
     * Number of board meeting minutes.
     * @example 2
     */
    "board-meeting"?: number;
    /**
     * Number of IT leadership meeting minutes.
     * @example 2
     */
    "it-leadership-meeting"?: number;
    /**
     * Number of risk committee meeting minutes.
     * @example 2
     */
    "risk-committee-meeting"?: number;
    /**
     * Number of minutes of any of these meetings.
     * @example 2
     */
    meeting?: number;
    /**
     * Number of access requests.
     * @example 2
     */
    "access-request"?: number;
    /**
     * Number of whistleblower reports.
     * @example 2
     */
    "whistleblower-report"?: number;
    /**
     * Number of penetration tests.
     * @example 2
     */
    "penetration-test"?: number;
    /**
     * Number of RBAC matrices.
     * @example 2
     */
    "rbac-matrix"?: number;
    /**
     * Number of infrastructure inventories.
     * @example 2
     */
    "infrastructure-inventory"?: number;
    /**
     * Number of employee performance evaluations.
     * @example 2
     */
    "employee-performance-evaluation"?: number;
    /**
     * Number of network diagrams.
     * @example 2
     */
    "network-diagram"?: number;
    /** Number of tabletop exercises. */
    "tabletop-exercise"?: number;
    /**
     * Number of lists of account types.
     * @example 2
     */
    "account-types"?: number;
};
/** Number of items, and how many of them are complete. */
export type ControlProgressCount = {
    /** Number of all items. */
    total: number;
    /** Number of complete items. */
    completed: number;
};
/** Progress of the policies and tasks that are shown with the control. Forms do not count. */
export type ControlProgress = {
    /** Number of policies and tasks. */
    total: number;
    /** Number of policies and tasks that are published, done or not relevant. */
    completed: number;
    /** `completed` as a percentage of `total`, rounded. It is 0 when `total` is 0. */
    percentComplete: number;
    /** Progress by kind of item. */
    byType: {
        /** Progress of the policies. A policy is complete when it is published. */
        policy: ControlProgressCount;
        /** Progress of the tasks. A task is complete when it is done or not relevant. */
        task: ControlProgressCount;
    };
};
/** A control with its policies, tasks, forms and requirements. */
export type ControlDetail = ControlCore & {
    /** The linked policies, by name. Archived policies are left out. */
    policies: ControlPolicy[];
    /** The linked tasks, by title. Archived tasks are left out. */
    tasks: ControlTask[];
    /** The linked evidence forms. */
    controlDocumentTypes: ControlDocumentType[];
    /** The requirements that the control meets in every framework, by age of the link, oldest first. Archived links are left out. */
    requirementsMapped: ControlRequirementMapDetail[];
    submissionCountsByFormType: ControlSubmissionCounts;
    progress: ControlProgress;
};
/** The fields to change. Fields that are left out stay unchanged. */
export type ControlUpdate = {
    /** Name of the control. Surrounding white space is removed. */
    name?: string;
    /** What is done, who does it and how often. */
    description?: string;
    /** When the control was last reviewed, or null. */
    lastReviewDate?: DateOrDateTime | null;
    /** When the control is due for its next review, or null. */
    nextReviewDate?: DateOrDateTime | null;
};
/** Policies to link. */
export type ControlPoliciesLink = {
    /** Ids of the policies, `pol_…`. */
    policyIds: string[];
};
/** Tasks to link. */
export type ControlTasksLink = {
    /** Ids of the tasks, `tsk_…`. */
    taskIds: string[];
};
/** Requirements to link. */
export type ControlRequirementsLink = {
    /** The requirements, each with its adopted framework. */
    requirements: RequirementMapping[];
};
/** Requirements to unlink. */
export type ControlRequirementsUnlink = {
    /** The requirements, each with its adopted framework. */
    requirements: RequirementMapping[];
};
/** Evidence forms to link. */
export type ControlDocumentTypesLink = {
    /** Types of the evidence forms. */
    formTypes: EvidenceFormType[];
};
/**
 * Status of the risk. It may change to any other status.
 * @enum {string}
 */
export type RiskStatus = (typeof RiskStatus)[keyof typeof RiskStatus];
export const RiskStatus = {
    open: 'open',
    pending: 'pending',
    closed: 'closed',
    archived: 'archived',
} as const;
/**
 * Category of the risk.
 * @enum {string}
 */
export type RiskCategory = (typeof RiskCategory)[keyof typeof RiskCategory];
export const RiskCategory = {
    customer: 'customer',
    fraud: 'fraud',
    governance: 'governance',
    operations: 'operations',
    other: 'other',
    people: 'people',
    regulatory: 'regulatory',
    reporting: 'reporting',
    resilience: 'resilience',
    technology: 'technology',
    vendor_management: 'vendor_management',
} as const;
/** A value on a scale from 0 to 10. */
export type RiskScale = number;
/**
 * Level of a rating.
 * @enum {string}
 */
export type RiskLevel = (typeof RiskLevel)[keyof typeof RiskLevel];
export const RiskLevel = {
    very_low: 'very_low',
    low: 'low',
    medium: 'medium',
    high: 'high',
    very_high: 'very_high',
} as const;
/**
 * Display name of the level.
 * @enum {string}
 */
export type RiskLevelLabel = (typeof RiskLevelLabel)[keyof typeof RiskLevelLabel];
export const RiskLevelLabel = {
    'Very low': 'Very low',
    Low: 'Low',
    Medium: 'Medium',
    High: 'High',
    'Very high': 'Very high',
} as const;
/** Probability times impact, with the level that lists, statistics and exports show. */
export type RiskRating = {
    /** Probability times impact. */
    raw: number;
    /** `raw` divided by 10 and rounded up, at least 1. */
    score: number;
    /** Level of the score. Each level covers two scores. */
    level: RiskLevel;
    levelLabel: RiskLevelLabel;
};
/** The fields that every representation of a risk has. */
export type RiskCore = {
    /** Id of the risk, `rsk_…`. */
    id: string;
    /** Short statement of what could happen, in one line. */
    title: string;
    /** Cause, event and consequence of the risk. */
    description: string;
    category: RiskCategory;
    /** Department that the risk belongs to. */
    department: Department;
    status: RiskStatus;
    /** Probability before treatment. */
    probability: RiskScale;
    /** Impact before treatment. */
    impact: RiskScale;
    /** Probability after treatment. */
    residual_probability: RiskScale;
    /** Impact after treatment. */
    residual_impact: RiskScale;
    /** Id of the member who owns the risk, `mem_…`. Null when nobody does. */
    assigneeId: string | null;
    /** Rating before treatment. */
    inherentRating: RiskRating;
    /** Rating after treatment. */
    residualRating: RiskRating;
    /**
     * Format: date-time
     * When the risk was created.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the risk was last changed.
     */
    updatedAt: string;
};
/** The member that the record is assigned to, or null. */
export type Assignee = {
    /** Id of the member. */
    id: string;
    /** The user of the membership. */
    user: {
        /** Id of the user. */
        id: string;
        /** The display name. */
        name: string;
        /**
         * Format: email
         * The e-mail address, in lower case.
         */
        email: string;
        /**
         * Format: uri
         * The address of the picture, or null.
         */
        image: string | null;
    };
} | null;
/** A risk as it appears in the list. */
export type RiskListItem = RiskCore & {
    /** The member who owns the risk. Null when nobody does. */
    assignee: Assignee;
    /** The compliance tasks linked to the risk, with their id and status only. */
    tasks: RiskListItemTask[];
};
/** A list of risks in a success envelope. */
export type RiskList = {
    /**
     * Always `true`.
     * @constant
     */
    success: true;
    /** The risks. */
    data: RiskListItem[];
};
/**
 * How the risk is treated.
 * @enum {string}
 */
export type TreatmentType = (typeof TreatmentType)[keyof typeof TreatmentType];
export const TreatmentType = {
    accept: 'accept',
    avoid: 'avoid',
    mitigate: 'mitigate',
    transfer: 'transfer',
} as const;
/** A new risk. */
export type RiskCreate = {
    /** Short statement of what could happen, in one line. Surrounding whitespace is removed. */
    title: string;
    /** Cause, event and consequence of the risk. */
    description: string;
    category: RiskCategory;
    /**
     * Department that the risk belongs to.
     * @default none
     */
    department?: Department;
    /** @default open */
    status?: RiskStatus;
    /**
     * Probability before treatment.
     * @default 0
     */
    probability?: RiskScale;
    /**
     * Impact before treatment.
     * @default 0
     */
    impact?: RiskScale;
    /**
     * Probability after treatment.
     * @default 0
     */
    residual_probability?: RiskScale;
    /**
     * Impact after treatment.
     * @default 0
     */
    residual_impact?: RiskScale;
    /** Id of the member who will own the risk, `mem_…`. The member must be active in the organization. */
    assigneeId?: string;
    /** How the risk will be treated. When it is omitted, the strategy is `mitigate` with an empty text. */
    treatmentStrategy?: {
        type: TreatmentType;
        /**
         * The treatment plan, or the reason for accepting the risk.
         * @default
         */
        description?: string;
    };
};
/** A risk as it was created. */
export type RiskCreated = RiskCore & {
    /** Organization that the risk belongs to. */
    organizationId: string;
};
/** The new risk in a success envelope. */
export type RiskCreatedResult = {
    /**
     * Always `true`.
     * @constant
     */
    success: true;
    data: RiskCreated;
};
/** Number of risks in each status. A status without risks counts 0. */
export type RiskCountByStatus = {
    /** Number of open risks. */
    open: number;
    /** Number of pending risks. */
    pending: number;
    /** Number of closed risks. */
    closed: number;
    /** Number of archived risks. */
    archived: number;
};
/** Number of risks in each category. A category without risks counts 0. */
export type RiskCountByCategory = {
    /** Number of customer risks. */
    customer: number;
    /** Number of fraud risks. */
    fraud: number;
    /** Number of governance risks. */
    governance: number;
    /** Number of operational risks. */
    operations: number;
    /** Number of risks in no other category. */
    other: number;
    /** Number of people risks. */
    people: number;
    /** Number of regulatory risks. */
    regulatory: number;
    /** Number of reporting risks. */
    reporting: number;
    /** Number of resilience risks. */
    resilience: number;
    /** Number of technology risks. */
    technology: number;
    /** Number of vendor risks. */
    vendor_management: number;
};
/** Number of risks of each level. A level without risks counts 0. */
export type RiskCountByLevel = {
    /** Number of risks with a score of 1 or 2. */
    very_low: number;
    /** Number of risks with a score of 3 or 4. */
    low: number;
    /** Number of risks with a score of 5 or 6. */
    medium: number;
    /** Number of risks with a score of 7 or 8. */
    high: number;
    /** Number of risks with a score of 9 or 10. */
    very_high: number;
};
/** Statistics of the risk register. */
export type RiskStats = {
    /** Number of all risks. */
    total: number;
    byStatus: RiskCountByStatus;
    byCategory: RiskCountByCategory;
    /** Number of risks of each level, before and after treatment. */
    byLevel: {
        /** Counts by the rating before treatment. */
        inherent: RiskCountByLevel;
        /** Counts by the rating after treatment. */
        residual: RiskCountByLevel;
    };
    /** Number of risks without an owner. */
    unassigned: number;
    /** Cells of the 5 × 5 heat map of residual ratings. Empty cells are left out. */
    heatMap: {
        /** Band of the residual probability, which is half of its value, rounded up. */
        probability: number;
        /** Band of the residual impact, which is half of its value, rounded up. */
        impact: number;
        /** Number of risks in this cell. */
        count: number;
    }[];
};
/** Number of risks that one member owns. */
export type RiskStatsByAssignee = {
    /** Id of the member. */
    id: string;
    /** The person behind the membership. */
    user: {
        /** Display name. */
        name: string;
        /**
         * Format: email
         * E-mail address in lower case.
         */
        email: string;
        /**
         * Format: uri
         * URL of the profile picture. Null when none is set.
         */
        image: string | null;
    };
    /** Number of risks that the member owns, in any status. */
    totalRisks: number;
    /** Number of those risks that are open. */
    openRisks: number;
    /** Number of those risks that are pending. */
    pendingRisks: number;
    /** Number of those risks that are closed. */
    closedRisks: number;
    /** Number of those risks that are archived. */
    archivedRisks: number;
};
/** All members who own risks. */
export type RiskStatsByAssigneeList = {
    /** The members. */
    data: RiskStatsByAssignee[];
};
/** Number of risks of one department. */
export type RiskStatsByDepartment = {
    department: Department;
    /** Number of risks of the department, in any status. */
    count: number;
};
/** All departments that have risks. */
export type RiskStatsByDepartmentList = {
    /** The departments. */
    data: RiskStatsByDepartment[];
};
/** The active treatment strategy. Each type keeps its own text, which returns when that type is chosen again. */
export type TreatmentStrategy = {
    /** Id of the strategy, `rts_…`. */
    id: string;
    type: TreatmentType;
    /** The treatment plan or the reason for it. Empty when none was written. */
    description: string;
    /**
     * Format: date-time
     * When the strategy was first chosen.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the strategy was last changed.
     */
    updatedAt: string;
};
/** A follow-up task on the risk, which is kept in task management. */
export type MitigationTask = {
    /** Id of the task item, `tski_…`. */
    id: string;
    /** Title of the task. */
    title: string;
    /** Details of the task. Empty when none were written. */
    description: string;
    /**
     * Progress of the task.
     * @enum {string}
     */
    status: "open" | "in_progress" | "in_review" | "done" | "cancelled";
    /**
     * Format: date-time
     * When the task is due. Absent when no date is set.
     */
    dueDate?: string;
    /**
     * Format: date-time
     * When the task was completed. Null unless the status is `done`.
     */
    completedAt: string | null;
    /** Id of the member who does the task, `mem_…`. Absent when nobody is assigned. */
    assigneeId?: string;
    /**
     * Format: date-time
     * When the task was created.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the task was last changed.
     */
    updatedAt: string;
};
/** A compliance task linked to the risk. */
export type RiskTask = {
    /** Id of the task, `tsk_…`. */
    id: string;
    /** Title of the task. */
    title: string;
    status: TaskStatus;
    /** The controls that the task supports. */
    controls: {
        /** Id of the control, `ctl_…`. */
        id: string;
        /** Name of the control. */
        name: string;
    }[];
};
/** A risk with all of its details. */
export type Risk = RiskCore & {
    /** The member who owns the risk. Null when nobody does. */
    assignee: Assignee;
    treatmentStrategy: TreatmentStrategy;
    /** Follow-up work on the risk, oldest first. */
    mitigationTasks: MitigationTask[];
    /** The compliance tasks linked to the risk. */
    tasks: RiskTask[];
};
/** The risk in a success envelope. */
export type RiskResult = {
    /**
     * Always `true`.
     * @constant
     */
    success: true;
    data: Risk;
};
/** The fields to change. Omitted fields stay unchanged. */
export type RiskUpdate = {
    /** Short statement of what could happen, in one line. Surrounding whitespace is removed. */
    title?: string;
    /** Cause, event and consequence of the risk. */
    description?: string;
    category?: RiskCategory;
    /** Department that the risk belongs to. */
    department?: Department;
    status?: RiskStatus;
    /** Probability before treatment. */
    probability?: RiskScale;
    /** Impact before treatment. */
    impact?: RiskScale;
    /** Probability after treatment. */
    residual_probability?: RiskScale;
    /** Impact after treatment. */
    residual_impact?: RiskScale;
    /** Id of the member who will own the risk. The member must be active. Null removes the owner. */
    assigneeId?: string | null;
    /** The changes to the treatment. */
    treatmentStrategy?: {
        /** The strategy to follow from now on. */
        type?: TreatmentType;
        /** Text of the strategy that is active after the update. An empty text clears it. */
        description?: string;
    };
};
/** The complete set of linked tasks. */
export type RiskTasksSet = {
    /** Ids of all compliance tasks to link, `tsk_…`. Tasks that are not listed are unlinked. An empty list unlinks all tasks. */
    taskIds: string[];
};
/** The result of setting the linked tasks. */
export type RiskTasksResult = {
    /** Id of the risk. */
    riskId: string;
    /** Number of links that were added. */
    linked: number;
    /** Number of links that were removed. */
    unlinked: number;
    /** Ids of all tasks that are linked now. */
    taskIds: string[];
};
/** A record that a member accepted the residual risk. It is never changed, and it is deleted only together with the risk. */
export type RiskAcceptance = {
    /** Id of the acceptance, `rska_…`. */
    id: string;
    /** Id of the risk. */
    riskId: string;
    /** Id of the member who accepted the risk. Null once that member is removed. */
    acceptedById: string | null;
    /** Name of that member at the time. It is kept after the member is removed. */
    acceptedByName: string;
    /** Why the residual risk is acceptable. Null when no reason was given. */
    notes: string | null;
    /** Residual probability at the time of acceptance. */
    residual_probability: RiskScale;
    /** Residual impact at the time of acceptance. */
    residual_impact: RiskScale;
    /** Residual level at the time of acceptance. */
    level: RiskLevel;
    levelLabel: RiskLevelLabel;
    /** Whether the residual rating differs from the accepted one, so that the acceptance needs a new review. */
    stale: boolean;
    /**
     * Format: date-time
     * When the risk was accepted.
     */
    createdAt: string;
};
/** One page of acceptances. */
export type RiskAcceptancePage = {
    /** The acceptances. */
    data: RiskAcceptance[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/** A new acceptance. */
export type RiskAcceptanceCreate = {
    /** Id of the active member who accepts the residual risk. Defaults to the owner of the risk. */
    acceptedById?: string;
    /** Why the residual risk is acceptable. Surrounding whitespace is removed, and a blank text is stored as null. */
    notes?: string;
};
/**
 * Kind of the record that the item belongs to.
 * @enum {string}
 */
export type TaskItemEntityType = (typeof TaskItemEntityType)[keyof typeof TaskItemEntityType];
export const TaskItemEntityType = {
    vendor: 'vendor',
    risk: 'risk',
} as const;
/**
 * Status of the work.
 * @enum {string}
 */
export type TaskItemStatus = (typeof TaskItemStatus)[keyof typeof TaskItemStatus];
export const TaskItemStatus = {
    todo: 'todo',
    in_progress: 'in_progress',
    in_review: 'in_review',
    done: 'done',
    cancelled: 'cancelled',
} as const;
/**
 * Urgency of the work.
 * @enum {string}
 */
export type TaskItemPriority = (typeof TaskItemPriority)[keyof typeof TaskItemPriority];
export const TaskItemPriority = {
    urgent: 'urgent',
    high: 'high',
    medium: 'medium',
    low: 'low',
} as const;
/** A member. */
export type TaskItemAuthor = {
    /** Id of the member. */
    id: string;
    /** The user account of the member. */
    user: {
        /** Id of the user. */
        id: string;
        /** Display name. */
        name: string;
        /**
         * Format: email
         * E-mail address in lower case.
         */
        email: string;
        /**
         * Format: uri
         * URL of the picture, or null.
         * @example https://files.example.com/people/ada.png
         */
        image: string | null;
    };
};
/** A small piece of work for a risk or a vendor. */
export type TaskItem = {
    /** Id of the task item, `tski_…`. */
    id: string;
    /** Title of the work to do. */
    title: string;
    /** Details of the work, with mentions in the form `@[label](usr_…)`, or null. */
    description: string | null;
    status: TaskItemStatus;
    priority: TaskItemPriority;
    entityType: TaskItemEntityType;
    /** Id of the risk or vendor. */
    entityId: string;
    /**
     * Format: date-time
     * When the item is due, or null.
     */
    dueDate: string | null;
    /**
     * Format: date-time
     * When the item was done. Null unless the status is `done`.
     */
    completedAt: string | null;
    /** The member who does the work, or null. */
    assignee: Assignee;
    /** The member who created the item. This stays when the member leaves. */
    createdBy: TaskItemAuthor;
    /** The member who last changed the item. Null if nobody has changed it, or if the member was removed. */
    updatedBy: Assignee;
    /**
     * Format: date-time
     * When the item was created.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the item was last changed.
     */
    updatedAt: string;
};
/** One page of task items. */
export type TaskItemPage = {
    /** The task items on this page. */
    data: TaskItem[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/** A new task item. */
export type TaskItemCreate = {
    /** Title of the work to do. Surrounding white space is removed. */
    title: string;
    /**
     * Details of the work, as plain text or serialized rich text, with mentions in the form `@[label](usr_…)`. An empty description is
     *     stored as null.
     */
    description?: string;
    /** @default todo */
    status?: TaskItemStatus;
    /** @default medium */
    priority?: TaskItemPriority;
    entityType: TaskItemEntityType;
    /** Id of the risk or vendor. */
    entityId: string;
    /** Id of the active member who has to do the work, `mem_…`. */
    assigneeId?: string;
    /**
     * When the item is due. A date without a time means midnight UTC.
     * @example 2026-09-30
     */
    dueDate?: DateOrDateTime;
};
/** Numbers of task items of one record. */
export type TaskItemStats = {
    /** Number of all items. */
    total: number;
    /** Number of items by status. */
    byStatus: {
        /** Number of items that are not started. */
        todo: number;
        /** Number of items in progress. */
        in_progress: number;
        /** Number of items that another person is reviewing. */
        in_review: number;
        /** Number of items that are done. */
        done: number;
        /** Number of items that were cancelled. */
        cancelled: number;
    };
    /** Number of items whose due date has passed and that are neither done nor cancelled. */
    overdue: number;
};
/** The fields to change. Fields that are left out stay unchanged. */
export type TaskItemUpdate = {
    /** Title of the work to do. Surrounding white space is removed. */
    title?: string;
    /** Details of the work. An empty description is stored as null. */
    description?: string | null;
    status?: TaskItemStatus;
    priority?: TaskItemPriority;
    /** Id of the active member who has to do the work, `mem_…`. Null removes the assignee. */
    assigneeId?: string | null;
    /**
     * When the item is due. A date without a time means midnight UTC. Null removes the due date.
     * @example 2026-09-30
     */
    dueDate?: string | null;
};
/** Details of the event. */
export type TaskItemActivityData = {
    /**
     * Type of the event. More may come.
     * @enum {string}
     */
    action: "created" | "updated" | "deleted" | "assigned";
    /** Id of the task item, `tski_…`. */
    taskItemId: string;
    /** Title of the item at the time of the event. */
    taskTitle: string;
    /** Description of the changes. Included only for updates. */
    changes?: string[];
    /** Id of the new assignee, `mem_…`, or null if the item was unassigned. Included only for assignments. */
    assigneeId?: string | null;
    /** Name of the new assignee at the time of the event, or null. Included only for assignments. */
    assigneeName?: string | null;
    parentEntityType: TaskItemEntityType;
    /** Id of the risk or vendor. */
    parentEntityId: string;
    /** The API key that acted, such as `API key "HR sync"`. Included only for API keys. */
    via?: string;
};
/** A user in brief. */
export type UserSummary = {
    /** Id of the user, `usr_…`. */
    id: string;
    /** Display name. */
    name: string;
    /**
     * Format: email
     * E-mail address in lower case.
     */
    email: string;
    /**
     * Format: uri
     * URL of the picture, or null.
     */
    image: string | null;
};
/** An event in the history of a task item, from the audit log. */
export type TaskItemActivityEntry = {
    /** Id of the entry, `aud_…`. */
    id: string;
    /**
     * Format: date-time
     * When the event happened.
     */
    timestamp: string;
    /** Organization that the entry belongs to. */
    organizationId: string;
    /** Id of the user who acted, `usr_…`. For an API key, this is the user that the key acts for. */
    userId: string;
    /** Id of the user's membership, `mem_…`, or null. */
    memberId: string | null;
    /**
     * Always `task`.
     * @constant
     */
    entityType: "task";
    /** Id of the task item. */
    entityId: string;
    /** Description of the event, or null. */
    description: string | null;
    data: TaskItemActivityData;
    /** The user at the time of the event, or null. */
    user: UserSummary | null;
};
/** One page of the activity. */
export type TaskItemActivityPage = {
    /** The events on this page, oldest first. */
    data: TaskItemActivityEntry[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/** A column of the statement. */
export type SoaColumn = {
    /**
     * Name of the column, as in `columnMapping`. More may come.
     * @enum {string}
     */
    name: "closure" | "title" | "controlObjective" | "isApplicable" | "justification";
    /**
     * Type of the content. More may come.
     * @enum {string}
     */
    type: "string" | "boolean" | "text";
};
/** The question about one control. */
export type SoaQuestion = {
    /** Identifier of the control, such as `A.5.1`. It is the same in every version. */
    id: string;
    /** What the control requires, in one sentence written for this project. */
    text: string;
    /** Content of each column, as far as it is known without an answer. */
    columnMapping: {
        /** Number of the control without its letter, such as `5.1`. */
        closure: string;
        /** Short title of the control, written for this project. */
        title: string;
        /** Objective of the control, or null. */
        controlObjective: string | null;
        /** Always null, because answers belong to documents. */
        isApplicable: null;
        /** Always null, because answers belong to documents. */
        justification: null;
    };
};
/** The questions about the controls of a framework. It is the same for every organization. */
export type SoaConfiguration = {
    /** Id of the configuration, `soa_cfg_…`. */
    id: string;
    /** Id of the platform framework, `frk_…`. */
    frameworkId: string;
    /** Version number, starting at 1. It increases when the questions change. */
    version: number;
    /** Whether new documents use this configuration. Older documents keep their own. */
    isLatest: boolean;
    /** The columns of the statement, in order. */
    columns: SoaColumn[];
    /** The questions, in the order of the controls. ISO 27001:2022 has 93. */
    questions: SoaQuestion[];
    /**
     * Format: date-time
     * When the configuration was created.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the configuration was last changed.
     */
    updatedAt: string;
};
/**
 * Progress of the document. `completed` means that every control is decided, and `approvalStatus` says whether the document is approved. A
 *     document in `needs_review` cannot be edited.
 * @enum {string}
 */
export type SoaDocumentStatus = (typeof SoaDocumentStatus)[keyof typeof SoaDocumentStatus];
export const SoaDocumentStatus = {
    draft: 'draft',
    in_progress: 'in_progress',
    needs_review: 'needs_review',
    completed: 'completed',
} as const;
/**
 * Status of the approval. Editing an approved or declined document resets it to `none`.
 * @enum {string}
 */
export type SoaApprovalStatus = (typeof SoaApprovalStatus)[keyof typeof SoaApprovalStatus];
export const SoaApprovalStatus = {
    none: 'none',
    pending: 'pending',
    approved: 'approved',
    declined: 'declined',
} as const;
/** The approver, or null. */
export type SoaApprover = {
    /** Id of the member. */
    id: string;
    /** The user account of the member. */
    user: {
        /** Display name. */
        name: string;
        /**
         * Format: email
         * E-mail address in lower case.
         */
        email: string;
    };
} | null;
/** Fields that every representation of a document has. */
export type SoaDocumentCore = {
    /** Id of the document, `soa_doc_…`. */
    id: string;
    /** Organization that the document belongs to. */
    organizationId: string;
    /** Id of the platform framework, `frk_…`. */
    frameworkId: string;
    /** Id of the configuration that the document was created with, `soa_cfg_…`. */
    configurationId: string;
    /** Version number, starting at 1. A new version is intended for each year. */
    version: number;
    /** Whether this is the latest version. */
    isLatest: boolean;
    status: SoaDocumentStatus;
    approvalStatus: SoaApprovalStatus;
    /** Number of questions of the configuration. */
    totalQuestions: number;
    /** Number of controls that are decided. */
    answeredQuestions: number;
    /** Percentage of controls that are decided, rounded. */
    percentComplete: number;
    /** Name of the person who created the document. */
    preparedBy: string;
    /** Id of the member who has to approve or has approved the document, `mem_…`, or null. */
    approverId: string | null;
    approver: SoaApprover;
    /**
     * Format: date-time
     * When the document was last submitted for approval, or null.
     */
    submittedAt: string | null;
    /**
     * Format: date-time
     * When the document was approved, or null.
     */
    approvedAt: string | null;
    /**
     * Format: date-time
     * When the document was declined, or null.
     */
    declinedAt: string | null;
    /**
     * Format: date-time
     * When the last control was decided, or null.
     */
    completedAt: string | null;
    /** Reason for the decline, or null. */
    declineReason: string | null;
    /**
     * Format: date-time
     * When the document was created.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the document was last changed.
     */
    updatedAt: string;
    /** The framework in brief. */
    framework: SoaDocumentFramework;
};
/** A version of the statement of applicability of one framework. */
export type SoaDocument = SoaDocumentCore;
/** The configuration and the document of the statement of one framework. */
export type SoaSetup = {
    /** The latest configuration of the framework, or null. */
    configuration: SoaConfiguration | null;
    /** The latest document of the organization, without its answers, or null. */
    document: SoaDocument | null;
};
/** The configurations. */
export type SoaConfigurationList = {
    /** The configurations, highest version first in each framework. */
    data: SoaConfiguration[];
};
/** One page of documents. */
export type SoaDocumentPage = {
    /** The documents on this page. */
    data: SoaDocument[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/** A new version of a document. */
export type SoaDocumentCreate = {
    /** Id of the platform framework ISO 27001, `frk_…`. */
    frameworkId: string;
    /**
     * Whether to copy the answers of the previous version.
     * @default true
     */
    copyAnswers?: boolean;
};
/**
 * The origin of the answer. `untouched` has no answer, `generated` was found or accepted, and `manual` was written by a person.
 * @enum {string}
 */
export type AnswerStatus = (typeof AnswerStatus)[keyof typeof AnswerStatus];
export const AnswerStatus = {
    untouched: 'untouched',
    generated: 'generated',
    manual: 'manual',
} as const;
/** A passage from the material of the organization that supports an answer. */
export type AnswerSource = {
    /**
     * The type of the source. More may come.
     * @enum {string}
     */
    sourceType: "policy" | "context" | "manual_answer" | "knowledge_base_document" | "soa_answer" | "risk" | "control";
    /** Id of the source record. */
    sourceId: string | null;
    /** The label to display. */
    sourceName: string | null;
    /** The name of the policy, if the passage comes from a policy. */
    policyName: string | null;
    /**
     * The name of the document, if the passage comes from a document.
     * @example Penetration test 2026.pdf
     */
    documentName: string | null;
    /**
     * The question, if the passage comes from a manual answer.
     * @example Do you encrypt laptops?
     */
    manualAnswerQuestion: string | null;
    /** The text of the passage. */
    excerpt: string | null;
    /** How well the passage matches the question. */
    score: number;
};
/** A version of the answer to one question. */
export type SoaAnswer = {
    /** Id of this version of the answer, `soa_ans_…`. */
    id: string;
    /** Id of the document, `soa_doc_…`. */
    documentId: string;
    /** Id of the question, such as `A.5.1`. */
    questionId: string;
    /** Whether the control applies. Null until this is decided. */
    isApplicable: boolean | null;
    /** Why the control applies or does not apply, or null. */
    justification: string | null;
    /** Origin of the answer. An `untouched` answer has neither a decision nor a justification. */
    status: AnswerStatus;
    /** Sources of a generated justification, best first. Null if the justification was written by hand or has no specific source. */
    sources: AnswerSource[] | null;
    /**
     * Format: date-time
     * When the answer was generated. Null if it was written by hand.
     */
    generatedAt: string | null;
    /** Version number, starting at 1. It increases each time the answer is saved or filled in. */
    answerVersion: number;
    /** Whether this is the latest version of the answer. */
    isLatestAnswer: boolean;
    /** Id of the user who created this version, `usr_…`, or null. */
    createdById: string | null;
    /** Id of the user who last changed this version, `usr_…`, or null. */
    updatedById: string | null;
    /**
     * Format: date-time
     * When this version was created.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When this version was last changed, such as when a later version replaced it.
     */
    updatedAt: string;
};
/** The answer that applies to a question until it is answered. */
export type SoaDefaultAnswer = {
    /** Id of the question, such as `A.7.1`. */
    questionId: string;
    /** Whether the control applies. */
    isApplicable: boolean;
    /** Justification, in a standard sentence. */
    justification: string;
};
/** A version of the statement with its questions and answers. */
export type SoaDocumentDetail = SoaDocumentCore & {
    configuration: SoaConfiguration;
    /** The latest version of each answer, in the order of the questions. */
    answers: SoaAnswer[];
    /**
     * Answers that apply until a question is answered. In a fully remote organization, the physical controls do not apply. A saved answer
     *     always takes precedence. A default does not count as answered until it is saved or filled in. The list is empty for other
     *     organizations.
     */
    defaultAnswers: SoaDefaultAnswer[];
};
/** The fields to change. Fields that are left out keep their value. */
export type SoaAnswerUpdate = {
    /** Whether the control applies. Null removes the decision. */
    isApplicable?: boolean | null;
    /**
     * Why the control applies or does not apply. Surrounding white space is removed, and a blank text is stored as null. A control that
     *     does not apply needs a justification, either in the request or already stored.
     */
    justification?: string | null;
};
/** One page of versions of an answer. */
export type SoaAnswerPage = {
    /** The versions on this page, highest first. */
    data: SoaAnswer[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/** Options of the auto-fill run. */
export type SoaAutoFill = {
    /**
     * Which controls to fill in. `unanswered` means only undecided controls. `generated` adds the controls that were filled in before.
     *     `all` means all controls, including those that were decided by hand before the run.
     * @default unanswered
     * @enum {string}
     */
    overwrite?: "unanswered" | "generated" | "all";
};
/**
 * The kind of work. More may come.
 * @enum {string}
 */
export type RunKind = (typeof RunKind)[keyof typeof RunKind];
export const RunKind = {
    answer_and_export: 'answer_and_export',
    answer_questions: 'answer_questions',
    auto_answer_questionnaire: 'auto_answer_questionnaire',
    auto_fill_soa: 'auto_fill_soa',
    connection_checks: 'connection_checks',
    employee_sync: 'employee_sync',
    parse_questionnaire: 'parse_questionnaire',
} as const;
/**
 * The status of the run. `completed`, `failed` and `cancelled` are final.
 * @enum {string}
 */
export type RunStatus = (typeof RunStatus)[keyof typeof RunStatus];
export const RunStatus = {
    queued: 'queued',
    running: 'running',
    completed: 'completed',
    failed: 'failed',
    cancelled: 'cancelled',
} as const;
/** The progress of the work. It never decreases within one attempt, but another attempt may begin lower. */
export type RunProgress = {
    /** The number of finished items. */
    done: number;
    /** The total number of items, or 0 until it is known. */
    total: number;
};
/** Result of an auto-fill run. `documentId` is set from the start, and the other fields when the run is completed. */
export type SoaAutoFillResult = {
    /** Id of the document, `soa_doc_…`. */
    documentId: string;
    /** Number of controls that the run checked. */
    total?: number;
    /**
     * Number of controls that the run filled in.
     * @example 52
     */
    answered?: number;
    /**
     * Number of filled-in controls that received the standard sentence of their family, because the organization has no more specific
     *     content.
     * @example 9
     */
    insufficient?: number;
    /** Controls that could not be filled in. */
    failures?: {
        /**
         * Id of the question, such as `A.5.1`.
         * @example A.5.3
         */
        questionId: string;
        /**
         * Error message, suitable for display to a user.
         * @example The control could not be judged
         */
        error: string;
    }[];
};
/** Result of a run of the kind `parse_questionnaire`. The number of questions is set when the run is completed. */
export type QuestionnaireParseResult = {
    /** Id of the questionnaire, `qst_…`. */
    questionnaireId: string;
    /** Number of questions that were found. */
    totalQuestions?: number;
};
/** Result of a run of the kind `auto_answer_questionnaire`. The numbers are set when the run is completed. */
export type QuestionnaireAnswerResult = {
    /** Id of the questionnaire, `qst_…`. */
    questionnaireId: string;
    /** Number of questions in the questionnaire. */
    totalQuestions?: number;
    /** Number of questions that now have an answer. */
    answeredQuestions?: number;
};
/** A generated answer to a question. */
export type GeneratedAnswer = {
    /** Index of the question. */
    questionIndex: number;
    /** Text of the question. */
    question: string;
    /** The answer in plain text. Null if the content of the organization is not sufficient. */
    answer: string | null;
    /** Sources of the answer, best first. Empty if no answer was found. */
    sources: AnswerSource[];
    /** Why this question could not be answered, or null. */
    error: string | null;
};
/** Result of a run of the kind `answer_questions`. */
export type AnswersResult = {
    /** Number of questions to answer. */
    total: number;
    /**
     * Number of questions that were answered.
     * @example 2
     */
    answered: number;
    /** One item for each of these questions, in the order of the request. */
    answers: GeneratedAnswer[];
};
/** Result of a run of the kind `answer_and_export`. The file is set when the run is completed. */
export type AnswerAndExportResult = {
    /** Id of the stored questionnaire, `qst_…`. */
    questionnaireId: string;
    /**
     * Number of questions in the file.
     * @example 48
     */
    questionCount?: number;
    /** Name of the file. */
    fileName?: string;
    /**
     * Format: uri
     * Signed URL of the file.
     */
    downloadUrl?: string;
    /**
     * Format: date-time
     * When the URL expires.
     */
    expiresAt?: string;
};
/** The result of running the checks of a connection. */
export type ConnectionChecksResult = {
    /** Id of the connection, `icn_…`. */
    connectionId: string;
    /** Slug of the provider. */
    providerSlug: string;
    /** The ids of the check runs, one for each check, `icr_…`. */
    checkRunIds: string[];
    /**
     * The number of resources that failed, over all checks.
     * @example 1
     */
    totalFindings: number;
    /**
     * The number of resources that passed, over all checks.
     * @example 2
     */
    totalPassing: number;
};
/** The result of an employee sync. */
export type EmployeeSyncResult = {
    /** Slug of the provider. */
    providerSlug: string;
    /** Id of the connection that was read, `icn_…`. */
    connectionId: string;
    /** Id of the sync, `isl_…`. */
    syncLogId: string;
    /** Whether the sync left the members unchanged because `dryRun` was set. */
    dryRun: boolean;
    /** The number of people in the source. */
    totalFound: number;
    /** The number of people who are suspended or inactive in the source. */
    totalSuspended: number;
    /** The number of people and members by outcome. */
    counts: {
        /** The number of new members. */
        imported: number;
        /** The number of people who needed no change. */
        skipped: number;
        /** The number of deactivated members. */
        deactivated: number;
        /** The number of reactivated members. */
        reactivated: number;
        /** The number of people who could not be processed. */
        error: number;
    };
    /** One item for each person or member that the sync looked at. */
    people: {
        /** The e-mail address, in lower case. */
        email: string;
        /**
         * The outcome for this person.
         * @enum {string}
         */
        status: "imported" | "skipped" | "deactivated" | "reactivated" | "error";
        /** The reason, where the outcome alone does not explain it. */
        reason?: string;
        /**
         * The status of the person in the source.
         * @enum {string}
         */
        providerStatus?: "active" | "inactive" | "suspended";
    }[];
};
/** The result, in the form of the kind of run. Absent until it is known. Ids of the records that the run works on may appear early. */
export type RunResult = SoaAutoFillResult | QuestionnaireParseResult | QuestionnaireAnswerResult | AnswersResult | AnswerAndExportResult | ConnectionChecksResult | EmployeeSyncResult;
/** Background work that continues after the response of the operation that started it. */
export type Run = {
    /** Id of the run, `run_…`. */
    id: string;
    kind: RunKind;
    status: RunStatus;
    progress: RunProgress;
    result?: RunResult;
    /** Why the run failed. Present only when the status is `failed`. */
    error?: string;
    /**
     * Format: date-time
     * When the run was created.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the first attempt began. Absent before that.
     */
    startedAt?: string;
    /**
     * Format: date-time
     * When the run became final. Absent before that.
     */
    finishedAt?: string;
};
/** The approver to submit the document to. */
export type SoaSubmission = {
    /**
     * Id of the active member who has to approve the document, `mem_…`. The member must have the role owner or admin, and must not be
     *     platform staff.
     */
    approverId: string;
};
/** The reason for a decline. */
export type SoaDecline = {
    /** What has to change. Surrounding white space is removed, and a blank text is stored as null. */
    reason?: string | null;
};
/** The document to export. */
export type SoaExport = {
    /** Id of the approved document, `soa_doc_…`. */
    documentId: string;
    /** Id of the organization of the credential. It ensures that a statement is never exported for another organization. */
    organizationId: string;
    /**
     * File format.
     * @default pdf
     * @enum {string}
     */
    format?: "pdf";
};
/**
 * A PDF in A4 format. The title page has the organization, the framework, the version, the progress, the author, the approver and the
 *     dates. It is followed by each control with its number, title, objective, applicability (Yes, No, or N/A if it is not decided) and
 *     justification.
 */
export type SoaPdf = string;
/**
 * Status of reading the file. `completed` does not mean that questions are answered, because a separate run answers them.
 * @enum {string}
 */
export type QuestionnaireStatus = (typeof QuestionnaireStatus)[keyof typeof QuestionnaireStatus];
export const QuestionnaireStatus = {
    parsing: 'parsing',
    completed: 'completed',
    failed: 'failed',
} as const;
/**
 * Where the request to answer the questionnaire came from.
 * @enum {string}
 */
export type QuestionnaireSource = (typeof QuestionnaireSource)[keyof typeof QuestionnaireSource];
export const QuestionnaireSource = {
    internal: 'internal',
    external: 'external',
} as const;
/** Fields that every representation of a questionnaire has. */
export type QuestionnaireCore = {
    /** Id of the questionnaire, `qst_…`. */
    id: string;
    /** Id of the organization that answers the questionnaire. */
    organizationId: string;
    /** Name of the uploaded file, or the name that was given to it later. */
    fileName: string;
    /** Name of the sender, or null. */
    vendorName: string | null;
    /** Media type of the file. */
    fileType: string;
    /** Size of the file in bytes. */
    fileSize: number;
    /** Whether the file can be downloaded. */
    hasFile: boolean;
    status: QuestionnaireStatus;
    /** Why the file could not be read, or null. */
    error: string | null;
    /**
     * Format: date-time
     * When the questions were found, or null.
     */
    parsedAt: string | null;
    /** Number of questions that were found. */
    totalQuestions: number;
    /** Number of questions that have an answer. */
    answeredQuestions: number;
    source: QuestionnaireSource;
    /** Id of the latest run of the questionnaire, `run_…`. Null when the run is no longer kept. */
    runId: string | null;
    /**
     * Format: date-time
     * When the questionnaire was uploaded.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the questionnaire or one of its answers was last changed.
     */
    updatedAt: string;
};
/** A question of a questionnaire with its answer. */
export type QuestionAnswer = {
    /** Id of the question, `qqa_…`. */
    id: string;
    /** Id of the questionnaire, `qst_…`. */
    questionnaireId: string;
    /** Text of the question in the file. */
    question: string;
    /** The answer in plain text, or null. */
    answer: string | null;
    status: AnswerStatus;
    /** Index of the question in the questionnaire, starting at 0. */
    questionIndex: number;
    /** Sources of the answer, best first. Null if the question has no answer. */
    sources: AnswerSource[] | null;
    /**
     * Format: date-time
     * When the answer was generated or accepted. Null unless the status is `generated`.
     */
    generatedAt: string | null;
    /** Id of the user who last edited the answer by hand, `usr_…`, or null. */
    updatedById: string | null;
    /**
     * Format: date-time
     * When the question was found.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the answer was last changed.
     */
    updatedAt: string;
};
/** A questionnaire in a list. */
export type QuestionnaireListItem = QuestionnaireCore & {
    /** The questions, in the order of the file. Included only on request. */
    questions?: QuestionAnswer[];
};
/** One page of questionnaires. */
export type QuestionnairePage = {
    /** The questionnaires on this page. */
    data: QuestionnaireListItem[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/** Name of the sender. Surrounding white space is removed, and a blank name is stored as null. */
export type QuestionnaireVendorName = string | null;
/** A new questionnaire. Exactly one of `fileData` and `fileKey` is set. */
export type QuestionnaireCreate = {
    fileName: FileName;
    fileType: FileType;
    fileData?: FileData;
    /** Key of an upload with the purpose `questionnaire`. */
    fileKey?: FileKey;
    vendorName?: QuestionnaireVendorName;
    /** @default internal */
    source?: QuestionnaireSource;
    /**
     * Whether to answer the questions after they are found.
     * @default false
     */
    autoAnswer?: boolean;
} & ({
    /** Set when the other field is not set. */
    fileData: string;
} | {
    /** Set when the other field is not set. */
    fileKey: string;
});
/** A questionnaire with its questions. */
export type Questionnaire = QuestionnaireCore & {
    /** The questions, in the order of the file. */
    questions: QuestionAnswer[];
};
/** A file with questions. */
export type QuestionnaireParse = {
    fileData: FileData;
    fileType: FileType;
    fileName?: FileName;
    vendorName?: QuestionnaireVendorName;
};
/** A question that was found in a file. */
export type ParsedQuestion = {
    /** Text of the question in the file. */
    question: string;
    /** The answer that the file already contains, or null. */
    answer: string | null;
};
/** The questions that were found in a file. */
export type ParsedQuestionnaire = {
    /** Name of the sender from the request, or null. */
    vendorName: string | null;
    /** Name of the file from the request, or null. */
    fileName: string | null;
    /** Number of questions that were found. */
    totalQuestions: number;
    /** The questions, in the order of the file. */
    questionsAndAnswers: ParsedQuestion[];
};
/** Text of the question. Surrounding white space is removed. */
export type QuestionnaireText = string;
/** Questions to answer. */
export type AnswersRequest = {
    /** The questions. A question that already has an answer is skipped. */
    questionsAndAnswers: {
        question: QuestionnaireText;
        /** The existing answer. A blank answer counts as no answer. */
        answer?: string | null;
        /**
         * Index of the question. Defaults to its index in this list.
         * @example 0
         */
        questionIndex?: number;
    }[];
    /** Id of the questionnaire to store the answers in, by question index. */
    questionnaireId?: string;
};
/** A question to answer. */
export type AnswerRequest = {
    question: QuestionnaireText;
    /**
     * Index of the question in the questionnaire.
     * @default 0
     */
    questionIndex?: number;
    /** Id of the questionnaire to store the answer in, at `questionIndex`. */
    questionnaireId?: string;
};
/**
 * File format. `zip` contains the other three formats.
 * @enum {string}
 */
export type QuestionnaireExportFormat = (typeof QuestionnaireExportFormat)[keyof typeof QuestionnaireExportFormat];
export const QuestionnaireExportFormat = {
    xlsx: 'xlsx',
    csv: 'csv',
    pdf: 'pdf',
    zip: 'zip',
} as const;
/** A questionnaire to answer and export. Exactly one of `fileData` and `fileKey` is set. */
export type QuestionnaireAnswerAndExport = {
    fileName: FileName;
    fileType: FileType;
    fileData?: FileData;
    /** Key of an upload with the purpose `questionnaire`. */
    fileKey?: FileKey;
    vendorName?: QuestionnaireVendorName;
    /** @default internal */
    source?: QuestionnaireSource;
    /** @default xlsx */
    format?: QuestionnaireExportFormat;
} & ({
    /** Set when the other field is not set. */
    fileData: string;
} | {
    /** Set when the other field is not set. */
    fileKey: string;
});
/** The fields to change. Fields that are left out stay unchanged. */
export type QuestionnaireUpdate = {
    fileName?: FileName;
    vendorName?: QuestionnaireVendorName;
};
/** A temporary link to a file, which works without any other credential. */
export type FileLink = {
    /**
     * Format: uri
     * The signed address of the file.
     */
    downloadUrl: string;
    /** The name of the file. */
    fileName: string;
    /** The size of the file in bytes. */
    fileSize?: number;
    /** How long the address works, in seconds. */
    expiresIn: number;
};
/** A source as the API returned it, or with fewer fields. A source that is given twice is stored once, with its best score. */
export type AnswerSourceInput = {
    /**
     * Kind of the record that contains the passage.
     * @enum {string}
     */
    sourceType: "policy" | "context" | "manual_answer" | "knowledge_base_document" | "soa_answer" | "risk" | "control";
    /** Id of the record. */
    sourceId?: string | null;
    /** Label of the source. It is kept if it cannot be derived from the other fields. */
    sourceName?: string | null;
    /** Name of the policy. */
    policyName?: string | null;
    /**
     * Name of the document.
     * @example Penetration test 2026.pdf
     */
    documentName?: string | null;
    /**
     * The question of an answer that was written by hand.
     * @example Do you encrypt laptops?
     */
    manualAnswerQuestion?: string | null;
    /** Text of the passage. */
    excerpt?: string | null;
    /** Relevance of the passage. */
    score: number;
};
/** The new answer to a question. */
export type QuestionAnswerSet = {
    /** The answer in plain text. Surrounding white space is removed, and a blank answer is stored as null. */
    answer: string | null;
    /**
     * `manual` for an answer that a person wrote, or `generated` to accept a suggestion.
     * @enum {string}
     */
    status: "generated" | "manual";
    /** Sources of the answer. If they are left out, the stored sources stay unchanged. */
    sources?: AnswerSourceInput[];
};
/**
 * Format: binary
 * The bytes of a file.
 */
export type FileContent = string;
/** A CSV file with the columns `#`, `Question` and `Answer`. Every field is in quotation marks. */
export type QuestionnaireTable = string;
/**
 * Whether the public page is visible. Only a `published` page is.
 * @enum {string}
 */
export type TrustPortalStatus = (typeof TrustPortalStatus)[keyof typeof TrustPortalStatus];
export const TrustPortalStatus = {
    draft: 'draft',
    published: 'published',
} as const;
/** A question with its answer. */
export type TrustPortalFaq = {
    /** Id of the question, `tfq_…`. */
    id: string;
    /** The question. */
    question: string;
    /** The answer in Markdown. */
    answer: string;
    /** The position in the list, starting at 0. */
    order: number;
};
/**
 * A framework that the page can show.
 * @enum {string}
 */
export type TrustPortalFramework = (typeof TrustPortalFramework)[keyof typeof TrustPortalFramework];
export const TrustPortalFramework = {
    iso_27001: 'iso_27001',
    iso_42001: 'iso_42001',
    gdpr: 'gdpr',
    hipaa: 'hipaa',
    soc2_type1: 'soc2_type1',
    soc2_type2: 'soc2_type2',
    soc3: 'soc3',
    pci_dss: 'pci_dss',
    nen_7510: 'nen_7510',
    iso_9001: 'iso_9001',
    pipeda: 'pipeda',
    ccpa: 'ccpa',
} as const;
/**
 * The status of a framework as the page shows it.
 * @enum {string}
 */
export type TrustPortalFrameworkStatus = (typeof TrustPortalFrameworkStatus)[keyof typeof TrustPortalFrameworkStatus];
export const TrustPortalFrameworkStatus = {
    started: 'started',
    in_progress: 'in_progress',
    compliant: 'compliant',
} as const;
/** How the page shows a framework. */
export type TrustPortalFrameworkSetting = {
    framework: TrustPortalFramework;
    /** Whether the page shows the framework. */
    enabled: boolean;
    status: TrustPortalFrameworkStatus;
};
/** The trust portal of the organization with all of its settings. */
export type TrustPortal = {
    /** Id of the organization, `org_…`. */
    organizationId: string;
    status: TrustPortalStatus;
    /** Whether the page is published. */
    enabled: boolean;
    /** Whether any content is set: a domain, a contact, an overview, a question or a framework. Otherwise all settings have their defaults. */
    isConfigured: boolean;
    /** The last part of the address of the page, unique among all organizations. Null until the page is published or the address is set. */
    friendlyUrl: string | null;
    /** The custom domain, or null. */
    domain: string | null;
    /** Whether the domain is verified. */
    domainVerified: boolean;
    /**
     * Format: email
     * The e-mail address that is notified of access requests, or null.
     */
    contactEmail: string | null;
    /** The e-mail domains whose users bypass the NDA. */
    allowedDomains: string[];
    /** The e-mail addresses that bypass the NDA. */
    allowedEmails: string[];
    /** The heading of the overview, or null. */
    overviewTitle: string | null;
    /** The text of the overview in Markdown, or null. */
    overviewContent: string | null;
    /** Whether the page shows the overview. */
    showOverview: boolean;
    /** A draft of the overview, based on the mission and vision of the organization. Null when these are not set or an overview exists. */
    defaultOverviewContent: string | null;
    /** Whether readers may request answers to a security questionnaire. */
    securityQuestionnaireEnabled: boolean;
    /** The brand color of the organization as `#RRGGBB`, or null. */
    primaryColor: string | null;
    /** The questions and answers, in their order. */
    faqs: TrustPortalFaq[];
    /** Every framework that the page can show. */
    frameworks: TrustPortalFrameworkSetting[];
    /**
     * Format: date-time
     * When a setting was first changed, or null.
     */
    createdAt: string | null;
    /**
     * Format: date-time
     * When a setting was last changed, or null.
     */
    updatedAt: string | null;
};
/** The settings to change, at least one. */
export type TrustPortalSettingsUpdate = {
    /** The last part of the address of the page. It has lower-case letters, digits and hyphens. */
    friendlyUrl?: string;
    /**
     * Format: email
     * The e-mail address that is notified of access requests. Null clears it.
     */
    contactEmail?: string | null;
    /** The brand color of the organization. Null clears it. */
    primaryColor?: string | null;
};
/** The state to set. */
export type TrustPortalSwitch = {
    /** Whether to turn it on. */
    enabled: boolean;
};
/** A host name with at least two labels, such as `trust.example.com`. It is trimmed and stored in lower case. */
export type TrustPortalHostName = string;
/** The custom domain to set. */
export type TrustPortalDomainSet = {
    domain: TrustPortalHostName;
};
/** A DNS record that has to be set. */
export type TrustPortalDnsRecord = {
    /**
     * The type of the record.
     * @enum {string}
     */
    type: "CNAME" | "TXT";
    /** The name of the record. */
    domain: string;
    /** What it has to say. */
    value: string;
    /** Whether the record was found. Where nothing is looked up, the value comes from the last check. */
    verified: boolean;
    /** What was found instead. Absent unless the record was looked up and not found. */
    reason?: string;
};
/** The custom domain and the DNS records that verify it. */
export type TrustPortalDomainStatus = {
    /** The custom domain. */
    domain: string;
    /** Whether the domain is verified, according to the last check. */
    verified: boolean;
    /** The DNS records that have to be set. */
    verification: TrustPortalDnsRecord[];
    /** The host that the CNAME record has to point to. */
    cnameTarget: string;
};
/** The result of a domain check. */
export type TrustPortalDnsCheck = {
    /** Whether the domain is verified, which means that both records are right. The stored value when `transient` is true. */
    verified: boolean;
    /** Whether the CNAME record points to the service. */
    isCnameVerified: boolean;
    /** Whether the TXT record with the id of the organization was found. */
    isTxtVerified: boolean;
    /** The host that the CNAME record has to point to. */
    recommendedCname: string;
    /** Whether the check was inconclusive, in which case its result is not stored. */
    transient: boolean;
    /** What is missing, or null. */
    reason: string | null;
};
/** The whole list of questions and answers. */
export type TrustPortalFaqsReplace = {
    /** The questions and answers, in their order. */
    faqs: {
        /** The question. It is trimmed. */
        question: string;
        /** The answer in Markdown. */
        answer: string;
    }[];
};
/** The questions and answers of the page. */
export type TrustPortalFaqList = {
    /** The questions and answers, in their order. */
    data: TrustPortalFaq[];
};
/** The whole list of e-mail domains. */
export type TrustPortalAllowedDomainsReplace = {
    /** The e-mail domains. An empty list clears them. */
    domains: TrustPortalHostName[];
};
/** The list after the change. */
export type TrustPortalTextList = {
    /** The entries, in lower case, without duplicates and in the given order. */
    data: string[];
};
/** The whole list of e-mail addresses. */
export type TrustPortalAllowedEmailsReplace = {
    /** The e-mail addresses. An empty list clears them. */
    emails: string[];
};
/** The frameworks to change. Each may occur only once. */
export type TrustPortalFrameworksUpdate = {
    /** The changes to each framework. */
    frameworks: {
        framework: TrustPortalFramework;
        /** Whether the page should show the framework. */
        enabled?: boolean;
        status?: TrustPortalFrameworkStatus;
    }[];
};
/** Every framework that the page can show. */
export type TrustPortalFrameworkList = {
    /** The frameworks, in a fixed order. */
    data: TrustPortalFrameworkSetting[];
};
/** The text at the top of the public page. */
export type TrustPortalOverview = {
    /** The heading, or null. */
    overviewTitle: string | null;
    /** The text in Markdown, or null. */
    overviewContent: string | null;
    /** Whether the page shows the overview. */
    showOverview: boolean;
};
/** The fields to change, at least one. */
export type TrustPortalOverviewUpdate = {
    /** The heading. It is trimmed, and null clears it. */
    overviewTitle?: string | null;
    /** The text in Markdown. Null clears it. */
    overviewContent?: string | null;
    /** Whether the page should show the overview. */
    showOverview?: boolean;
};
/**
 * The category of a provider.
 * @enum {string}
 */
export type IntegrationCategory = (typeof IntegrationCategory)[keyof typeof IntegrationCategory];
export const IntegrationCategory = {
    Cloud: 'Cloud',
    'Identity & Access': 'Identity & Access',
    'HR & People': 'HR & People',
    Development: 'Development',
    Communication: 'Communication',
    Monitoring: 'Monitoring',
    Infrastructure: 'Infrastructure',
    Security: 'Security',
    Productivity: 'Productivity',
} as const;
/**
 * A capability of a provider. `checks` collect evidence, and `sync` imports employees. More may come.
 * @enum {string}
 */
export type IntegrationCapability = (typeof IntegrationCapability)[keyof typeof IntegrationCapability];
export const IntegrationCapability = {
    checks: 'checks',
    sync: 'sync',
} as const;
/**
 * How the service authenticates to a provider.
 * @enum {string}
 */
export type IntegrationAuthStrategy = (typeof IntegrationAuthStrategy)[keyof typeof IntegrationAuthStrategy];
export const IntegrationAuthStrategy = {
    oauth2: 'oauth2',
    api_key: 'api_key',
    basic: 'basic',
    jwt: 'jwt',
    custom: 'custom',
} as const;
/** One option of a field or variable. */
export type IntegrationFieldOption = {
    /** What is stored. */
    value: string;
    /** The label to display. */
    label: string;
};
/** One field of the credential form of a provider. */
export type IntegrationCredentialField = {
    /** The name of the field in `credentials`. */
    id: string;
    /** The label to display. */
    label: string;
    /**
     * The type of input. Values of every type are write-only and never returned.
     * @enum {string}
     */
    type: "text" | "password" | "textarea" | "select" | "combobox" | "multi_select" | "number" | "url";
    /** Whether the field is needed to connect the provider. */
    required: boolean;
    /** An example to display in the empty field. */
    placeholder?: string;
    /** Where to find the value, or what it is used for. */
    helpText?: string;
    /** The options of a choice. */
    options?: IntegrationFieldOption[];
    /**
     * A regular expression that the value has to match.
     * @example ^https://
     */
    pattern?: string;
    /**
     * The value that is used when none is given.
     * @example https://api.example.com
     */
    defaultValue?: string;
};
/** A template of compliance tasks that checks provide evidence for. */
export type IntegrationTask = {
    /** Stable id of the template, for example `tls-https`. */
    id: string;
    /** The name to display. */
    name: string;
};
/** A part of a provider whose checks are enabled and disabled together. */
export type IntegrationService = {
    /** Id of the service, unique within the provider. */
    id: string;
    /** The name to display. */
    name: string;
    /** What the checks of the service examine. */
    description: string;
    /** Whether the service is enabled on a new connection. */
    enabledByDefault: boolean;
    /** Whether the service has checks yet. A service without checks is never enabled. */
    implemented: boolean;
    /** The task templates that the checks of the service provide evidence for. */
    mappedTasks: IntegrationTask[];
};
/** An external system that can be connected. */
export type IntegrationProvider = {
    /** Id of the provider, which is its slug and never changes. */
    id: string;
    /** The name to display. */
    name: string;
    /** What connecting the provider is good for. */
    description: string;
    category: IntegrationCategory;
    /**
     * Format: uri
     * The logo, served by this service.
     */
    logoUrl: string;
    authStrategy: IntegrationAuthStrategy;
    /** What the provider can be used for. */
    capabilities: IntegrationCapability[];
    /** Whether new connections to the provider can be created. */
    isActive: boolean;
    /**
     * Format: uri
     * The documentation of the provider, or null.
     * @example https://docs.example.com/scim
     */
    docsUrl: string | null;
    /** The form for the credentials. */
    credentialFields: IntegrationCredentialField[];
    /** What has to be set up in the external system first, or null. */
    setupInstructions: string | null;
    /**
     * A script that performs the setup, or null.
     * @example echo "Create a service account"
     */
    setupScript: string | null;
    /** With `oauth2`, whether an OAuth client is configured. Null for other strategies. */
    oauthConfigured: boolean | null;
    /** The task templates that the checks of the provider provide evidence for. */
    mappedTasks: IntegrationTask[];
    /** The variables that have to be set before checks start automatically. */
    requiredVariables: string[];
    /** Whether an organization may connect the provider more than once. */
    supportsMultipleConnections: boolean;
    /** The services whose checks can be disabled. */
    services: IntegrationService[];
};
/** The providers, sorted by name. */
export type IntegrationProviderList = {
    /** The providers. */
    data: IntegrationProvider[];
};
/**
 * The status of a connection. `error` requires a member to act, as `errorMessage` explains. `paused` means that a member paused it.
 *     `disconnected` means that it has no credentials any more.
 * @enum {string}
 */
export type IntegrationConnectionStatus = (typeof IntegrationConnectionStatus)[keyof typeof IntegrationConnectionStatus];
export const IntegrationConnectionStatus = {
    pending: 'pending',
    active: 'active',
    error: 'error',
    paused: 'paused',
    disconnected: 'disconnected',
} as const;
/** The value of a variable. A `multi_select` has a list of strings. */
export type IntegrationVariableValue = string | number | boolean | string[];
/** The values that tell a connection from others. They never contain a secret. */
export type IntegrationMetadata = {
    [key: string]: IntegrationVariableValue;
};
/** The fields that every form of a connection has. */
export type IntegrationConnectionCore = {
    /** Id of the connection, `icn_…`. */
    id: string;
    /** Id of the provider, `prv_…`. */
    providerId: string;
    /** Slug of the provider. */
    providerSlug: string;
    /** Name of the provider. */
    providerName: string;
    /** The label of the connection. It is `metadata.connectionName`, otherwise the account, otherwise derived from the id. */
    label: string;
    status: IntegrationConnectionStatus;
    authStrategy: IntegrationAuthStrategy;
    /**
     * Format: date-time
     * When a check or a sync last used the connection. Null if none has.
     */
    lastSyncAt: string | null;
    /**
     * Format: date-time
     * When the schedule will use the connection next. Null if it will not.
     */
    nextSyncAt: string | null;
    /** The cron expression of the connection, in UTC. Null means the default schedule, which is once a day. */
    syncCadence: string | null;
    metadata: IntegrationMetadata;
    /** The values of the variables, by id. Variables that are not set are absent. */
    variables: {
        [key: string]: IntegrationVariableValue;
    };
    /** What is wrong while the status is `error`, otherwise null. It contains no secret. */
    errorMessage: string | null;
    /**
     * Format: date-time
     * When the connection was created.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the connection was last changed.
     */
    updatedAt: string;
};
/** A connection as it appears in the list. */
export type IntegrationConnectionListItem = IntegrationConnectionCore;
/** One page of connections. */
export type IntegrationConnectionPage = {
    /** The connections. */
    data: IntegrationConnectionListItem[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/** A string. A `multi_select` takes a list of strings. */
export type IntegrationCredentialValue = string | string[];
/**
 * The credentials, by the ids in `credentialFields` of the provider. A field that the provider does not have is 400. The values are stored
 *     encrypted and are never returned.
 */
export type IntegrationCredentials = {
    [key: string]: IntegrationCredentialValue;
};
/** The value, which has the type of the variable. Null clears it. */
export type IntegrationVariableInput = string | number | boolean | string[] | null;
/** The connection to create. */
export type IntegrationConnectionCreate = {
    /** Slug of the provider. */
    providerSlug: string;
    /** @default {} */
    credentials?: IntegrationCredentials;
    /**
     * The values of the variables, by id, as `updateConnectionVariables` takes them.
     * @default {}
     */
    variables?: {
        [key: string]: IntegrationVariableInput;
    };
    /** The metadata of the connection. */
    metadata?: {
        /** The label of the connection. It is trimmed. */
        connectionName?: string;
    };
};
/** A provider that the organization has connected. */
export type IntegrationConnection = IntegrationConnectionCore & {
    /** The form for the credentials. */
    credentialFields: IntegrationCredentialField[];
};
/** The changes, at least one. Fields that are left out keep their value. */
export type IntegrationConnectionUpdate = {
    /** The fields to set. Fields that are left out keep their value, and null removes a field. `connectionName` is the label. */
    metadata?: {
        [key: string]: string | number | boolean | string[] | null;
    };
    /** A cron expression with five fields, in UTC, that comes due at most every 15 minutes. Null restores the default schedule. */
    syncCadence?: string | null;
};
/** The result of testing the credentials. */
export type ConnectionTestResult = {
    /** Whether the provider accepted the credentials. */
    ok: boolean;
    /** The result, which can be shown to a user. */
    message: string;
    /** The answer of the provider, with secrets removed. */
    providerMessage?: string;
};
/** The credentials to change. */
export type IntegrationCredentialsReplace = {
    /**
     * The values by field. Fields that are left out keep their value, and an empty string removes one. The values are stored encrypted and
     *     are never returned.
     */
    credentials: IntegrationCredentials;
};
/** The services of the provider and which of them the connection uses. */
export type ConnectionServices = {
    /** The services, in the order of the provider. */
    services: {
        /** Id of the service. */
        id: string;
        /** The name to display. */
        name: string;
        /** What the checks of the service examine. */
        description: string;
        /** Whether the service has checks yet. */
        implemented: boolean;
        /** Whether the checks of the service run on the connection. */
        enabled: boolean;
        /** The projects of the account in which the service was detected. */
        projects: string[];
    }[];
    /**
     * Whether the services are the default ones or were detected in the account.
     * @enum {string}
     */
    source: "default" | "detected";
    /** Whether the detection of services in use has finished. */
    detectionReady: boolean;
    /**
     * Format: date-time
     * When the detection finished. Null if it has not.
     * @example 2026-06-01T10:08:13.402Z
     */
    detectionCompletedAt: string | null;
};
/** The services to enable. */
export type ConnectionServicesSet = {
    /** Ids of all services that should be enabled. The others are disabled, and an empty list disables all of them. */
    serviceIds: string[];
};
/**
 * The severity of a finding.
 * @enum {string}
 */
export type CheckSeverity = (typeof CheckSeverity)[keyof typeof CheckSeverity];
export const CheckSeverity = {
    info: 'info',
    low: 'low',
    medium: 'medium',
    high: 'high',
    critical: 'critical',
} as const;
/** A check that a provider defines. */
export type IntegrationCheck = {
    /** Id of the check, unique within the provider. */
    id: string;
    /** The name to display. */
    name: string;
    /** What the check examines and what it expects. */
    description: string;
    /** The service that the check belongs to. Absent when it belongs to none. */
    service?: string;
    /** The task template that the check provides evidence for. */
    taskMapping?: string;
    /** The severity of its findings, unless a finding states another one. */
    defaultSeverity: CheckSeverity;
};
/** The checks of a provider. */
export type IntegrationCheckList = {
    /** The checks. */
    data: IntegrationCheck[];
};
/**
 * The status of a check run. `failed` means that at least one resource failed or that the check could not be carried out. `inconclusive`
 *     means that the check could not be judged for a reason outside the organization.
 * @enum {string}
 */
export type CheckRunStatus = (typeof CheckRunStatus)[keyof typeof CheckRunStatus];
export const CheckRunStatus = {
    pending: 'pending',
    running: 'running',
    success: 'success',
    failed: 'failed',
    cancelled: 'cancelled',
    inconclusive: 'inconclusive',
} as const;
/** A check with its latest run on a connection. */
export type ConnectionCheck = {
    /** Id of the check, unique within the provider. */
    id: string;
    /** The name to display. */
    name: string;
    /** What the check examines and what it expects. */
    description: string;
    /** The service that the check belongs to. Absent when it belongs to none. */
    service?: string;
    /** The task template that the check provides evidence for. */
    taskMapping?: string;
    /** The severity of its findings, unless a finding states another one. */
    defaultSeverity: CheckSeverity;
    /** Whether the service of the check is enabled. */
    enabled: boolean;
    /** The latest run of the check on the connection. Null if it has never run. */
    lastRun: ConnectionCheckLastRun | null;
};
/** The checks of a connection. */
export type ConnectionCheckList = {
    /** The checks. */
    data: ConnectionCheck[];
};
/**
 * What started the check run.
 * @enum {string}
 */
export type CheckRunTrigger = (typeof CheckRunTrigger)[keyof typeof CheckRunTrigger];
export const CheckRunTrigger = {
    manual: 'manual',
    scheduled: 'scheduled',
    api: 'api',
    connect: 'connect',
} as const;
/** The fields that every form of a check run has. */
export type CheckRunCore = {
    /** Id of the check run, `icr_…`. */
    id: string;
    /** Id of the connection that was checked, `icn_…`. */
    connectionId: string;
    /** The current label of the connection. */
    connectionLabel: string;
    /** Id of the background run, `run_…`. Null when the schedule started the check. */
    runId: string | null;
    /** Id of the check. For an employee sync it is `sync:` followed by the slug of the provider. */
    checkId: string;
    /** The name of the check at the time of the run. */
    checkName: string;
    /** The provider of the connection. */
    provider: CheckRunProvider;
    /**
     * Id of the compliance task that the check ran for, `tsk_…`, or null.
     * @example tsk_69a54f3c1b95e4a07d38f2c6
     */
    taskId: string | null;
    status: CheckRunStatus;
    triggeredBy: CheckRunTrigger;
    /**
     * Format: date-time
     * When the run began. Null while it has not.
     */
    startedAt: string | null;
    /**
     * Format: date-time
     * When the run ended. Null while it has not.
     */
    completedAt: string | null;
    /** The duration in milliseconds, or null. */
    durationMs: number | null;
    /** The number of resources that were checked. */
    totalChecked: number;
    /** The number of resources that passed. */
    passedCount: number;
    /** The number of resources that failed, without excepted ones. */
    failedCount: number;
    /** The number of resources that failed and are excepted. */
    exceptedCount: number;
    /** Why the check could not be carried out or judged, or null. It contains no secret. */
    errorMessage: string | null;
    /**
     * Format: date-time
     * When the run was created.
     */
    createdAt: string;
};
/** A check run as it appears in the list. */
export type CheckRunListItem = CheckRunCore;
/** One page of check runs. */
export type CheckRunPage = {
    /** The check runs. */
    data: CheckRunListItem[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/** The checks to run. */
export type ConnectionChecksRun = {
    /** Id of the only check to run. Without it every enabled check runs. */
    checkId?: string;
};
/** One line of the log of a check run. */
export type CheckRunLog = {
    /** Id of the check that wrote the line. */
    check?: string;
    /**
     * The level of the line.
     * @enum {string}
     */
    level: "info" | "warn" | "error";
    /** The message, without secrets. */
    message: string;
    /** Further data of the line. */
    data?: unknown;
    /**
     * Format: date-time
     * When the line was written.
     */
    timestamp: string;
};
/** The result of a check for one resource. */
export type CheckResult = {
    /** Id of the result, `icx_…`. */
    id: string;
    /** Id of the check run, `icr_…`. */
    checkRunId: string;
    /** Whether the resource passed the check. */
    passed: boolean;
    /** The type of the resource, for example `endpoint` or `user`. */
    resourceType: string;
    /** The id that the provider gives the resource. */
    resourceId: string;
    /** The result in one line. */
    title: string;
    /** The result in full. */
    description?: string;
    /** The severity of the finding. Absent when the resource passed. */
    severity?: CheckSeverity;
    /** How to fix the finding. Absent when the resource passed. */
    remediation?: string;
    /** The evidence as the provider gave it. */
    evidence?: unknown;
    /**
     * Format: date-time
     * When the resource was checked.
     */
    collectedAt: string;
    /** Whether the resource is excepted from the check. */
    excepted: boolean;
    /**
     * Id of the exception, `fex_…`, if the resource is excepted.
     * @example fex_6a0d5be1c47f290d8b36ea51
     */
    exceptionId?: string;
    /**
     * The reason for the exception, if the resource is excepted.
     * @example The page is retired at the end of the quarter.
     */
    exceptionReason?: string;
};
/** One run of one check on one connection. */
export type CheckRun = CheckRunCore & {
    /** The first 100 lines of the log. */
    logs: CheckRunLog[];
    /**
     * A sample of the results, which has at most five that failed, five that are excepted and five that passed, in this order. Evidence of
     *     more than 20000 characters is left out. `listCheckRunResults` returns every result with its complete evidence.
     */
    results: CheckResult[];
};
/** One page of results. */
export type CheckResultPage = {
    /** The results. */
    data: CheckResult[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/** The fields that every form of a variable has. */
export type IntegrationVariableCore = {
    /** Id of the variable, which is its name. */
    id: string;
    /** The label to display. */
    label: string;
    /**
     * The type of the value.
     * @enum {string}
     */
    type: "text" | "number" | "boolean" | "select" | "multi_select";
    /** Whether the variable has to be set before checks start automatically. */
    required: boolean;
    /** The value that is used while the variable is not set. */
    default?: IntegrationVariableValue;
    /** What the variable is used for. */
    helpText?: string;
    /** An example to display in the empty field. */
    placeholder?: string;
    /** The options, if they are the same for every connection. */
    options?: IntegrationFieldOption[];
    /** Whether the options are requested from the provider. */
    hasDynamicOptions: boolean;
};
/** A setting of a provider or of one of its checks. */
export type IntegrationVariable = IntegrationVariableCore;
/** The variables. Those of the provider come before those of its checks. */
export type IntegrationVariableList = {
    /** The variables. */
    data: IntegrationVariable[];
};
/** The value on the connection. Null when it is not set. */
export type IntegrationVariableCurrent = string | number | boolean | string[] | null;
/** A setting with its value on a connection. */
export type ConnectionVariable = IntegrationVariableCore & {
    currentValue: IntegrationVariableCurrent;
};
/** The variables with their values on the connection. */
export type ConnectionVariableList = {
    /** The variables. */
    data: ConnectionVariable[];
};
/** The variables to change. */
export type ConnectionVariablesUpdate = {
    /**
     * The values by id. Variables that are left out keep their value, and null clears one. A variable that the provider does not have is
     *     400.
     */
    variables: {
        [key: string]: IntegrationVariableInput;
    };
};
/** The options of a variable. */
export type IntegrationOptionList = {
    /** The options, sorted by label. */
    data: IntegrationFieldOption[];
};
/**
 * The status of a connection that employees come from.
 * @enum {string}
 */
export type SyncConnectionStatus = (typeof SyncConnectionStatus)[keyof typeof SyncConnectionStatus];
export const SyncConnectionStatus = {
    active: 'active',
    error: 'error',
} as const;
/** A provider that supplies employees. */
export type SyncProvider = {
    /** Slug of the provider. */
    slug: string;
    /** The name to display. */
    name: string;
    /**
     * Format: uri
     * The logo, served by this service.
     */
    logoUrl: string;
    /** Whether the provider has an active connection. */
    connected: boolean;
    /** The status of the active connection, otherwise of the newest one if it is in `error`. Null when neither exists. */
    connectionStatus: SyncConnectionStatus | null;
    /** Id of that connection, `icn_…`. */
    connectionId?: string;
    /**
     * Format: date-time
     * When the connection was last used. Null if it never was.
     */
    lastSyncAt?: string | null;
    /**
     * Format: date-time
     * When the schedule will use the connection next. Null if it will not.
     */
    nextSyncAt?: string | null;
};
/** The providers, sorted by name. */
export type SyncProviderList = {
    /** The providers. */
    data: SyncProvider[];
};
/** The provider that the daily employee sync reads. */
export type SyncProviderChoice = {
    /** Slug of the provider, or null for none. */
    providerSlug: string | null;
};
/** The provider to set. */
export type SyncProviderChoiceSet = {
    /** Slug of the provider, or null for none. */
    providerSlug: string | null;
};
/**
 * The type of a sync.
 * @enum {string}
 */
export type SyncEventType = (typeof SyncEventType)[keyof typeof SyncEventType];
export const SyncEventType = {
    employee_sync: 'employee_sync',
    device_sync: 'device_sync',
} as const;
/**
 * The status of a sync.
 * @enum {string}
 */
export type SyncStatus = (typeof SyncStatus)[keyof typeof SyncStatus];
export const SyncStatus = {
    pending: 'pending',
    running: 'running',
    success: 'success',
    failed: 'failed',
} as const;
/**
 * What started the sync.
 * @enum {string}
 */
export type SyncTrigger = (typeof SyncTrigger)[keyof typeof SyncTrigger];
export const SyncTrigger = {
    manual: 'manual',
    scheduled: 'scheduled',
    api: 'api',
} as const;
/** One sync, whether or not it changed anything. */
export type SyncLog = {
    /** Id of the sync, `isl_…`. */
    id: string;
    /** Id of the connection that was read, `icn_…`. */
    connectionId: string;
    /** Id of the organization. */
    organizationId: string;
    /** Slug of the provider. */
    providerSlug: string;
    eventType: SyncEventType;
    status: SyncStatus;
    /**
     * Format: date-time
     * When the sync began.
     */
    startedAt?: string;
    /**
     * Format: date-time
     * When the sync ended.
     */
    completedAt?: string;
    /** The duration in milliseconds. */
    durationMs?: number;
    /** The result, once the sync has succeeded. */
    result?: EmployeeSyncResult;
    /** Why the sync failed. It contains no secret. */
    error?: string;
    triggeredBy: SyncTrigger;
    /** Id of the user who started the sync, `usr_…`. Absent when the schedule started it. */
    userId?: string;
    /**
     * Format: date-time
     * When the sync was created.
     */
    createdAt: string;
};
/** One page of syncs. */
export type SyncLogPage = {
    /** The syncs. */
    data: SyncLog[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/** The sync status of a provider. */
export type SyncProviderStatus = {
    /** Whether the provider has an active connection. */
    connected: boolean;
    /** Id of the active connection, otherwise of the newest one, `icn_…`. Absent when the provider has no connection. */
    connectionId?: string;
    /**
     * Format: date-time
     * When the connection was last used. Null if it never was.
     */
    lastSyncAt?: string | null;
    /**
     * Format: date-time
     * When the schedule will use the connection next. Null if it will not.
     */
    nextSyncAt?: string | null;
};
/**
 * Kind of the record. `task` covers compliance tasks and task items.
 * @enum {string}
 */
export type CommentEntityType = (typeof CommentEntityType)[keyof typeof CommentEntityType];
export const CommentEntityType = {
    task: 'task',
    vendor: 'vendor',
    risk: 'risk',
    policy: 'policy',
    finding: 'finding',
} as const;
/** The user who wrote the comment. This stays when the user leaves. */
export type CommentAuthor = {
    /** Id of the user, `usr_…`. */
    id: string;
    /** Display name. */
    name: string;
    /**
     * Format: email
     * E-mail address in lower case.
     */
    email: string;
    /**
     * Format: uri
     * URL of the picture, or null.
     */
    image: string | null;
    /** Whether the author is no longer an active member of the organization. */
    deactivated: boolean;
};
/** A file of a comment. A download link is created on request. */
export type CommentAttachment = {
    /** Id of the attachment, `att_…`. */
    id: string;
    /** Name of the file. */
    name: string;
    /** Media type, in lower case and without parameters. */
    type: string;
    /**
     * Format: date-time
     * When the file was added.
     */
    createdAt: string;
};
/** A comment on a record. */
export type Comment = {
    /** Id of the comment, `cmt_…`. */
    id: string;
    /** Text of the comment, with mentions in the form `@[label](usr_…)`. */
    content: string;
    author: CommentAuthor;
    /** Files of the comment, oldest first, without download links. */
    attachments: CommentAttachment[];
    /**
     * Format: date-time
     * When the comment was written.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the comment was last edited, or null.
     */
    updatedAt: string | null;
    entityType: CommentEntityType;
    /** Id of the record. */
    entityId: string;
};
/** One page of comments. */
export type CommentPage = {
    /** The comments on this page. */
    data: Comment[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/** Plain text, which must not consist of white space only. Members are mentioned in the form `@[label](usr_…)`. */
export type CommentContent = string;
/**
 * URL of the page where the comment was written. Links in notifications lead there if the URL belongs to the application and its path
 *     begins with the organization. Otherwise they lead to the page of the record.
 */
export type CommentContext = string;
/** What the file shows. It is trimmed, and a blank text is stored as null. */
export type AttachmentDescription = string;
/** A file of a comment. Exactly one of `fileData` and `fileKey` is set. */
export type CommentAttachmentCreate = {
    fileName: FileName;
    fileType: FileType;
    fileData?: FileData;
    /** Key of an upload of the organization with the purpose `attachment`. */
    fileKey?: FileKey;
    description?: AttachmentDescription;
    /**
     * Id of the user who adds the file, `usr_…`, who must be an active member of the organization. With an API key, it defaults to the
     *     author of the comment. With a session, it is ignored.
     */
    userId?: string;
} & ({
    /** Set when the other field is not set. */
    fileData: string;
} | {
    /** Set when the other field is not set. */
    fileKey: string;
});
/** A new comment. */
export type CommentCreate = {
    content: CommentContent;
    entityType: CommentEntityType;
    /** Id of the record. */
    entityId: string;
    contextUrl?: CommentContext;
    /** Files of the comment. If one of them is rejected, the comment is rejected as well. */
    attachments?: CommentAttachmentCreate[];
    /**
     * Id of the user who writes the comment, `usr_…`, who must be an active member of the organization. With an API key, it defaults to
     *     the user that the key acts for. With a session, it is ignored.
     */
    userId?: string;
};
/** The new content of a comment. */
export type CommentUpdate = {
    content: CommentContent;
    contextUrl?: CommentContext;
    /**
     * Id of the user who edits the comment, `usr_…`, who must be its author. With an API key, it is required. With a session, it is
     *     ignored.
     */
    userId?: string;
};
/**
 * The type of the record that a file belongs to.
 * @enum {string}
 */
export type AttachmentEntityType = (typeof AttachmentEntityType)[keyof typeof AttachmentEntityType];
export const AttachmentEntityType = {
    task: 'task',
    vendor: 'vendor',
    risk: 'risk',
    comment: 'comment',
    trust_nda: 'trust_nda',
    task_item: 'task_item',
    background_check: 'background_check',
    employment_onboard: 'employment_onboard',
    employment_offboard: 'employment_offboard',
    offboarding_checklist: 'offboarding_checklist',
} as const;
/**
 * The kind of a file, derived from its media type. `application` and `text` types are documents.
 * @enum {string}
 */
export type AttachmentType = (typeof AttachmentType)[keyof typeof AttachmentType];
export const AttachmentType = {
    image: 'image',
    video: 'video',
    audio: 'audio',
    document: 'document',
    other: 'other',
} as const;
/** The fields that every form of an attachment has. */
export type AttachmentCore = {
    /** Id of the attachment, `att_…`. */
    id: string;
    /** The name of the file, as it was given. */
    name: string;
    type: AttachmentType;
    /** The media type of the file, in lower case and without parameters. */
    mimeType: string;
    /** The size of the file in bytes. */
    size: number;
    /** What the file shows, or null. */
    description: string | null;
    entityType: AttachmentEntityType;
    /** Id of the record that the file belongs to. */
    entityId: string;
    /** Id of the comment that the file belongs to, `cmt_…`, or null. */
    commentId: string | null;
    /** Id of the user who added the file, `usr_…`. Null when the account is deleted. */
    uploadedById: string | null;
    /** The SHA-256 hash of the bytes, in hexadecimal. */
    sha256: string;
    /**
     * Format: date-time
     * When the attachment was created.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the attachment was last changed.
     */
    updatedAt: string;
};
/** A file that is stored with a record. */
export type Attachment = AttachmentCore;
/** One page of attachments. */
export type AttachmentPage = {
    /** The attachments. */
    data: Attachment[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/**
 * Id of the user who adds the file, `usr_…`, who has to be an active member of the organization. It applies to requests with an API key
 *     only, and defaults to the user that the key acts for. With a session it is ignored.
 */
export type AttachmentUploader = string;
/** The file and the record that it belongs to. Exactly one of `fileData` and `fileKey` is set. */
export type AttachmentCreate = {
    fileName: FileName;
    fileType: FileType;
    fileData?: FileData;
    /** The key of an upload of the organization with the purpose `attachment`. */
    fileKey?: FileKey;
    description?: AttachmentDescription;
    userId?: AttachmentUploader;
    entityType: AttachmentEntityType;
    /** Id of the record. */
    entityId: string;
} & ({
    /** Set when `fileKey` is not. */
    fileData: string;
} | {
    /** Set when `fileData` is not. */
    fileKey: string;
});
/** A new attachment with a download link. */
export type AttachmentWithUrl = AttachmentCore & {
    /**
     * Format: uri
     * The signed link to the file, which works for 900 seconds.
     * @example https://files.example.com/5f2c9e81d7b3?expires=1779267600&signature=9b1e64c07fa2d853
     */
    downloadUrl: string;
};
/**
 * The purpose of the file, which determines its folder. An operation takes uploads of one purpose, which is `general` unless it names
 *     another.
 * @enum {string}
 */
export type UploadPurpose = (typeof UploadPurpose)[keyof typeof UploadPurpose];
export const UploadPurpose = {
    questionnaire: 'questionnaire',
    policy_pdf: 'policy_pdf',
    evidence: 'evidence',
    attachment: 'attachment',
    document: 'document',
    general: 'general',
} as const;
/** The file to upload. */
export type UploadCreate = {
    purpose: UploadPurpose;
    fileName: FileName;
    fileType: FileType;
    /** The size of the file in bytes, if it is known. A value of more than 104857600 is refused at once. */
    size?: number;
};
/**
 * The status of an upload. It is `pending` until the bytes arrive, `uploaded` until an operation has read them, then `consumed`. It is
 *     `expired` after 15 minutes without bytes, or after 24 hours without being read, and its bytes are then deleted.
 * @enum {string}
 */
export type UploadStatus = (typeof UploadStatus)[keyof typeof UploadStatus];
export const UploadStatus = {
    pending: 'pending',
    uploaded: 'uploaded',
    consumed: 'consumed',
    expired: 'expired',
} as const;
/** The fields that every form of an upload has. */
export type UploadCore = {
    /** Id of the upload, `upl_…`. */
    id: string;
    /** The key to pass to the operation that uses the file. */
    fileKey: string;
    purpose: UploadPurpose;
    /** The trimmed name of the file. */
    fileName: string;
    /** The media type of the file, in lower case and without parameters. */
    fileType: string;
    status: UploadStatus;
    /** The size of the file in bytes. Null until the bytes have arrived. */
    size: number | null;
    /** The SHA-256 hash of the bytes, in hexadecimal. Null until the bytes have arrived and, with external storage, until they are read. */
    sha256: string | null;
    /**
     * Format: date-time
     * When the upload was created.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the upload expires. Until the bytes arrive, this is the time until which they are accepted.
     */
    expiresAt: string;
};
/** An upload with the address for its bytes. */
export type UploadCreated = UploadCore & {
    /**
     * Format: uri
     * The signed address for a PUT of the raw bytes. It is returned only once.
     */
    uploadUrl: string;
    /**
     * How long the address works, in seconds.
     * @constant
     */
    expiresIn: 900;
};
/** The storage usage and limits of an organization. */
export type UploadUsage = {
    /** The bytes of all files. */
    storage: {
        /** The number of stored bytes. */
        usedBytes: number;
        /** The number of bytes that may be stored. Null when storage is unlimited. */
        quotaBytes: number | null;
    };
    /** The uploads whose bytes have not arrived. */
    unfinishedUploads: {
        /** The number of pending uploads. */
        count: number;
        /** The number of uploads that may be pending at a time. */
        limit: number;
    };
};
/** A file that was sent in advance, or will be. */
export type Upload = UploadCore;
/** The bytes that were stored. */
export type UploadContent = {
    /** Id of the upload, `upl_…`. */
    id: string;
    /** The key to pass to the operation that uses the file. */
    fileKey: string;
    /** The size of the file in bytes. */
    size: number;
    /** The SHA-256 hash of the bytes, in hexadecimal. */
    sha256: string;
};
/**
 * The type of the record that an entry is about.
 * @enum {string}
 */
export type AuditLogEntityType = (typeof AuditLogEntityType)[keyof typeof AuditLogEntityType];
export const AuditLogEntityType = {
    organization: 'organization',
    framework: 'framework',
    requirement: 'requirement',
    control: 'control',
    policy: 'policy',
    task: 'task',
    people: 'people',
    risk: 'risk',
    vendor: 'vendor',
    tests: 'tests',
    integration: 'integration',
    trust: 'trust',
    finding: 'finding',
    pentest: 'pentest',
} as const;
/**
 * The value of one field before and after the change. A nested object appears as `[Object]` and a secret as `[REDACTED]`. An assignee or
 *     approver appears by name and id, or as `Unassigned`.
 */
export type AuditLogChange = {
    /** The value before the change. Null on creation. */
    previous: unknown;
    /** The value after the change. */
    current: unknown;
};
/**
 * The details of the action. Entries of the service itself have no method, path and permission. Areas add members of their own, such as
 *     `findingId`, so ignore unknown members. Secrets are replaced by `[REDACTED]`, in `path` too, and contents of files are left out.
 */
export type AuditLogData = {
    /** The action, which is the bare text of the description or a word such as `scan_completed`. */
    action: string;
    /**
     * The method of the request.
     * @enum {string}
     */
    method?: "POST" | "PATCH" | "PUT" | "DELETE" | "GET";
    /** The path of the request with its query. */
    path?: string;
    /** The resource of the permission, such as `risk`. */
    resource: string;
    /**
     * The action of the permission, which the method implies.
     * @enum {string}
     */
    permission?: "create" | "read" | "update" | "delete";
    /** The changes by field, or a list of sentences for task items. Absent when nothing changed. */
    changes?: {
        [key: string]: AuditLogChange;
    } | string[];
    /**
     * Id of the platform staff user who acted in the session of the user.
     * @example usr_69a4d2e3f8a1507bc92e6d41
     */
    impersonatedBy?: string;
    /** The API key that acted, for example `API key "HR sync"`. */
    via?: string;
} & {
    [key: string]: unknown;
};
/** A record of one change, or of one of the reads that are logged too, such as exports. An entry never changes. */
export type AuditLogEntry = {
    /** Id of the entry, `aud_…`. */
    id: string;
    /**
     * Format: date-time
     * When the entry was written.
     */
    timestamp: string;
    /** Id of the organization that the entry belongs to. */
    organizationId: string;
    /**
     * Id of the user who acted, `usr_…`. With an API key it is the user that the key acts for. Null for actions of the service itself,
     *     public actions and anonymous reports.
     */
    userId: string | null;
    /** Id of the membership of the user, `mem_…`, or null. */
    memberId: string | null;
    /** The type of the record that the entry is about, or null. */
    entityType: AuditLogEntityType | null;
    /** Id of the record that the entry is about. Null when the entry is not about a single record. */
    entityId: string | null;
    /**
     * The action in words, or null. It begins with `[Impersonated] ` when platform staff acted as the user, and ends with ` [via …]` when
     *     an API key acted.
     */
    description: string | null;
    data: AuditLogData;
    /** The user at the time of writing, or null. It stays when the user is deleted. */
    user: UserSummary | null;
    /** The current state of the member. Null when the member does not exist or was removed. The hash does not cover it. */
    member: AuditLogEntryMember | null;
    /** The position in the chain of the organization. Positions start at 1 and have no gaps. */
    sequence: number;
    /** The hash of the previous entry in the chain. Null for the first entry. */
    previousHash: string | null;
    /**
     * The SHA-256 hash in hexadecimal. Its input is `previousHash` (nothing for the first entry) followed by the canonical JSON (RFC 8785)
     *     of an object with id, sequence, timestamp, organizationId, userId, memberId, entityType, entityId, description, data and user.
     */
    hash: string;
};
/** One page of entries. */
export type AuditLogPage = {
    /** The entries. */
    data: AuditLogEntry[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/** JSON lines. Each line is one AuditLogEntry and ends with a line feed. Without entries the body is empty. */
export type AuditLogLines = string;
/**
 * What is wrong. `entry_missing` means that the entry, or the one before it, does not exist. `entry_changed` means that the hash of the
 *     entry does not match its content, or that the entry does not follow the one before it. `head_changed` means that the log does not end
 *     where its last writer left it. `checkpoint_differs` means that the entry is not the one that was signed. `checkpoint_missing` means that
 *     the previous checkpoint is missing or is another one. `signature_invalid` means that the signature does not match the content of the
 *     checkpoint. `key_unknown` means that the checkpoint was signed with a key that the installation does not vouch for. More may come.
 * @enum {string}
 */
export type AuditLogFault = (typeof AuditLogFault)[keyof typeof AuditLogFault];
export const AuditLogFault = {
    entry_missing: 'entry_missing',
    entry_changed: 'entry_changed',
    head_changed: 'head_changed',
    checkpoint_differs: 'checkpoint_differs',
    checkpoint_missing: 'checkpoint_missing',
    signature_invalid: 'signature_invalid',
    key_unknown: 'key_unknown',
} as const;
/** The result of verifying a window of the chain. */
export type AuditLogVerification = {
    /**
     * Whether every entry of the window has the right hash and follows the previous one, and every checkpoint of the window has a valid
     *     signature, follows the previous one and matches the entry at its position.
     */
    intact: boolean;
    /** The first position that was checked. 0 when the window was empty. */
    fromSequence: number;
    /** The last position that was checked. 0 when the window was empty. */
    toSequence: number;
    /**
     * The lowest position where something is missing or wrong. Null when the window is intact. When a checkpoint is wrong, the change lies
     *     at or before this position, and after `coveredSequence`.
     */
    firstBrokenSequence: number | null;
    /** What is wrong at that position, or null. */
    fault: AuditLogFault | null;
    /** The number of signed checkpoints of the window that were compared and are valid. */
    checkpoints: number;
    /**
     * The position of the last valid checkpoint of the window. Up to this position the entries are those that were signed. 0 when the
     *     window has no valid checkpoint.
     */
    coveredSequence: number;
    /** The highest position in the log according to its entries, its head or its checkpoints. 0 when the log is empty. */
    headSequence: number;
    /** The hash of the entry at that position, or null. A copy kept elsewhere shows later that nothing was cut off. */
    headHash: string | null;
    /**
     * Format: date-time
     * When the check was made.
     */
    checkedAt: string;
};
/**
 * A signed statement about the chain at a moment. The signature covers the canonical JSON (RFC 8785) of an object with id, organizationId,
 *     sequence, hash, previousCheckpointHash, createdAt and keyId.
 */
export type AuditCheckpoint = {
    /** Id of the checkpoint, `acp_…`. */
    id: string;
    /** Id of the organization that the log belongs to. */
    organizationId: string;
    /** The position of the last entry at that moment. */
    sequence: number;
    /** The hash of that entry, which covers all earlier entries as well. */
    hash: string;
    /** The SHA-256 hash, in hexadecimal, of the text that the signature of the previous checkpoint covers. Null for the first one. */
    previousCheckpointHash: string | null;
    /**
     * Format: date-time
     * When the checkpoint was created.
     */
    createdAt: string;
    /** Id of the key, which is the SHA-256 hash, in hexadecimal, of the public key in DER form (SubjectPublicKeyInfo). */
    keyId: string;
    /** The public key in PEM form, to be kept with what it signed. The signature does not cover it. */
    publicKey: string;
    /** The Ed25519 signature (RFC 8032), in base64. */
    signature: string;
    /**
     * Format: date-time
     * When the checkpoint was written outside of the database. Null when it was not, because the operator has configured no place for it
     *     or that place was not reachable yet. The signature does not cover it.
     */
    anchoredAt: string | null;
};
/** One page of checkpoints. */
export type AuditCheckpointPage = {
    /** The checkpoints. */
    data: AuditCheckpoint[];
    nextCursor: NextCursor;
    totalCount?: TotalCount;
};
/** A key with which the installation signs checkpoints, or signed earlier ones. */
export type AuditCheckpointKey = {
    /** Id of the key, which is the SHA-256 hash, in hexadecimal, of the public key in DER form. */
    keyId: string;
    /** The Ed25519 public key in PEM form. */
    publicKey: string;
    /** Whether new checkpoints are signed with this key. */
    isCurrent: boolean;
};
/** The keys that sign checkpoints. */
export type AuditCheckpointKeyList = {
    /** The keys. */
    data: AuditCheckpointKey[];
};
/** The task that the finding is about, or null. */
export type OverviewFindingTask = {
    /** Id of the task, `tsk_…`. */
    id: string;
    /** Title of the task. */
    title: string;
};
/** The evidence that the finding is about, or null. */
export type OverviewFindingEvidenceSubmission = {
    /**
     * Id of the submission, `evs_…`.
     * @example evs_69a5c1e0b37d42f8915ea06c
     */
    id: string;
    formType: EvidenceFormType;
};
/** A linked task in brief. */
export type ControlListItemTask = {
    /** Id of the task, `tsk_…`. */
    id: string;
    /** Title of the task. */
    title: string;
    status: TaskStatus;
};
/** A linked task in brief. */
export type RiskListItemTask = {
    /** Id of the task, `tsk_…`. */
    id: string;
    status: TaskStatus;
};
/** The framework in brief. */
export type SoaDocumentFramework = {
    /** Id of the framework, `frk_…`. */
    id: string;
    /** Name of the framework. */
    name: string;
};
/** The latest run of the check on the connection. Null if it has never run. */
export type ConnectionCheckLastRun = {
    /** Id of the check run, `icr_…`. */
    id: string;
    status: CheckRunStatus;
    /**
     * Format: date-time
     * When the run ended. Null while it has not.
     */
    completedAt: string | null;
    /** The number of resources that passed. */
    passedCount: number;
    /** The number of resources that failed, without excepted ones. */
    failedCount: number;
};
/** The provider of the connection. */
export type CheckRunProvider = {
    /** Slug of the provider. */
    slug: string;
    /** The name to display. */
    name: string;
};
/** The current state of the member. Null when the member does not exist or was removed. The hash does not cover it. */
export type AuditLogEntryMember = {
    /** Id of the member. */
    id: string;
    /** The leading role, which is the name of a built-in role or the id of a custom role. */
    role: string;
    /** The department, which is built-in or defined by the organization. */
    department: string;
    /** Whether the member is active. */
    isActive: boolean;
};

/** The lists that come in pages: what each holds, by its path. */
export interface Lists {
  '/v1/organization/api-keys': ApiKeyPage['data'][number];
  '/v1/people': MemberPage['data'][number];
  '/v1/people/mentionable': MemberPage['data'][number];
  '/v1/auth/invitations': InvitationPage['data'][number];
  '/v1/employees': EmployeeList['data'][number];
  '/v1/frameworks/available/{frameworkId}/requirements': RequirementDefinitionPage['data'][number];
  '/v1/frameworks/{id}/requirements': FrameworkRequirementPage['data'][number];
  '/v1/frameworks/{id}/controls': FrameworkControlPage['data'][number];
  '/v1/frameworks/{id}/tasks': FrameworkTaskPage['data'][number];
  '/v1/frameworks/{id}/evidence-submissions': FrameworkEvidencePage['data'][number];
  '/v1/frameworks/{id}/sync-history': FrameworkSyncPage['data'][number];
  '/v1/controls': ControlPage['data'][number];
  '/v1/risks': RiskList['data'][number];
  '/v1/risks/{id}/acceptances': RiskAcceptancePage['data'][number];
  '/v1/task-management': TaskItemPage['data'][number];
  '/v1/task-management/{id}/activity': TaskItemActivityPage['data'][number];
  '/v1/soa/documents': SoaDocumentPage['data'][number];
  '/v1/soa/documents/{documentId}/answers/{questionId}/versions': SoaAnswerPage['data'][number];
  '/v1/questionnaire': QuestionnairePage['data'][number];
  '/v1/integrations/connections': IntegrationConnectionPage['data'][number];
  '/v1/integrations/checks/connections/{connectionId}/runs': CheckRunPage['data'][number];
  '/v1/integrations/checks/runs/{checkRunId}/results': CheckResultPage['data'][number];
  '/v1/integrations/sync/logs': SyncLogPage['data'][number];
  '/v1/comments': CommentPage['data'][number];
  '/v1/attachments': AttachmentPage['data'][number];
  '/v1/audit-logs': AuditLogPage['data'][number];
  '/v1/audit-logs/checkpoints': AuditCheckpointPage['data'][number];
}

export interface paths {
    "/v1/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the organization
         * Returns the organization that the credential belongs to, with all of its settings. The `ETag` does not cover the signature in
         *     `logoUrl`, so a 304 does not renew that link. To renew it, send the request without `If-None-Match`.
         *     With `includeOwnership`, the `ETag` identifies the extended answer. For `If-Match`, use the one of the plain answer.
         */
        get: {
            parameters: {
                query?: {
                    /** Whether to add `isOwner` and `eligibleMembers`, which a form for transferring the ownership needs. */
                    includeOwnership?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The organization. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Organization;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "organization_not_found" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Delete the organization
         * Deletes the organization permanently and immediately with everything that belongs to it, such as members, invitations, API keys,
         *     policies, risks, evidence and the audit log. The key of the request is deleted too. User accounts are kept, and stored files are
         *     removed in the background.
         *     Of the built-in roles, only `owner` has this permission.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The organization was deleted. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "organization_not_found" | "origin_not_allowed" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /**
         * Update the organization
         * Updates the settings that are sent. Omitted fields stay unchanged. Separate operations set the logo and approve access, and the
         *     integrations set the sync providers. All of these fields are rejected here, like every other field that is not listed.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": OrganizationUpdate;
                };
            };
            responses: {
                /** The updated organization. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Organization;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "organization_not_found" | "origin_not_allowed" | "rate_limited" | "record_changed" | "session_invalid" | "slug_taken" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/organization/onboarding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the onboarding status
         * Returns the progress of the setup job and of the first steps. An organization without a recorded status gets the defaults instead of a
         *     404. Clients can poll this operation with `If-None-Match` while the setup job runs.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The onboarding status. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": OrganizationOnboarding;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/transfer-ownership": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer the ownership to another member
         * Transfers the role `owner` from the caller, who must be an owner, to another member in one transaction. The caller gets the role
         *     `admin` instead. Both members keep their other roles, and any further owners stay owners.
         *
         *     An act of a person: it takes a session, and an API key is refused whatever its scopes.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": OwnershipTransfer;
                };
            };
            responses: {
                /** The roles of both members before and after the transfer. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": OwnershipTransferResult;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "already_owner" | "body_too_large" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "owner_required" | "rate_limited" | "request_in_progress" | "session_invalid" | "session_required" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/role-notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notification settings by role
         * Lists which kinds of e-mail each role gets. The five built-in roles come first, from `owner` down, followed by the custom roles,
         *     newest first. A role without a setting shows its defaults. By default, owners, admins and custom roles get every kind, auditors get
         *     policies and findings, and employees and contractors get only policies.
         *     A member gets an e-mail when at least one of their roles has the kind switched on and their own preferences do not switch it off.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The settings of all roles. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": RoleNotificationConfigList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        /**
         * Set notification settings by role
         * Sets all six kinds of e-mail for each role that is named. Other roles stay unchanged. If one item is invalid, nothing is changed.
         *     The setting of a custom role is kept when the role is renamed and deleted when the role is deleted.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": RoleNotificationSettingsUpdate;
                };
            };
            responses: {
                /** The settings of all roles, including those that were not named. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": RoleNotificationConfigList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * Lists the API keys of the organization, newest first, without their secret values. Expired keys are included, revoked keys only with
         *     `includeRevoked`.
         */
        get: {
            parameters: {
                query?: {
                    /** Whether to include revoked keys. */
                    includeRevoked?: boolean;
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of API keys. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ApiKeyPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Create an API key
         * Creates an API key and returns its secret value, which is not shown again. The key belongs to the member who creates it, even when
         *     they use another key to do so. It never allows more than the current roles of this member, and it does not work while the member is
         *     deactivated.
         *     Keys cannot be changed. To rotate a key, create a new one, switch to it, and revoke the old one.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": ApiKeyCreate;
                };
            };
            responses: {
                /** The new API key. It has no path of its own, so `Location` points to the list that contains it. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ApiKeyCreated;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "scopes_exceed_own" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/api-keys/available-scopes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the available API key scopes
         * Lists all scopes that an API key can have, grouped by resource, including those that the caller cannot grant.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The available scopes. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ApiKeyScopeList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * Revokes an API key permanently. Requests with the key get a 401 after one second at most. The record is kept for the list and the
         *     audit log. Revoking a revoked key changes nothing. A key may revoke itself.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the API key, not its secret value. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The API key was revoked. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "api_key_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/primary-color": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the brand color
         * Returns the brand color, which pages in the style of the organization need. The token of a trust access grant in the query parameter
         *     `token` is sufficient. It then identifies the organization and gives access to nothing but the color.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The brand color. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": OrganizationPrimaryColor;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "access_token_expired" | "access_token_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "organization_not_found" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload the logo
         * Uploads a logo and replaces the current one. PNG, JPEG, WebP, GIF and SVG files of up to 2 MiB are accepted, either in the body, whose
         *     limit is therefore 3 MiB here, or by the key of an upload with the purpose `general`. The content must match the declared type. An SVG
         *     must not contain scripts, embedded documents, links that run code or event handlers.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": OrganizationLogoUpload;
                };
            };
            responses: {
                /** The new logo. It has no path of its own, so `Location` points to the organization, which contains its link. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": OrganizationLogo;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "file_extension_not_allowed" | "file_has_active_content" | "file_too_large" | "file_type_mismatch" | "file_type_not_allowed" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "organization_not_found" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "storage_full" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        /**
         * Delete the logo
         * Deletes the logo and its file. Without a logo, nothing changes and the answer is the same.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The organization has no logo. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization-access/auto-approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve access for an eligible organization
         * Sets `hasAccess` to true if one of these conditions holds, which are evaluated in this order. The installation is self-hosted. The
         *     verified e-mail address of the caller belongs to a staff domain of the operator. The verified e-mail address of the caller belongs to
         *     the domain of the organization's `website`, which is not a public mailbox provider, and the customer directory of the installation
         *     contains that domain. An API key has no e-mail address, so only the first condition can hold for it.
         *     An organization that is not eligible gets a regular answer, not an error. This operation never revokes access.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** Whether the organization has access now, and the reason. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": OrganizationAccessApproval;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "organization_not_found" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List roles
         * Lists the built-in roles with their permissions, strongest first, and the custom roles, newest first.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** All roles. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": RoleList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Create a custom role
         * Creates a custom role. Callers can only grant permissions that they hold themselves, which are those of their roles in a session and
         *     the scopes of an API key. Only an owner in a session can grant `organization:delete`. An organization has at most 20 custom roles.
         *     A role with the compliance obligation also gets `portal: [read, update]`, and these permissions count as granted too.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": CustomRoleCreate;
                };
            };
            responses: {
                /** The new role. No member holds it yet. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": CustomRole;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "owner_permission" | "permission_escalation" | "rate_limited" | "request_in_progress" | "role_exists" | "session_invalid" | "too_many_roles" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/roles/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Resolve the permissions of several roles
         * Returns the union of the permissions and of the effective obligations of the roles. Unknown roles are skipped. If no role is left,
         *     both objects are empty.
         */
        get: {
            parameters: {
                query: {
                    /** Roles to resolve. Each is the name of a built-in role, the id of a custom role or, ignoring case, the name of a custom role. */
                    role: string[];
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The combined permissions and obligations. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": RoleResolution;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/roles/built-in/{name}/obligations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the obligations of a built-in role
         * Returns the effective obligations of a built-in role. By default, the roles owner, employee and contractor carry the compliance
         *     obligation, and the roles admin and auditor carry none.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path: {
                    /** Name of the built-in role, one of `owner`, `admin`, `auditor`, `employee` and `contractor`. Any other name is a 404. */
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The effective obligations. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": BuiltInRoleObligations;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "role_not_found" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the obligations of a built-in role
         * Updates the obligations of the role owner or admin. Those of other built-in roles cannot be changed. People scores and training
         *     reflect the change immediately.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Name of the built-in role, one of `owner`, `admin`, `auditor`, `employee` and `contractor`. Any other name is a 404. */
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": BuiltInRoleObligationsUpdate;
                };
            };
            responses: {
                /** The effective obligations after the update. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": BuiltInRoleObligations;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "obligations_fixed" | "origin_not_allowed" | "rate_limited" | "record_changed" | "role_not_found" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/roles/{roleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a custom role
         * Returns a custom role. Built-in roles have no id, and their names are a 404 here.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path: {
                    /** Id of the custom role. */
                    roleId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The role. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": CustomRole;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "role_not_found" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Delete a custom role
         * Deletes a custom role permanently together with its notification settings. A role that is in use cannot be deleted.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the custom role. */
                    roleId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The role was deleted. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "origin_not_allowed" | "rate_limited" | "record_changed" | "role_in_use" | "role_not_found" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /**
         * Update a custom role
         * Updates a custom role for all members who hold it, with immediate effect. The caller must hold the permissions that the update adds,
         *     but not those that the role already has. Only an owner in a session can add `organization:delete`.
         *     A role keeps `portal: [read, update]` while it carries the compliance obligation. Removing the obligation does not remove these
         *     permissions.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the custom role. */
                    roleId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": CustomRoleUpdate;
                };
            };
            responses: {
                /** The updated role. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": CustomRole;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "owner_permission" | "permission_escalation" | "rate_limited" | "record_changed" | "role_exists" | "role_not_found" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * Lists the active members of the organization, most recently joined first. Deactivated members are included only with
         *     `includeDeactivated`. Different filters narrow the result; repeating `department` or `role` widens it. The role filter matches all
         *     roles of a member, not only the leading one.
         */
        get: {
            parameters: {
                query?: {
                    /** Whether to include deactivated members. */
                    includeDeactivated?: boolean;
                    /** Filters by a part of the name or the e-mail address, ignoring case. */
                    search?: string;
                    /** Filters by department. */
                    department?: MemberDepartment[];
                    /** Filters by a role that the member holds. */
                    role?: MemberRoleOrName[];
                    /** Filters by a start of employment at this time or later. A date alone means midnight in UTC. */
                    onboardDateAfter?: DateOrDateTime;
                    /** Filters by a start of employment at this time or earlier. A date alone means midnight in UTC. */
                    onboardDateBefore?: DateOrDateTime;
                    /** Filters by an end of employment at this time or later. A date alone means midnight in UTC. */
                    offboardDateAfter?: DateOrDateTime;
                    /** Filters by an end of employment at this time or earlier. A date alone means midnight in UTC. */
                    offboardDateBefore?: DateOrDateTime;
                    /** Whether to include `twoFactor`, which says whether the person signs in with a second factor. */
                    includeTwoFactor?: boolean;
                    /** The field to sort by. */
                    sortBy?: "createdAt" | "name" | "email";
                    /** The direction of `sortBy`. Records with equal values are ordered by `id`, so the order is always total. */
                    sortOrder?: "asc" | "desc";
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of members. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": MemberPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Add a member
         * Creates a membership for a person who has a user account, without an invitation. A deactivated membership is reactivated with the
         *     values of the request. An account that belongs to other organizations is treated like an unknown one, so its person must accept an
         *     invitation instead. A member with the compliance obligation gets the training assigned.
         *
         *     An owner in a session can grant every role but `owner`. Other members can grant only roles that they hold, and privileged ones only
         *     with all four permissions on members. An API key with all four permissions can grant every role but `owner`; other keys can grant
         *     `employee`, `contractor` and custom roles.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": MemberCreate;
                };
            };
            responses: {
                /** The new member. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Member;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "owner_protected" | "owner_role_not_assignable" | "rate_limited" | "request_in_progress" | "role_not_assignable" | "session_invalid" | "session_required" | "superior_protected" | "unavailable" | "unsupported_media_type" | "user_already_member" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add several members
         * Creates several memberships by the rules of adding a single member. Each item is processed independently. Items that fail are
         *     reported, and the others are added. A malformed item rejects the whole request.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": MemberBulkCreate;
                };
            };
            responses: {
                /** The added members and the failed items. Possibly no member was added. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": MemberBulkResult;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite people
         * Adds or invites each person by e-mail address. A person who gets only the roles `employee` and `contractor` becomes a member
         *     immediately, with a new account if necessary. A person whose account belongs to other organizations joins with it only after following
         *     a link in an e-mail. Other persons get an invitation by e-mail, which is valid for seven days and replaces an earlier one. An existing
         *     member gets the roles in addition, and a deactivated member is reactivated with these roles.
         *
         *     Callers with all four permissions on members can offer every role but `owner`. With fewer, they can offer only `employee` and
         *     `contractor` of the built-in roles. A failed item is reported and does not affect the others.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": MemberInvite;
                };
            };
            responses: {
                /** The result of each item. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": MemberInviteResults;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/mentionable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members who can be mentioned
         * Lists the active members whose roles allow them to read the resource, sorted by name. Deactivated members are left out.
         */
        get: {
            parameters: {
                query: {
                    /** Resource that the members must be able to read. */
                    resource: PermissionResource;
                    /** Filters by a part of the name or the e-mail address, ignoring case. */
                    search?: string;
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of members. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": MemberPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/test-stats/by-assignee": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count compliance tasks by assignee
         * Returns the number of all and of completed compliance tasks for each member, sorted by the name of the member. Unassigned tasks are
         *     not counted, and members without tasks are left out.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The number of tasks of each member. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TaskStatsByAssigneeList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/me/email-preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your e-mail preferences
         * Returns the e-mail preferences of the user of the session or, with an API key, of the member who created it. The preferences apply to
         *     all organizations of the user. A kind of e-mail that is switched off for the roles of the user is not sent in any case.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The e-mail preferences. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": MyEmailPreferences;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        /**
         * Replace your e-mail preferences
         * Replaces all e-mail preferences of the user at once. A user who switches every kind off is unsubscribed.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": MyEmailPreferencesReplace;
                };
            };
            responses: {
                /** The new e-mail preferences. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": MyEmailPreferences;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a member
         * Returns a member, whether active or deactivated. The audit log records each read.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path: {
                    /** Id of the member. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The member. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Member;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "member_not_found" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Deactivate a member
         * Deactivates a member and keeps the record readable. The sessions of the member end. Tasks, policies, risks and task items lose the
         *     member as assignee, and hosts under the member's label are removed from device management. `offboardDate` is set to the current time
         *     unless it has a value. The owners get an e-mail that lists the items without an assignee.
         *     Callers cannot deactivate themselves, an owner or an account of the platform staff.
         */
        delete: {
            parameters: {
                query?: {
                    /** Whether to clear `offboardDate` and to send no e-mail to the owners. */
                    skipOffboarding?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the member. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The member was deactivated. The answer has no body. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "member_already_deactivated" | "member_not_found" | "missing_permission" | "not_a_member" | "origin_not_allowed" | "own_membership" | "owner_not_deactivatable" | "rate_limited" | "record_changed" | "session_invalid" | "session_required" | "staff_not_deactivatable" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /**
         * Update a member
         * Updates the fields that are sent. `name` and `email` apply to this organization only, so other organizations do not see the change.
         *     With `userId`, the membership passes to another account that belongs to no other organization, and it shows the name and address of
         *     that account unless the request sends them too.
         *     A new e-mail address is not verified. Both addresses get an e-mail, and the one to the new address contains a confirmation link. After
         *     the confirmation, the person signs in with the new address, unless they also belong to other organizations and someone else changed
         *     the address. A caller who changes the address of another member or passes a membership on must hold all permissions of that member.
         *     For an owner, this requires an owner in a session.
         *
         *     `isActive: false` deactivates the member and ends their sessions, and assignments and dates stay unchanged. Callers cannot deactivate
         *     themselves, an owner or an account of the platform staff. `isActive: true` reactivates the member and clears `offboardDate`.
         *
         *     Callers cannot change their own roles, and they cannot grant or remove `owner`. An owner in a session can grant every other role.
         *     Other members can grant only roles that they hold, and privileged ones only with all four permissions on members. An API key with all
         *     four permissions can grant every role but `owner`; other keys can grant `employee`, `contractor` and custom roles.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the member. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": MemberUpdate;
                };
            };
            responses: {
                /** The updated member. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Member;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "email_of_superior" | "email_taken" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "member_not_found" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "own_membership" | "own_roles" | "owner_email" | "owner_not_deactivatable" | "owner_protected" | "owner_role_not_assignable" | "rate_limited" | "record_changed" | "role_not_assignable" | "session_invalid" | "session_required" | "staff_not_deactivatable" | "superior_protected" | "unavailable" | "unsupported_media_type" | "user_already_member" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/people/{id}/reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reactivate a member
         * Restores a deactivated member with their former roles and clears `offboardDate`. Former assignments are not restored.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the member. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The reactivated member. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Member;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "member_active" | "member_not_found" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "owner_protected" | "owner_role_not_assignable" | "rate_limited" | "request_in_progress" | "role_not_assignable" | "session_invalid" | "session_required" | "superior_protected" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/{id}/portal-invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the portal invitation again
         * Sends the link to the employee portal by e-mail to an active member with the compliance obligation. The e-mail is sent regardless of
         *     the member's e-mail preferences.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the member. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The address of the e-mail, and whether it was handed over for sending. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": PortalInvite;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "member_deactivated" | "member_not_found" | "member_without_obligation" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/{id}/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the system access of a member
         * Returns the results of the access checks of all connected systems for the member's e-mail address. Without a connected system, the
         *     list of sources is empty.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the member. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The sources with their results. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": MemberAccess;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "member_not_found" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/{id}/training-videos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the training modules of a member
         * Lists the training modules that are assigned to a member, most recently completed first. Incomplete modules come last.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the member. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The assigned modules. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TrainingCompletionList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "member_not_found" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/{id}/device-compliance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the device compliance of a member
         * Returns the hosts under the member's label in the device management system, and the manual results for its policies. Both lists are
         *     empty for a member without a label. When the system cannot be reached, the list of hosts is empty.
         *
         *     A macOS host with mobile device management data has an additional policy, `MDM enabled`, with the id `-9999`. A host passes a policy
         *     when the host or a manual result says so.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the member. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The hosts and the manual results. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": MemberDeviceCompliance;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "member_not_found" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/{id}/hosts/{hostId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a host from device management
         * Removes a host under the member's label from the device management system. Any other host is a 404.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the member. */
                    id: string;
                    /** Id of the host in the device management system. */
                    hostId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The host was removed. The answer has no body. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "device_management_failed" | "host_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "member_not_found" | "missing_permission" | "not_a_member" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/{id}/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlink the devices of a member
         * Removes the hosts under the member's label from device management and clears the label. Failures of device management are recorded
         *     only in the server log.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the member. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The label was cleared. The answer has no body. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "member_not_found" | "missing_permission" | "not_a_member" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/{id}/employment-evidence/{eventType}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List employment evidence
         * Lists the files about the beginning or the end of a member's employment, oldest first. Files of deactivated members are included.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the member. */
                    id: string;
                    /** Whether the evidence is about the beginning or the end of the employment. */
                    eventType: "onboard" | "offboard";
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The evidence files. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": EmploymentEvidenceList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "member_not_found" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Upload employment evidence
         * Uploads a file about the beginning or the end of a member's employment. Every type except programs and scripts is accepted, with at
         *     most 100 MiB. Deactivated members can get files too.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the member. */
                    id: string;
                    /** Whether the evidence is about the beginning or the end of the employment. */
                    eventType: "onboard" | "offboard";
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": EmploymentEvidenceUpload;
                };
            };
            responses: {
                /** The uploaded file. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": EmploymentEvidence;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "file_extension_not_allowed" | "file_has_active_content" | "file_too_large" | "file_type_mismatch" | "file_type_not_allowed" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "member_not_found" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "storage_full" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/{id}/employment-evidence/{eventType}/{attachmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete employment evidence
         * Deletes the evidence record and its file.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the member. */
                    id: string;
                    /** Whether the evidence is about the beginning or the end of the employment. */
                    eventType: "onboard" | "offboard";
                    /** Id of the file. */
                    attachmentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The evidence was deleted. The answer has no body. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "employment_evidence_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "member_not_found" | "missing_permission" | "not_a_member" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations
         * Lists pending and expired invitations, sorted by e-mail address. Accepted and rejected invitations are left out. An expired invitation
         *     is kept for 30 days.
         */
        get: {
            parameters: {
                query?: {
                    /** Whether to include expired invitations. */
                    includeExpired?: boolean;
                    /** Filters by a part of the e-mail address, ignoring case. */
                    search?: string;
                    /** The field to sort by. */
                    sortBy?: "email" | "createdAt" | "expiresAt";
                    /** Sort direction of `sortBy`. Records with equal values are sorted by `id`, so the order is always total. */
                    sortOrder?: "asc" | "desc";
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of invitations. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": InvitationPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation
         * Revokes an invitation, so its link no longer works. No e-mail is sent. A person who is already a member stays a member.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the invitation. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The invitation was revoked. The answer has no body. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "invitation_not_found" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/invitations/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invitation again
         * Sends the invitation e-mail again with the same roles and extends the invitation to seven days from now. An expired invitation becomes
         *     pending again.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the invitation. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The invitation with its new expiry. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Invitation;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "invitation_not_found" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "owner_protected" | "owner_role_not_assignable" | "rate_limited" | "request_in_progress" | "role_not_assignable" | "session_invalid" | "session_required" | "superior_protected" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/employees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List employees
         * Lists the employees of the organization, sorted by name. Employees who have left are included unless `active=true` is sent. Different
         *     filters narrow the result; repeating `department` widens it.
         */
        get: {
            parameters: {
                query?: {
                    /** Filters by whether the employee works here now. When it is omitted, all employees are listed. */
                    active?: true | false;
                    /** Filters by department. */
                    department?: Department[];
                    /** Filters by a part of the name or the e-mail address, ignoring case. */
                    search?: string;
                    /** The maximum number of records on a page. Without it all records are returned at once. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** All matching employees, or one page of them when `limit` is sent. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": EmployeeList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GivenError;
                    };
                };
            };
        };
        put?: never;
        /**
         * Create an employee
         * Creates an employee and links it to a workforce member. The link goes to the member in `linkId` with its user, or else to the member
         *     of the user in `userId`, or else to the member with the same e-mail address. If the request sends both `linkId` and `userId`, they
         *     must identify the same person. Without such a member, the employee stays unlinked until a member with its e-mail address is created.
         *     The link is only a reference, so no member or user is ever created or changed.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": EmployeeCreate;
                };
            };
            responses: {
                /** The new employee with its links. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": EmployeeCreatedResult;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GivenError;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/employees/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an employee
         * Returns an employee with the same fields as in the list. Only the creation returns the links to a member and a user.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path: {
                    /** Id of the employee. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The employee. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": EmployeeResult;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GivenError;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Delete an employee
         * Deletes an employee permanently. The linked workforce member and user are kept.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the employee. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The employee was deleted. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": DeletedResult;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GivenError;
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /**
         * Update an employee
         * Updates the fields that are sent. Setting `isActive` to false keeps the record of an employee who has left. If the request sends both
         *     `linkId` and `userId`, they must identify the same person. The linked workforce member is not changed.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the employee. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": EmployeeUpdate;
                };
            };
            responses: {
                /** The updated employee. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": EmployeeResult;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GivenError;
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/frameworks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List adopted frameworks
         * Returns every framework that the organization has adopted, in the order of adoption. Scores are left out by default.
         */
        get: {
            parameters: {
                query?: {
                    /** Whether each framework includes its score. */
                    includeScores?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The adopted frameworks. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": FrameworkInstanceList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Adopt frameworks
         * Adopts all named frameworks in one transaction. The controls, policies and tasks of the latest version are copied into the
         *     organization. Copies that the organization already has from another framework are shared, and copies that an update archived are
         *     restored. New policies are drafts, filled with what is known of the organization, and new tasks are `todo`. A framework that is
         *     already adopted stays unchanged and is included in the response.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": FrameworksAdd;
                };
            };
            responses: {
                /** The adopted frameworks, one for each id that was accepted. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": FrameworksAdopted;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/frameworks/available": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List available frameworks
         * Lists the visible frameworks of the catalogue, then the custom frameworks of the organization, each with the number of its
         *     requirements. Frameworks that are already adopted are included.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The available frameworks. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": AvailableFrameworkList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/frameworks/available/{frameworkId}/requirements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the requirements of an available framework
         * Lists the requirements of a framework that can be adopted, in the order of the framework. Requirements of a custom framework are
         *     sorted by name.
         */
        get: {
            parameters: {
                query?: {
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the framework, either of the catalogue or custom. */
                    frameworkId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of the requirements. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": RequirementDefinitionPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "framework_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/frameworks/scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the compliance scores of the organization
         * Returns the figures of the organization over all its frameworks. Archived policies, archived tasks and inactive members do not count.
         *     A member is complete after signing every policy that requires a signature and finishing each step that the organization has switched
         *     on (training, device and background check). A member can be exempt from the background check only.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The compliance figures. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": OverviewScores;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/frameworks/update-statuses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List available framework updates
         * Lists the adopted frameworks of the catalogue whose latest version differs from the version that the organization uses, in the order
         *     of adoption.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The frameworks that have an update. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": FrameworkUpdateStatusList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/frameworks/custom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a custom framework
         * Creates a custom framework and adopts it at once. The framework starts without requirements. Create or copy requirements, then link
         *     them to controls.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": CustomFrameworkCreate;
                };
            };
            responses: {
                /** The new framework, already adopted. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": FrameworkInstance;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/frameworks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an adopted framework
         * Returns an adopted framework with its score and the numbers of its requirements, controls, policies, tasks and evidence forms, each
         *     of which has a list of its own. For a framework of the catalogue, the requirements are those of the version that the organization
         *     uses, together with the custom requirements that were added to it.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path: {
                    /** Id of the adopted framework. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The adopted framework. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": FrameworkDetail;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "framework_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Remove an adopted framework
         * Deletes the adopted framework with its requirement maps, its links, its control families, its update history and the requirements that
         *     were added to it. Controls, policies and tasks stay. A custom framework stays available with its requirements and can be adopted
         *     again.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the adopted framework. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The framework was removed. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "framework_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "origin_not_allowed" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/frameworks/{id}/custom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a custom framework
         * Updates the name and the description of a custom framework. Frameworks of the catalogue are shared by all organizations and cannot be
         *     changed.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the adopted framework. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": CustomFrameworkUpdate;
                };
            };
            responses: {
                /** The updated custom framework. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": CustomFramework;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "framework_not_custom" | "framework_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/frameworks/{id}/requirements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the requirements of a framework
         * Lists the requirements of an adopted framework, in the order of the framework, each with the number of controls that meet it.
         */
        get: {
            parameters: {
                query?: {
                    /** Filters by a part of the identifier or the name, ignoring case. */
                    search?: string;
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the adopted framework. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of the requirements. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": FrameworkRequirementPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "framework_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Create a custom requirement
         * Creates a custom requirement in an adopted framework. The requirement becomes part of a custom framework. In a framework of the
         *     catalogue, it is added next to the existing requirements for this organization only.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the adopted framework. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": CustomRequirementCreate;
                };
            };
            responses: {
                /** The new requirement. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": CustomRequirement;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "framework_not_found" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "requirement_identifier_taken" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/frameworks/{id}/requirements/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy requirements into a framework
         * Copies the name, identifier and description of existing requirements into the framework. A requirement whose identifier already exists
         *     in the framework is skipped.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the adopted framework. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": RequirementsCopy;
                };
            };
            responses: {
                /** The copied requirements. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": RequirementsCopied;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "framework_not_found" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/frameworks/{id}/requirements/{requirementKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a requirement
         * Returns a requirement with the controls that meet it and the tasks and evidence of those controls in this framework. The other
         *     requirements of the framework are included in brief.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path: {
                    /** Id of the adopted framework. */
                    id: string;
                    /** Id of the requirement, either of the catalogue or custom. */
                    requirementKey: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The requirement. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": RequirementDetail;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "framework_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "requirement_not_found" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Delete a custom requirement
         * Deletes a custom requirement and its maps to controls. The controls stay.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the adopted framework. */
                    id: string;
                    /** Id of the requirement, either of the catalogue or custom. */
                    requirementKey: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The requirement was deleted. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "framework_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "origin_not_allowed" | "rate_limited" | "record_changed" | "requirement_not_custom" | "requirement_not_found" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /**
         * Update a custom requirement
         * Updates the given fields of a custom requirement. Requirements of the catalogue are shared by all organizations and cannot be changed.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the adopted framework. */
                    id: string;
                    /** Id of the requirement, either of the catalogue or custom. */
                    requirementKey: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": CustomRequirementUpdate;
                };
            };
            responses: {
                /** The updated requirement. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": CustomRequirement;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "framework_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "record_changed" | "requirement_identifier_taken" | "requirement_not_custom" | "requirement_not_found" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/frameworks/{id}/requirements/{requirementKey}/controls/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link controls to a requirement
         * Links controls to a requirement of an adopted framework. Existing links stay unchanged, and links that an update archived are
         *     restored. In a custom framework, the policies, tasks and evidence forms that are linked to the controls anywhere in the organization
         *     count toward the framework from then on.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the adopted framework. */
                    id: string;
                    /** Id of the requirement, either of the catalogue or custom. */
                    requirementKey: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": RequirementControlsLink;
                };
            };
            responses: {
                /** The number of new and restored links. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": LinkCount;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "framework_not_found" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "requirement_not_found" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/frameworks/{id}/controls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the controls of a framework
         * Lists the active controls that meet a requirement of an adopted framework, by name, each with the policies and evidence forms that it
         *     has in this framework.
         */
        get: {
            parameters: {
                query?: {
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the adopted framework. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of the controls. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": FrameworkControlPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "framework_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/frameworks/{id}/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tasks of a framework
         * Lists the tasks that the controls of an adopted framework have in it, by title. Archived tasks are left out.
         */
        get: {
            parameters: {
                query?: {
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the adopted framework. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of the tasks. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": FrameworkTaskPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "framework_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/frameworks/{id}/evidence-submissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the evidence submissions of a framework
         * Lists the evidence submitted through the forms that the controls of an adopted framework use, newest first. Forms that are not
         *     relevant to the organization are left out.
         */
        get: {
            parameters: {
                query?: {
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the adopted framework. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of the submissions. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": FrameworkEvidencePage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "framework_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/frameworks/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List versions of a framework
         * Lists the published versions of a framework, newest first. The list is empty for a custom framework.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the adopted framework. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The published versions. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": FrameworkVersionList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "framework_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/frameworks/{id}/update-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the update status of a framework
         * Returns the current and the latest version of one framework, and whether an update is available. A custom framework has no versions
         *     and therefore no updates.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the adopted framework. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The update status. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": FrameworkUpdateStatus;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "framework_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/frameworks/{id}/update-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview a framework update
         * Compares the version that the organization uses with the latest version, and returns what an update would change. Nothing is saved. A
         *     framework that was adopted without a version is compared with its first version.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the adopted framework. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The preview of the update. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": UpdatePreview;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "framework_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "no_update_available" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/frameworks/{id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a framework
         * Updates a framework to the given version. Records that the organization has changed keep their content. A published policy is never
         *     overwritten. Instead, the new text is added as a version that waits to be published. Controls, policies and tasks that neither this
         *     framework nor another adopted framework contains any longer are archived. The update can be rolled back for 14 days.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the adopted framework. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": FrameworkSync;
                };
            };
            responses: {
                /** The result of the update. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": FrameworkSyncResult;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "framework_not_found" | "framework_version_not_found" | "framework_without_versions" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/frameworks/{id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back a framework update
         * Restores the state before an update. Records that the update created are deleted, and records that it archived or overwrote are
         *     restored. Only the latest update that is still in effect can be rolled back, only within 14 days, and only if no work would be lost.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the adopted framework. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": FrameworkRollback;
                };
            };
            responses: {
                /** The update was rolled back. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": FrameworkRollbackResult;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "already_rolled_back" | "body_too_large" | "framework_not_found" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "newer_update_first" | "not_a_member" | "not_acceptable" | "not_an_update" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "rollback_expired" | "rollback_loses_work" | "session_invalid" | "sync_operation_not_found" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/frameworks/{id}/sync-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the update history of a framework
         * Lists the updates and rollbacks of a framework, newest first.
         */
        get: {
            parameters: {
                query?: {
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the adopted framework. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of the update history. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": FrameworkSyncPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "framework_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List controls
         * Lists active controls with their direct links, sorted by name. Several filters are combined with AND, and repeated values of one
         *     filter with OR. A restricted member sees only controls with a linked task that is assigned to them.
         */
        get: {
            parameters: {
                query?: {
                    /** Filters by a part of the name, ignoring case. */
                    search?: string;
                    /** Filters by the adopted framework whose requirements the control meets. */
                    frameworkInstanceId?: string[];
                    /** Filters by the kinds of link that the control lacks. For policies, tasks and forms, only direct links count. */
                    missing?: ControlLinkKind[];
                    /** Filters by the completeness of the directly linked policies and tasks. */
                    completeness?: ControlCompleteness[];
                    /** Field to sort by. */
                    sortBy?: "name" | "createdAt" | "updatedAt" | "lastReviewDate" | "nextReviewDate";
                    /** Direction of `sortBy`. Controls without the date that they are sorted by come last in both directions. Ties are sorted by `id`. */
                    sortOrder?: "asc" | "desc";
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of controls. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ControlPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Create a control
         * Creates a control with its links. If one link is invalid, nothing is created. Policies, tasks and forms are linked directly, and also
         *     in each custom framework that the control is mapped to.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": ControlCreate;
                };
            };
            responses: {
                /** The new control. Get the control to see its links. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Control;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what can be linked to a control
         * Returns all policies, tasks and requirements that can be linked, in one response. Archived policies and tasks are left out.
         *     Requirements are those of every adopted framework, with the custom requirements that the organization added. A restricted member sees
         *     only the tasks assigned to them.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The policies, tasks and requirements to choose from. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ControlOptions;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a control
         * Returns a control with its direct policies, tasks and forms. With `frameworkInstanceId`, it returns the links in that adopted
         *     framework instead. For a custom framework, these include the direct links. Only the `ETag` of the response without
         *     `frameworkInstanceId` can be used as `If-Match`.
         */
        get: {
            parameters: {
                query?: {
                    /** Id of the adopted framework whose links are returned instead of the direct links. */
                    frameworkInstanceId?: string;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path: {
                    /** Id of the control. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The control. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ControlDetail;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "control_not_assigned" | "control_not_found" | "framework_instance_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Delete a control
         * Deletes a control permanently, with its links to requirements, policies, tasks and forms in every framework. The policies and tasks
         *     themselves stay.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the control. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The control was deleted. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "control_not_assigned" | "control_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "origin_not_allowed" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /**
         * Update a control
         * Updates the given fields of a control. For a control that was copied from the catalogue, a later update of its framework does not
         *     overwrite a name or a description that was changed here.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the control. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": ControlUpdate;
                };
            };
            responses: {
                /** The updated control. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Control;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "control_not_assigned" | "control_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/controls/{id}/policies/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link policies to a control
         * Links policies to a control, either directly or in one framework. Existing links stay unchanged. Unknown and archived ids are skipped
         *     as long as one policy can be linked. A direct link also applies to the custom frameworks that the control is mapped to. Frameworks of
         *     the catalogue have separate links.
         */
        post: {
            parameters: {
                query?: {
                    /** Id of the adopted framework that the link applies to. Without it, the link is direct and applies to the whole organization. */
                    frameworkInstanceId?: string;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the control. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": ControlPoliciesLink;
                };
            };
            responses: {
                /** The number of given policies that are linked now, including those that were linked before. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": LinkCount;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "control_archived" | "control_not_assigned" | "control_not_found" | "framework_instance_not_found" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls/{id}/policies/{policyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlink a policy from a control
         * Deletes the direct link and its copies in custom frameworks. Links in frameworks of the catalogue stay. With `frameworkInstanceId`,
         *     only the link in that framework is deleted. If no link exists, the request succeeds and changes nothing.
         */
        delete: {
            parameters: {
                query?: {
                    /** Id of the adopted framework that the link applies to. Without it, the link is direct and applies to the whole organization. */
                    frameworkInstanceId?: string;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the control. */
                    id: string;
                    /** Id of the policy. */
                    policyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The number of deleted links. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": LinkCount;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "control_not_assigned" | "control_not_found" | "framework_instance_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "policy_not_found" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls/{id}/tasks/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link tasks to a control
         * Links tasks to a control, either directly or in one framework. Existing links stay unchanged. Unknown and archived ids are skipped as
         *     long as one task can be linked. A direct link also applies to the custom frameworks that the control is mapped to. Frameworks of the
         *     catalogue have separate links.
         */
        post: {
            parameters: {
                query?: {
                    /** Id of the adopted framework that the link applies to. Without it, the link is direct and applies to the whole organization. */
                    frameworkInstanceId?: string;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the control. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": ControlTasksLink;
                };
            };
            responses: {
                /** The number of given tasks that are linked now, including those that were linked before. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": LinkCount;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "control_archived" | "control_not_assigned" | "control_not_found" | "framework_instance_not_found" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls/{id}/tasks/{taskId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlink a task from a control
         * Deletes the direct link and its copies in custom frameworks. Links in frameworks of the catalogue stay. With `frameworkInstanceId`,
         *     only the link in that framework is deleted. If no link exists, the request succeeds and changes nothing.
         */
        delete: {
            parameters: {
                query?: {
                    /** Id of the adopted framework that the link applies to. Without it, the link is direct and applies to the whole organization. */
                    frameworkInstanceId?: string;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the control. */
                    id: string;
                    /** Id of the task. */
                    taskId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The number of deleted links. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": LinkCount;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "control_not_assigned" | "control_not_found" | "framework_instance_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "task_not_found" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls/{id}/requirements/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link requirements to a control
         * Links requirements to a control. Existing links stay unchanged. A requirement can be linked only in an adopted framework that it
         *     belongs to, and invalid mappings are skipped as long as one is valid. Each custom framework receives the direct policies, tasks and
         *     forms of the control at once.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the control. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": ControlRequirementsLink;
                };
            };
            responses: {
                /** The number of new links, including links that were restored after an update of the framework had archived them. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": LinkCount;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "control_archived" | "control_not_assigned" | "control_not_found" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        /**
         * Unlink requirements from a control
         * Removes links between a control and requirements. The body is the same as for linking. Missing links and an empty list count as 0, so
         *     the request can be repeated. Policies, tasks and forms stay linked to the control in the framework, and they count again when another
         *     requirement of that framework is linked.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the control. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": ControlRequirementsUnlink;
                };
            };
            responses: {
                /** The number of deleted links. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": LinkCount;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "control_not_assigned" | "control_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls/{id}/document-types/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link evidence forms to a control
         * Links evidence forms to a control, either directly or in one framework. Existing links stay unchanged. A direct link also applies to
         *     the custom frameworks that the control is mapped to. Frameworks of the catalogue have separate links.
         */
        post: {
            parameters: {
                query?: {
                    /** Id of the adopted framework that the link applies to. Without it, the link is direct and applies to the whole organization. */
                    frameworkInstanceId?: string;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the control. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": ControlDocumentTypesLink;
                };
            };
            responses: {
                /** The number of new links. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": LinkCount;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "control_archived" | "control_not_assigned" | "control_not_found" | "framework_instance_not_found" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls/{id}/document-types/{formType}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlink an evidence form from a control
         * Deletes the direct link and its copies in custom frameworks. Links in frameworks of the catalogue stay. With `frameworkInstanceId`,
         *     only the link in that framework is deleted. If no link exists, the request succeeds and changes nothing.
         */
        delete: {
            parameters: {
                query?: {
                    /** Id of the adopted framework that the link applies to. Without it, the link is direct and applies to the whole organization. */
                    frameworkInstanceId?: string;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the control. */
                    id: string;
                    /** Type of the evidence form, one of the values of EvidenceFormType. Any other value is 404. */
                    formType: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The number of deleted links. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": LinkCount;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "control_not_assigned" | "control_not_found" | "document_type_not_found" | "framework_instance_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/risks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List risks
         * Lists the risks of every status, newest first. Different filters narrow the result; repeating a filter widens it. A restricted member
         *     sees only the risks that are assigned to them.
         */
        get: {
            parameters: {
                query?: {
                    /** Filters by status. */
                    status?: RiskStatus[];
                    /** Filters by category. */
                    category?: RiskCategory[];
                    /** Filters by department. */
                    department?: Department[];
                    /** Filters by a part of the title or the description, ignoring case. */
                    search?: string;
                    /** Filters by the member who owns the risk. */
                    assigneeId?: string;
                    /** The maximum number of records on a page. Without it all records are returned at once. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** The field to sort by. */
                    sortBy?: "createdAt" | "updatedAt" | "title" | "status" | "probability" | "impact";
                    /** The direction of `sortBy`. Records with equal values are ordered by `id`, so the order is always total. */
                    sortOrder?: "asc" | "desc";
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** All matching risks, or one page of them when `limit` is sent. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": RiskList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GivenError;
                    };
                };
            };
        };
        put?: never;
        /**
         * Create a risk
         * Creates a risk in the register. Omitted values get their defaults: the status is `open`, the department is `none`, and every rating is
         *     0. Without a treatment, the strategy is `mitigate` with an empty text. The server computes the ratings.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": RiskCreate;
                };
            };
            responses: {
                /** The new risk. Its assignee is null when the request names none. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": RiskCreatedResult;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GivenError;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/risks/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get risk statistics
         * Returns the number of risks by status, category and level, and the residual heat map. A restricted member gets the statistics of their
         *     own risks.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The statistics. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": RiskStats;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GivenError;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/risks/stats/by-assignee": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List risk statistics by owner
         * Lists the number of risks that each member owns, by status, sorted by name. Members without risks and risks without an owner are left
         *     out.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The owners, sorted by name. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": RiskStatsByAssigneeList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GivenError;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/risks/stats/by-department": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List risk statistics by department
         * Lists the number of risks of each department, in the order of the enumeration. Departments without risks are left out. Risks that
         *     belong to no department count under `none`.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The departments, in the order of the enumeration. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": RiskStatsByDepartmentList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GivenError;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/risks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a risk
         * Returns a risk with its owner, active treatment strategy, mitigation tasks and linked compliance tasks.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path: {
                    /** Id of the risk. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The risk. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": RiskResult;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GivenError;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Delete a risk
         * Deletes a risk permanently, together with its acceptances, treatment texts, task items, comments and attachments. Linked compliance
         *     tasks are kept.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the risk. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The risk was deleted. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": DeletedResult;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GivenError;
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /**
         * Update a risk
         * Updates the fields that are sent. A status may change to any other status. The assignee is validated only when it changes.
         *     Each treatment type keeps its own text. Switching the type restores the text last kept for the new type, unless the request sends a
         *     text, which replaces it. A text sent without a type replaces the text of the active type.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the risk. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": RiskUpdate;
                };
            };
            responses: {
                /** The updated risk. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": RiskResult;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GivenError;
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/risks/{id}/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the compliance tasks of a risk
         * Replaces the complete set of compliance tasks that are linked to a risk. Tasks that are not in the list are unlinked and otherwise
         *     stay unchanged.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the risk. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": RiskTasksSet;
                };
            };
            responses: {
                /** The number of links added and removed, and the tasks that are linked now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": RiskTasksResult;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GivenError;
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/risks/{id}/acceptances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the acceptances of a risk
         * Lists the acceptances of a risk, newest first. Whether an acceptance is stale is computed on each read.
         */
        get: {
            parameters: {
                query?: {
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the risk. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of acceptances. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": RiskAcceptancePage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GivenError;
                    };
                };
            };
        };
        put?: never;
        /**
         * Accept the residual risk
         * Records that a member accepts the residual risk. The record copies the current residual rating, so it stays accurate when the risk
         *     changes later. The acceptor is the owner of the risk unless the request names another active member. An acceptance cannot be changed
         *     or deleted.
         *
         *     An act of a person: it takes a session, and an API key is refused whatever its scopes.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the risk. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": RiskAcceptanceCreate;
                };
            };
            responses: {
                /** The acceptance. It has no path of its own, so `Location` points to the list that contains it. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": RiskAcceptance;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GivenError;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/task-management": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the task items of a record
         * Lists the task items of a risk or vendor, newest first by default. Several filters are combined with AND, and repeated values of one
         *     filter with OR.
         */
        get: {
            parameters: {
                query: {
                    /** Kind of the record that the items belong to. */
                    entityType: TaskItemEntityType;
                    /** Id of the risk or vendor. */
                    entityId: string;
                    /** Filters by status. */
                    status?: TaskItemStatus[];
                    /** Filters by priority. */
                    priority?: TaskItemPriority[];
                    /** Filters by the id of the assignee, `mem_…`, or with `none` by items without an assignee. */
                    assigneeId?: string;
                    /** Field to sort by. Status and priority are sorted in the order of their values, and items without a due date come last. */
                    sortBy?: "createdAt" | "updatedAt" | "title" | "status" | "priority" | "dueDate";
                    /** The direction of `sortBy`. Records with equal values are ordered by `id`, so the order is always total. */
                    sortOrder?: "asc" | "desc";
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of task items. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TaskItemPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "risk_not_found" | "session_invalid" | "unavailable" | "validation_failed" | "vendor_not_found";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Create a task item
         * Creates a task item for a risk or vendor. An item for a risk is one of its mitigation tasks. The assignee and the members mentioned in
         *     the description are notified by e-mail. The creator, inactive members and members who switched off these e-mails are not notified.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": TaskItemCreate;
                };
            };
            responses: {
                /** The new task item. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TaskItem;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "risk_not_found" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed" | "vendor_not_found";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/task-management/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the task items of a record
         * Returns the number of task items of a risk or vendor, in total, by status and overdue. Statuses without items are included.
         */
        get: {
            parameters: {
                query: {
                    /** Kind of the record that the items belong to. */
                    entityType: TaskItemEntityType;
                    /** Id of the risk or vendor. */
                    entityId: string;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The number of task items. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TaskItemStats;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "risk_not_found" | "session_invalid" | "unavailable" | "validation_failed" | "vendor_not_found";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/task-management/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a task item
         * Returns a task item with its assignee, its author and the member who last changed it. Comments and attachments have operations of
         *     their own.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path: {
                    /** Id of the task item. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The task item. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TaskItem;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "session_invalid" | "task_item_not_found" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Delete a task item
         * Deletes a task item permanently, with its comments and files. Its history stays in the audit log.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the task item. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The task item was deleted. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "origin_not_allowed" | "rate_limited" | "record_changed" | "session_invalid" | "task_item_not_found" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /**
         * Update a task item
         * Updates the given fields of a task item. Any status can follow any other. `completedAt` is set when the status becomes `done`, and
         *     cleared when the status changes again. A new assignee is notified by e-mail, and so are the members mentioned in a description that
         *     the request sets. The record that the item belongs to cannot be changed.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the task item. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": TaskItemUpdate;
                };
            };
            responses: {
                /** The updated task item. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TaskItem;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "record_changed" | "session_invalid" | "task_item_not_found" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/task-management/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the activity of a task item
         * Lists the audit log entries of a task item, oldest first. The entries stay in the audit log when the item is deleted.
         */
        get: {
            parameters: {
                query?: {
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the task item. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of the activity. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TaskItemActivityPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "task_item_not_found" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/soa/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the setup of a statement
         * Returns the latest configuration of the framework, and the latest document of the organization without its answers. Each of them is
         *     null until it exists. The request creates nothing.
         */
        get: {
            parameters: {
                query: {
                    /** Id of the platform framework ISO 27001, `frk_…`. */
                    frameworkId: string;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The configuration and the document, or null for each that does not exist. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": SoaSetup;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "framework_not_found" | "framework_not_iso27001" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        /**
         * Set up a statement
         * Creates version 1 of the document and the configuration of the framework if they do not exist yet. Existing ones stay unchanged.
         *     Concurrent requests create only one of each.
         */
        put: {
            parameters: {
                query: {
                    /** Id of the platform framework ISO 27001, `frk_…`. */
                    frameworkId: string;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The configuration and the document. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": SoaSetup;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "framework_not_found" | "framework_not_iso27001" | "framework_without_controls" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/soa/configurations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List SOA configurations
         * Lists the configurations, which define the questions about each control, sorted by framework and then by version, highest first.
         *     Configurations belong to the framework and are the same for all organizations, so they contain no answers.
         */
        get: {
            parameters: {
                query?: {
                    /** Filters by platform framework, `frk_…`. */
                    frameworkId?: string;
                    /** Whether to include older configurations. By default, only the latest configuration of each framework is returned. */
                    includeSuperseded?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The configurations. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": SoaConfigurationList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/soa/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List SOA documents
         * Lists the documents of all frameworks and versions, without their answers. Repeated values of a filter are combined with OR.
         */
        get: {
            parameters: {
                query?: {
                    /** Filters by platform framework, `frk_…`. */
                    frameworkId?: string;
                    /** Filters by status. */
                    status?: SoaDocumentStatus[];
                    /** Filters by approval status. */
                    approvalStatus?: SoaApprovalStatus[];
                    /** Filters by whether the document is the latest version for its framework. */
                    latest?: boolean;
                    /** Field to sort by. */
                    sortBy?: "version" | "createdAt" | "updatedAt";
                    /** The direction of `sortBy`. Records with equal values are ordered by `id`, so the order is always total. */
                    sortOrder?: "asc" | "desc";
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of documents. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": SoaDocumentPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Create a new version of an SOA document
         * Creates a draft with the latest configuration, which becomes the latest document. The previous version stays unchanged, including its
         *     approval. By default, the answers of the previous version are copied, and each copy is the first version of the answer in the new
         *     document.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": SoaDocumentCreate;
                };
            };
            responses: {
                /** The new document. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": SoaDocument;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "framework_not_found" | "framework_not_iso27001" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "latest_version_pending" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "soa_not_configured" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/soa/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an SOA document
         * Returns a document with its configuration and the latest answer to each question. For a fully remote organization, `defaultAnswers`
         *     covers the physical controls that have no answer yet.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path: {
                    /** Id of the document, `soa_doc_…`. */
                    documentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The document. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": SoaDocumentDetail;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "session_invalid" | "soa_document_not_found" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/soa/documents/{documentId}/answers/{questionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an SOA answer
         * Creates a new version of the answer and keeps the previous versions. Fields that are left out keep their value. The change resets the
         *     approval of an approved or declined document. The document becomes `completed` when every control is decided.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the document, `soa_doc_…`. */
                    documentId: string;
                    /** Identifier of the question's control, such as `A.5.1`. The question belongs to the configuration of the document. */
                    questionId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": SoaAnswerUpdate;
                };
            };
            responses: {
                /** The updated answer. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": SoaAnswer;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "question_not_found" | "rate_limited" | "session_invalid" | "soa_document_not_found" | "soa_pending" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/soa/documents/{documentId}/answers/{questionId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of an SOA answer
         * Lists the versions of an answer, highest version first. The list is empty until the question is answered for the first time.
         */
        get: {
            parameters: {
                query?: {
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the document, `soa_doc_…`. */
                    documentId: string;
                    /** Identifier of the question's control, such as `A.5.1`. The question belongs to the configuration of the document. */
                    questionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of versions. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": SoaAnswerPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "question_not_found" | "rate_limited" | "session_invalid" | "soa_document_not_found" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/soa/documents/{documentId}/auto-fill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fill in an SOA document automatically
         * Starts a run that decides and justifies each control from the content of the organization, where that content is relevant. The run's
         *     `progress` counts controls, and its `result` is a SoaAutoFillResult. Answers that people save after the run has started are not
         *     overwritten. If the run is cancelled, the answers stored so far are kept.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the document, `soa_doc_…`. */
                    documentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": SoaAutoFill;
                };
            };
            responses: {
                /** The run that fills in the document. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Run;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "soa_auto_fill_running" | "soa_document_not_found" | "soa_pending" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/soa/documents/{documentId}/submit-for-approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit an SOA document for approval
         * Submits a document to an approver. Every control has to be decided. The approver is notified by e-mail, and the document cannot be
         *     edited until the approver decides. If the approver can no longer approve because that member left, was deactivated or lost the role,
         *     the document can be submitted to another approver.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the document, `soa_doc_…`. */
                    documentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": SoaSubmission;
                };
            };
            responses: {
                /** The document, which now waits for approval. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": SoaDocument;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "soa_already_approved" | "soa_already_pending" | "soa_document_not_found" | "soa_undecided" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/soa/documents/{documentId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an SOA document
         * Approves a submitted document. Only its approver can approve it, and only while still an owner or admin. The member who submitted the
         *     document is notified by e-mail.
         *
         *     An act of a person: it takes a session, and an API key is refused whatever its scopes.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the document, `soa_doc_…`. */
                    documentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The approved document. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": SoaDocument;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "approver_not_privileged" | "approver_required" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "session_required" | "soa_document_not_found" | "soa_not_pending" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/soa/documents/{documentId}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline an SOA document
         * Declines a submitted document. Only its approver can decline it, and only while still an owner or admin. The document can then be
         *     edited and submitted again, and it stays declined until then. The member who submitted it is notified by e-mail, with the reason if
         *     one is given.
         *
         *     An act of a person: it takes a session, and an API key is refused whatever its scopes.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the document, `soa_doc_…`. */
                    documentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": SoaDecline;
                };
            };
            responses: {
                /** The declined document. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": SoaDocument;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "approver_not_privileged" | "approver_required" | "body_too_large" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "session_required" | "soa_document_not_found" | "soa_not_pending" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/soa/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export a statement of applicability
         * Returns a PDF with every control, its applicability and its justification. Any approved version can be exported, not only the latest.
         *     Each export is recorded in the audit log.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": SoaExport;
                };
            };
            responses: {
                /** The statement as the file `statement-of-applicability-<framework>-v<version>.pdf`. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/pdf": SoaPdf;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "organization_busy" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "soa_document_not_found" | "soa_not_approved" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questionnaire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List questionnaires
         * Lists questionnaires, newest first. Questionnaires that could not be read are left out unless `status` asks for them. With
         *     `includeQuestions`, a page has at most ten questionnaires, whatever `limit` says.
         */
        get: {
            parameters: {
                query?: {
                    /** Filters by status. By default, all questionnaires except failed ones are returned. */
                    status?: QuestionnaireStatus[];
                    /** Filters by source. */
                    source?: QuestionnaireSource[];
                    /** Filters by a part of the file name or of the sender's name. Case is ignored. */
                    search?: string;
                    /** Whether to include the questions and answers of each questionnaire. */
                    includeQuestions?: boolean;
                    /** Field to sort by. */
                    sortBy?: "createdAt" | "updatedAt" | "fileName";
                    /** The direction of `sortBy`. Records with equal values are ordered by `id`, so the order is always total. */
                    sortOrder?: "asc" | "desc";
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of questionnaires. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": QuestionnairePage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Upload a questionnaire
         * Creates a questionnaire from a file and starts a run that reads the file. The response has the id of the questionnaire at once, and
         *     `runId` names the run. PDF, images, XLSX, XLSM, DOCX, CSV and text of up to 100 MiB are accepted. If the file turns out to be
         *     unusable, the questionnaire becomes `failed` and `error` says why. With `autoAnswer`, a second run answers the questions once they are
         *     found.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": QuestionnaireCreate;
                };
            };
            responses: {
                /** The new questionnaire, whose file is being read. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Questionnaire;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "file_extension_not_allowed" | "file_has_active_content" | "file_protected" | "file_text_too_long" | "file_too_large" | "file_too_large_unpacked" | "file_type_mismatch" | "file_type_not_allowed" | "file_unreadable" | "file_without_questions" | "file_without_text" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "old_office_format" | "organization_busy" | "origin_not_allowed" | "questionnaire_type_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "storage_full" | "too_many_questions" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questionnaire/parse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Parse a questionnaire without storing it
         * Returns the questions in a file, in the order of the file. PDF, images, XLSX, CSV and TXT of up to 100 MiB are accepted. Only items
         *     that need an answer count as questions. Headings, instructions, examples and scoring lists are left out, and a repeated question is
         *     returned once. Nothing is stored or recorded in the audit log. Files are read one at a time, and a request that waits too long
         *     receives a 503.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": QuestionnaireParse;
                };
            };
            responses: {
                /** The questions that were found. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ParsedQuestionnaire;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "file_extension_not_allowed" | "file_has_active_content" | "file_protected" | "file_text_too_long" | "file_too_large" | "file_too_large_unpacked" | "file_type_mismatch" | "file_type_not_allowed" | "file_unreadable" | "file_without_questions" | "file_without_text" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "old_office_format" | "organization_busy" | "origin_not_allowed" | "questionnaire_type_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "storage_full" | "too_many_questions" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questionnaire/auto-answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate answers to several questions
         * Starts a run that answers questions. Its result has an item for each question that was sent without an answer. Answers come from the
         *     content of the organization, and an answer is null where that content is not sufficient. With `questionnaireId`, the answers are also
         *     stored in that questionnaire as generated answers. Questions that have an answer there, or were edited by hand, stay unchanged.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": AnswersRequest;
                };
            };
            responses: {
                /** The run that answers the questions. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Run;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "questionnaire_not_found" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questionnaire/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate an answer
         * Generates an answer within the request. The answer consists of sentences that the organization has written, with at most 600
         *     characters, and it is null where they are not sufficient. With `questionnaireId`, the answer is stored at `questionIndex` as a
         *     generated answer and replaces a previous generated answer. An answer that was written by hand stays, and nothing is stored if no
         *     answer is found.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": AnswerRequest;
                };
            };
            responses: {
                /** The generated answer. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GeneratedAnswer;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "question_not_found" | "questionnaire_not_found" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questionnaire/answers/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a questionnaire and export it
         * Starts a run that stores the file, reads it, answers its questions and exports the result. The result of the run has a link to the
         *     exported file, which is valid for one hour. The questionnaire is kept and can be edited and exported again. If the file turns out to
         *     be unusable, the run fails.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": QuestionnaireAnswerAndExport;
                };
            };
            responses: {
                /** The run that answers and exports the questionnaire. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Run;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "file_extension_not_allowed" | "file_has_active_content" | "file_protected" | "file_text_too_long" | "file_too_large" | "file_too_large_unpacked" | "file_type_mismatch" | "file_type_not_allowed" | "file_unreadable" | "file_without_questions" | "file_without_text" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "old_office_format" | "organization_busy" | "origin_not_allowed" | "questionnaire_type_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "storage_full" | "too_many_questions" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questionnaire/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a questionnaire
         * Returns a questionnaire with its questions in the order of the file, their answers and the sources of the answers.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path: {
                    /** Id of the questionnaire. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The questionnaire. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Questionnaire;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "questionnaire_not_found" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Delete a questionnaire
         * Deletes a questionnaire with its questions, its file and the files that a run exported for it.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the questionnaire. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The questionnaire was deleted. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "origin_not_allowed" | "questionnaire_not_found" | "questionnaire_run_in_progress" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /**
         * Update a questionnaire
         * Updates the name of the file and the name of the sender. Exports use the name of the file, too. The stored file stays unchanged.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the questionnaire. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": QuestionnaireUpdate;
                };
            };
            responses: {
                /** The updated questionnaire. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Questionnaire;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "questionnaire_not_found" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/questionnaire/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the file of a questionnaire
         * Returns a signed link to the uploaded file. Each request creates a new link, which is valid for fifteen minutes.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the questionnaire. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The link to the file. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": FileLink;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "questionnaire_file_not_found" | "questionnaire_not_found" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questionnaire/{id}/parse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Parse a questionnaire again
         * Starts a run that reads the stored file again. Only a questionnaire that failed can be parsed again.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the questionnaire. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The run that reads the file. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Run;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "questionnaire_answered" | "questionnaire_not_failed" | "questionnaire_not_found" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questionnaire/{id}/auto-answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a questionnaire
         * Starts a run that answers the questions without an answer. Questions that were edited by hand stay unchanged, so the request can be
         *     repeated. Answers come from the content of the organization. A question stays unanswered where that content is not sufficient, and the
         *     run still completes. If no question needs an answer, the run is completed at once.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the questionnaire. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The run that answers the questionnaire. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Run;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "questionnaire_empty" | "questionnaire_not_completed" | "questionnaire_not_found" | "questionnaire_run_in_progress" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questionnaire/{id}/answers/{questionAnswerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Save an answer to a question
         * Updates the answer to a question. With `manual`, the answer is a person's own, and no run changes it. With `generated`, a suggestion
         *     is accepted without changes. Sources that refer to the same record are merged and sorted by score.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the questionnaire. */
                    id: string;
                    /** Id or index of the question. */
                    questionAnswerId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": QuestionAnswerSet;
                };
            };
            responses: {
                /** The question with its answer. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": QuestionAnswer;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "question_not_found" | "questionnaire_not_found" | "rate_limited" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        post?: never;
        /**
         * Delete an answer to a question
         * Deletes the answer to a question. The question stays and is `untouched` again.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the questionnaire. */
                    id: string;
                    /** Id or index of the question. */
                    questionAnswerId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The answer was deleted. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "origin_not_allowed" | "question_not_found" | "questionnaire_not_found" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questionnaire/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a questionnaire
         * Returns a file with the number, text and current answer of each question. The layout of the uploaded workbook is not kept. No text
         *     becomes a formula in a workbook or in CSV, where an apostrophe is placed before a text that could.
         */
        get: {
            parameters: {
                query?: {
                    /** File format. `zip` contains the other three formats. */
                    format?: QuestionnaireExportFormat;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the questionnaire. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The exported file, named after the uploaded file. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": FileContent;
                        "text/csv": QuestionnaireTable;
                        "application/pdf": FileContent;
                        "application/zip": FileContent;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "organization_busy" | "questionnaire_not_completed" | "questionnaire_not_found" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trust-portal/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the trust portal settings
         * Returns every setting of the trust portal. An organization that has not set anything yet gets the defaults, and reading them creates
         *     nothing.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The settings. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TrustPortal;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the trust portal settings
         * Updates the settings that the request names and keeps the others. It does not publish the page.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": TrustPortalSettingsUpdate;
                };
            };
            responses: {
                /** The settings after the change. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TrustPortal;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "address_reserved" | "address_taken" | "body_too_large" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/trust-portal/settings/toggle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Publish or unpublish the trust portal
         * Publishes or unpublishes the trust portal. Publishing derives an address from the name of the organization, unless the page has one.
         *     An unpublished page answers 404 to the public, while access that was granted to individual readers keeps working.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": TrustPortalSwitch;
                };
            };
            responses: {
                /** The settings after the change. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TrustPortal;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trust-portal/settings/security-questionnaire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Enable or disable the security questionnaire
         * Sets whether readers of the page may request answers to a security questionnaire. It does not publish the page.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": TrustPortalSwitch;
                };
            };
            responses: {
                /** The settings after the change. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TrustPortal;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trust-portal/settings/custom-domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the custom domain of the trust portal
         * Sets the domain that serves the trust portal once both records in the answer are found in the DNS (see checkTrustPortalDns). A new
         *     domain replaces the current one and has to be verified, while setting the same domain again keeps its verification. Several
         *     organizations may enter the same domain, and it belongs to the first that verifies it.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": TrustPortalDomainSet;
                };
            };
            responses: {
                /** The domain and the DNS records that verify it. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TrustPortalDomainStatus;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "domain_taken" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        post?: never;
        /**
         * Remove the custom domain of the trust portal
         * Removes the custom domain. The page is then available only at its address on the service.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The domain is removed. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "domain_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trust-portal/settings/check-dns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify the custom domain of the trust portal
         * Looks up the DNS records and stores the result. The domain is verified when both records are right. A definite failure removes the
         *     verification and notifies the contact, or the owners when no contact is set. When no name server answers, nothing changes and
         *     `transient` is true.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The result of the check. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TrustPortalDnsCheck;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "domain_changed" | "domain_taken" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "no_domain" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trust-portal/settings/faqs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the FAQs of the trust portal
         * Replaces the whole list in the given order. An empty list clears it. HTML is removed from the answers, and links other than http,
         *     https and mailto become plain text.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": TrustPortalFaqsReplace;
                };
            };
            responses: {
                /** The FAQs after the change. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TrustPortalFaqList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trust-portal/settings/allowed-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the domains that bypass the NDA
         * Replaces the e-mail domains whose users read the documents without signing a non-disclosure agreement. Domains are stored in lower
         *     case and without duplicates.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": TrustPortalAllowedDomainsReplace;
                };
            };
            responses: {
                /** The domains after the change. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TrustPortalTextList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trust-portal/settings/allowed-emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the e-mail addresses that bypass the NDA
         * Replaces the e-mail addresses of individual people who read the documents without signing a non-disclosure agreement. Addresses are
         *     stored in lower case and without duplicates.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": TrustPortalAllowedEmailsReplace;
                };
            };
            responses: {
                /** The e-mail addresses after the change. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TrustPortalTextList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trust-portal/settings/frameworks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the frameworks of the trust portal
         * Updates which frameworks the page shows and with which status. Frameworks and fields that the request leaves out keep their values.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": TrustPortalFrameworksUpdate;
                };
            };
            responses: {
                /** All frameworks after the change. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TrustPortalFrameworkList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/trust-portal/domain/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of the custom domain
         * Looks up the DNS records as checkTrustPortalDns does, without storing the result.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The domain and the status of its DNS records. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TrustPortalDomainStatus;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "domain_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "name_servers_unreachable" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trust-portal/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the trust portal overview
         * Returns the text at the top of the public page and whether the page shows it.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The overview. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TrustPortalOverview;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the trust portal overview
         * Updates the fields that the request names and keeps the others. HTML is removed from the content, and links other than http, https and
         *     mailto become plain text.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": TrustPortalOverviewUpdate;
                };
            };
            responses: {
                /** The overview after the change. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": TrustPortalOverview;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/integrations/connections/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List integration providers
         * Returns every provider in the catalog, sorted by name, whether or not the organization has connected it.
         */
        get: {
            parameters: {
                query?: {
                    /** Filters by whether new connections to the provider can be created. */
                    isActive?: boolean;
                    /** Filters by category. */
                    category?: IntegrationCategory[];
                    /** Filters by capability. */
                    capability?: IntegrationCapability;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The providers. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": IntegrationProviderList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/providers/{providerSlug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an integration provider
         * Returns the provider with the form for its credentials, its services and its capabilities.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path: {
                    /** Slug of the provider. */
                    providerSlug: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The provider. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": IntegrationProvider;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "provider_not_found" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List integration connections
         * Returns the connections of the organization. Disconnected ones are left out unless `status` asks for them.
         */
        get: {
            parameters: {
                query?: {
                    /** Filters by status. */
                    status?: IntegrationConnectionStatus[];
                    /** Filters by the slug of the provider. */
                    providerSlug?: string[];
                    /** The field to sort by. A connection that was never used sorts as if it was used before all others. */
                    sortBy?: "createdAt" | "label" | "lastSyncAt";
                    /** The direction of `sortBy`. Records with equal values are ordered by `id`, so the order is always total. */
                    sortOrder?: "asc" | "desc";
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The connections. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": IntegrationConnectionPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Connect a provider
         * Creates a connection to the provider. The credentials are tested first, and nothing is stored when the provider refuses them. They are
         *     stored encrypted and are never returned.
         *     The first checks start at once when every required variable is set.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": IntegrationConnectionCreate;
                };
            };
            responses: {
                /** The new connection. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": IntegrationConnection;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "credentials_refused" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "provider_already_connected" | "provider_connected_in_application" | "provider_not_found" | "provider_not_offered" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an integration connection
         * Returns the connection with the form that replaces its credentials. The credentials themselves are never returned.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path: {
                    /** Id of the connection. */
                    connectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The connection. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": IntegrationConnection;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "connection_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Delete an integration connection
         * Deletes the connection and destroys its credentials, which are also revoked at the provider where the provider supports it. The
         *     connection disappears from every list. The results of its checks stay in the records of the organization.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the connection. */
                    connectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The connection is deleted. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "connection_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "origin_not_allowed" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /**
         * Update an integration connection
         * Updates the label, the other metadata or the schedule of the connection.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the connection. */
                    connectionId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": IntegrationConnectionUpdate;
                };
            };
            responses: {
                /** The updated connection. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": IntegrationConnection;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "connection_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/integrations/connections/{connectionId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test the credentials of a connection
         * Tests the stored credentials against the provider and sets the status of the connection to `active` or `error`. A paused connection
         *     stays paused. A failed test is a result, not an error, so the answer is 200 in both cases.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the connection. */
                    connectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The result of the test. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ConnectionTestResult;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "connection_not_found" | "connection_without_credentials" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connectionId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a connection
         * Pauses the connection. The schedule skips it, and no checks or syncs can be started on it by hand. A connection that is already paused
         *     stays as it is.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the connection. */
                    connectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The paused connection. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": IntegrationConnection;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "connection_disconnected" | "connection_not_found" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connectionId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a connection
         * Resumes a paused connection. A connection that is not paused stays as it is.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the connection. */
                    connectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The connection after the change. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": IntegrationConnection;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "connection_disconnected" | "connection_not_found" | "connection_without_credentials" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connectionId}/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disconnect a connection
         * Disconnects the connection and destroys its credentials, which are also revoked at the provider where the provider supports it. The
         *     connection and its history stay, and new credentials activate it again. A connection that is already disconnected stays as it is.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the connection. */
                    connectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The disconnected connection. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": IntegrationConnection;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "connection_not_found" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connectionId}/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the credentials of a connection
         * Replaces the fields that the request names. Other fields keep their value, and an empty string removes one. The new credentials are
         *     tested first, and the stored ones stay when the provider refuses them.
         *     A connection in `error` or `disconnected` becomes active again, and a paused one stays paused. Checks start at once when every
         *     required variable is set.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the connection. */
                    connectionId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": IntegrationCredentialsReplace;
                };
            };
            responses: {
                /** The connection after the change. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": IntegrationConnection;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "connection_not_found" | "credentials_refused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "provider_already_connected" | "provider_connected_in_application" | "rate_limited" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connectionId}/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the services of a connection
         * Returns every service of the provider and whether its checks run on this connection.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path: {
                    /** Id of the connection. */
                    connectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The services. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ConnectionServices;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "connection_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        /**
         * Set the services of a connection
         * Replaces the set of enabled services with those in the body. A service that has no checks yet is never enabled.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the connection. */
                    connectionId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": ConnectionServicesSet;
                };
            };
            responses: {
                /** The services after the change. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ConnectionServices;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "connection_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/checks/providers/{providerSlug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the checks of a provider
         * Returns every check that the provider defines, whether or not the provider is connected.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Slug of the provider. */
                    providerSlug: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The checks. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": IntegrationCheckList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "provider_not_found" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/checks/connections/{connectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the checks of a connection
         * Returns each check with its latest run and whether its service is enabled.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the connection. */
                    connectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The checks. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ConnectionCheckList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "connection_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/checks/connections/{connectionId}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the check runs of a connection
         * Returns the runs, newest first, without their results and logs.
         */
        get: {
            parameters: {
                query?: {
                    /** Filters by the id of the check. */
                    checkId?: string[];
                    /** Filters by status. */
                    status?: CheckRunStatus[];
                    /** Filters by the background run that started the checks. */
                    runId?: string;
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the connection. */
                    connectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of check runs. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": CheckRunPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "connection_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Run the checks of a connection
         * Starts the checks in the background and returns the background run. Each check leaves a check run, even when it could not be carried
         *     out, and a check that fails does not stop the others. Checks of disabled services are left out unless `checkId` names one.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the connection. */
                    connectionId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": ConnectionChecksRun;
                };
            };
            responses: {
                /** The background run. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Run;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "check_not_found" | "check_running" | "connection_not_active" | "connection_not_found" | "connection_without_credentials" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "provider_without_checks" | "rate_limited" | "request_in_progress" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/checks/runs/{checkRunId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a check run
         * Returns the check run with its log and a sample of its results. The counts always cover all results.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path: {
                    /** Id of the check run. */
                    checkRunId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The check run. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": CheckRun;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "check_run_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/checks/runs/{checkRunId}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the results of a check run
         * Returns every result with its complete evidence as the provider gave it. Results that failed come first.
         */
        get: {
            parameters: {
                query?: {
                    /** Filters by whether the result passed. */
                    passed?: boolean;
                    /** Filters by severity. */
                    severity?: CheckSeverity[];
                    /** Filters by the type of the resource. */
                    resourceType?: string[];
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the check run. */
                    checkRunId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of results. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": CheckResultPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "check_run_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/variables/providers/{providerSlug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the variables of a provider
         * Returns the variables of the provider itself, followed by those of its checks.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Slug of the provider. */
                    providerSlug: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The variables. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": IntegrationVariableList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "provider_not_found" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/variables/connections/{connectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the variables of a connection
         * Returns every variable with its value on this connection. The value is null when the variable is not set.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the connection. */
                    connectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The variables. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ConnectionVariableList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "connection_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the variables of a connection
         * Updates the variables that the request names and keeps the others. Checks start at once when every required variable is set.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the connection. */
                    connectionId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": ConnectionVariablesUpdate;
                };
            };
            responses: {
                /** All variables after the change. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ConnectionVariableList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "connection_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/integrations/variables/connections/{connectionId}/options/{variableId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the options of a variable
         * Returns the values that the variable accepts. They are requested from the provider when they depend on the account, and come from the
         *     definition of the variable otherwise. The list is empty for a variable that accepts any value.
         */
        get: {
            parameters: {
                query?: {
                    /** Filters by a part of the label or the value, ignoring case. */
                    search?: string;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the connection. */
                    connectionId: string;
                    /** Id of the variable, which is its name. */
                    variableId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The options. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": IntegrationOptionList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "connection_not_active" | "connection_not_found" | "connection_without_credentials" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "provider_failed" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed" | "variable_not_found";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/sync/available-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List employee sync providers
         * Returns every provider that supplies employees, sorted by name, with its connection status.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The providers. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": SyncProviderList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/sync/employee-sync-provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the employee sync provider
         * Returns the provider that the daily employee sync reads at 7:00 UTC.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The chosen provider. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": SyncProviderChoice;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        /**
         * Set the employee sync provider
         * Sets the provider that the daily employee sync reads. Null turns the daily sync off. The request itself imports and deactivates
         *     nobody.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": SyncProviderChoiceSet;
                };
            };
            responses: {
                /** The provider after the change. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": SyncProviderChoice;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "provider_not_connected" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/sync/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List employee syncs
         * Returns the syncs, newest first, each with its result.
         */
        get: {
            parameters: {
                query?: {
                    /** Filters by the slug of the provider. */
                    providerSlug?: string[];
                    /** Filters by the id of the connection. */
                    connectionId?: string;
                    /** Filters by the type of the sync. */
                    eventType?: SyncEventType[];
                    /** Filters by status. */
                    status?: SyncStatus[];
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of syncs. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": SyncLogPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/sync/{providerSlug}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the sync status of a provider
         * Returns whether the provider is connected, and when it was and will be synced. With several connections the active one counts, and the
         *     newest one when none is active.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Slug of the provider. */
                    providerSlug: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The sync status. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": SyncProviderStatus;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "provider_not_found" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/sync/{providerSlug}/employees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sync the employees of a provider
         * Starts an employee sync in the background and returns the background run. New people become members with the role `employee`, unless
         *     the source names roles of the organization.
         *     Members are deactivated only by a source that states who is employed, and only when their e-mail domain occurs in it. Owners, admins
         *     and auditors are never deactivated.
         *     With `dryRun` the sync computes and logs its result without changing any member.
         */
        post: {
            parameters: {
                query?: {
                    /** Id of the connection to read. Required when the provider has several connections. */
                    connectionId?: string;
                    /** Whether to compute the result without changing any member. */
                    dryRun?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Slug of the provider. */
                    providerSlug: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The background run. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Run;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "connection_not_active" | "connection_not_found" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "provider_not_connected" | "provider_not_found" | "provider_without_employees" | "rate_limited" | "request_in_progress" | "session_invalid" | "sync_running" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the comments on a record
         * Lists the comments on a record, newest first. The caller needs the permission to read records of this kind, such as `risk:read`.
         */
        get: {
            parameters: {
                query: {
                    /** Kind of the record. */
                    entityType: CommentEntityType;
                    /** Id of the record. */
                    entityId: string;
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of comments. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": CommentPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "finding_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "policy_not_found" | "rate_limited" | "risk_not_found" | "session_invalid" | "task_not_found" | "unavailable" | "validation_failed" | "vendor_not_found";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Comment on a record
         * Creates a comment on a record. Members mentioned in the comment are notified by e-mail. The author, inactive members and members who
         *     switched off these e-mails are not notified. The caller needs the permission to update records of this kind, such as `risk:update`.
         *     Files are sent in the body, which can have up to 150 MB for this operation, or by the key of an upload with the purpose `attachment`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": CommentCreate;
                };
            };
            responses: {
                /** The new comment. `Location` is the URL of the list of comments on its record. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Comment;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "file_extension_not_allowed" | "file_has_active_content" | "file_too_large" | "file_type_mismatch" | "file_type_not_allowed" | "finding_not_found" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "policy_not_found" | "rate_limited" | "request_in_progress" | "risk_not_found" | "session_invalid" | "storage_full" | "task_not_found" | "unavailable" | "unsupported_media_type" | "validation_failed" | "vendor_not_found";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comments/{commentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Edit a comment
         * Updates the text of a comment. Only its author can edit a comment, and only with the permission to update records of this kind, such
         *     as `risk:update`. Newly mentioned members are notified by e-mail.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the comment. */
                    commentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": CommentUpdate;
                };
            };
            responses: {
                /** The updated comment. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Comment;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "author_required" | "body_too_large" | "comment_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        post?: never;
        /**
         * Delete a comment
         * Deletes a comment permanently, with its files. Only its author can delete a comment, and only with the permission to update records of
         *     this kind, such as `risk:update`.
         */
        delete: {
            parameters: {
                query?: {
                    /**
                     * Id of the user who deletes the comment, `usr_…`, who must be its author. With an API key, it defaults to the user that the key
                     *     acts for. With a session, it is ignored.
                     */
                    userId?: string;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the comment. */
                    commentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The comment was deleted. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "author_required" | "comment_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "origin_not_allowed" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the attachments of a record
         * Returns the attachments, oldest first, without download links. Files of comments are listed under the comment.
         */
        get: {
            parameters: {
                query: {
                    /** The type of the record. */
                    entityType: AttachmentEntityType;
                    /** Id of the record. */
                    entityId: string;
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of attachments. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": AttachmentPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "background_check_not_found" | "checklist_item_not_found" | "comment_not_found" | "finding_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "member_not_found" | "missing_permission" | "nda_not_found" | "not_a_member" | "not_acceptable" | "policy_not_found" | "rate_limited" | "risk_not_found" | "session_invalid" | "task_item_not_found" | "task_not_found" | "unavailable" | "validation_failed" | "vendor_not_found";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Attach a file to a record
         * Creates an attachment from a file in the body, or from an upload with the purpose `attachment`. The file may have 100 MiB, and
         *     the body may have 150 MB to hold it in base64. Programs and scripts are refused. The first bytes of a PNG, JPEG, GIF, WebP, ZIP or
         *     PDF file must match its type, and those of any other file must not contain code that a browser would run.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": AttachmentCreate;
                };
            };
            responses: {
                /** The new attachment. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": AttachmentWithUrl;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "background_check_not_found" | "body_too_large" | "checklist_item_not_found" | "comment_not_found" | "file_extension_not_allowed" | "file_has_active_content" | "file_too_large" | "file_type_mismatch" | "file_type_not_allowed" | "finding_not_found" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "member_not_found" | "missing_permission" | "nda_not_found" | "nda_signed" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "policy_not_found" | "rate_limited" | "request_in_progress" | "risk_not_found" | "session_invalid" | "storage_full" | "task_item_not_found" | "task_not_found" | "unavailable" | "unsupported_media_type" | "validation_failed" | "vendor_not_found";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/attachments/{attachmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an attachment
         * Returns the metadata of the attachment. A download link is created on demand.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path: {
                    /** Id of the attachment. */
                    attachmentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The attachment. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Attachment;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "attachment_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Delete an attachment
         * Deletes the attachment and its file permanently. Attachments are also deleted with their record.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the attachment. */
                    attachmentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The attachment is deleted. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "attachment_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "nda_signed" | "not_a_member" | "origin_not_allowed" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/attachments/{attachmentId}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a download link for an attachment
         * Returns a new signed link on each call. Anybody with the link can download the file for 15 minutes without any other credential.
         */
        get: {
            parameters: {
                query?: {
                    /** Whether the browser downloads the file (`attachment`) or displays it (`inline`). */
                    disposition?: "attachment" | "inline";
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path: {
                    /** Id of the attachment. */
                    attachmentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The link. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": FileLink;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "attachment_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/attachments/{attachmentId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the file of an attachment
         * Returns the bytes of the file. Signed links lead here unless external storage is used, and the signature is the only credential. The
         *     file has its own media type. When it turns out to be damaged, the transfer breaks off before its end.
         */
        get: {
            parameters: {
                query: {
                    /** When the link expires, in seconds since 1970. */
                    expires: number;
                    /** The signature of the link, in hexadecimal. */
                    signature: string;
                    /** Whether the browser downloads the file (`attachment`) or displays it (`inline`). */
                    disposition?: "attachment" | "inline";
                };
                header?: never;
                path: {
                    /** Id of the attachment. */
                    attachmentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The bytes of the file. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "*/*": FileContent;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "attachment_not_found" | "internal_error" | "link_expired" | "rate_limited" | "signature_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads/presign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an upload
         * Creates an upload and returns a signed address for its bytes. Send the raw bytes to `uploadUrl` with PUT within 15 minutes and without
         *     any other credential. Then pass `fileKey` to the operation that uses the file within 24 hours. That operation decides whether it
         *     accepts the type of the file.
         *     With external storage the address belongs to that storage. `GET /v1/uploads/usage` returns how many uploads may wait for their bytes
         *     and how much the organization may store.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": UploadCreate;
                };
            };
            responses: {
                /** The upload with the address for its bytes. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": UploadCreated;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "file_too_large" | "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "session_invalid" | "storage_full" | "too_many_unfinished_uploads" | "unavailable" | "unsupported_media_type" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the storage usage of the organization
         * Returns how much the organization stores and how much it may store. Every file counts: attachments, logos, files of questionnaires and
         *     their exports, and uploads until they expire, even when they were used. A file that would exceed the limit is refused with 413.
         *     Deleting files frees their storage.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The stored bytes, the pending uploads, and the limits of both. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": UploadUsage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an upload
         * Returns the upload without its address, which is returned only once. With external storage the upload becomes `uploaded` as soon as
         *     the file is found there.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path: {
                    /** Id of the upload. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The upload. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Upload;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "upload_not_found" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Delete an upload
         * Deletes the upload and its bytes. An unused upload is deleted after 24 hours in any case.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. The change is made only if the record still has it, otherwise the answer is 412. */
                    "If-Match"?: string;
                };
                path: {
                    /** Id of the upload. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The upload is deleted. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "origin_not_allowed" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "upload_in_use" | "upload_not_found" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Send the bytes of an upload
         * Stores the bytes of the upload. `uploadUrl` leads here unless external storage is used, and its signature is the only credential. The
         *     body is the raw file with any `Content-Type` or none. Sending the bytes again before the address expires replaces them.
         */
        put: {
            parameters: {
                query: {
                    /** When the address expires, in seconds since 1970. */
                    expires: number;
                    /** The signature of the address. */
                    signature: string;
                };
                header?: never;
                path: {
                    /** Id of the upload. */
                    id: string;
                };
                cookie?: never;
            };
            /** The raw bytes of the file. */
            requestBody: {
                content: {
                    "*/*": FileContent;
                };
            };
            responses: {
                /** The bytes are stored. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": UploadContent;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "body_too_large" | "file_too_large" | "internal_error" | "link_expired" | "not_acceptable" | "rate_limited" | "signature_invalid" | "storage_full" | "unavailable" | "unsupported_media_type" | "upload_not_found" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit log entries
         * Returns the entries, newest first, back to the creation of the organization. Different filters are combined with AND, and repeated
         *     values of entityType, entityId or resource with OR. Reading the log is not logged.
         */
        get: {
            parameters: {
                query?: {
                    /** Filters by the type of the record. */
                    entityType?: AuditLogEntityType[];
                    /** Filters by the id of the record. */
                    entityId?: string[];
                    /** Filters by the user who acted, with or without an API key. */
                    userId?: string;
                    /** Filters by the resource in the data of the entry. */
                    resource?: PermissionResource[];
                    /** Filters by a part of the path of the request. Case matters. */
                    pathContains?: string;
                    /** Filters by a part of the description, ignoring case. */
                    search?: string;
                    /** Filters by entries at or after this time. A date without a time means midnight UTC. */
                    timestampAfter?: string;
                    /** Filters by entries at or before this time. A date without a time means midnight UTC, so the day itself is not included. */
                    timestampBefore?: string;
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of entries. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": AuditLogPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the audit log
         * Returns all entries that match the filters in one download, oldest first by `sequence`. The filters are those of the list. Without
         *     filters the lines are the whole chain, whose hashes can be recomputed without the service.
         *     After the first line a failure can no longer change the status, so it breaks off the transfer. Exporting the log is not logged.
         */
        get: {
            parameters: {
                query?: {
                    /** Filters by the type of the record. */
                    entityType?: AuditLogEntityType[];
                    /** Filters by the id of the record. */
                    entityId?: string[];
                    /** Filters by the user who acted, with or without an API key. */
                    userId?: string;
                    /** Filters by the resource in the data of the entry. */
                    resource?: PermissionResource[];
                    /** Filters by a part of the path of the request. Case matters. */
                    pathContains?: string;
                    /** Filters by a part of the description, ignoring case. */
                    search?: string;
                    /** Filters by entries at or after this time. A date without a time means midnight UTC. */
                    timestampAfter?: string;
                    /** Filters by entries at or before this time. A date without a time means midnight UTC, so the day itself is not included. */
                    timestampBefore?: string;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The entries, one on each line. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/x-ndjson": AuditLogLines;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify the audit log
         * Verifies a window of the hash chain by recomputing its hashes, for at most 100 000 entries per call, and compares them with the signed
         *     checkpoints in the window. `toSequence` and `headSequence` in the answer show where the next call continues. `firstBrokenSequence` is
         *     the first position where chain and checkpoints disagree. A broken chain is also answered with 200. A window that begins after the head
         *     has nothing to check and is intact.
         *     Only the contents of the database are checked. When the last entries were cut off together with their checkpoints, only the copies
         *     outside of the database show it. Verifying the log is not logged.
         */
        get: {
            parameters: {
                query?: {
                    /** The first position to check. */
                    fromSequence?: number;
                    /**
                     * The last position to check, at most 99 999 after the first. It defaults to the largest window that one call may check. The check
                     *     ends at the head of the log in any case.
                     */
                    toSequence?: number;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The result of the verification. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": AuditLogVerification;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/checkpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the signed checkpoints of the audit log
         * Returns the checkpoints, newest first. Each describes the chain at a moment and is signed with a key that is not in the database, so
         *     entries that are changed or cut off later no longer match it. The introduction of this section explains how to verify a checkpoint.
         *     The key in an answer proves nothing by itself, so compare `keyId` with the id of the key that you trust.
         */
        get: {
            parameters: {
                query?: {
                    /** The maximum number of records on a page. */
                    limit?: number;
                    /** The position to continue from, which is the cursor of the previous page, unchanged. A cursor that this list did not return is 400. */
                    cursor?: string;
                    /** Whether to count all matching records in `totalCount`. */
                    count?: boolean;
                };
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** One page of checkpoints. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": AuditCheckpointPage;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/checkpoint-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys that sign checkpoints
         * Returns the current key first, followed by the keys of earlier secrets that the installation still vouches for. The keys are derived
         *     from the secrets of the installation and not from its database. Store the key when you first read it, and ask the operator if it
         *     changes without notice.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The public keys. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": AuditCheckpointKeyList;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an audit log entry
         * Returns the entry with the same fields as in the list. Only `member` can differ between two reads.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path: {
                    /** Id of the entry. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The entry. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": AuditLogEntry;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "audit_log_not_found" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a run
         * Returns the current state of the run, so that a client can poll it. With `If-None-Match`, an unchanged run is answered with 304. The
         *     caller needs the permission of the operation that started the run. Finished runs are kept for 30 days.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /** The `ETag` of the last read. A record that still has it is answered with 304 and no body. */
                    "If-None-Match"?: string;
                };
                path: {
                    /** Id of the run. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The current state of the run. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Run;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "rate_limited" | "record_changed" | "run_not_found" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/runs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a run
         * Cancels the run immediately, and no later step of it writes anything. What was written before stays, unless the operation that started
         *     the run says otherwise. A run that is already cancelled is returned unchanged.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * Id of the organization to act on. Required with a session, otherwise the answer is 400. With an API key it may be left out, and an
                     *     organization other than that of the key is 403.
                     */
                    "X-Organization-Id"?: string;
                    /**
                     * A unique value for each request that should be carried out once. Repeating the request with it within 24 hours returns the stored answer
                     *     and changes nothing. The same key with a different request is 422, and 409 while the first request is still running.
                     */
                    "Idempotency-Key"?: string;
                };
                path: {
                    /** Id of the run. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** The cancelled run. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Run;
                    };
                };
                /** An error. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            success: false;
                            error: string;
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "internal_error" | "invalid_credentials" | "key_of_other_organization" | "key_without_owner" | "missing_permission" | "not_a_member" | "not_acceptable" | "origin_not_allowed" | "rate_limited" | "request_in_progress" | "run_finished" | "run_not_found" | "session_invalid" | "unavailable" | "validation_failed";
                            details?: ErrorDetails;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
