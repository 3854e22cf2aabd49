// Generated from generated/openapi.json by scripts/generate-bodies.ts. Do not edit.

/** A file, as it is. */
export type Bytes = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer>;

/** What each operation takes as its body. */
export interface Bodies {
  '/v1/organization': { patch: components['schemas']['OrganizationUpdate'] };
  '/v1/organization/transfer-ownership': { post: components['schemas']['OwnershipTransfer'] };
  '/v1/organization/role-notifications': { put: components['schemas']['RoleNotificationSettingsUpdate'] };
  '/v1/organization/api-keys': { post: components['schemas']['ApiKeyCreate'] };
  '/v1/organization/logo': { post: components['schemas']['OrganizationLogoUpload'] };
  '/v1/roles': { post: components['schemas']['CustomRoleCreate'] };
  '/v1/roles/built-in/{name}/obligations': { patch: components['schemas']['BuiltInRoleObligationsUpdate'] };
  '/v1/roles/{roleId}': { patch: components['schemas']['CustomRoleUpdate'] };
  '/v1/people': { post: components['schemas']['MemberCreate'] };
  '/v1/people/bulk': { post: components['schemas']['MemberBulkCreate'] };
  '/v1/people/invite': { post: components['schemas']['MemberInvite'] };
  '/v1/people/me/email-preferences': { put: components['schemas']['MyEmailPreferencesReplace'] };
  '/v1/people/{id}': { patch: components['schemas']['MemberUpdate'] };
  '/v1/people/{id}/employment-evidence/{eventType}': { post: components['schemas']['EmploymentEvidenceUpload'] };
  '/v1/employees': { post: components['schemas']['EmployeeCreate'] };
  '/v1/employees/{id}': { patch: components['schemas']['EmployeeUpdate'] };
  '/v1/frameworks': { post: components['schemas']['FrameworksAdd'] };
  '/v1/frameworks/custom': { post: components['schemas']['CustomFrameworkCreate'] };
  '/v1/frameworks/{id}/custom': { patch: components['schemas']['CustomFrameworkUpdate'] };
  '/v1/frameworks/{id}/requirements': { post: components['schemas']['CustomRequirementCreate'] };
  '/v1/frameworks/{id}/requirements/link': { post: components['schemas']['RequirementsCopy'] };
  '/v1/frameworks/{id}/requirements/{requirementKey}': { patch: components['schemas']['CustomRequirementUpdate'] };
  '/v1/frameworks/{id}/requirements/{requirementKey}/controls/link': { post: components['schemas']['RequirementControlsLink'] };
  '/v1/frameworks/{id}/sync': { post: components['schemas']['FrameworkSync'] };
  '/v1/frameworks/{id}/rollback': { post: components['schemas']['FrameworkRollback'] };
  '/v1/controls': { post: components['schemas']['ControlCreate'] };
  '/v1/controls/{id}': { patch: components['schemas']['ControlUpdate'] };
  '/v1/controls/{id}/policies/link': { post: components['schemas']['ControlPoliciesLink'] };
  '/v1/controls/{id}/tasks/link': { post: components['schemas']['ControlTasksLink'] };
  '/v1/controls/{id}/requirements/link': { post: components['schemas']['ControlRequirementsLink']; delete: components['schemas']['ControlRequirementsUnlink'] };
  '/v1/controls/{id}/document-types/link': { post: components['schemas']['ControlDocumentTypesLink'] };
  '/v1/risks': { post: components['schemas']['RiskCreate'] };
  '/v1/risks/{id}': { patch: components['schemas']['RiskUpdate'] };
  '/v1/risks/{id}/tasks': { put: components['schemas']['RiskTasksSet'] };
  '/v1/risks/{id}/acceptances': { post: components['schemas']['RiskAcceptanceCreate'] };
  '/v1/task-management': { post: components['schemas']['TaskItemCreate'] };
  '/v1/task-management/{id}': { patch: components['schemas']['TaskItemUpdate'] };
  '/v1/soa/documents': { post: components['schemas']['SoaDocumentCreate'] };
  '/v1/soa/documents/{documentId}/answers/{questionId}': { patch: components['schemas']['SoaAnswerUpdate'] };
  '/v1/soa/documents/{documentId}/auto-fill': { post: components['schemas']['SoaAutoFill'] };
  '/v1/soa/documents/{documentId}/submit-for-approval': { post: components['schemas']['SoaSubmission'] };
  '/v1/soa/documents/{documentId}/decline': { post: components['schemas']['SoaDecline'] };
  '/v1/soa/export': { post: components['schemas']['SoaExport'] };
  '/v1/questionnaire': { post: components['schemas']['QuestionnaireCreate'] };
  '/v1/questionnaire/parse': { post: components['schemas']['QuestionnaireParse'] };
  '/v1/questionnaire/auto-answer': { post: components['schemas']['AnswersRequest'] };
  '/v1/questionnaire/answers': { post: components['schemas']['AnswerRequest'] };
  '/v1/questionnaire/answers/export': { post: components['schemas']['QuestionnaireAnswerAndExport'] };
  '/v1/questionnaire/{id}': { patch: components['schemas']['QuestionnaireUpdate'] };
  '/v1/questionnaire/{id}/answers/{questionAnswerId}': { put: components['schemas']['QuestionAnswerSet'] };
  '/v1/trust-portal/settings': { patch: components['schemas']['TrustPortalSettingsUpdate'] };
  '/v1/trust-portal/settings/toggle': { put: components['schemas']['TrustPortalSwitch'] };
  '/v1/trust-portal/settings/security-questionnaire': { put: components['schemas']['TrustPortalSwitch'] };
  '/v1/trust-portal/settings/custom-domain': { put: components['schemas']['TrustPortalDomainSet'] };
  '/v1/trust-portal/settings/faqs': { put: components['schemas']['TrustPortalFaqsReplace'] };
  '/v1/trust-portal/settings/allowed-domains': { put: components['schemas']['TrustPortalAllowedDomainsReplace'] };
  '/v1/trust-portal/settings/allowed-emails': { put: components['schemas']['TrustPortalAllowedEmailsReplace'] };
  '/v1/trust-portal/settings/frameworks': { patch: components['schemas']['TrustPortalFrameworksUpdate'] };
  '/v1/trust-portal/overview': { patch: components['schemas']['TrustPortalOverviewUpdate'] };
  '/v1/integrations/connections': { post: components['schemas']['IntegrationConnectionCreate'] };
  '/v1/integrations/connections/{connectionId}': { patch: components['schemas']['IntegrationConnectionUpdate'] };
  '/v1/integrations/connections/{connectionId}/credentials': { put: components['schemas']['IntegrationCredentialsReplace'] };
  '/v1/integrations/connections/{connectionId}/services': { put: components['schemas']['ConnectionServicesSet'] };
  '/v1/integrations/checks/connections/{connectionId}/runs': { post: components['schemas']['ConnectionChecksRun'] };
  '/v1/integrations/variables/connections/{connectionId}': { patch: components['schemas']['ConnectionVariablesUpdate'] };
  '/v1/integrations/sync/employee-sync-provider': { put: components['schemas']['SyncProviderChoiceSet'] };
  '/v1/comments': { post: components['schemas']['CommentCreate'] };
  '/v1/comments/{commentId}': { put: components['schemas']['CommentUpdate'] };
  '/v1/attachments': { post: components['schemas']['AttachmentCreate'] };
  '/v1/uploads/presign': { post: components['schemas']['UploadCreate'] };
  '/v1/uploads/{id}/content': { put: Bytes };
}

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The fields to change. Omitted fields stay unchanged. */
        OrganizationUpdate: {
            /** @description Display name. Surrounding whitespace is removed. */
            name?: string;
            /** @description Short name. It must be unique among all organizations. */
            slug?: string;
            /** @description Free text for programs, stored without changes. Null clears it. */
            metadata?: string | null;
            /** @description Website address, or a bare domain such as `example.com`. Null clears it. */
            website?: string | null;
            /** @description Whether the first steps are marked as completed. */
            onboardingCompleted?: boolean;
            /** @description Label of the organization in the device management system. Null clears it. */
            deviceMgmtLabelId?: number | null;
            /** @description Whether the device management system is set up. */
            isDeviceMgmtSetupCompleted?: boolean;
            /** @description Brand color as `#RRGGBB`. Null clears it. */
            primaryColor?: string | null;
            /** @description Whether clients show their advanced settings. */
            advancedModeEnabled?: boolean;
            /** @description Whether members need a background check. */
            backgroundCheckStepEnabled?: boolean;
            /** @description Whether the evidence of a task needs an approver before the task is done. */
            evidenceApprovalEnabled?: boolean;
            /** @description Whether members install the device agent during onboarding. */
            deviceAgentStepEnabled?: boolean;
            /** @description Whether members take the security training during onboarding. */
            securityTrainingStepEnabled?: boolean;
            /** @description Whether employees see the whistleblower form. */
            whistleblowerReportEnabled?: boolean;
            /** @description Whether employees see the form for requesting access. */
            accessRequestFormEnabled?: boolean;
        };
        /** @description The member who becomes owner. */
        OwnershipTransfer: {
            /** @description Id of the active member who becomes owner, `mem_…`. */
            newOwnerId: string;
            /** @description This value is accepted and ignored, because the caller is always the current owner. */
            userId?: string;
        };
        /** @description The settings of the roles to change. */
        RoleNotificationSettingsUpdate: {
            /** @description One item for each role. A role must not appear twice. */
            settings: components["schemas"]["RoleNotificationSetting"][];
        };
        /** @description The kinds of e-mail that one role will get. All kinds are required. */
        RoleNotificationSetting: {
            /** @description Name of a built-in role, or id of a custom role, `rol_…`. */
            role: string;
            /** @description Notifications about new and changed policies. */
            policyNotifications: boolean;
            /** @description Reminders of tasks that are due or overdue. */
            taskReminders: boolean;
            /** @description Notifications about tasks that are newly assigned to the member. */
            taskAssignments: boolean;
            /** @description Notifications about comments that mention the member. */
            taskMentions: boolean;
            /** @description Weekly digest of open tasks. */
            weeklyTaskDigest: boolean;
            /** @description Notifications about new and changed findings. */
            findingNotifications: boolean;
        };
        /** @description A new API key. */
        ApiKeyCreate: {
            /** @description Name that says what the key is for. Surrounding whitespace is removed. */
            name: string;
            /**
             * @description How long the key is valid, in calendar days or one calendar year from now.
             * @default never
             * @enum {string}
             */
            expiration?: "never" | "30days" | "90days" | "1year";
            /** @description What the key may do. The credential that creates the key must hold all of these scopes. */
            scopes: components["schemas"]["ApiKeyScope"][];
        };
        /**
         * @description A permission that an API key can have, written as resource and action. More may come.
         * @enum {string}
         */
        ApiKeyScope: "organization:read" | "organization:update" | "organization:delete" | "member:create" | "member:read" | "member:update" | "member:delete" | "ac:create" | "ac:read" | "ac:update" | "ac:delete" | "control:create" | "control:read" | "control:update" | "control:delete" | "evidence:create" | "evidence:read" | "evidence:update" | "evidence:delete" | "policy:create" | "policy:read" | "policy:update" | "policy:delete" | "risk:create" | "risk:read" | "risk:update" | "risk:delete" | "vendor:create" | "vendor:read" | "vendor:update" | "vendor:delete" | "task:create" | "task:read" | "task:update" | "task:delete" | "framework:create" | "framework:read" | "framework:update" | "framework:delete" | "audit:create" | "audit:read" | "audit:update" | "finding:create" | "finding:read" | "finding:update" | "finding:delete" | "questionnaire:create" | "questionnaire:read" | "questionnaire:update" | "questionnaire:delete" | "integration:create" | "integration:read" | "integration:update" | "integration:delete" | "apiKey:create" | "apiKey:read" | "apiKey:delete" | "app:read" | "trust:read" | "trust:update" | "pentest:create" | "pentest:read" | "pentest:update" | "pentest:delete" | "training:read" | "training:update" | "portal:read" | "portal:update";
        /** @description A new logo. Exactly one of `fileData` and `fileKey` must be set. */
        OrganizationLogoUpload: {
            fileName: components["schemas"]["FileName"];
            /** @description Media type of the file, which is image/png, image/jpeg, image/webp, image/gif or image/svg+xml. Parameters are ignored. */
            fileType: components["schemas"]["FileType"];
            /** @description The file, encoded in base64. The decoded file may have up to 2 MiB, which are 2796204 characters. A larger file is a 413. */
            fileData?: string;
            /** @description Key of an upload of the organization with the purpose `general`. Its bytes must have been uploaded. */
            fileKey?: string;
        } & ({
            /** @description This field is set and `fileKey` is not. */
            fileData: string;
        } | {
            /** @description This field is set and `fileData` is not. */
            fileKey: string;
        });
        /** @description The name of the file. It is trimmed. */
        FileName: string;
        /** @description The media type of the file. Parameters are ignored. */
        FileType: string;
        /** @description A new custom role. */
        CustomRoleCreate: {
            /**
             * @description Name of the role. It starts with a letter and contains letters, digits, spaces and hyphens. Trailing spaces are removed. It must
             *     differ from the names of all built-in and custom roles when case is ignored.
             */
            name: string;
            /** @description The permissions that the role grants. An empty object grants nothing. */
            permissions: components["schemas"]["RolePermissions"];
            /** @default {} */
            obligations?: components["schemas"]["RoleObligations"];
        };
        /**
         * @description The allowed actions on each resource. An omitted resource or an empty list allows none. Answers contain the resources and actions in the
         *     order of this schema.
         */
        RolePermissions: {
            /** @description Profile, logo, notifications by role, org chart and access of the organization. */
            organization?: ("read" | "update" | "delete")[];
            /** @description People, employees and the offboarding checklist. */
            member?: ("create" | "read" | "update" | "delete")[];
            /** @description Invitations of the sign-up flow. API keys cannot carry this permission. */
            invitation?: ("create" | "read" | "delete")[];
            /** @description Reserved. API keys cannot carry this permission. */
            team?: ("create" | "read" | "update" | "delete")[];
            /** @description Access control, which covers roles and their obligations. */
            ac?: ("create" | "read" | "update" | "delete")[];
            /** @description Controls. */
            control?: ("create" | "read" | "update" | "delete")[];
            /** @description Evidence forms and exports, attachments, context and the ISMS. */
            evidence?: ("create" | "read" | "update" | "delete")[];
            /** @description Policies. */
            policy?: ("create" | "read" | "update" | "delete")[];
            /** @description Risks. */
            risk?: ("create" | "read" | "update" | "delete")[];
            /** @description Vendors. */
            vendor?: ("create" | "read" | "update" | "delete")[];
            /** @description Tasks with their automations, task items and comments. */
            task?: ("create" | "read" | "update" | "delete")[];
            /** @description Frameworks and timelines. */
            framework?: ("create" | "read" | "update" | "delete")[];
            /** @description Statement of applicability and letters of engagement. */
            audit?: ("create" | "read" | "update")[];
            /** @description Findings of auditors. */
            finding?: ("create" | "read" | "update" | "delete")[];
            /** @description Questionnaires and the knowledge base. */
            questionnaire?: ("create" | "read" | "update" | "delete")[];
            /** @description Integrations and cloud security. */
            integration?: ("create" | "read" | "update" | "delete")[];
            /** @description API keys. */
            apiKey?: ("create" | "read" | "delete")[];
            /** @description The main application, including the audit log and devices. */
            app?: "read"[];
            /** @description The trust portal and the access to it. */
            trust?: ("read" | "update")[];
            /** @description Penetration tests. */
            pentest?: ("create" | "read" | "update" | "delete")[];
            /** @description Training of the workforce. */
            training?: ("read" | "update")[];
            /** @description Self-service of the workforce, which covers a person's own forms, own training and signing of policies. */
            portal?: ("read" | "update")[];
        };
        /** @description The obligations of the members who hold a role. */
        RoleObligations: {
            /**
             * @description Whether members with the role sign policies, finish training, install the device agent, pass a background check where the
             *     organization requires one, and count in people scores. For a member with several roles, one role with this obligation is sufficient.
             */
            compliance?: boolean;
        };
        /** @description The organization's own setting for a built-in role. */
        BuiltInRoleObligationsUpdate: {
            /** @description The obligations of the role. An empty object restores the default. */
            obligations: components["schemas"]["RoleObligations"];
        };
        /** @description The fields to change, at least one. Omitted fields stay unchanged. */
        CustomRoleUpdate: {
            /** @description Name of the role, with the same rules as on creation. Members, invitations and settings keep the role when its name changes. */
            name?: string;
            /** @description The complete permissions of the role, which replace the previous ones. */
            permissions?: components["schemas"]["RolePermissions"];
            /** @description The complete obligations of the role, which replace the previous ones. */
            obligations?: components["schemas"]["RoleObligations"];
        };
        /** @description A person with an account who will become a member. */
        MemberCreate: {
            /** @description Id of the user account, `usr_…`. */
            userId: string;
            role: components["schemas"]["MemberRoleOrName"];
            /** @default none */
            department?: components["schemas"]["MemberDepartment"];
            /**
             * @description Whether the member is active from the start.
             * @default true
             */
            isActive?: boolean;
            /** @description Label of the member's devices in the device management system. */
            deviceMgmtLabelId?: number;
            /** @description Job title. Surrounding whitespace is removed, and an empty title is stored as null. */
            jobTitle?: string;
        };
        /** @description Name of a built-in role, id of a custom role or, ignoring case, name of a custom role. */
        MemberRoleOrName: string;
        /** @description Department, either built-in (`none`, `admin`, `gov`, `hr`, `it`, `itsm`, `qms`) or a custom name. Surrounding whitespace is removed. */
        MemberDepartment: string;
        /** @description The people who will become members. */
        MemberBulkCreate: {
            /** @description The members to add. Each item succeeds or fails independently. */
            members: components["schemas"]["MemberCreate"][];
        };
        /** @description The people to add or invite. */
        MemberInvite: {
            /** @description The people to add or invite. Each item succeeds or fails independently. */
            invites: {
                /**
                 * Format: email
                 * @description E-mail address. It is stored in lower case.
                 */
                email: string;
                /** @description The roles that the person will hold. */
                roles: components["schemas"]["MemberRoleOrName"][];
                /**
                 * @description Whether to send the link to the employee portal by e-mail, if one of the roles carries the compliance obligation.
                 * @default false
                 */
                sendPortalEmail?: boolean;
            }[];
        };
        /** @description The complete e-mail preferences. */
        MyEmailPreferencesReplace: {
            preferences: components["schemas"]["EmailPreferences"];
        };
        /** @description The kinds of e-mail, each switched on or off. */
        EmailPreferences: {
            /** @description Notifications about new and changed policies. */
            policyNotifications: boolean;
            /** @description Reminders of tasks that are due or overdue. */
            taskReminders: boolean;
            /** @description Weekly digest of open tasks. */
            weeklyTaskDigest: boolean;
            /** @description Notifications about items that have no assignee after a member leaves, which are sent to owners. */
            unassignedItemsNotifications: boolean;
            /** @description Notifications about comments that mention the person. */
            taskMentions: boolean;
            /** @description Notifications about tasks that are newly assigned to the person. */
            taskAssignments: boolean;
            /** @description Notifications about new and changed findings. */
            findingNotifications: boolean;
        };
        /** @description The fields to change. Omitted fields stay unchanged. */
        MemberUpdate: {
            /** @description Id of the user account that the membership passes to, `usr_…`. It must belong to a member or to no other organization. */
            userId?: string;
            /** @description The only role of the member from now on, given as the name of a built-in role or the id of a custom role, `rol_…`. */
            role?: components["schemas"]["MemberRole"];
            /** @description All roles of the member from now on. Cannot be combined with `role`. */
            roles?: components["schemas"]["MemberRole"][];
            department?: components["schemas"]["MemberDepartment"];
            /** @description False deactivates the member, and true reactivates them. */
            isActive?: boolean;
            /** @description Label of the member's devices in the device management system. */
            deviceMgmtLabelId?: number;
            /** @description Job title. Surrounding whitespace is removed, and an empty title is stored as null. */
            jobTitle?: string;
            /** @description Name of the person in this organization. Surrounding whitespace is removed. */
            name?: string;
            /** @description E-mail address of the person in this organization, trimmed and stored in lower case. It is not verified until it is confirmed. */
            email?: string;
            /**
             * @description When the person joined.
             * @example 2026-01-12T08:00:00.000Z
             */
            createdAt?: components["schemas"]["DateOrDateTime"];
            /**
             * @description True exempts the member from the organization's background check, which people scores then count as complete. False ends the
             *     exemption and clears its reason and justification, even if the same request sends them.
             */
            backgroundCheckExempt?: boolean;
            /** @description Reason code, such as `contractor_with_vendor_check` or `other`. */
            backgroundCheckExemptReason?: string;
            /** @description Justification of the exemption. It is recorded in the audit log. */
            backgroundCheckExemptJustification?: string;
            /**
             * Format: date-time
             * @description When the employment started. Null clears it.
             */
            onboardDate?: string | null;
            /**
             * Format: date-time
             * @description When the employment ended. Null clears it.
             */
            offboardDate?: string | null;
        };
        /** @description Name of a built-in role (`owner`, `admin`, `auditor`, `employee`, `contractor`), or id of a custom role, `rol_…`. */
        MemberRole: string;
        /** @description A date, which means midnight UTC, or a date and time. */
        DateOrDateTime: string;
        /** @description An evidence file. Exactly one of `fileData` and `fileKey` must be set. */
        EmploymentEvidenceUpload: {
            fileName: components["schemas"]["FileName"];
            fileType: components["schemas"]["FileType"];
            fileData?: components["schemas"]["FileData"];
            /** @description Key of an upload with the purpose `attachment`. */
            fileKey?: components["schemas"]["FileKey"];
            /** @description Description of what the file shows. */
            description?: string;
            /**
             * @description Id of the user who uploads the file, `usr_…`. It applies only to requests with an API key and defaults to the user that the key acts
             *     for. Requests with a session ignore it.
             */
            userId?: string;
        } & ({
            /** @description This field is set and `fileKey` is not. */
            fileData: string;
        } | {
            /** @description This field is set and `fileData` is not. */
            fileKey: string;
        });
        /** @description The file in base64. The decoded file may have 100 MiB, which are 139810136 characters in base64. */
        FileData: string;
        /** @description The key of an upload of the organization whose bytes have arrived. The purpose of the upload must match. */
        FileKey: string;
        /** @description A new employee. */
        EmployeeCreate: {
            /** @description Full name. Surrounding whitespace is removed. */
            name: string;
            /**
             * Format: email
             * @description E-mail address. It is stored in lower case.
             */
            email: string;
            /**
             * @description Department of the employee. Custom names are not accepted here.
             * @default none
             */
            department?: components["schemas"]["Department"];
            /**
             * @description Whether the employee works here now.
             * @default true
             */
            isActive?: boolean;
            /** @description Id in the HR system. */
            externalEmployeeId?: string;
            /** @description Id of the user account of the same person, `usr_…`. It must belong to a member of the organization or to no other organization. */
            userId?: string;
            /**
             * @description Id of the workforce member who is the same person, `mem_…`.
             * @example hr-4711
             */
            linkId?: string;
        };
        /**
         * @description A built-in department.
         * @enum {string}
         */
        Department: "none" | "admin" | "gov" | "hr" | "it" | "itsm" | "qms";
        /** @description The fields to change. Omitted fields stay unchanged. */
        EmployeeUpdate: {
            /** @description Full name. Surrounding whitespace is removed. */
            name?: string;
            /**
             * Format: email
             * @description E-mail address. It is stored in lower case.
             */
            email?: string;
            /** @description Department of the employee. Custom names are not accepted here. */
            department?: components["schemas"]["Department"];
            /** @description Whether the employee works here now. */
            isActive?: boolean;
            /** @description Id in the HR system. Null removes it. */
            externalEmployeeId?: string | null;
            /** @description Id of the user account of the same person, `usr_…`. Null removes it together with the link to the member. */
            userId?: string | null;
            /**
             * @description Id of the workforce member who is the same person, `mem_…`. Null removes the link and keeps the user.
             * @example hr-4711
             */
            linkId?: string | null;
        };
        /** @description The frameworks to adopt. */
        FrameworksAdd: {
            /**
             * @description Ids of custom frameworks of the organization, `cfrm_…`, and of frameworks of the catalogue, `frk_…`. Unknown and hidden frameworks
             *     are skipped.
             */
            frameworkIds: string[];
        };
        /** @description A new custom framework. */
        CustomFrameworkCreate: {
            /** @description Name of the framework. Surrounding white space is removed. */
            name: string;
            /** @description Purpose of the framework. Surrounding white space is removed. */
            description: string;
            /**
             * @description Edition of the framework. Surrounding white space is removed.
             * @default 1.0.0
             */
            version?: string;
        };
        /** @description The fields to change, at least one. Fields that are left out stay unchanged. */
        CustomFrameworkUpdate: {
            /** @description Name of the framework. Surrounding white space is removed. */
            name?: string;
            /** @description Purpose of the framework. Surrounding white space is removed. */
            description?: string;
        };
        /** @description A new custom requirement. */
        CustomRequirementCreate: {
            /** @description Short title of the requirement. Surrounding white space is removed. */
            name: string;
            /** @description Identifier, unique among the custom requirements of the framework. Surrounding white space is removed. */
            identifier: string;
            /** @description What the requirement expects of the organization. Surrounding white space is removed. */
            description: string;
        };
        /** @description The requirements to copy. */
        RequirementsCopy: {
            /**
             * @description Ids of custom requirements of the organization, `creq_…`, and of requirements of the catalogue, `frk_rq_…`. Unknown ones are
             *     skipped.
             */
            requirementIds: string[];
        };
        /** @description The fields to change, at least one. Fields that are left out stay unchanged. */
        CustomRequirementUpdate: {
            /** @description Short title of the requirement. Surrounding white space is removed. */
            name?: string;
            /** @description Identifier, unique among the custom requirements of the framework. Surrounding white space is removed. */
            identifier?: string;
            /** @description What the requirement expects of the organization. Surrounding white space is removed. */
            description?: string;
        };
        /** @description The controls that meet the requirement. */
        RequirementControlsLink: {
            /** @description Ids of active controls, `ctl_…`. Unknown and archived controls are skipped. */
            controlIds: string[];
        };
        /** @description The version to update to. */
        FrameworkSync: {
            /** @description Id of a version of the framework, `fvr_…`. Older versions are allowed. */
            targetVersionId: string;
        };
        /** @description The update to roll back. */
        FrameworkRollback: {
            /** @description Id of the update, `fso_…`. */
            syncOperationId: string;
        };
        /** @description A new control, with its links. */
        ControlCreate: {
            /** @description Name of the control. Surrounding white space is removed. */
            name: string;
            /** @description What is done, who does it and how often. */
            description: string;
            /** @description Ids of policies to link directly, `pol_…`. */
            policyIds?: string[];
            /** @description Ids of tasks to link directly, `tsk_…`. */
            taskIds?: string[];
            /** @description Types of evidence forms to link directly. */
            documentTypes?: components["schemas"]["EvidenceFormType"][];
            /** @description Requirements that the control meets. */
            requirementMappings?: components["schemas"]["RequirementMapping"][];
        };
        /**
         * @description The form that the evidence is submitted with.
         * @enum {string}
         */
        EvidenceFormType: "board-meeting" | "it-leadership-meeting" | "risk-committee-meeting" | "meeting" | "access-request" | "whistleblower-report" | "penetration-test" | "rbac-matrix" | "infrastructure-inventory" | "employee-performance-evaluation" | "network-diagram" | "tabletop-exercise" | "account-types";
        /** @description A requirement in an adopted framework. Exactly one of `requirementId` and `customRequirementId` is set. */
        RequirementMapping: {
            /** @description Id of the adopted framework, `frm_…`. */
            frameworkInstanceId: string;
            /** @description Id of a requirement of the catalogue, `frk_rq_…`. */
            requirementId?: string;
            /** @description Id of a custom requirement, `creq_…`. */
            customRequirementId?: string;
        } & ({
            /** @description Set when the mapping names a requirement of the catalogue. */
            requirementId: string;
        } | {
            /** @description Set when the mapping names a custom requirement. */
            customRequirementId: string;
        });
        /** @description The fields to change. Fields that are left out stay unchanged. */
        ControlUpdate: {
            /** @description Name of the control. Surrounding white space is removed. */
            name?: string;
            /** @description What is done, who does it and how often. */
            description?: string;
            /** @description When the control was last reviewed, or null. */
            lastReviewDate?: components["schemas"]["DateOrDateTime"] | null;
            /** @description When the control is due for its next review, or null. */
            nextReviewDate?: components["schemas"]["DateOrDateTime"] | null;
        };
        /** @description Policies to link. */
        ControlPoliciesLink: {
            /** @description Ids of the policies, `pol_…`. */
            policyIds: string[];
        };
        /** @description Tasks to link. */
        ControlTasksLink: {
            /** @description Ids of the tasks, `tsk_…`. */
            taskIds: string[];
        };
        /** @description Requirements to link. */
        ControlRequirementsLink: {
            /** @description The requirements, each with its adopted framework. */
            requirements: components["schemas"]["RequirementMapping"][];
        };
        /** @description Requirements to unlink. */
        ControlRequirementsUnlink: {
            /** @description The requirements, each with its adopted framework. */
            requirements: components["schemas"]["RequirementMapping"][];
        };
        /** @description Evidence forms to link. */
        ControlDocumentTypesLink: {
            /** @description Types of the evidence forms. */
            formTypes: components["schemas"]["EvidenceFormType"][];
        };
        /** @description A new risk. */
        RiskCreate: {
            /** @description Short statement of what could happen, in one line. Surrounding whitespace is removed. */
            title: string;
            /** @description Cause, event and consequence of the risk. */
            description: string;
            category: components["schemas"]["RiskCategory"];
            /**
             * @description Department that the risk belongs to.
             * @default none
             */
            department?: components["schemas"]["Department"];
            /** @default open */
            status?: components["schemas"]["RiskStatus"];
            /**
             * @description Probability before treatment.
             * @default 0
             */
            probability?: components["schemas"]["RiskScale"];
            /**
             * @description Impact before treatment.
             * @default 0
             */
            impact?: components["schemas"]["RiskScale"];
            /**
             * @description Probability after treatment.
             * @default 0
             */
            residual_probability?: components["schemas"]["RiskScale"];
            /**
             * @description Impact after treatment.
             * @default 0
             */
            residual_impact?: components["schemas"]["RiskScale"];
            /** @description Id of the member who will own the risk, `mem_…`. The member must be active in the organization. */
            assigneeId?: string;
            /** @description How the risk will be treated. When it is omitted, the strategy is `mitigate` with an empty text. */
            treatmentStrategy?: {
                type: components["schemas"]["TreatmentType"];
                /**
                 * @description The treatment plan, or the reason for accepting the risk.
                 * @default
                 */
                description?: string;
            };
        };
        /**
         * @description Category of the risk.
         * @enum {string}
         */
        RiskCategory: "customer" | "fraud" | "governance" | "operations" | "other" | "people" | "regulatory" | "reporting" | "resilience" | "technology" | "vendor_management";
        /**
         * @description Status of the risk. It may change to any other status.
         * @enum {string}
         */
        RiskStatus: "open" | "pending" | "closed" | "archived";
        /** @description A value on a scale from 0 to 10. */
        RiskScale: number;
        /**
         * @description How the risk is treated.
         * @enum {string}
         */
        TreatmentType: "accept" | "avoid" | "mitigate" | "transfer";
        /** @description The fields to change. Omitted fields stay unchanged. */
        RiskUpdate: {
            /** @description Short statement of what could happen, in one line. Surrounding whitespace is removed. */
            title?: string;
            /** @description Cause, event and consequence of the risk. */
            description?: string;
            category?: components["schemas"]["RiskCategory"];
            /** @description Department that the risk belongs to. */
            department?: components["schemas"]["Department"];
            status?: components["schemas"]["RiskStatus"];
            /** @description Probability before treatment. */
            probability?: components["schemas"]["RiskScale"];
            /** @description Impact before treatment. */
            impact?: components["schemas"]["RiskScale"];
            /** @description Probability after treatment. */
            residual_probability?: components["schemas"]["RiskScale"];
            /** @description Impact after treatment. */
            residual_impact?: components["schemas"]["RiskScale"];
            /** @description Id of the member who will own the risk. The member must be active. Null removes the owner. */
            assigneeId?: string | null;
            /** @description The changes to the treatment. */
            treatmentStrategy?: {
                /** @description The strategy to follow from now on. */
                type?: components["schemas"]["TreatmentType"];
                /** @description Text of the strategy that is active after the update. An empty text clears it. */
                description?: string;
            };
        };
        /** @description The complete set of linked tasks. */
        RiskTasksSet: {
            /** @description Ids of all compliance tasks to link, `tsk_…`. Tasks that are not listed are unlinked. An empty list unlinks all tasks. */
            taskIds: string[];
        };
        /** @description A new acceptance. */
        RiskAcceptanceCreate: {
            /** @description Id of the active member who accepts the residual risk. Defaults to the owner of the risk. */
            acceptedById?: string;
            /** @description Why the residual risk is acceptable. Surrounding whitespace is removed, and a blank text is stored as null. */
            notes?: string;
        };
        /** @description A new task item. */
        TaskItemCreate: {
            /** @description Title of the work to do. Surrounding white space is removed. */
            title: string;
            /**
             * @description Details of the work, as plain text or serialized rich text, with mentions in the form `@[label](usr_…)`. An empty description is
             *     stored as null.
             */
            description?: string;
            /** @default todo */
            status?: components["schemas"]["TaskItemStatus"];
            /** @default medium */
            priority?: components["schemas"]["TaskItemPriority"];
            entityType: components["schemas"]["TaskItemEntityType"];
            /** @description Id of the risk or vendor. */
            entityId: string;
            /** @description Id of the active member who has to do the work, `mem_…`. */
            assigneeId?: string;
            /**
             * @description When the item is due. A date without a time means midnight UTC.
             * @example 2026-09-30
             */
            dueDate?: components["schemas"]["DateOrDateTime"];
        };
        /**
         * @description Status of the work.
         * @enum {string}
         */
        TaskItemStatus: "todo" | "in_progress" | "in_review" | "done" | "cancelled";
        /**
         * @description Urgency of the work.
         * @enum {string}
         */
        TaskItemPriority: "urgent" | "high" | "medium" | "low";
        /**
         * @description Kind of the record that the item belongs to.
         * @enum {string}
         */
        TaskItemEntityType: "vendor" | "risk";
        /** @description The fields to change. Fields that are left out stay unchanged. */
        TaskItemUpdate: {
            /** @description Title of the work to do. Surrounding white space is removed. */
            title?: string;
            /** @description Details of the work. An empty description is stored as null. */
            description?: string | null;
            status?: components["schemas"]["TaskItemStatus"];
            priority?: components["schemas"]["TaskItemPriority"];
            /** @description Id of the active member who has to do the work, `mem_…`. Null removes the assignee. */
            assigneeId?: string | null;
            /**
             * @description When the item is due. A date without a time means midnight UTC. Null removes the due date.
             * @example 2026-09-30
             */
            dueDate?: string | null;
        };
        /** @description A new version of a document. */
        SoaDocumentCreate: {
            /** @description Id of the platform framework ISO 27001, `frk_…`. */
            frameworkId: string;
            /**
             * @description Whether to copy the answers of the previous version.
             * @default true
             */
            copyAnswers?: boolean;
        };
        /** @description The fields to change. Fields that are left out keep their value. */
        SoaAnswerUpdate: {
            /** @description Whether the control applies. Null removes the decision. */
            isApplicable?: boolean | null;
            /**
             * @description Why the control applies or does not apply. Surrounding white space is removed, and a blank text is stored as null. A control that
             *     does not apply needs a justification, either in the request or already stored.
             */
            justification?: string | null;
        };
        /** @description Options of the auto-fill run. */
        SoaAutoFill: {
            /**
             * @description Which controls to fill in. `unanswered` means only undecided controls. `generated` adds the controls that were filled in before.
             *     `all` means all controls, including those that were decided by hand before the run.
             * @default unanswered
             * @enum {string}
             */
            overwrite?: "unanswered" | "generated" | "all";
        };
        /** @description The approver to submit the document to. */
        SoaSubmission: {
            /**
             * @description Id of the active member who has to approve the document, `mem_…`. The member must have the role owner or admin, and must not be
             *     platform staff.
             */
            approverId: string;
        };
        /** @description The reason for a decline. */
        SoaDecline: {
            /** @description What has to change. Surrounding white space is removed, and a blank text is stored as null. */
            reason?: string | null;
        };
        /** @description The document to export. */
        SoaExport: {
            /** @description Id of the approved document, `soa_doc_…`. */
            documentId: string;
            /** @description Id of the organization of the credential. It ensures that a statement is never exported for another organization. */
            organizationId: string;
            /**
             * @description File format.
             * @default pdf
             * @enum {string}
             */
            format?: "pdf";
        };
        /** @description A new questionnaire. Exactly one of `fileData` and `fileKey` is set. */
        QuestionnaireCreate: {
            fileName: components["schemas"]["FileName"];
            fileType: components["schemas"]["FileType"];
            fileData?: components["schemas"]["FileData"];
            /** @description Key of an upload with the purpose `questionnaire`. */
            fileKey?: components["schemas"]["FileKey"];
            vendorName?: components["schemas"]["QuestionnaireVendorName"];
            /** @default internal */
            source?: components["schemas"]["QuestionnaireSource"];
            /**
             * @description Whether to answer the questions after they are found.
             * @default false
             */
            autoAnswer?: boolean;
        } & ({
            /** @description Set when the other field is not set. */
            fileData: string;
        } | {
            /** @description Set when the other field is not set. */
            fileKey: string;
        });
        /** @description Name of the sender. Surrounding white space is removed, and a blank name is stored as null. */
        QuestionnaireVendorName: string | null;
        /**
         * @description Where the request to answer the questionnaire came from.
         * @enum {string}
         */
        QuestionnaireSource: "internal" | "external";
        /** @description A file with questions. */
        QuestionnaireParse: {
            fileData: components["schemas"]["FileData"];
            fileType: components["schemas"]["FileType"];
            fileName?: components["schemas"]["FileName"];
            vendorName?: components["schemas"]["QuestionnaireVendorName"];
        };
        /** @description Questions to answer. */
        AnswersRequest: {
            /** @description The questions. A question that already has an answer is skipped. */
            questionsAndAnswers: {
                question: components["schemas"]["QuestionnaireText"];
                /** @description The existing answer. A blank answer counts as no answer. */
                answer?: string | null;
                /**
                 * @description Index of the question. Defaults to its index in this list.
                 * @example 0
                 */
                questionIndex?: number;
            }[];
            /** @description Id of the questionnaire to store the answers in, by question index. */
            questionnaireId?: string;
        };
        /** @description Text of the question. Surrounding white space is removed. */
        QuestionnaireText: string;
        /** @description A question to answer. */
        AnswerRequest: {
            question: components["schemas"]["QuestionnaireText"];
            /**
             * @description Index of the question in the questionnaire.
             * @default 0
             */
            questionIndex?: number;
            /** @description Id of the questionnaire to store the answer in, at `questionIndex`. */
            questionnaireId?: string;
        };
        /** @description A questionnaire to answer and export. Exactly one of `fileData` and `fileKey` is set. */
        QuestionnaireAnswerAndExport: {
            fileName: components["schemas"]["FileName"];
            fileType: components["schemas"]["FileType"];
            fileData?: components["schemas"]["FileData"];
            /** @description Key of an upload with the purpose `questionnaire`. */
            fileKey?: components["schemas"]["FileKey"];
            vendorName?: components["schemas"]["QuestionnaireVendorName"];
            /** @default internal */
            source?: components["schemas"]["QuestionnaireSource"];
            /** @default xlsx */
            format?: components["schemas"]["QuestionnaireExportFormat"];
        } & ({
            /** @description Set when the other field is not set. */
            fileData: string;
        } | {
            /** @description Set when the other field is not set. */
            fileKey: string;
        });
        /**
         * @description File format. `zip` contains the other three formats.
         * @enum {string}
         */
        QuestionnaireExportFormat: "xlsx" | "csv" | "pdf" | "zip";
        /** @description The fields to change. Fields that are left out stay unchanged. */
        QuestionnaireUpdate: {
            fileName?: components["schemas"]["FileName"];
            vendorName?: components["schemas"]["QuestionnaireVendorName"];
        };
        /** @description The new answer to a question. */
        QuestionAnswerSet: {
            /** @description The answer in plain text. Surrounding white space is removed, and a blank answer is stored as null. */
            answer: string | null;
            /**
             * @description `manual` for an answer that a person wrote, or `generated` to accept a suggestion.
             * @enum {string}
             */
            status: "generated" | "manual";
            /** @description Sources of the answer. If they are left out, the stored sources stay unchanged. */
            sources?: components["schemas"]["AnswerSourceInput"][];
        };
        /** @description A source as the API returned it, or with fewer fields. A source that is given twice is stored once, with its best score. */
        AnswerSourceInput: {
            /**
             * @description Kind of the record that contains the passage.
             * @enum {string}
             */
            sourceType: "policy" | "context" | "manual_answer" | "knowledge_base_document" | "soa_answer" | "risk" | "control";
            /** @description Id of the record. */
            sourceId?: string | null;
            /** @description Label of the source. It is kept if it cannot be derived from the other fields. */
            sourceName?: string | null;
            /** @description Name of the policy. */
            policyName?: string | null;
            /**
             * @description Name of the document.
             * @example Penetration test 2026.pdf
             */
            documentName?: string | null;
            /**
             * @description The question of an answer that was written by hand.
             * @example Do you encrypt laptops?
             */
            manualAnswerQuestion?: string | null;
            /** @description Text of the passage. */
            excerpt?: string | null;
            /** @description Relevance of the passage. */
            score: number;
        };
        /** @description The settings to change, at least one. */
        TrustPortalSettingsUpdate: {
            /** @description The last part of the address of the page. It has lower-case letters, digits and hyphens. */
            friendlyUrl?: string;
            /**
             * Format: email
             * @description The e-mail address that is notified of access requests. Null clears it.
             */
            contactEmail?: string | null;
            /** @description The brand color of the organization. Null clears it. */
            primaryColor?: string | null;
        };
        /** @description The state to set. */
        TrustPortalSwitch: {
            /** @description Whether to turn it on. */
            enabled: boolean;
        };
        /** @description The custom domain to set. */
        TrustPortalDomainSet: {
            domain: components["schemas"]["TrustPortalHostName"];
        };
        /** @description A host name with at least two labels, such as `trust.example.com`. It is trimmed and stored in lower case. */
        TrustPortalHostName: string;
        /** @description The whole list of questions and answers. */
        TrustPortalFaqsReplace: {
            /** @description The questions and answers, in their order. */
            faqs: {
                /** @description The question. It is trimmed. */
                question: string;
                /** @description The answer in Markdown. */
                answer: string;
            }[];
        };
        /** @description The whole list of e-mail domains. */
        TrustPortalAllowedDomainsReplace: {
            /** @description The e-mail domains. An empty list clears them. */
            domains: components["schemas"]["TrustPortalHostName"][];
        };
        /** @description The whole list of e-mail addresses. */
        TrustPortalAllowedEmailsReplace: {
            /** @description The e-mail addresses. An empty list clears them. */
            emails: string[];
        };
        /** @description The frameworks to change. Each may occur only once. */
        TrustPortalFrameworksUpdate: {
            /** @description The changes to each framework. */
            frameworks: {
                framework: components["schemas"]["TrustPortalFramework"];
                /** @description Whether the page should show the framework. */
                enabled?: boolean;
                status?: components["schemas"]["TrustPortalFrameworkStatus"];
            }[];
        };
        /**
         * @description A framework that the page can show.
         * @enum {string}
         */
        TrustPortalFramework: "iso_27001" | "iso_42001" | "gdpr" | "hipaa" | "soc2_type1" | "soc2_type2" | "soc3" | "pci_dss" | "nen_7510" | "iso_9001" | "pipeda" | "ccpa";
        /**
         * @description The status of a framework as the page shows it.
         * @enum {string}
         */
        TrustPortalFrameworkStatus: "started" | "in_progress" | "compliant";
        /** @description The fields to change, at least one. */
        TrustPortalOverviewUpdate: {
            /** @description The heading. It is trimmed, and null clears it. */
            overviewTitle?: string | null;
            /** @description The text in Markdown. Null clears it. */
            overviewContent?: string | null;
            /** @description Whether the page should show the overview. */
            showOverview?: boolean;
        };
        /** @description The connection to create. */
        IntegrationConnectionCreate: {
            /** @description Slug of the provider. */
            providerSlug: string;
            /** @default {} */
            credentials?: components["schemas"]["IntegrationCredentials"];
            /**
             * @description The values of the variables, by id, as `updateConnectionVariables` takes them.
             * @default {}
             */
            variables?: {
                [key: string]: components["schemas"]["IntegrationVariableInput"];
            };
            /** @description The metadata of the connection. */
            metadata?: {
                /** @description The label of the connection. It is trimmed. */
                connectionName?: string;
            };
        };
        /**
         * @description The credentials, by the ids in `credentialFields` of the provider. A field that the provider does not have is 400. The values are stored
         *     encrypted and are never returned.
         */
        IntegrationCredentials: {
            [key: string]: components["schemas"]["IntegrationCredentialValue"];
        };
        /** @description A string. A `multi_select` takes a list of strings. */
        IntegrationCredentialValue: string | string[];
        /** @description The value, which has the type of the variable. Null clears it. */
        IntegrationVariableInput: string | number | boolean | string[] | null;
        /** @description The changes, at least one. Fields that are left out keep their value. */
        IntegrationConnectionUpdate: {
            /** @description The fields to set. Fields that are left out keep their value, and null removes a field. `connectionName` is the label. */
            metadata?: {
                [key: string]: string | number | boolean | string[] | null;
            };
            /** @description A cron expression with five fields, in UTC, that comes due at most every 15 minutes. Null restores the default schedule. */
            syncCadence?: string | null;
        };
        /** @description The credentials to change. */
        IntegrationCredentialsReplace: {
            /**
             * @description The values by field. Fields that are left out keep their value, and an empty string removes one. The values are stored encrypted and
             *     are never returned.
             */
            credentials: components["schemas"]["IntegrationCredentials"];
        };
        /** @description The services to enable. */
        ConnectionServicesSet: {
            /** @description Ids of all services that should be enabled. The others are disabled, and an empty list disables all of them. */
            serviceIds: string[];
        };
        /** @description The checks to run. */
        ConnectionChecksRun: {
            /** @description Id of the only check to run. Without it every enabled check runs. */
            checkId?: string;
        };
        /** @description The variables to change. */
        ConnectionVariablesUpdate: {
            /**
             * @description The values by id. Variables that are left out keep their value, and null clears one. A variable that the provider does not have is
             *     400.
             */
            variables: {
                [key: string]: components["schemas"]["IntegrationVariableInput"];
            };
        };
        /** @description The provider to set. */
        SyncProviderChoiceSet: {
            /** @description Slug of the provider, or null for none. */
            providerSlug: string | null;
        };
        /** @description A new comment. */
        CommentCreate: {
            content: components["schemas"]["CommentContent"];
            entityType: components["schemas"]["CommentEntityType"];
            /** @description Id of the record. */
            entityId: string;
            contextUrl?: components["schemas"]["CommentContext"];
            /** @description Files of the comment. If one of them is rejected, the comment is rejected as well. */
            attachments?: components["schemas"]["CommentAttachmentCreate"][];
            /**
             * @description Id of the user who writes the comment, `usr_…`, who must be an active member of the organization. With an API key, it defaults to
             *     the user that the key acts for. With a session, it is ignored.
             */
            userId?: string;
        };
        /** @description Plain text, which must not consist of white space only. Members are mentioned in the form `@[label](usr_…)`. */
        CommentContent: string;
        /**
         * @description Kind of the record. `task` covers compliance tasks and task items.
         * @enum {string}
         */
        CommentEntityType: "task" | "vendor" | "risk" | "policy" | "finding";
        /**
         * @description URL of the page where the comment was written. Links in notifications lead there if the URL belongs to the application and its path
         *     begins with the organization. Otherwise they lead to the page of the record.
         */
        CommentContext: string;
        /** @description A file of a comment. Exactly one of `fileData` and `fileKey` is set. */
        CommentAttachmentCreate: {
            fileName: components["schemas"]["FileName"];
            fileType: components["schemas"]["FileType"];
            fileData?: components["schemas"]["FileData"];
            /** @description Key of an upload of the organization with the purpose `attachment`. */
            fileKey?: components["schemas"]["FileKey"];
            description?: components["schemas"]["AttachmentDescription"];
            /**
             * @description Id of the user who adds the file, `usr_…`, who must be an active member of the organization. With an API key, it defaults to the
             *     author of the comment. With a session, it is ignored.
             */
            userId?: string;
        } & ({
            /** @description Set when the other field is not set. */
            fileData: string;
        } | {
            /** @description Set when the other field is not set. */
            fileKey: string;
        });
        /** @description What the file shows. It is trimmed, and a blank text is stored as null. */
        AttachmentDescription: string;
        /** @description The new content of a comment. */
        CommentUpdate: {
            content: components["schemas"]["CommentContent"];
            contextUrl?: components["schemas"]["CommentContext"];
            /**
             * @description Id of the user who edits the comment, `usr_…`, who must be its author. With an API key, it is required. With a session, it is
             *     ignored.
             */
            userId?: string;
        };
        /** @description The file and the record that it belongs to. Exactly one of `fileData` and `fileKey` is set. */
        AttachmentCreate: {
            fileName: components["schemas"]["FileName"];
            fileType: components["schemas"]["FileType"];
            fileData?: components["schemas"]["FileData"];
            /** @description The key of an upload of the organization with the purpose `attachment`. */
            fileKey?: components["schemas"]["FileKey"];
            description?: components["schemas"]["AttachmentDescription"];
            userId?: components["schemas"]["AttachmentUploader"];
            entityType: components["schemas"]["AttachmentEntityType"];
            /** @description Id of the record. */
            entityId: string;
        } & ({
            /** @description Set when `fileKey` is not. */
            fileData: string;
        } | {
            /** @description Set when `fileData` is not. */
            fileKey: string;
        });
        /**
         * @description Id of the user who adds the file, `usr_…`, who has to be an active member of the organization. It applies to requests with an API key
         *     only, and defaults to the user that the key acts for. With a session it is ignored.
         */
        AttachmentUploader: string;
        /**
         * @description The type of the record that a file belongs to.
         * @enum {string}
         */
        AttachmentEntityType: "task" | "vendor" | "risk" | "comment" | "trust_nda" | "task_item" | "background_check" | "employment_onboard" | "employment_offboard" | "offboarding_checklist";
        /** @description The file to upload. */
        UploadCreate: {
            purpose: components["schemas"]["UploadPurpose"];
            fileName: components["schemas"]["FileName"];
            fileType: components["schemas"]["FileType"];
            /** @description The size of the file in bytes, if it is known. A value of more than 104857600 is refused at once. */
            size?: number;
        };
        /**
         * @description The purpose of the file, which determines its folder. An operation takes uploads of one purpose, which is `general` unless it names
         *     another.
         * @enum {string}
         */
        UploadPurpose: "questionnaire" | "policy_pdf" | "evidence" | "attachment" | "document" | "general";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
