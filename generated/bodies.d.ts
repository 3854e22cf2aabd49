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
  '/v1/integrations/connections/{id}': { patch: components['schemas']['IntegrationConnectionUpdate'] };
  '/v1/integrations/connections/{id}/credentials': { put: components['schemas']['IntegrationCredentialsReplace'] };
  '/v1/integrations/connections/{id}/services': { put: components['schemas']['ConnectionServicesSet'] };
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
        /** @description What to change. A field left out stays as it is. */
        OrganizationUpdate: {
            /** @description Name to be shown. Trimmed. */
            name?: string;
            /** @description Short name that no other organization has. */
            slug?: string;
            /** @description Free text for programs, kept as it is. Null clears it. */
            metadata?: string | null;
            /** @description Web address, or a bare domain such as `example.com`. Null clears it. */
            website?: string | null;
            /** @description Whether the first steps are declared done. */
            onboardingCompleted?: boolean;
            /** @description Label of the organization in the device management system. Null clears it. */
            deviceMgmtLabelId?: number | null;
            /** @description Whether the device management system is set up. */
            isDeviceMgmtSetupCompleted?: boolean;
            /** @description Brand color. Null clears it. */
            primaryColor?: string | null;
            /** @description Whether clients show their advanced settings. */
            advancedModeEnabled?: boolean;
            /** @description Whether members need a background check. */
            backgroundCheckStepEnabled?: boolean;
            /** @description Whether evidence of a task needs an approver before the task is done. */
            evidenceApprovalEnabled?: boolean;
            /** @description Whether members install the device agent in their onboarding. */
            deviceAgentStepEnabled?: boolean;
            /** @description Whether members take the security training in their onboarding. */
            securityTrainingStepEnabled?: boolean;
            /** @description Whether employees are shown the whistleblower form. */
            whistleblowerReportEnabled?: boolean;
            /** @description Whether employees are shown the form for requesting access. */
            accessRequestFormEnabled?: boolean;
        };
        /** @description Who hands the ownership over to whom. */
        OwnershipTransfer: {
            /** @description Active member that becomes owner, `mem_…`. */
            newOwnerId: string;
            /** @description Names nobody. The one who is the owner until now is the caller. */
            userId?: string;
        };
        /** @description The roles to set. */
        RoleNotificationSettingsUpdate: {
            /** @description One item for each role, none twice. */
            settings: components["schemas"]["RoleNotificationSetting"][];
        };
        /** @description What one role is to be mailed about, all kinds at once. */
        RoleNotificationSetting: {
            /** @description Name of a built-in role, or id of a custom one, `rol_…`. */
            role: string;
            /** @description New and changed policies. */
            policyNotifications: boolean;
            /** @description Tasks that are due or overdue. */
            taskReminders: boolean;
            /** @description Tasks newly assigned to the member. */
            taskAssignments: boolean;
            /** @description Comments that mention the member. */
            taskMentions: boolean;
            /** @description Open tasks, once a week. */
            weeklyTaskDigest: boolean;
            /** @description New and changed findings. */
            findingNotifications: boolean;
        };
        /** @description A new key. */
        ApiKeyCreate: {
            /** @description What the key is for. Trimmed. */
            name: string;
            /**
             * @description How long the key is to work, in calendar days or one calendar year from now.
             * @default never
             * @enum {string}
             */
            expiresAt?: "never" | "30days" | "90days" | "1year";
            /** @description What the key may do. Nothing that the credential making it may not. */
            scopes: components["schemas"]["ApiKeyScope"][];
        };
        /**
         * @description A permission that a key can carry, as resource and action. More may come.
         * @enum {string}
         */
        ApiKeyScope: "organization:read" | "organization:update" | "organization:delete" | "member:create" | "member:read" | "member:update" | "member:delete" | "ac:create" | "ac:read" | "ac:update" | "ac:delete" | "control:create" | "control:read" | "control:update" | "control:delete" | "evidence:create" | "evidence:read" | "evidence:update" | "evidence:delete" | "policy:create" | "policy:read" | "policy:update" | "policy:delete" | "risk:create" | "risk:read" | "risk:update" | "risk:delete" | "vendor:create" | "vendor:read" | "vendor:update" | "vendor:delete" | "task:create" | "task:read" | "task:update" | "task:delete" | "framework:create" | "framework:read" | "framework:update" | "framework:delete" | "audit:create" | "audit:read" | "audit:update" | "finding:create" | "finding:read" | "finding:update" | "finding:delete" | "questionnaire:create" | "questionnaire:read" | "questionnaire:update" | "questionnaire:delete" | "integration:create" | "integration:read" | "integration:update" | "integration:delete" | "apiKey:create" | "apiKey:read" | "apiKey:delete" | "app:read" | "trust:read" | "trust:update" | "pentest:create" | "pentest:read" | "pentest:update" | "pentest:delete" | "training:read" | "training:update" | "portal:read" | "portal:update";
        /** @description A new logo. Exactly one of `fileData` and `fileKey` is set. */
        OrganizationLogoUpload: {
            fileName: components["schemas"]["FileName"];
            /** @description Media type of the file: image/png, image/jpeg, image/webp, image/gif or image/svg+xml. Parameters are ignored. */
            fileType: components["schemas"]["FileType"];
            /** @description The file in base64. Decoded it may have 2 MiB, which are 2796204 characters; a larger one is 413. */
            fileData?: string;
            /** @description Key of an upload of the organization with the purpose `general`, when its bytes are there. */
            fileKey?: string;
        } & ({
            /** @description Set, and the other one is not. */
            fileData: string;
        } | {
            /** @description Set, and the other one is not. */
            fileKey: string;
        });
        /** @description Name of the file. Trimmed. */
        FileName: string;
        /** @description Media type of the file. Parameters are ignored. */
        FileType: string;
        /** @description A new custom role. */
        CustomRoleCreate: {
            /**
             * @description Starts with a letter; letters, digits, spaces and hyphens; spaces at its end are dropped. In any case of its letters not the
             *     name of a built-in role, nor that of another role.
             */
            name: string;
            /** @description What the role grants. An empty object grants nothing. */
            permissions: components["schemas"]["RolePermissions"];
            /** @default {} */
            obligations?: components["schemas"]["RoleObligations"];
        };
        /**
         * @description The actions allowed on each resource. A resource that is left out is not allowed at all, which an empty list also says. Answers
         *     name the resources and actions in the order of this schema.
         */
        RolePermissions: {
            /** @description Profile, logo, notifications by role, org chart and access to the organization. */
            organization?: ("read" | "update" | "delete")[];
            /** @description People, employees and the offboarding checklist. */
            member?: ("create" | "read" | "update" | "delete")[];
            /** @description Invitations of the sign-up flow. No API key can carry it. */
            invitation?: ("create" | "read" | "delete")[];
            /** @description Reserved. No API key can carry it. */
            team?: ("create" | "read" | "update" | "delete")[];
            /** @description Access control, that is roles and their obligations. */
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
            /** @description The main application, with the audit log and devices. */
            app?: "read"[];
            /** @description The trust portal and who gets access to it. */
            trust?: ("read" | "update")[];
            /** @description Security penetration tests. */
            pentest?: ("create" | "read" | "update" | "delete")[];
            /** @description Training of the workforce. */
            training?: ("read" | "update")[];
            /** @description Self-service of the workforce, that is own forms, own training and signing policies. */
            portal?: ("read" | "update")[];
        };
        /** @description What the holders of a role must do. */
        RoleObligations: {
            /**
             * @description Whether they sign policies, finish training, install the device agent and pass a background check where the organization
             *     wants one, and count in people scores. With several roles, one that says so is enough.
             */
            compliance?: boolean;
        };
        /** @description The organization's own setting for a built-in role. */
        BuiltInRoleObligationsUpdate: {
            /** @description What its holders must do. An empty object brings back the default. */
            obligations: components["schemas"]["RoleObligations"];
        };
        /** @description What to change, at least one thing. A field left out stays as it is. */
        CustomRoleUpdate: {
            /** @description By the same rules as on creation. Members, invitations and settings keep the role, whatever it is called. */
            name?: string;
            /** @description All that the role grants from now on, not only what is added. */
            permissions?: components["schemas"]["RolePermissions"];
            /** @description All that its holders must do from now on. */
            obligations?: components["schemas"]["RoleObligations"];
        };
        /** @description Somebody with an account, to be made a member. */
        MemberCreate: {
            /** @description The account, `usr_…`. */
            userId: string;
            role: components["schemas"]["MemberRoleOrName"];
            /** @default none */
            department?: components["schemas"]["MemberDepartment"];
            /**
             * @description Whether the membership is in force from the start.
             * @default true
             */
            isActive?: boolean;
            /** @description Label of the member's devices in the device management system. */
            deviceMgmtLabelId?: number;
            /** @description Job title. Trimmed; an empty one is none. */
            jobTitle?: string;
        };
        /** @description Name of a built-in role, or id or, in any case of its letters, name of a custom one. */
        MemberRoleOrName: string;
        /** @description Department: built-in (`none`, `admin`, `gov`, `hr`, `it`, `itsm`, `qms`) or a name of the organization's own. Trimmed. */
        MemberDepartment: string;
        /** @description The people to be made members. */
        MemberBulkCreate: {
            /** @description Each is added, or reported, by itself. */
            members: components["schemas"]["MemberCreate"][];
        };
        /** @description The people to be added or invited. */
        MemberInvite: {
            /** @description Each is dealt with by itself. */
            invites: {
                /**
                 * Format: email
                 * @description E-mail address. Kept lower-case.
                 */
                email: string;
                /** @description What the person is to be. */
                roles: components["schemas"]["MemberRoleOrName"][];
                /**
                 * @description Whether the person is mailed the way into the employee portal, if one of the roles obliges to compliance.
                 * @default false
                 */
                sendPortalEmail?: boolean;
            }[];
        };
        /** @description All preferences at once. */
        MyEmailPreferencesReplace: {
            preferences: components["schemas"]["EmailPreferences"];
        };
        /** @description The kinds of mail, each on or off. */
        EmailPreferences: {
            /** @description New and changed policies. */
            policyNotifications: boolean;
            /** @description Tasks that are due or overdue. */
            taskReminders: boolean;
            /** @description Open tasks, once a week. */
            weeklyTaskDigest: boolean;
            /** @description What nobody has any more when somebody leaves; of interest to owners. */
            unassignedItemsNotifications: boolean;
            /** @description Comments that mention the person. */
            taskMentions: boolean;
            /** @description Tasks newly assigned to the person. */
            taskAssignments: boolean;
            /** @description New and changed findings. */
            findingNotifications: boolean;
        };
        /** @description What to change. A field left out stays as it is. */
        MemberUpdate: {
            /** @description Account that the membership passes to, `usr_…`. Of a member, or of nobody else. */
            userId?: string;
            /** @description The one role from now on: name of a built-in role, or id of a custom one, `rol_…`. */
            role?: components["schemas"]["MemberRole"];
            /** @description All roles from now on. Not together with `role`. */
            roles?: components["schemas"]["MemberRole"][];
            department?: components["schemas"]["MemberDepartment"];
            /** @description False deactivates the member, true takes that back. */
            isActive?: boolean;
            /** @description Label of the member's devices in the device management system. */
            deviceMgmtLabelId?: number;
            /** @description Job title. Trimmed; an empty one is none. */
            jobTitle?: string;
            /** @description Name of the person in this organization. Trimmed. */
            name?: string;
            /** @description E-mail address of the person in this organization, not verified until confirmed. Trimmed and kept lower-case. */
            email?: string;
            /** @description When the person joined. */
            createdAt?: components["schemas"]["DateOrDateTime"];
            /**
             * @description True frees the member of the organization's background check; the member then counts as complete in people scores as far as
             *     that goes. False takes it back and clears reason and justification, also those in the same request.
             */
            backgroundCheckExempt?: boolean;
            /** @description Reason code, such as `contractor_with_vendor_check` or `other`. */
            backgroundCheckExemptReason?: string;
            /** @description Why, in words. Goes into the audit log. */
            backgroundCheckExemptJustification?: string;
            /**
             * Format: date-time
             * @description When the person started, or null.
             */
            onboardDate?: string | null;
            /**
             * Format: date-time
             * @description When the person left, or null.
             */
            offboardDate?: string | null;
        };
        /** @description Name of a built-in role (`owner`, `admin`, `auditor`, `employee`, `contractor`), or id of a custom one, `rol_…`. */
        MemberRole: string;
        /** @description A day, which stands for its beginning in UTC, or a moment. */
        DateOrDateTime: string;
        /** @description A file. Exactly one of `fileData` and `fileKey` is set. */
        EmploymentEvidenceUpload: {
            fileName: components["schemas"]["FileName"];
            fileType: components["schemas"]["FileType"];
            fileData?: components["schemas"]["FileData"];
            /** @description Key of an upload with the purpose `attachment`. */
            fileKey?: components["schemas"]["FileKey"];
            /** @description What the file shows. */
            description?: string;
            /** @description User who uploads it, `usr_…`. With an API key only, and by default the user that the key acts for. Ignored with a session. */
            userId?: string;
        } & ({
            /** @description Set, and the other one is not. */
            fileData: string;
        } | {
            /** @description Set, and the other one is not. */
            fileKey: string;
        });
        /** @description The file in base64. Decoded it may have 100 MiB, which are 139810136 characters. */
        FileData: string;
        /** @description Key of an upload of the organization, when its bytes are there. The purpose of the upload must fit. */
        FileKey: string;
        /** @description A new employee. */
        EmployeeCreate: {
            /** @description Full name. Trimmed. */
            name: string;
            /**
             * Format: email
             * @description E-mail address. Kept lower-case.
             */
            email: string;
            /**
             * @description Department. Custom names are not taken here.
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
            /** @description Account of the same person, `usr_…`: a member's, or nobody else's. */
            userId?: string;
            /** @description Workforce member that is the same person, `mem_…`. */
            linkId?: string;
        };
        /**
         * @description Built-in department.
         * @enum {string}
         */
        Department: "none" | "admin" | "gov" | "hr" | "it" | "itsm" | "qms";
        /** @description What to change. A field left out stays as it is. */
        EmployeeUpdate: {
            /** @description Full name. Trimmed. */
            name?: string;
            /**
             * Format: email
             * @description E-mail address. Kept lower-case.
             */
            email?: string;
            /** @description Department. Custom names are not taken here. */
            department?: components["schemas"]["Department"];
            /** @description Whether the employee works here now. */
            isActive?: boolean;
            /** @description Id in the HR system. Null takes it away. */
            externalEmployeeId?: string | null;
            /** @description User account of the same person, `usr_…`. Null takes it away, and the link to the member with it. */
            userId?: string | null;
            /** @description Workforce member that is the same person, `mem_…`. Null takes the link away and leaves the user. */
            linkId?: string | null;
        };
        /** @description Which frameworks to adopt. */
        FrameworksAdd: {
            /** @description Own custom frameworks, `cfrm_…`, and frameworks of the catalogue, `frk_…`. Unknown and hidden ones are skipped. */
            frameworkIds: string[];
        };
        /** @description A new custom framework. */
        CustomFrameworkCreate: {
            /** @description What the framework is called. Trimmed. */
            name: string;
            /** @description What the framework is for. Trimmed. */
            description: string;
            /**
             * @description Edition. Trimmed.
             * @default 1.0.0
             */
            version?: string;
        };
        /** @description What to change, at least one thing. A field left out stays as it is. */
        CustomFrameworkUpdate: {
            /** @description What the framework is called. Trimmed. */
            name?: string;
            /** @description What the framework is for. Trimmed. */
            description?: string;
        };
        /** @description A new requirement. */
        CustomRequirementCreate: {
            /** @description Short title. Trimmed. */
            name: string;
            /** @description Unique among those added here. Trimmed. */
            identifier: string;
            /** @description What is expected. Trimmed. */
            description: string;
        };
        /** @description Which requirements to copy. */
        RequirementsCopy: {
            /** @description Own custom requirements, `creq_…`, and those of any framework of the catalogue, `frk_rq_…`. Unknown ones are skipped. */
            requirementIds: string[];
        };
        /** @description What to change, at least one thing. A field left out stays as it is. */
        CustomRequirementUpdate: {
            /** @description Short title. Trimmed. */
            name?: string;
            /** @description Unique among those added here. Trimmed. */
            identifier?: string;
            /** @description What is expected. Trimmed. */
            description?: string;
        };
        /** @description Which controls meet the requirement. */
        RequirementControlsLink: {
            /** @description Controls in use, `ctl_…`. Others are skipped. */
            controlIds: string[];
        };
        /** @description Which version to go to. */
        FrameworkSync: {
            /** @description A version of the framework, `fvr_…`, also an older one. */
            targetVersionId: string;
        };
        /** @description Which update to take back. */
        FrameworkRollback: {
            /** @description The update, `fso_…`. */
            syncOperationId: string;
        };
        /** @description A new control, with its links. */
        ControlCreate: {
            /** @description What the control is called. Trimmed. */
            name: string;
            /** @description What is done, by whom and how often. */
            description: string;
            /** @description Policies to link directly, `pol_…`. */
            policyIds?: string[];
            /** @description Tasks to link directly, `tsk_…`. */
            taskIds?: string[];
            /** @description Forms to link directly. */
            documentTypes?: components["schemas"]["EvidenceFormType"][];
            /** @description Requirements that the control is to meet. */
            requirementMappings?: components["schemas"]["RequirementMapping"][];
        };
        /**
         * @description Kind of form that evidence is handed in with.
         * @enum {string}
         */
        EvidenceFormType: "board-meeting" | "it-leadership-meeting" | "risk-committee-meeting" | "meeting" | "access-request" | "whistleblower-report" | "penetration-test" | "rbac-matrix" | "infrastructure-inventory" | "employee-performance-evaluation" | "network-diagram" | "tabletop-exercise" | "account-types";
        /** @description A requirement within an adopted framework. Exactly one of the two ids of a requirement is set. */
        RequirementMapping: {
            /** @description The adopted framework, `frm_…`. */
            frameworkInstanceId: string;
            /** @description A requirement of the catalogue, `frk_rq_…`. */
            requirementId?: string;
            /** @description A custom requirement, `creq_…`. */
            customRequirementId?: string;
        } & ({
            /** @description Set, and the other one is not. */
            requirementId: string;
        } | {
            /** @description Set, and the other one is not. */
            customRequirementId: string;
        });
        /** @description What to change. A field left out stays as it is. */
        ControlUpdate: {
            /** @description What the control is called. Trimmed. */
            name?: string;
            /** @description What is done, by whom and how often. */
            description?: string;
            /** @description When it was last reviewed, or null. */
            lastReviewDate?: components["schemas"]["DateOrDateTime"] | null;
            /** @description When it is to be reviewed again, or null. */
            nextReviewDate?: components["schemas"]["DateOrDateTime"] | null;
        };
        /** @description Policies to link. */
        ControlPoliciesLink: {
            /** @description The policies, `pol_…`. */
            policyIds: string[];
        };
        /** @description Tasks to link. */
        ControlTasksLink: {
            /** @description The tasks, `tsk_…`. */
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
        /** @description Forms to link. */
        ControlDocumentTypesLink: {
            /** @description The forms. */
            formTypes: components["schemas"]["EvidenceFormType"][];
        };
        /** @description A new risk. */
        RiskCreate: {
            /** @description What could happen, in one line. Trimmed. */
            title: string;
            /** @description Cause, event and consequence. */
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
            /** @description Active member of the organization that is to own the risk, `mem_…`. */
            assigneeId?: string;
            /** @description How the risk is to be treated. Without it the strategy is `mitigate`, with no text yet. */
            treatmentStrategy?: {
                type: components["schemas"]["TreatmentType"];
                /**
                 * @description The plan, or why the risk is accepted.
                 * @default
                 */
                description?: string;
            };
        };
        /**
         * @description What the risk is about.
         * @enum {string}
         */
        RiskCategory: "customer" | "fraud" | "governance" | "operations" | "other" | "people" | "regulatory" | "reporting" | "resilience" | "technology" | "vendor_management";
        /**
         * @description Where the risk stands. Any value may follow any other.
         * @enum {string}
         */
        RiskStatus: "open" | "pending" | "closed" | "archived";
        /** @description A value on the scale of 0 to 10. */
        RiskScale: number;
        /**
         * @description How the risk is treated.
         * @enum {string}
         */
        TreatmentType: "accept" | "avoid" | "mitigate" | "transfer";
        /** @description What to change. A field left out stays as it is. */
        RiskUpdate: {
            /** @description What could happen, in one line. Trimmed. */
            title?: string;
            /** @description Cause, event and consequence. */
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
            /** @description Active member that is to own the risk. Null takes the owner away. */
            assigneeId?: string | null;
            /** @description What to change in the treatment. */
            treatmentStrategy?: {
                /** @description Strategy to follow from now on. */
                type?: components["schemas"]["TreatmentType"];
                /** @description Text of the strategy that is then active. Empty clears it. */
                description?: string;
            };
        };
        /** @description The tasks that are to be linked. */
        RiskTasksSet: {
            /** @description Ids of all compliance tasks to be linked, `tsk_…`. What is not among them is unlinked; an empty list unlinks all. */
            taskIds: string[];
        };
        /** @description A new acceptance. */
        RiskAcceptanceCreate: {
            /** @description Active member that accepts what remains. Without it, the owner of the risk. */
            acceptedById?: string;
            /** @description Why it is acceptable. Trimmed; a blank one is kept as null. */
            notes?: string;
        };
        /** @description A new task item. */
        TaskItemCreate: {
            /** @description What is to be done. Trimmed. */
            title: string;
            /** @description More about it, plain or as a serialized rich text, with mentions as `@[label](usr_…)`. An empty one is kept as null. */
            description?: string;
            /** @default todo */
            status?: components["schemas"]["TaskItemStatus"];
            /** @default medium */
            priority?: components["schemas"]["TaskItemPriority"];
            entityType: components["schemas"]["TaskItemEntityType"];
            /** @description Id of the risk or vendor. */
            entityId: string;
            /** @description Active member that is to do it, `mem_…`. */
            assigneeId?: string;
            /** @description When it is due. A date alone is its midnight in UTC. */
            dueDate?: components["schemas"]["DateOrDateTime"];
        };
        /**
         * @description Where the work stands.
         * @enum {string}
         */
        TaskItemStatus: "todo" | "in_progress" | "in_review" | "done" | "canceled";
        /**
         * @description How urgent it is.
         * @enum {string}
         */
        TaskItemPriority: "urgent" | "high" | "medium" | "low";
        /**
         * @description Kind of the record that the work is for.
         * @enum {string}
         */
        TaskItemEntityType: "vendor" | "risk";
        /** @description What to change. A field left out stays as it is. */
        TaskItemUpdate: {
            /** @description What is to be done. Trimmed. */
            title?: string;
            /** @description More about it. An empty one is kept as null. */
            description?: string | null;
            status?: components["schemas"]["TaskItemStatus"];
            priority?: components["schemas"]["TaskItemPriority"];
            /** @description Active member that is to do it, `mem_…`. Null takes it away. */
            assigneeId?: string | null;
            /** @description When it is due. A date alone is its midnight in UTC; null takes it away. */
            dueDate?: string | null;
        };
        /** @description A new version. */
        SoaDocumentCreate: {
            /** @description Platform framework, ISO 27001, `frk_…`. */
            frameworkId: string;
            /**
             * @description Whether to carry over the answers of the version before.
             * @default true
             */
            copyAnswers?: boolean;
        };
        /** @description What to change. A field left out keeps its value. */
        SoaAnswerUpdate: {
            /** @description Whether the control applies. Null takes the decision back. */
            isApplicable?: boolean | null;
            /** @description Why. Trimmed; a blank one is none. A control that does not apply needs one, sent along or there already. */
            justification?: string | null;
        };
        /** @description What to fill in. */
        SoaAutoFill: {
            /**
             * @description Which controls: those that are not decided; these and those that were filled in before; or all, also what was decided by hand
             *     before the run.
             * @default unanswered
             * @enum {string}
             */
            overwrite?: "unanswered" | "generated" | "all";
        };
        /** @description Whom to ask. */
        SoaSubmission: {
            /** @description Active member that is to approve, `mem_…`, with the role owner or admin. Not platform staff. */
            approverId: string;
        };
        /** @description Why the document is declined. */
        SoaDecline: {
            /** @description What has to change. Trimmed; a blank one is none. */
            reason?: string | null;
        };
        /** @description What to export. */
        SoaExport: {
            /** @description The approved document, `soa_doc_…`. */
            documentId: string;
            /** @description The organization of the credential, so that a statement never goes out under another name. */
            organizationId: string;
            /**
             * @description Kind of file.
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
             * @description Whether to answer the questions once they are found.
             * @default false
             */
            autoAnswer?: boolean;
        } & ({
            /** @description Set, and the other one is not. */
            fileData: string;
        } | {
            /** @description Set, and the other one is not. */
            fileKey: string;
        });
        /** @description Who sent it. Trimmed; a blank one is null. */
        QuestionnaireVendorName: string | null;
        /**
         * @description Who asked for it to be answered.
         * @enum {string}
         */
        QuestionnaireSource: "internal" | "external";
        /** @description A file to find questions in. */
        QuestionnaireParse: {
            fileData: components["schemas"]["FileData"];
            fileType: components["schemas"]["FileType"];
            fileName?: components["schemas"]["FileName"];
            vendorName?: components["schemas"]["QuestionnaireVendorName"];
        };
        /** @description Questions to be answered. */
        AnswersRequest: {
            /** @description The questions. One that carries an answer is passed over. */
            questionsAndAnswers: {
                question: components["schemas"]["QuestionnaireText"];
                /** @description The answer that there is already. A blank one is none. */
                answer?: string | null;
                /** @description Its place. By default that in this list. */
                questionIndex?: number;
            }[];
            /** @description Questionnaire to store the answers in, by their place. */
            questionnaireId?: string;
        };
        /** @description The question. Trimmed. */
        QuestionnaireText: string;
        /** @description A question to be answered. */
        AnswerRequest: {
            question: components["schemas"]["QuestionnaireText"];
            /**
             * @description Its place in the questionnaire.
             * @default 0
             */
            questionIndex?: number;
            /** @description Questionnaire to store the answer in, at that place. */
            questionnaireId?: string;
        };
        /** @description A questionnaire to be answered and given back. Exactly one of `fileData` and `fileKey` is set. */
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
            /** @description Set, and the other one is not. */
            fileData: string;
        } | {
            /** @description Set, and the other one is not. */
            fileKey: string;
        });
        /**
         * @description Kind of file. `zip` holds the other three.
         * @enum {string}
         */
        QuestionnaireExportFormat: "xlsx" | "csv" | "pdf" | "zip";
        /** @description What to change. A field left out stays as it is. */
        QuestionnaireUpdate: {
            fileName?: components["schemas"]["FileName"];
            vendorName?: components["schemas"]["QuestionnaireVendorName"];
        };
        /** @description The answer as it is to be. */
        QuestionAnswerSet: {
            /** @description Plain text. Trimmed; a blank one is null. */
            answer: string | null;
            /**
             * @description `manual` for one of your own, `generated` to accept a suggestion.
             * @enum {string}
             */
            status: "generated" | "manual";
            /** @description What it rests on. Left out, the sources stay as they are. */
            sources?: components["schemas"]["AnswerSourceInput"][];
        };
        /** @description A source as it was answered, or less of it. One that is named twice is kept once, with its best score. */
        AnswerSourceInput: {
            /**
             * @description Where the passage stands.
             * @enum {string}
             */
            sourceType: "policy" | "context" | "manual_answer" | "knowledge_base_document" | "soa_answer" | "risk" | "control";
            /** @description Id of that record. */
            sourceId?: string | null;
            /** @description Label. Kept where it cannot be worked out from the other fields. */
            sourceName?: string | null;
            /** @description Name of the policy. */
            policyName?: string | null;
            /** @description Name of the document. */
            documentName?: string | null;
            /** @description The question that was answered by hand. */
            manualAnswerQuestion?: string | null;
            /** @description The passage. */
            excerpt?: string | null;
            /** @description How well the passage fits. */
            score: number;
        };
        /** @description Settings to change. At least one. */
        TrustPortalSettingsUpdate: {
            /** @description Last part of the page's address. Small letters, digits and hyphens. */
            friendlyUrl?: string;
            /**
             * Format: email
             * @description Who is told of requests for access. Null clears it.
             */
            contactEmail?: string | null;
            /** @description Brand color of the organization. Null clears it. */
            primaryColor?: string | null;
        };
        /** @description On or off. */
        TrustPortalSwitch: {
            /** @description Whether it is to be on. */
            enabled: boolean;
        };
        /** @description The domain of the page. */
        TrustPortalDomainSet: {
            domain: components["schemas"]["TrustPortalHostName"];
        };
        /** @description Host name of two labels at least, such as `trust.example.com`. Trimmed and stored in lower case. */
        TrustPortalHostName: string;
        /** @description The whole list. */
        TrustPortalFaqsReplace: {
            /** @description Questions and answers, in their order. */
            faqs: {
                /** @description The question. Trimmed. */
                question: string;
                /** @description The answer in Markdown. */
                answer: string;
            }[];
        };
        /** @description The whole list. */
        TrustPortalAllowedDomainsReplace: {
            /** @description E-mail domains. An empty list clears it. */
            domains: components["schemas"]["TrustPortalHostName"][];
        };
        /** @description The whole list. */
        TrustPortalAllowedEmailsReplace: {
            /** @description E-mail addresses. An empty list clears it. */
            emails: string[];
        };
        /** @description Frameworks to change, each named once. */
        TrustPortalFrameworksUpdate: {
            /** @description What to change of each. */
            frameworks: {
                framework: components["schemas"]["TrustPortalFramework"];
                /** @description Whether the page is to name it. */
                enabled?: boolean;
                status?: components["schemas"]["TrustPortalFrameworkStatus"];
            }[];
        };
        /**
         * @description Framework that the page can name.
         * @enum {string}
         */
        TrustPortalFramework: "iso_27001" | "iso_42001" | "gdpr" | "hipaa" | "soc2_type1" | "soc2_type2" | "soc3" | "pci_dss" | "nen_7510" | "iso_9001" | "pipeda" | "ccpa";
        /**
         * @description How far a framework is.
         * @enum {string}
         */
        TrustPortalFrameworkStatus: "started" | "in_progress" | "compliant";
        /** @description What to change of the overview. At least one field. */
        TrustPortalOverviewUpdate: {
            /** @description Heading. Trimmed; null clears it. */
            overviewTitle?: string | null;
            /** @description Text in Markdown. Null clears it. */
            overviewContent?: string | null;
            /** @description Whether the page is to show it. */
            showOverview?: boolean;
        };
        /** @description A new connection. */
        IntegrationConnectionCreate: {
            /** @description Slug of the provider. */
            providerSlug: string;
            /** @default {} */
            credentials?: components["schemas"]["IntegrationCredentials"];
            /**
             * @description Values of variables by id, as `updateConnectionVariables` takes them.
             * @default {}
             */
            variables?: {
                [key: string]: components["schemas"]["IntegrationVariableInput"];
            };
            /** @description What the connection is to be called. */
            metadata?: {
                /** @description Its label. Trimmed. */
                connectionName?: string;
            };
        };
        /**
         * @description Values by the ids in `credentialFields` of the provider. A field that the provider does not have is 400. They are encrypted before
         *     they are stored, and never shown again.
         */
        IntegrationCredentials: {
            [key: string]: components["schemas"]["IntegrationCredentialValue"];
        };
        /** @description A text, or a list of them with `multi-select`. */
        IntegrationCredentialValue: string | string[];
        /** @description The value, of the type that the variable has. Null clears it. */
        IntegrationVariableInput: string | number | boolean | string[] | null;
        /** @description What to change, at least one thing. A field left out stays as it is. */
        IntegrationConnectionUpdate: {
            /** @description Fields to set; those left out stay, and null removes one. `connectionName` is the label. */
            metadata?: {
                [key: string]: string | number | boolean | string[] | null;
            };
            /** @description Cron expression with five fields, in UTC, at most once in a quarter of an hour. Null brings back the schedule of everybody. */
            syncCadence?: string | null;
        };
        /** @description The credentials to change. */
        IntegrationCredentialsReplace: {
            /** @description What is left out stays as it is; an empty text removes what is stored. Encrypted, and never shown again. */
            credentials: components["schemas"]["IntegrationCredentials"];
        };
        /** @description The services to use. */
        ConnectionServicesSet: {
            /** @description All services that are to be enabled; the others are switched off, and an empty list switches off all. */
            services: string[];
        };
        /** @description What to run. */
        ConnectionChecksRun: {
            /** @description One check only. Without it all that are enabled are run. */
            checkId?: string;
        };
        /** @description The variables to change. */
        ConnectionVariablesUpdate: {
            /** @description Values by id. Only those that are named change, and null clears one. A variable that the provider does not have is 400. */
            variables: {
                [key: string]: components["schemas"]["IntegrationVariableInput"];
            };
        };
        /** @description The provider to choose. */
        SyncProviderChoiceSet: {
            /** @description Slug, or null for none. */
            provider: string | null;
        };
        /** @description A new comment. */
        CommentCreate: {
            content: components["schemas"]["CommentContent"];
            entityType: components["schemas"]["CommentEntityType"];
            /** @description Id of the record. */
            entityId: string;
            contextUrl?: components["schemas"]["CommentContext"];
            /** @description Files that belong to it. If one of them is refused, so is the comment. */
            attachments?: components["schemas"]["CommentAttachmentCreate"][];
            /**
             * @description User that writes it, `usr_…`, an active member of the organization. With an API key only, and by default the user that the key
             *     acts for. Ignored with a session.
             */
            userId?: string;
        };
        /** @description Plain text, of which not all is white space. Members are mentioned as `@[label](usr_…)`. */
        CommentContent: string;
        /**
         * @description Kind of the record that is discussed; `task` covers compliance tasks and task items.
         * @enum {string}
         */
        CommentEntityType: "task" | "vendor" | "risk" | "policy" | "finding";
        /**
         * @description Address of the page where it was written. Links in notifications lead there if it is one of the application's and its path begins
         *     with the organization, else to the page of the record.
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
             * @description User that adds it, `usr_…`, an active member of the organization. With an API key only, and by default the author of the comment.
             *     Ignored with a session.
             */
            userId?: string;
        } & ({
            /** @description Set, and the other one is not. */
            fileData: string;
        } | {
            /** @description Set, and the other one is not. */
            fileKey: string;
        });
        /** @description What the file shows. Trimmed; a blank one is kept as null. */
        AttachmentDescription: string;
        /** @description A comment as it is to be. */
        CommentUpdate: {
            content: components["schemas"]["CommentContent"];
            contextUrl?: components["schemas"]["CommentContext"];
            /** @description User that edits it, `usr_…`, who must be the author. Required with an API key, ignored with a session. */
            userId?: string;
        };
        /** @description A file, and the record that it belongs to. Exactly one of `fileData` and `fileKey` is set. */
        AttachmentCreate: {
            fileName: components["schemas"]["FileName"];
            fileType: components["schemas"]["FileType"];
            fileData?: components["schemas"]["FileData"];
            /** @description Key of an upload of the organization with the purpose `attachment`. */
            fileKey?: components["schemas"]["FileKey"];
            description?: components["schemas"]["AttachmentDescription"];
            userId?: components["schemas"]["AttachmentUploader"];
            entityType: components["schemas"]["AttachmentEntityType"];
            /** @description Id of the record. */
            entityId: string;
        } & ({
            /** @description Set, and the other one is not. */
            fileData: string;
        } | {
            /** @description Set, and the other one is not. */
            fileKey: string;
        });
        /**
         * @description User that adds it, `usr_…`, an active member of the organization. With an API key only, and by default the user that the key acts
         *     for. Ignored with a session.
         */
        AttachmentUploader: string;
        /**
         * @description Kind of the record that a file belongs to.
         * @enum {string}
         */
        AttachmentEntityType: "task" | "vendor" | "risk" | "comment" | "trust_nda" | "task_item" | "background_check" | "employment_onboard" | "employment_offboard" | "offboarding_checklist";
        /** @description What is going to be uploaded. */
        UploadCreate: {
            purpose: components["schemas"]["UploadPurpose"];
            fileName: components["schemas"]["FileName"];
            fileType: components["schemas"]["FileType"];
            /** @description How many bytes the file has, if that is known. More than 104857600 are refused at once. */
            size?: number;
        };
        /**
         * @description What the file is for. It sets the folder; an operation takes uploads of one purpose, `general` where it names no other.
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
