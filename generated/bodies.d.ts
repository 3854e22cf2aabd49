// Generated from generated/openapi.json by scripts/generate-bodies.ts. Do not edit.

/** A file, as it is. */
export type Bytes = Blob | BufferSource;

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
  '/v1/employees': { post: components['schemas']['EmployeeCreate'] };
  '/v1/employees/{id}': { patch: components['schemas']['EmployeeUpdate'] };
  '/v1/risks': { post: components['schemas']['RiskCreate'] };
  '/v1/risks/{id}': { patch: components['schemas']['RiskUpdate'] };
  '/v1/risks/{id}/tasks': { put: components['schemas']['RiskTasksSet'] };
  '/v1/risks/{id}/acceptances': { post: components['schemas']['RiskAcceptanceCreate'] };
  '/v1/questionnaire': { post: components['schemas']['QuestionnaireCreate'] };
  '/v1/questionnaire/parse': { post: components['schemas']['QuestionnaireParse'] };
  '/v1/questionnaire/auto-answer': { post: components['schemas']['AnswersRequest'] };
  '/v1/questionnaire/answers': { post: components['schemas']['AnswerRequest'] };
  '/v1/questionnaire/answers/export': { post: components['schemas']['QuestionnaireAnswerAndExport'] };
  '/v1/questionnaire/{id}': { patch: components['schemas']['QuestionnaireUpdate'] };
  '/v1/questionnaire/{id}/answers/{questionAnswerId}': { put: components['schemas']['QuestionAnswerSet'] };
  '/v1/soa/documents': { post: components['schemas']['SoaDocumentCreate'] };
  '/v1/soa/documents/{documentId}/answers/{questionId}': { patch: components['schemas']['SoaAnswerUpdate'] };
  '/v1/soa/documents/{documentId}/auto-fill': { post: components['schemas']['SoaAutoFill'] };
  '/v1/soa/documents/{documentId}/submit-for-approval': { post: components['schemas']['SoaSubmission'] };
  '/v1/soa/documents/{documentId}/decline': { post: components['schemas']['SoaDecline'] };
  '/v1/soa/export': { post: components['schemas']['SoaExport'] };
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
            /**
             * @description User that is the owner until now, `usr_…`. With an API key only, and by default the user that the key acts for. Ignored with a
             *     session.
             */
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
            /** @description User account of the same person, `usr_…`. */
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
        /** @description The file in base64. Decoded it may have 100 MiB, which are 139810136 characters. */
        FileData: string;
        /** @description Key of an upload of the organization, when its bytes are there. The purpose of the upload must fit. */
        FileKey: string;
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
