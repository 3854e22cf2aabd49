// Generated from spec/ by scripts/generate-problems.ts. Do not edit.

/** Every kind of error: its status, its message, what it means, and what whoever gets it can do. */
export const problems = {
  access_already_revoked: { status: 409, error: "The access is already revoked", meaning: "The access of the member to this vendor was revoked before.", action: "No action is needed." },
  access_request_decided: { status: 409, error: "The access request is {from}, not under review", meaning: "Only a request that is under review can be approved or rejected.", action: "Ask the person to send a new request." },
  access_request_not_cancellable: { status: 409, error: "The access request is {from} and can no longer be cancelled", meaning: "The request was rejected or cancelled before, or access was granted already.", action: "Revoke the grant if access was granted." },
  access_revocation_not_found: { status: 404, error: "Access revocation not found", meaning: "The access of the member to this vendor is not revoked.", action: "List the access of the member to see what is revoked." },
  access_token_expired: { status: 410, error: "Access token is no longer valid", meaning: "The access grant was revoked or has expired.", action: "Ask the organization for access again." },
  access_token_not_found: { status: 404, error: "Access token not found", meaning: "No access grant of a trust portal has this token.", action: "Use the token from the link that was sent." },
  address_reserved: { status: 409, error: "The address is reserved", meaning: "The service uses the address itself.", action: "Choose another address." },
  address_taken: { status: 409, error: "The address is already taken", meaning: "Another trust portal has this address.", action: "Choose another address." },
  agent_code_invalid: { status: 401, error: "Invalid or expired code", meaning: "The code does not exist, was used, has expired, or was sent without a state or with another one, which ends it.", action: "Sign in again to get a new code." },
  agent_organization_not_found: { status: 404, error: "Organization not found", meaning: "The signed-in person is not an active member of such an organization.", action: "List the organizations of the person and use the id of one of them." },
  agent_package_not_found: { status: 404, error: "Package not found", meaning: "No such package is stored for the release channel of the installation.", action: "Ask the operator to store the package, or use another platform." },
  already_owner: { status: 409, error: "The new owner already is an owner", meaning: "The member already has the role `owner`.", action: "Choose another member." },
  already_rolled_back: { status: 409, error: "The sync was already rolled back", meaning: "The sync was rolled back before.", action: "No action is needed." },
  api_key_not_found: { status: 404, error: "API key not found", meaning: "The organization has no API key with this id.", action: "List the keys and use the id of one of them." },
  approval_outdated: { status: 409, error: "What was submitted has changed since the submission", meaning: "The content or the approver of the record is not the one that was submitted, or the record was submitted before the service kept what was submitted.", action: "Submit the record again, which withdraws the outdated submission. Submitting a form again adds a new one." },
  approver_not_privileged: { status: 403, error: "The approver must be an active owner or admin", meaning: "The approver has lost the role since the submission.", action: "Submit the document to another owner or admin." },
  approver_required: { status: 403, error: "Only the approver can decide about the document", meaning: "The document was submitted to another member.", action: "Ask the approver." },
  attachment_not_found: { status: 404, error: "Attachment not found", meaning: "The organization has no such attachment.", action: "List the attachments of the record and use the id of one of them." },
  audit_log_not_found: { status: 404, error: "Audit log entry not found", meaning: "The organization has no such entry.", action: "List the entries and use the id of one of them." },
  author_required: { status: 403, error: "Only the author may do this", meaning: "Only its author can change or delete a comment.", action: "Ask the author." },
  automation_not_found: { status: 404, error: "Automation not found", meaning: "The task has no such automation.", action: "List the automations of the task and use the id of one of them." },
  automation_not_published: { status: 409, error: "Automation has no published version", meaning: "An automation without a published version has nothing to run.", action: "Publish a version." },
  automation_run_ended: { status: 409, error: "The run of the automation is already {from}", meaning: "A run that has ended cannot be cancelled.", action: "Do nothing, because the run has already ended." },
  automation_run_not_found: { status: 404, error: "Run of the automation not found", meaning: "The automation has no such run.", action: "List the runs of the automation and use the id of one of them." },
  automation_running: { status: 409, error: "A run of the automation is under way", meaning: "An automation has one run at a time.", action: "Wait until the run has ended, or cancel it." },
  automation_version_exists: { status: 409, error: "The automation already has a version {version}", meaning: "A published version is never replaced, because runs refer to it.", action: "Publish with a number that is not used yet." },
  automation_without_runs: { status: 404, error: "Automation has no runs on the task", meaning: "No automation of the task, and no check that gives evidence for it, has this id and any runs.", action: "Use the id of an automation in the evidence of the task." },
  background_check_not_found: { status: 404, error: "Background check not found", meaning: "The organization has no such background check.", action: "Get the member and use the id of the background check." },
  body_too_large: { status: 413, error: "Request body too large", meaning: "The request body exceeds its limit, which is 1 MiB unless the operation says otherwise.", action: "Send less, or send the file as an upload (`POST /v1/uploads/presign`) and refer to it by its key." },
  check_definition_not_found: { status: 404, error: "Check definition not found", meaning: "Nothing is known about the check of the finding.", action: "Read the title and the description of the finding." },
  check_detached: { status: 409, error: "The check is detached from the task", meaning: "The check gives no evidence for the task on any active connection of the provider.", action: "Attach the check of a connection to the task." },
  check_invalid: { status: 422, error: "The check cannot be used: {faults}", meaning: "The file is not a declarative check, or the check may not call the address that it names.", action: "Correct each of the faults and publish the file again. Hosts are allowed by `automationAllowedHosts` of the organization." },
  check_not_found: { status: 404, error: "Check not found", meaning: "The provider has no such check.", action: "List the checks of the provider and use the id of one of them." },
  check_run_not_found: { status: 404, error: "Check run not found", meaning: "The organization has no such run of a check.", action: "List the runs and use the id of one of them." },
  check_running: { status: 409, error: "A run of the check is under way", meaning: "The check already runs for this connection.", action: "Wait until the run has finished." },
  checklist_item_not_found: { status: 404, error: "Checklist item not found", meaning: "The organization has no such completion and no such access revocation.", action: "Get the checklist of the member and use the id of a completion." },
  cloud_connection_incomplete: { status: 409, error: "The connection cannot be scanned: {reason}", meaning: "Credentials or variables that a scan needs are missing, and there is no inventory.", action: "Replace the credentials, set the variables, or send an inventory." },
  cloud_exception_not_found: { status: 404, error: "Cloud exception not found", meaning: "The organization has no such exception.", action: "List the exceptions and use the id of one of them." },
  cloud_finding_not_found: { status: 404, error: "Cloud finding not found", meaning: "The organization has no such result of a scan.", action: "List the findings and use the id of one of them." },
  cloud_inventory_missing: { status: 409, error: "The connection has no inventory", meaning: "There are neither credentials that the service can read the account with nor an inventory of it.", action: "Send an inventory." },
  cloud_scan_not_found: { status: 404, error: "Cloud scan not found", meaning: "The organization has no such scan of an account.", action: "List the scans and use the id of one of them." },
  cloud_scan_running: { status: 409, error: "A scan of the connection is under way", meaning: "A scan of the connection is pending or running.", action: "Wait until the scan has finished, or cancel its run." },
  comment_not_found: { status: 404, error: "Comment not found", meaning: "The organization has no such comment.", action: "List the comments of the record and use the id of one of them." },
  compliance_resource_not_found: { status: 404, error: "Certificate not found", meaning: "The trust portal has no such certificate.", action: "List the certificates and use the id of one of them." },
  confirmation_required: { status: 409, error: "Confirm with confirm={confirmation} in the query. This removes {records}", meaning: "The operation removes more than one named record, and the request does not confirm it. Nothing was removed.", action: "Read `records`. If all of them are meant, repeat the request with the value of `confirmation` as `confirm` in the query." },
  connection_disconnected: { status: 409, error: "Connection is {from}", meaning: "A disconnected connection cannot be paused or resumed.", action: "Connect the provider again." },
  connection_not_active: { status: 409, error: "Connection is not active but {from}", meaning: "The connection is paused, in error or disconnected.", action: "Resume the connection, or replace its credentials." },
  connection_not_found: { status: 404, error: "Connection not found", meaning: "The organization has no such connection.", action: "List the connections and use the id of one of them." },
  connection_of_other_cloud: { status: 409, error: "The connection is not of {cloud}", meaning: "The operation is for connections of another provider.", action: "Use a connection of the provider that the operation is for." },
  connection_without_credentials: { status: 409, error: "Connection has no credentials", meaning: "No credentials are stored for the connection.", action: "Replace the credentials of the connection." },
  context_not_found: { status: 404, error: "Context entry not found", meaning: "The organization has no such entry of its context.", action: "List the context and use the id of one of its entries." },
  control_archived: { status: 409, error: "Control is archived", meaning: "Archived controls cannot be linked.", action: "Link another control." },
  control_not_assigned: { status: 403, error: "No task of this control is assigned to you", meaning: "A restricted member sees only the controls with a task assigned to them.", action: "Ask for a task of the control to be assigned to you." },
  control_not_found: { status: 404, error: "Control not found", meaning: "The organization has no such control.", action: "List the controls and use the id of one of them." },
  credentials_refused: { status: 422, error: "Credential test failed: {reason}", meaning: "The provider did not accept the credentials, or could not be asked about them.", action: "Check the credentials and the settings of the connection, and send them again." },
  device_deletion_by_owner: { status: 403, error: "Only an owner deletes devices", meaning: "A person who deletes a device must be an owner of the organization.", action: "Ask an owner to delete the device." },
  device_managed_elsewhere: { status: 409, error: "The device belongs to device management", meaning: "Only the device management system knows the computer, so it cannot be deleted here.", action: "Remove the computer in the device management system." },
  device_management_failed: { status: 502, error: "Device management failed", meaning: "The device management of the organization did not answer, or answered with an error.", action: "Read the hosts of the member to see what was done, and try again later." },
  device_not_found: { status: 404, error: "Device not found", meaning: "There is no such device, or it is not one of the caller's.", action: "List the devices and use the id of one of them." },
  document_not_markable: { status: 409, error: "The document cannot be marked for its reader", meaning: "The document is damaged or has more than 2,000 pages, so it is not passed on. The organization sees the attempt in its audit log.", action: "Ask the organization for another copy of the document." },
  document_type_not_found: { status: 404, error: "Document type not found", meaning: "No evidence form has this type.", action: "Use one of the types that the contract lists." },
  document_type_not_readable: { status: 415, error: "Text is read from {formats}", meaning: "No text can be read from files of this type.", action: "Save the file in one of these formats, or store it with `process` set to false." },
  domain_changed: { status: 409, error: "The domain was changed while it was checked", meaning: "Somebody set another domain during the check.", action: "Check again." },
  domain_not_found: { status: 404, error: "Domain not found", meaning: "The trust portal has no domain of its own.", action: "Set a domain first." },
  domain_taken: { status: 409, error: "The domain is already taken", meaning: "Another trust portal has verified this domain.", action: "Use another domain, or remove it from the other trust portal first." },
  email_of_superior: { status: 403, error: "You cannot change the e-mail address of a member who may do more than you", meaning: "The address of a member gives access to everything that the member may do.", action: "Ask a member with at least the same permissions." },
  email_taken: { status: 409, error: "E-mail address is already in use", meaning: "Another member of the organization has this address.", action: "Use another address." },
  employee_exists: { status: 409, error: "Employee already exists", meaning: "Another employee has this e-mail address or external id.", action: "Update the existing employee." },
  employee_not_found: { status: 404, error: "Employee not found", meaning: "The organization has no such employee.", action: "List the employees and use the id of one of them." },
  employment_evidence_not_found: { status: 404, error: "Employment evidence not found", meaning: "The member has no such file for this event.", action: "List the evidence of the event and use the id of one of its files." },
  engagement_letter_amended: { status: 409, error: "Another amendment of the same letter is open or signed", meaning: "A letter has one amendment at a time.", action: "Work on that amendment, delete it while it is a draft, or cancel it." },
  engagement_letter_differs: { status: 409, error: "The letter is not the one that was read", meaning: "The hash in the request is not that of the letter.", action: "Read the letter again, and send the hash of what was read." },
  engagement_letter_incomplete: { status: 422, error: "The letter cannot be sent: {missing}", meaning: "The letter lacks something that both parties need to know before they sign.", action: "Update the letter with what is missing, and send it then." },
  engagement_letter_link_not_found: { status: 404, error: "Signing link not found", meaning: "No letter was ever sent with this link.", action: "Use the whole address in the last e-mail." },
  engagement_letter_not_closed: { status: 409, error: "The letter is neither declined nor cancelled nor expired but {from}", meaning: "Only such a letter can be made a draft again.", action: "Cancel the letter first, or amend it if it is signed." },
  engagement_letter_not_draft: { status: 409, error: "The letter is not a draft but {from}", meaning: "A letter that was sent stays as it is. Only the title can be changed until it is signed.", action: "Cancel and reopen the letter to change it, or amend it if it is signed." },
  engagement_letter_not_found: { status: 404, error: "Letter of engagement not found", meaning: "The organization has no such letter.", action: "List the letters of engagement and use the id of one of them." },
  engagement_letter_not_open: { status: 409, error: "The letter does not wait for signatures but is {from}", meaning: "The letter was not sent, or it is signed, declined, cancelled or expired.", action: "Read the letter, and send it first if it is a draft." },
  engagement_letter_not_pending: { status: 409, error: "The party has nothing left to sign or to confirm in the letter", meaning: "The party has signed, or its signature on paper was recorded, and it is not asked to confirm one.", action: "Read the letter, and act for a party that has not signed yet or that confirms a recorded signature." },
  engagement_letter_not_signed: { status: 409, error: "The letter is not signed but {from}", meaning: "Only a signed letter that is in force can be amended.", action: "Change the draft, or amend the signed letter that took the place of this one." },
  engagement_letter_one_party: { status: 403, error: "One person cannot act for both parties", meaning: "The caller has signed for the other party or filed its signature, or is the person who would confirm the signature.", action: "Another member files or gives this signature." },
  engagement_letter_open: { status: 409, error: "Another letter about the same is open", meaning: "A letter to the same contact of the auditor, with the same type and the same period, waits for signatures.", action: "Wait for its signatures or cancel it first." },
  engagement_letter_reminded: { status: 429, error: "The party was reminded lately. Wait for {retryAfter} seconds", meaning: "A party is reminded once in 24 hours, unless the installation has another limit.", action: "Wait for the time in `Retry-After`." },
  engagement_letter_signer_required: { status: 403, error: "Only the named signatory of the party can do this", meaning: "The caller is not the member who signs for the party, or that member may not sign any more, or the two parties would be signed for by\nthe same person.", action: "Sign as the member whom the letter names, or cancel the letter, reopen it and name another signatory." },
  engagement_letter_template_built_in: { status: 409, error: "The template is built in", meaning: "Templates that are built in stay as they are.", action: "Create a template of the organization with its texts." },
  engagement_letter_template_name_taken: { status: 409, error: "Another template has this name", meaning: "The name of a template is unique in the organization, whatever its case.", action: "Choose another name." },
  engagement_letter_template_not_found: { status: 404, error: "Template not found", meaning: "The organization has no such template of letters of engagement.", action: "List the templates and use the id of one of them." },
  evidence_export_deleted: { status: 410, error: "The archive was deleted", meaning: "An archive is deleted 7 days after it was finished.", action: "Start another export." },
  evidence_export_not_completed: { status: 409, error: "Evidence export is not completed but {from}", meaning: "The run is queued or running, or it has failed or been cancelled.", action: "Follow the run. Start another export if it has failed or been cancelled." },
  evidence_export_not_found: { status: 404, error: "Evidence export not found", meaning: "The organization has no run of this id that exports evidence. Runs are kept for 30 days.", action: "Start an export and use the id of its run." },
  evidence_export_running: { status: 409, error: "The export {runId} of other evidence is queued or running", meaning: "One archive is made at a time, and the one under way has other contents.", action: "Wait until that run has ended, or cancel it." },
  evidence_file_not_accepted: { status: 415, error: "The form accepts only these files: {accept}", meaning: "The extension of the file is not among those that the form accepts. Some forms accept no files.", action: "Send the file in one of the formats that `accept` of the field lists." },
  evidence_form_not_in_portal: { status: 403, error: "Employees cannot submit this form", meaning: "The form is not open to employees, and the credential lacks `evidence:create`.", action: "Ask somebody with `evidence:create` to submit the form, or choose a form with `portalAccessible`." },
  evidence_form_switched_off: { status: 403, error: "The organization has switched this form off", meaning: "The organization does not take whistleblower reports or access requests with this form.", action: "Switch the form on in the settings of the organization, with `whistleblowerReportEnabled` or `accessRequestFormEnabled`." },
  evidence_missing: { status: 409, error: "No task has evidence", meaning: "None of the tasks has a file, or a run of a check or an automation. With a framework, only its tasks count.", action: "Add evidence to the tasks first." },
  evidence_submission_not_found: { status: 404, error: "Submission not found", meaning: "The organization has no such submission of this form.", action: "List the submissions of the form and use the id of one of them." },
  evidence_submission_reviewed: { status: 409, error: "The submission has been reviewed already and is {from}", meaning: "The result of a review is final.", action: "Submit the form again." },
  exception_already_revoked: { status: 409, error: "The exception is already revoked", meaning: "Somebody has revoked the exception before.", action: "Mark the finding again if the failure is to be accepted." },
  expectation_failed: { status: 417, error: "Expectation failed", meaning: "The request contains an expectation that the service does not support.", action: "Leave `Expect` out, or send `100-continue`." },
  external_id_taken: { status: 409, error: "Another record has this external id", meaning: "An external id stands for one record of its kind in an organization.", action: "Find the record with the external id and update it, or use another external id." },
  file_extension_not_allowed: { status: 415, error: "Files with this extension are not accepted", meaning: "Files with this extension can be run as programs.", action: "Send the file in another format." },
  file_has_active_content: { status: 422, error: "The file has active content", meaning: "The file holds scripts, macros or forms that could run when it is opened.", action: "Save the file without active content." },
  file_protected: { status: 422, error: "The file is protected by a password", meaning: "Protected files cannot be read.", action: "Send the file without its password." },
  file_text_too_long: { status: 422, error: "The file holds too much to be read", meaning: "The text of the file exceeds the limit.", action: "Split the file." },
  file_too_large: { status: 413, error: "The file may have at most {limit} bytes", meaning: "The file exceeds the limit of the operation.", action: "Send a smaller file." },
  file_too_large_unpacked: { status: 413, error: "The file may have at most {limit} bytes when unpacked", meaning: "The workbook or document would become too large when it is unpacked.", action: "Split the file." },
  file_type_mismatch: { status: 422, error: "The file is not of the type {fileType}", meaning: "The bytes of the file do not match the media type that the request names.", action: "Name the media type of the file, or send another file." },
  file_type_not_allowed: { status: 415, error: "Files of the type {fileType} are not accepted", meaning: "The operation does not take files of this media type.", action: "Send the file as one of the types that the operation lists." },
  file_unreadable: { status: 422, error: "The file cannot be read", meaning: "The file is damaged.", action: "Send an intact copy." },
  file_without_questions: { status: 422, error: "The file holds no questions", meaning: "No questions were found in the file.", action: "Send a file with questions, or add the questions by hand." },
  file_without_requirements: { status: 422, error: "The file holds no requirements", meaning: "No table with the columns identifier and name, and no control of a catalog was found in the file.", action: "Name the columns `Identifier`, `Name`, `Description` and `Family`, or send a catalog in the JSON format of OSCAL." },
  file_without_rows: { status: 422, error: "The file holds no table with the columns that are needed", meaning: "No sheet and no table of the file has the heading row that the operation asks for, with a row below it.", action: "Name the columns as the operation describes them." },
  file_without_text: { status: 422, error: "The file holds no text", meaning: "No text was found in the file, not even in its images.", action: "Send a file with text." },
  finding_closed: { status: 409, error: "A finding that is {from} cannot become {to}", meaning: "The finding is closed, so there is nothing left to review. `allowed` are the statuses that the caller may set.", action: "Open the finding again, or ask an auditor to." },
  finding_not_found: { status: 404, error: "Finding not found", meaning: "The organization has no such finding.", action: "List the findings and use the id of one of them." },
  finding_status_reserved: { status: 403, error: "Only an auditor may change a finding from {from} to {to}. You can change it to: {allowed}", meaning: "The caller does not hold `finding:create`. Only an auditor can ask for a revision, close a finding and open a closed one. `allowed` are the statuses that the caller may set.", action: "Mark the finding as ready for review, and the auditor is notified." },
  finding_template_not_found: { status: 404, error: "Finding template not found", meaning: "The catalog has no such template.", action: "List the templates and use the id of one of them." },
  finding_without_key: { status: 409, error: "The finding cannot be excepted", meaning: "The finding names no stable check or no resource, so that later scans cannot be matched with it.", action: "Fix the finding instead." },
  framework_already_adopted: { status: 409, error: "The framework is already adopted", meaning: "The organization has adopted the framework, so its adoption cannot be previewed.", action: "Read the score and the requirements of the adopted framework." },
  framework_instance_not_found: { status: 404, error: "Framework instance not found", meaning: "The organization has not adopted a framework with this id.", action: "List the adopted frameworks and use the id of one of them." },
  framework_not_compliant: { status: 409, error: "The framework must be compliant, but it is {from}", meaning: "A certificate shows that the organization meets the framework.", action: "Set the status of the framework on the trust portal to `compliant` first." },
  framework_not_custom: { status: 409, error: "Only custom frameworks can be changed", meaning: "The framework belongs to the catalog.", action: "Create a custom framework with the content that you need." },
  framework_not_found: { status: 404, error: "Framework not found", meaning: "Neither the catalog nor the organization has a framework with this id.", action: "List the available frameworks and use the id of one of them." },
  framework_not_iso27001: { status: 422, error: "The framework is not ISO 27001", meaning: "Statements of applicability and ISMS documents belong to ISO 27001.", action: "Use the id of an ISO 27001 framework." },
  framework_version_not_found: { status: 404, error: "Framework version not found", meaning: "The framework has no such published version.", action: "List the versions and use the id of one of them." },
  framework_without_controls: { status: 422, error: "The catalog has no controls of the framework", meaning: "The catalog lists no controls for the framework, so there is nothing to decide about.", action: "Use another ISO 27001 framework." },
  framework_without_parts: { status: 409, error: "The framework has no parts to choose from", meaning: "The framework is custom, or the catalog has it as a whole only.", action: "No action is needed, because all requirements of the framework are in scope." },
  framework_without_versions: { status: 409, error: "The framework has no versions", meaning: "The catalog has published no version of the framework yet.", action: "Wait for the first version." },
  gcp_project_missing: { status: 409, error: "The service account sees no project", meaning: "The service account may look at no project of Google Cloud, or not at the one that the request names.", action: "Give the service account access to a project." },
  gcp_setup_step_not_found: { status: 404, error: "Setup step not found", meaning: "The setup of Google Cloud has no such step.", action: "Run the setup and use the id of one of its steps." },
  grant_not_active: { status: 409, error: "The access grant is not active but {from}", meaning: "The grant was revoked or has expired.", action: "Ask the person to send a new request." },
  headers_too_large: { status: 431, error: "Request headers too large", meaning: "The headers of the request exceed 16 KiB.", action: "Send fewer or shorter headers." },
  hipaa_training_not_available: { status: 409, error: "The organization does not follow HIPAA", meaning: "The HIPAA module can be completed only while the organization follows that framework.", action: "Adopt HIPAA first." },
  host_not_found: { status: 404, error: "Host not found", meaning: "Device management has no such host under the label of the member, or the member has no label.", action: "Read the member and use one of the hosts." },
  idempotency_key_reused: { status: 422, error: "This Idempotency-Key was used for another request", meaning: "The same `Idempotency-Key` was used before with another method, path or body.", action: "Use a new key for each different request." },
  internal_error: { status: 500, error: "Internal server error", meaning: "The service has a fault. The change may have been made if the fault came at its very end.", action: "Repeat a POST with the same `Idempotency-Key`; read the record before any other change. Report the `X-Request-Id` if it happens again." },
  invalid_credentials: { status: 401, error: "Invalid or missing API key", meaning: "The request has no credential, or one that is invalid, expired or revoked.", action: "Send a valid API key in `X-API-Key`, or sign in again." },
  invitation_not_found: { status: 404, error: "Invitation not found", meaning: "The organization has no such pending invitation.", action: "List the invitations and use the id of one of them." },
  isms_already_pending: { status: 409, error: "The document is waiting for approval already", meaning: "The document was submitted before.", action: "Wait for the decision." },
  isms_document_not_found: { status: 404, error: "ISMS document not found", meaning: "The organization has no such document.", action: "List the documents and use the id of one of them." },
  isms_incomplete: { status: 422, error: "The document is not complete: {unmet}", meaning: "What ISO 27001 requires of the document is missing. `unmet` names each point.", action: "Complete the points in `unmet`." },
  isms_narrative_not_found: { status: 404, error: "Narrative not found", meaning: "Documents of this type have no text of their own.", action: "Edit the rows of its registers." },
  isms_not_pending: { status: 409, error: "The document is not waiting for approval but {from}", meaning: "Only a submitted document can be approved or rejected.", action: "Submit the document first." },
  isms_not_risk_treatment: { status: 404, error: "Risk treatment plan not found", meaning: "The document is of another type.", action: "Use the document of the type `risk_treatment_plan`." },
  isms_parent_not_found: { status: 404, error: "Parent row not found", meaning: "The document has no such role, metric, audit or review.", action: "Use the id of a row of the same document." },
  isms_pending: { status: 409, error: "The document is waiting for approval", meaning: "A document that is waiting for approval cannot be changed.", action: "Wait for the decision, or have it rejected." },
  isms_profile_incomplete: { status: 422, error: "Answers are missing: {missing}", meaning: "The wizard can be completed only when every question is answered. `missing` names the answers.", action: "Send the answers in `missing`." },
  isms_register_not_found: { status: 404, error: "Register not found", meaning: "The register belongs to another type of document.", action: "Use the document of the type that has the register." },
  isms_review_signed: { status: 409, error: "The management review is signed", meaning: "What was signed does not change. Only owner, due date and status of its actions do.", action: "Clear `signoffChairName` or `signoffChairDate` of the review first." },
  isms_row_not_found: { status: 404, error: "Row not found", meaning: "The register has no such row.", action: "List the rows of the register and use the id of one of them." },
  isms_row_seeded: { status: 409, error: "Roles and metrics of the setup cannot be deleted", meaning: "The row came with the setup of the document.", action: "Edit the row, or set `isActive` of a metric to false." },
  isms_signer_required: { status: 403, error: "Only the named member can sign", meaning: "The signature has the name of an active member, or the chair of the review is a member, and the caller is another member.", action: "Ask that member to sign in their own session." },
  isms_version_not_found: { status: 404, error: "Version not found", meaning: "The document has no such published version.", action: "List the versions and use the id of one of them." },
  key_of_other_organization: { status: 403, error: "The API key belongs to another organization", meaning: "`X-Organization-Id` names an organization other than the one that the API key belongs to.", action: "Leave `X-Organization-Id` out, or use a key of that organization." },
  key_without_owner: { status: 403, error: "The member who owns the API key is gone or deactivated", meaning: "An API key acts for the member to whom it belongs. That member was removed or deactivated.", action: "Create a key as an active member. If the member was deactivated, the key works again when the member is reactivated." },
  key_without_permissions: { status: 403, error: "The API key has no permissions", meaning: "No scope of the key is granted by the current roles of the member who owns it.", action: "Ask an owner or admin for a role with one of the scopes, or create another key." },
  knowledge_base_document_not_found: { status: 404, error: "Knowledge base document not found", meaning: "The organization has no such document in its knowledge base.", action: "List the documents of the knowledge base and use the id of one of them." },
  knowledge_base_document_processing: { status: 409, error: "The document is being processed", meaning: "A run reads the text of the document, or is about to.", action: "Wait until the run has finished, or cancel it." },
  knowledge_base_file_not_found: { status: 404, error: "Knowledge base file not found", meaning: "The file of the document is no longer stored.", action: "Delete the document and upload its file again." },
  latest_version_pending: { status: 409, error: "The latest version is waiting for approval", meaning: "A new version can be created after the latest one has been approved or rejected.", action: "Wait for the decision, or have the version rejected." },
  link_expired: { status: 410, error: "The link has expired", meaning: "A signed address is valid for a limited time only.", action: "Ask for a new address." },
  malformed_request: { status: 400, error: "Malformed request", meaning: "The service cannot read the request as HTTP.", action: "Send the request with a standard client." },
  manual_answer_not_found: { status: 404, error: "Manual answer not found", meaning: "The organization has no such manual answer.", action: "List the manual answers and use the id of one of them." },
  manual_answer_question_taken: { status: 409, error: "Another manual answer has this question", meaning: "Each question has one manual answer.", action: "Update the other manual answer, or delete it first." },
  member_active: { status: 409, error: "Member is already active", meaning: "The member was not deactivated.", action: "No action is needed." },
  member_already_deactivated: { status: 409, error: "Member is already deactivated", meaning: "The member was deactivated before.", action: "No action is needed." },
  member_deactivated: { status: 409, error: "Member is deactivated", meaning: "The operation applies to active members only.", action: "Reactivate the member first." },
  member_not_found: { status: 404, error: "Member not found", meaning: "The organization has no such member.", action: "List the people and use the id of one of them." },
  member_without_obligation: { status: 409, error: "Member has no compliance obligation", meaning: "No role of the member carries the compliance obligation, so the member has nothing to do in the employee portal.", action: "Give the member a role with the obligation first." },
  method_not_allowed: { status: 405, error: "Method not allowed", meaning: "The path exists, but not with this method. `Allow` lists the methods of the path.", action: "Use one of the methods in `Allow`." },
  missing_permission: { status: 403, error: "Missing permission: {permissions}", meaning: "The credential lacks permissions that the request requires. `permissions` names them; where one of several would do, it names all of those.", action: "Use a credential with the permission, or ask an owner or admin to grant it to one of your roles." },
  name_servers_unreachable: { status: 502, error: "The name servers cannot be reached", meaning: "The name servers of the domain did not answer.", action: "Try again later." },
  nda_not_found: { status: 404, error: "NDA agreement not found", meaning: "The organization has no such agreement.", action: "List the agreements and use the id of one of them." },
  nda_not_pending: { status: 409, error: "The NDA does not wait for this signature, it is {from}", meaning: "The request is not approved, its NDA was bypassed, or the NDA is signed or void.", action: "Look at the status of the request and of its NDA." },
  nda_signed: { status: 409, error: "Attachments of a signed NDA cannot be changed", meaning: "The agreement was signed with these attachments.", action: "Do not change these attachments. Create a new agreement instead." },
  newer_update_first: { status: 409, error: "A newer sync has to be rolled back first", meaning: "Syncs are rolled back in reverse order.", action: "Roll back the newer sync, then this one." },
  no_domain: { status: 409, error: "There is no domain to check", meaning: "The trust portal has no domain of its own.", action: "Set a domain first." },
  no_penetration_test_plan: { status: 409, error: "No penetration test plan", meaning: "The plan of the organization contains no penetration tests.", action: "Ask the operator of the installation for a plan, or order a simulation with `testMode`." },
  no_update_available: { status: 409, error: "No update is available", meaning: "The organization already uses the latest version of the framework.", action: "No action is needed." },
  not_a_member: { status: 401, error: "Not an active member of this organization", meaning: "The user of the session is not an active member of the organization in `X-Organization-Id`.", action: "Name an organization that the user belongs to." },
  not_acceptable: { status: 406, error: "Not acceptable", meaning: "The operation produces none of the media types in `Accept`.", action: "Accept a media type that the operation declares, or leave `Accept` out." },
  not_an_update: { status: 409, error: "Only a sync can be rolled back", meaning: "The entry in the history is a rollback.", action: "Choose a sync." },
  not_found: { status: 404, error: "Not found", meaning: "Nothing exists at this path.", action: "Compare the method and the path with the API reference." },
  notification_not_found: { status: 404, error: "Notification not found", meaning: "There is no such notification, it is older than 90 days, or it is that of another member.", action: "List your notifications and use the id of one of them." },
  obligations_fixed: { status: 409, error: "Only the obligations of owner and admin can be changed", meaning: "The obligations of the other built-in roles are fixed.", action: "Use a custom role with the obligations that you need." },
  offboarding_completion_not_found: { status: 404, error: "The item is not completed", meaning: "The member has no completion of this item, so there is nothing to reopen.", action: "Read the checklist of the member to see which items are completed." },
  offboarding_evidence_required: { status: 422, error: "The item requires evidence", meaning: "The item is completed only together with a file.", action: "Send a file with the request." },
  offboarding_item_completed: { status: 409, error: "The item is already completed", meaning: "The item was completed for this member before.", action: "Add evidence to the completion, or reopen the item first." },
  offboarding_item_not_found: { status: 404, error: "Offboarding item not found", meaning: "The template of the organization has no such item, or the item is disabled and cannot be completed.", action: "List the items of the template and use the id of one of them." },
  offboarding_item_open: { status: 409, error: "The item has to be completed first", meaning: "Evidence belongs to a completion, and the item is not completed for this member.", action: "Complete the item, together with the file if you like." },
  offboarding_template_full: { status: 409, error: "The template may have at most {limit} items", meaning: "The template of the organization has reached the largest number of items.", action: "Delete items that are no longer needed." },
  old_office_format: { status: 415, error: "Save the file as {format} and send that", meaning: "The file has a format of older office programs.", action: "Save the file in the format that the error names." },
  org_chart_not_found: { status: 404, error: "Org chart not found", meaning: "The organization has no chart.", action: "Draw a chart or upload one." },
  org_chart_uploaded: { status: 409, error: "The org chart is an uploaded file", meaning: "The chart was uploaded, so there is nothing to draw.", action: "Download the file by the `signedImageUrl` of the chart." },
  organization_busy: { status: 503, error: "The organization has too many files in work", meaning: "Other files of the organization are being processed and take too long.", action: "Send the request again in a minute." },
  organization_not_found: { status: 404, error: "Organization not found", meaning: "The organization no longer exists.", action: "Choose another organization." },
  origin_not_allowed: { status: 403, error: "This origin is not allowed to change anything", meaning: "A browser sent the request from a page whose origin is not allowed by the service.", action: "Ask the operator to add the origin to `CORS_ORIGINS`." },
  oscal_document_empty: { status: 409, error: "There is nothing to export in this model", meaning: "The framework has no requirement in scope or, for a plan of action and milestones, no risk or finding is open.", action: "Export another model." },
  own_membership: { status: 403, error: "You cannot deactivate yourself", meaning: "Members cannot deactivate their own membership.", action: "Ask another admin or owner." },
  own_roles: { status: 403, error: "You cannot change your own roles", meaning: "Members cannot change the roles of their own membership.", action: "Ask another admin or owner." },
  owner_email: { status: 403, error: "Only an owner can change the e-mail address of an owner", meaning: "The address of an owner gives access to everything that an owner may do.", action: "Ask an owner." },
  owner_not_deactivatable: { status: 403, error: "An owner cannot be deactivated", meaning: "Owners stay active as long as they are owners.", action: "Transfer the ownership first." },
  owner_permission: { status: 403, error: "Only an owner can grant {permission}", meaning: "Only an owner in a session can grant this permission.", action: "Ask an owner." },
  owner_protected: { status: 403, error: "Only an owner can change an owner", meaning: "Only owners can change an owner.", action: "Ask an owner." },
  owner_required: { status: 403, error: "Only an owner can transfer the ownership", meaning: "Only an owner in a session can transfer the ownership.", action: "Ask an owner." },
  owner_role_not_assignable: { status: 403, error: "The owner role is transferred with the ownership only", meaning: "An update of a member cannot grant or remove the owner role.", action: "Use `POST /v1/organization/transfer-ownership`." },
  penetration_test_allowance_used_up: { status: 409, error: "Penetration test allowance used up", meaning: "The organization has ordered as many penetration tests as it may in this calendar month. Failed and cancelled ones do not count.", action: "Wait for the next month, or order a simulation with `testMode`." },
  penetration_test_finished: { status: 409, error: "The penetration test is already {from}", meaning: "The penetration test is completed, failed or cancelled already.", action: "Read the penetration test." },
  penetration_test_issue_not_found: { status: 404, error: "Issue not found", meaning: "The organization has no such issue, or the penetration test did not find it.", action: "List the issues of the penetration test and use the id of one of them." },
  penetration_test_not_completed: { status: 409, error: "The penetration test is not completed but {from}", meaning: "Only a completed penetration test has a report.", action: "Wait until the status is `completed`." },
  penetration_test_not_found: { status: 404, error: "Penetration test not found", meaning: "The organization has no such penetration test.", action: "List the penetration tests and use the id of one of them." },
  penetration_test_runner_unreachable: { status: 502, error: "The runner of penetration tests cannot be reached", meaning: "The runner did not accept the order. Nothing was ordered, and the allowance is as it was.", action: "Try again later." },
  pentest_finding_context_not_found: { status: 404, error: "Note not found", meaning: "The organization has no note about this issue.", action: "Save a note first." },
  permission_escalation: { status: 403, error: "You cannot grant permissions that you do not have: {missingPermissions}", meaning: "A role can only grant permissions that its editor holds.", action: "Leave these permissions out, or ask a member who holds them to edit the role." },
  policy_approval_pending: { status: 409, error: "A version of the policy waits for approval", meaning: "While an approver is asked about a version, the text and the name are not changed in another way.", action: "Wait for the decision, or have the approver deny the changes." },
  policy_approver_required: { status: 403, error: "Only the approver of the policy can decide", meaning: "The caller, or the member in `approverId`, is not the approver of the policy.", action: "Ask the approver. If the approver can no longer decide, submit the version to another one." },
  policy_archived: { status: 409, error: "The policy is archived", meaning: "An archived policy has no PDF.", action: "Restore the policy first." },
  policy_empty: { status: 422, error: "There is no text to publish", meaning: "The text that would be published is empty, and there is no PDF.", action: "Write the text or upload a PDF first." },
  policy_has_approver: { status: 409, error: "The policy has an approver", meaning: "The policy names an approver, so it is published by an approval only.", action: "Submit a version to the approver. A person can also remove the approver with an update." },
  policy_not_found: { status: 404, error: "Policy not found", meaning: "The organization has no such policy.", action: "List the policies and use the id of one of them." },
  policy_not_to_be_signed: { status: 409, error: "The policy is not to be signed", meaning: "Only a published policy that is not archived and has to be signed can be signed.", action: "Publish the policy, restore it, or require signatures." },
  policy_not_visible: { status: 403, error: "The policy is for other departments", meaning: "Only some departments may read the policy, and the caller or the named member belongs to none of them.", action: "Ask an owner or admin to make the policy visible to the department." },
  policy_nothing_pending: { status: 409, error: "No version of the policy waits for approval", meaning: "Only a submitted version can be accepted or denied.", action: "Submit a version for approval first." },
  policy_status_fixed: { status: 409, error: "The status cannot be changed from {from} to {to}", meaning: "An update can only publish a policy. Other statuses follow from approvals and reviews. `allowed` are the statuses that an update can set.", action: "Leave `status` out, or send `published`." },
  policy_version_current: { status: 409, error: "The {from} version cannot be deleted", meaning: "The live text of the policy belongs to this version.", action: "Publish another version first, or delete the policy." },
  policy_version_live: { status: 409, error: "The version is the published one", meaning: "The text and the PDF of the version that is in force cannot be changed.", action: "Create a new version and change that." },
  policy_version_not_found: { status: 404, error: "Policy version not found", meaning: "The policy has no such version.", action: "List the versions of the policy and use the id of one of them." },
  policy_version_pending: { status: 409, error: "The version waits for approval", meaning: "A version that an approver is asked about cannot be changed.", action: "Wait for the decision, or have the approver deny the changes." },
  policy_version_published: { status: 409, error: "The version was published already", meaning: "A version that was published before cannot be changed or deleted, because people may have approved or signed it.", action: "Create a new version and change that." },
  policy_without_draft_version: { status: 409, error: "The policy has no version that can be changed", meaning: "The current version is in force or waits for approval, and there is no other.", action: "Create a new version, and name it in `versionId` where it is not the newest one." },
  policy_without_template: { status: 409, error: "The policy has no template", meaning: "Only a policy that was made from a template of the catalog can be regenerated.", action: "Set `policyTemplateId`, or edit the text." },
  provider_already_connected: { status: 409, error: "The provider is already connected", meaning: "The organization has a connection to the same account of the provider.", action: "Use the existing connection, or name another account." },
  provider_connected_in_application: { status: 409, error: "The provider is connected in the application", meaning: "The provider asks a person for consent in a browser.", action: "Connect the provider in the application." },
  provider_failed: { status: 502, error: "Provider failed: {reason}", meaning: "The provider did not answer, or answered with an error.", action: "Try again later." },
  provider_not_connected: { status: 409, error: "Provider is not connected", meaning: "The organization has no active connection to the provider.", action: "Connect the provider, or resume its connection." },
  provider_not_found: { status: 404, error: "Provider not found", meaning: "The catalog has no such provider.", action: "List the providers and use the slug of one of them." },
  provider_not_offered: { status: 409, error: "The provider cannot be connected", meaning: "The provider is no longer offered.", action: "Choose another provider." },
  provider_without_checks: { status: 409, error: "The provider has no checks", meaning: "The provider only supplies employees.", action: "Choose a provider with checks." },
  provider_without_devices: { status: 409, error: "The provider has no devices", meaning: "The provider supplies no devices.", action: "List the sync providers of devices, and choose one of them." },
  provider_without_employees: { status: 409, error: "The provider has no employees", meaning: "The provider only has checks.", action: "Choose a provider that supplies employees." },
  question_not_found: { status: 404, error: "Question not found", meaning: "The questionnaire or the document has no such question.", action: "Read the questionnaire or the document and name one of its questions as the operation describes." },
  questionnaire_answered: { status: 409, error: "The questionnaire already has answers", meaning: "Reading the file again would replace the answers.", action: "Upload the file as a new questionnaire." },
  questionnaire_empty: { status: 422, error: "The questionnaire has no questions", meaning: "The questionnaire has nothing to answer.", action: "Add questions first." },
  questionnaire_file_not_found: { status: 404, error: "Questionnaire file not found", meaning: "The questionnaire was made without a file, or the file is no longer stored.", action: "Export the questionnaire instead." },
  questionnaire_hidden: { status: 403, error: "The organization does not take questionnaires on this page", meaning: "The organization has closed the security questionnaire of its trust portal.", action: "Ask the organization directly." },
  questionnaire_not_completed: { status: 409, error: "The questionnaire is not completed but {from}", meaning: "The file of the questionnaire has not been read yet.", action: "Wait until its status is `completed`." },
  questionnaire_not_failed: { status: 409, error: "Only a questionnaire that failed can be parsed again, and it is {from}", meaning: "The file was read already, or is being read.", action: "Wait until the file was read, or upload the file as a new questionnaire." },
  questionnaire_not_found: { status: 404, error: "Questionnaire not found", meaning: "The organization has no such questionnaire.", action: "List the questionnaires and use the id of one of them." },
  questionnaire_run_in_progress: { status: 409, error: "A run of the questionnaire is under way", meaning: "Another run is processing the questionnaire.", action: "Wait until the run has finished, or cancel it." },
  questionnaire_type_not_allowed: { status: 415, error: "Questionnaires are read from {formats}", meaning: "The format of the file is not supported.", action: "Save the file in one of these formats." },
  range_not_satisfiable: { status: 416, error: "The file has only {size} bytes", meaning: "The file ends before the part in `Range` begins.", action: "Ask for a part within the size that `Content-Range` states, or leave `Range` out." },
  rate_limited: { status: 429, error: "Too many requests", meaning: "The rate limit is exhausted. `Retry-After` states for how many seconds.", action: "Wait for the time in `Retry-After`, then send requests more slowly." },
  record_changed: { status: 412, error: "The record has changed", meaning: "The record does not have the version that `If-Match` names, or it has the `ETag` that `If-None-Match` names.", action: "Get the record again, apply your change to its current state, and send it with the new `ETag` or version." },
  record_hidden: { status: 403, error: "The record is hidden from you", meaning: "A restricted member sees and changes only what is assigned to them. A policy may be for certain departments only.", action: "Ask an owner or admin to assign the record to you, or to give you a role that sees it." },
  request_in_progress: { status: 409, error: "A request with this Idempotency-Key is still running", meaning: "The first request with this `Idempotency-Key` has not been answered yet.", action: "Wait a moment and send the same request again." },
  request_timeout: { status: 408, error: "The request took too long to arrive", meaning: "The headers or the body did not arrive in time.", action: "Send the request again over a faster connection." },
  requirement_identifier_taken: { status: 409, error: "A requirement with this identifier already exists", meaning: "Another requirement of the framework has this identifier.", action: "Choose another identifier." },
  requirement_not_custom: { status: 409, error: "Only custom requirements can be changed", meaning: "The requirement belongs to the catalog.", action: "Add a custom requirement instead." },
  requirement_not_found: { status: 404, error: "Requirement not found", meaning: "The framework has no such requirement.", action: "List the requirements and use the id of one of them." },
  risk_not_assigned: { status: 403, error: "Risk is not assigned to you", meaning: "A restricted member sees only the risks assigned to them.", action: "Ask the owner of the risk register to assign the risk to you." },
  risk_not_found: { status: 404, error: "Risk not found", meaning: "The organization has no such risk.", action: "List the risks and use the id of one of them." },
  role_exists: { status: 409, error: "Role already exists", meaning: "Another role of the organization has this name.", action: "Choose another name." },
  role_in_use: { status: 409, error: "The role is in use (members: {members}, pending invitations: {invitations})", meaning: "Members, deactivated ones included, or invitations that are pending or expired hold the role.", action: "Give the members another role, revoke the invitations, and then delete the role." },
  role_not_assignable: { status: 403, error: "You cannot assign the role {role}", meaning: "The role grants more than you may grant.", action: "Ask a member who may assign the role." },
  role_not_found: { status: 404, error: "Role not found", meaning: "The organization has no such role.", action: "List the roles and use the name or id of one of them." },
  rollback_expired: { status: 409, error: "The sync can no longer be rolled back", meaning: "A sync can be rolled back for 14 days.", action: "Change the records manually." },
  rollback_loses_work: { status: 409, error: "Work would be lost: {work}", meaning: "The rollback would remove tasks that are done or policies that are published.", action: "Keep the sync, because it cannot be rolled back while the named work exists." },
  run_finished: { status: 409, error: "The run is already {from}", meaning: "A run that has ended cannot be cancelled.", action: "Do nothing, because the run has already ended." },
  run_not_found: { status: 404, error: "Run not found", meaning: "The organization has no such run.", action: "List the runs and use the id of one of them." },
  scopes_exceed_own: { status: 403, error: "A key cannot have scopes beyond your own: {scopes}", meaning: "An API key can only have scopes that its creator holds.", action: "Leave these scopes out, or ask a member who holds them to create the key." },
  search_types_hidden: { status: 403, error: "None of these types of records may be read", meaning: "The caller has no permission to read any of the types of records that the search is limited to.", action: "Leave `type` out to search all types that may be read, or use a credential with more permissions." },
  self_approval: { status: 403, error: "Somebody else has to approve what you submitted", meaning: "The caller submitted the record, in person or with an API key, and another member could approve it then or in the last 30 days.", action: "Ask that member to approve. If the record names you as the approver, decline it and submit it to them." },
  session_invalid: { status: 401, error: "Invalid, expired or missing session", meaning: "The session token is missing, not valid, or no longer valid.", action: "Sign in again." },
  session_required: { status: 403, error: "An API key cannot do this: it requires the session of a person", meaning: "Only a person may perform the operation, for example an approval.", action: "Sign in and call the operation with the session." },
  shared_certificate_not_found: { status: 404, error: "Certificate not found", meaning: "The organization has no certificate for this framework.", action: "List the certificates and use the framework of one of them." },
  shared_document_not_found: { status: 404, error: "Document not found", meaning: "The organization shows no such document, or none at all.", action: "List the documents and use the id of one of them." },
  shared_policy_not_found: { status: 404, error: "Policy not found", meaning: "The organization shows no such policy, or none at all. Only published policies are shown.", action: "List the policies and use the id of one of them." },
  shared_run_not_found: { status: 404, error: "Run not found", meaning: "The holder of this link has started no such run.", action: "Use the id from the answer that the upload of the questionnaire had." },
  signature_invalid: { status: 403, error: "Wrong signature", meaning: "The signature in the address does not match the one that the service created.", action: "Use the address exactly as the service returned it, or ask for a new one." },
  signing_link_dead: { status: 410, error: "The signing link is no longer valid", meaning: "The link has expired, or the NDA is void because the request was cancelled or the access was revoked.", action: "Ask the organization to send the link again." },
  signing_link_not_found: { status: 404, error: "Signing link not found", meaning: "No NDA has this token.", action: "Use the link from the newest e-mail." },
  signing_link_void: { status: 410, error: "The signing link has expired or is void", meaning: "The letter cannot be signed or read by this link any more: it has expired, it was cancelled or declined, or a reminder came with another\nlink.", action: "Use the link in the last e-mail, or ask the organization to send the letter again." },
  slug_taken: { status: 409, error: "Slug is already taken", meaning: "Another organization uses this slug.", action: "Choose another slug." },
  soa_already_approved: { status: 409, error: "The document is {from} already", meaning: "The document was not edited since the approval.", action: "No action is needed. To reopen the document, edit an answer." },
  soa_already_pending: { status: 409, error: "The document is waiting for approval already", meaning: "The document was submitted before.", action: "Wait for the decision." },
  soa_auto_fill_running: { status: 409, error: "The document is being filled in already", meaning: "A run that fills in the document has not finished.", action: "Wait until the run has finished." },
  soa_document_not_found: { status: 404, error: "SOA document not found", meaning: "The organization has no such statement of applicability.", action: "List the documents and use the id of one of them." },
  soa_needs_review: { status: 422, error: "All answers must be reviewed first: {needsReview} are not", meaning: "An auto-fill found no reason for some of its decisions.", action: "Justify these controls, or change the decision." },
  soa_not_approved: { status: 409, error: "The document is not approved", meaning: "Only an approved document can be exported.", action: "Have the document approved first." },
  soa_not_configured: { status: 409, error: "The framework has no configuration yet", meaning: "The questions of the statement have not been set up.", action: "Call `PUT /v1/soa/setup` first." },
  soa_not_pending: { status: 409, error: "The document is not waiting for approval", meaning: "Only a submitted document can be approved or rejected.", action: "Submit the document first." },
  soa_pending: { status: 409, error: "The document is waiting for approval", meaning: "A document that is waiting for approval cannot be changed.", action: "Wait for the decision, or have it rejected." },
  soa_undecided: { status: 422, error: "All controls must be decided first: {undecided} are not", meaning: "A statement can be submitted only when every control is decided.", action: "Decide the remaining controls." },
  staff_not_deactivatable: { status: 403, error: "An account of the platform staff cannot be deactivated", meaning: "The account belongs to the operator of the service.", action: "Ask the operator." },
  storage_full: { status: 413, error: "The storage of the organization has no room for {needed} more bytes", meaning: "The files of the organization would exceed its quota.", action: "Delete files that are no longer needed, or ask the operator for a larger quota. Whoever has `organization:read` finds the current usage at `GET /v1/uploads/usage`." },
  superior_protected: { status: 403, error: "You cannot change the roles of a member who may do more than you", meaning: "Only members with at least the same permissions can change this member.", action: "Ask a member with at least the same permissions." },
  sync_operation_not_found: { status: 404, error: "Sync not found", meaning: "The framework has no such sync in its history.", action: "List the history and use the id of one of its syncs." },
  sync_running: { status: 409, error: "A sync is under way", meaning: "A sync of the provider has not finished.", action: "Wait until the sync has finished." },
  task_approver_required: { status: 403, error: "Only the approver can approve the task", meaning: "The task was submitted to another member.", action: "Ask the approver." },
  task_change_restricted: { status: 403, error: "Your roles do not allow this with tasks", meaning: "A restricted member can only change the status of tasks assigned to them, submit them to the approver that they name, and add files and delete their own.", action: "Ask a member with another role to do it." },
  task_done: { status: 409, error: "Task is {from} already", meaning: "A task that is done needs no review until it is due again.", action: "Set another status first if the evidence has to be reviewed once more." },
  task_has_approver: { status: 409, error: "Task needs the approval of its approver to be changed from {from} to {to}", meaning: "While evidence needs approval, a task with an approver is completed only by approval. `allowed` are the statuses that can be set without an approval.", action: "Submit the task for review." },
  task_in_review: { status: 409, error: "Task is in review", meaning: "A task in review waits for its approver. Its title, description and status stay as they are until the decision.", action: "Approve the task, reject it, or name another approver." },
  task_item_not_assigned: { status: 403, error: "Task item is not assigned to you", meaning: "A restricted member sees only the task items that are assigned to them or belong to their risks, and changes only the former.", action: "Ask somebody who manages the task items to assign the item to you." },
  task_item_not_found: { status: 404, error: "Task item not found", meaning: "The organization has no such task item.", action: "List the task items and use the id of one of them." },
  task_item_status_only: { status: 403, error: "You can change only the status of a task item", meaning: "A restricted member changes the status of a task item and nothing else of it.", action: "Send only `status`, or ask somebody who manages the task items." },
  task_not_assigned: { status: 403, error: "Task is not assigned to you", meaning: "A restricted member sees only the tasks assigned to them. Without a permission on evidence, so do others with its files.", action: "Ask for the task to be assigned to you." },
  task_not_found: { status: 404, error: "Task not found", meaning: "The organization has no such task.", action: "List the tasks and use the id of one of them." },
  task_not_in_review: { status: 409, error: "Task is not in review but {from}", meaning: "Only a task in review is approved or rejected.", action: "Submit the task for review." },
  task_reviewer_required: { status: 403, error: "Only the approver, an owner or an admin can reject the task", meaning: "The task was submitted to another member.", action: "Ask the approver." },
  task_template_not_found: { status: 404, error: "Task template not found", meaning: "The catalog has no such task template.", action: "Use the `taskTemplateId` of a task." },
  task_without_template: { status: 409, error: "Task has no template", meaning: "Only a task that was copied from a template can be reset to it.", action: "Change the texts of the task instead." },
  tasks_locked: { status: 409, error: "None of the tasks can get this status", meaning: "All of the tasks are in review, or need the approval of an approver to be done.", action: "Approve or reject the tasks that are in review, and submit the others." },
  tasks_not_submittable: { status: 409, error: "None of the tasks can be submitted", meaning: "All of the tasks are in review or done.", action: "Submit tasks with another status." },
  timeline_completed: { status: 409, error: "The timeline is {from}", meaning: "A completed timeline does not change any more.", action: "Start the next cycle." },
  timeline_cycle_exists: { status: 409, error: "The next cycle exists already", meaning: "The track of the framework has a timeline with the next cycle number.", action: "List the timelines of the framework and use that one." },
  timeline_full: { status: 409, error: "A timeline has at most {maximum} phases", meaning: "The timeline has as many phases as a timeline can have.", action: "Delete a pending phase first." },
  timeline_not_active: { status: 409, error: "The timeline is not active but {from}", meaning: "The timeline is a draft, paused or completed. `allowed` are the statuses that can follow on its status.", action: "Activate a draft, or resume a paused timeline, first." },
  timeline_not_completed: { status: 409, error: "The timeline is not completed but {from}", meaning: "The next cycle starts when every phase of this one is completed.", action: "Complete the remaining phases first." },
  timeline_not_draft: { status: 409, error: "Only a draft can be activated, and the timeline is {from}", meaning: "The timeline was activated before. `allowed` are the statuses that can follow on its status.", action: "No action is needed. To change the dates, update the phases." },
  timeline_not_found: { status: 404, error: "Timeline not found", meaning: "The organization has no such timeline.", action: "List the timelines and use the id of one of them." },
  timeline_not_locked: { status: 409, error: "The timeline is not locked", meaning: "Only a locked timeline can be unlocked.", action: "No action is needed." },
  timeline_not_paused: { status: 409, error: "The timeline is not paused but {from}", meaning: "Only a paused timeline can be resumed. `allowed` are the statuses that can follow on its status.", action: "No action is needed." },
  timeline_phase_completed: { status: 409, error: "A phase that is {from} cannot be deleted", meaning: "The phase is part of the history of the audit.", action: "Keep the phase." },
  timeline_phase_not_found: { status: 404, error: "Timeline phase not found", meaning: "The timeline has no such phase.", action: "Get the timeline and use the id of one of its phases." },
  timeline_phase_not_in_progress: { status: 409, error: "The phase is not in progress but {from}", meaning: "Phases are completed in their order, and this one is pending or completed.", action: "Get the timeline to see which phase is in progress." },
  timeline_phase_required: { status: 409, error: "The only phase cannot be deleted", meaning: "A timeline has at least one phase.", action: "Add another phase first, or change this one." },
  timeline_phase_started: { status: 409, error: "The position is before a phase that has started", meaning: "A phase at this position or behind it is in progress or completed, so the new phase would be skipped.", action: "Choose a position behind the phases that have started." },
  too_many_questions: { status: 422, error: "The file holds more than {limit} questions", meaning: "The number of questions is limited.", action: "Split the file." },
  too_many_requirements: { status: 422, error: "The file holds more than {limit} requirements", meaning: "So many requirements cannot be imported at once.", action: "Split the file." },
  too_many_roles: { status: 409, error: "The organization already has {limit} custom roles", meaning: "The number of custom roles is limited.", action: "Delete a role that nobody holds, or change an existing one." },
  too_many_rows: { status: 422, error: "The file holds more than {limit} rows", meaning: "So many rows cannot be imported at once.", action: "Split the file." },
  too_many_trust_links: { status: 409, error: "There may be at most {limit} links", meaning: "The trust portal has as many links as it may have.", action: "Delete a link that is no longer needed." },
  too_many_unfinished_uploads: { status: 409, error: "{limit} uploads of the organization wait for their bytes, and no more are allowed", meaning: "The number of uploads that may wait for their bytes is limited.", action: "Send or delete some of them, or wait until they expire." },
  training_not_complete: { status: 409, error: "The training is not complete", meaning: "The member has not completed all modules of the program.", action: "Complete the remaining modules first." },
  training_video_not_found: { status: 404, error: "Training module not found", meaning: "The catalog has no such module.", action: "List the training modules and use the id of one of them." },
  transfer_coding_not_supported: { status: 501, error: "Transfer coding not supported", meaning: "The body has a transfer coding other than `chunked`.", action: "Send the body with `Content-Length`, or with `chunked` as its only transfer coding." },
  trust_access_grant_not_found: { status: 404, error: "Access grant not found", meaning: "The organization has no access grant with this id.", action: "List the access grants and use the id of one of them." },
  trust_access_request_not_found: { status: 404, error: "Access request not found", meaning: "The organization has no access request with this id.", action: "List the access requests and use the id of one of them." },
  trust_custom_framework_not_configured: { status: 404, error: "The framework was never configured for the trust portal", meaning: "Nobody has said how the trust portal shows this framework, so it has no badge.", action: "Update the framework on the trust portal or upload a badge first." },
  trust_custom_link_not_found: { status: 404, error: "Link not found", meaning: "The trust portal has no such link.", action: "List the links and use their ids." },
  trust_document_not_found: { status: 404, error: "Document not found", meaning: "The trust portal has no such document, or the document was deleted.", action: "List the documents and use the id of one of them." },
  trust_nda_not_found: { status: 404, error: "NDA not found", meaning: "Nobody was asked to sign an NDA for this access request.", action: "Approve the access request first. An address that bypasses the NDA never gets one." },
  trust_portal_not_found: { status: 404, error: "Trust portal not found", meaning: "No published trust portal has this address.", action: "Check the address with the organization." },
  unavailable: { status: 503, error: "Temporarily unavailable", meaning: "The database cannot be reached, or the service has too much to do. A change whose answer was lost may have been made.", action: "Send the request again after the time in `Retry-After`, a POST with the same `Idempotency-Key`." },
  unsupported_media_type: { status: 415, error: "Unsupported media type", meaning: "The body has a media type or an encoding that the operation does not take.", action: "Send the body as `application/json` in UTF-8, or as the operation declares it." },
  upload_in_use: { status: 409, error: "The upload is in use", meaning: "A record was created from the upload.", action: "Delete the record instead." },
  upload_not_found: { status: 404, error: "Upload not found", meaning: "The organization has no such upload, or it has expired.", action: "Create a new upload." },
  user_already_member: { status: 409, error: "The user is already a member", meaning: "The user already belongs to the organization.", action: "Update the existing member." },
  validation_failed: { status: 400, error: "Validation failed", meaning: "The request does not fit the contract. `details` names each field and what is wrong with it.", action: "Correct the fields in `details` and send the request again." },
  variable_not_found: { status: 404, error: "Variable not found", meaning: "The provider has no such variable.", action: "List the variables of the provider and use the id of one of them." },
  vendor_assessment_running: { status: 409, error: "The vendor is being assessed", meaning: "An assessment of the vendor is queued or running.", action: "Wait until the run ends, or cancel it, and start the assessment again." },
  vendor_contact_not_found: { status: 404, error: "Vendor contact not found", meaning: "The vendor has no such contact.", action: "List the contacts of the vendor and use the id of one of them." },
  vendor_not_found: { status: 404, error: "Vendor not found", meaning: "The organization has no such vendor.", action: "List the vendors and use the id of one of them." },
  vendor_website_missing: { status: 409, error: "The vendor has no website that can be assessed", meaning: "The vendor has no website, or the host of its website is no public domain.", action: "Update the vendor with the address of its public website, and start the assessment again." },
  visitor_answers_changed: { status: 409, error: "The answers have changed since they were read", meaning: "Somebody has edited an answer after the hash in the request was read.", action: "Read the answers again, and release them with their present hash." },
  visitor_questionnaire_not_found: { status: 404, error: "Questionnaire not found", meaning: "No visitor of the trust portal has sent a questionnaire with this id, or it was deleted.", action: "List the questionnaires of visitors and use the id of one of them." },
  visitor_questionnaire_not_waiting: { status: 409, error: "The answers are {from} already", meaning: "Only answers that wait for a release can be released or rejected.", action: "Read the questionnaire of the visitor again." },
} as const;

/** The members of an error: the values of its message, and optional others. */
export interface ProblemMembers {
  readonly access_request_decided: { readonly from: string; readonly allowed: string[] };
  readonly access_request_not_cancellable: { readonly from: string; readonly allowed: string[] };
  readonly automation_run_ended: { readonly from: string; readonly allowed: string[] };
  readonly automation_version_exists: { readonly version: number };
  readonly check_invalid: { readonly faults: string[] };
  readonly cloud_connection_incomplete: { readonly reason: string };
  readonly confirmation_required: { readonly confirmation: string; readonly records: string[] };
  readonly connection_disconnected: { readonly from: string; readonly allowed: string[] };
  readonly connection_not_active: { readonly from: string; readonly allowed: string[] };
  readonly connection_of_other_cloud: { readonly cloud: string };
  readonly credentials_refused: { readonly reason: string };
  readonly document_type_not_readable: { readonly formats: string[] };
  readonly engagement_letter_incomplete: { readonly missing: string[] };
  readonly engagement_letter_not_closed: { readonly from: string; readonly allowed: string[] };
  readonly engagement_letter_not_draft: { readonly from: string; readonly allowed: string[] };
  readonly engagement_letter_not_open: { readonly from: string; readonly allowed: string[] };
  readonly engagement_letter_not_pending: { readonly from: string; readonly allowed: string[] };
  readonly engagement_letter_not_signed: { readonly from: string; readonly allowed: string[] };
  readonly engagement_letter_reminded: { readonly retryAfter: number };
  readonly evidence_export_not_completed: { readonly from: string; readonly allowed: string[] };
  readonly evidence_export_running: { readonly runId: string };
  readonly evidence_file_not_accepted: { readonly accept: string };
  readonly evidence_submission_reviewed: { readonly from: string; readonly allowed: string[] };
  readonly file_too_large: { readonly limit: number };
  readonly file_too_large_unpacked: { readonly limit: number };
  readonly file_type_mismatch: { readonly fileType: string };
  readonly file_type_not_allowed: { readonly fileType: string };
  readonly finding_closed: { readonly from: string; readonly to: string; readonly allowed: string[] };
  readonly finding_status_reserved: { readonly from: string; readonly to: string; readonly allowed: string[] };
  readonly framework_not_compliant: { readonly from: string; readonly allowed: string[] };
  readonly grant_not_active: { readonly from: string; readonly allowed: string[] };
  readonly isms_already_pending: { readonly from: string; readonly allowed: string[] };
  readonly isms_incomplete: { readonly unmet: string[] };
  readonly isms_not_pending: { readonly from: string; readonly allowed: string[] };
  readonly isms_pending: { readonly from: string; readonly allowed: string[] };
  readonly isms_profile_incomplete: { readonly missing: string[] };
  readonly knowledge_base_document_processing: { readonly from: string; readonly allowed: string[] };
  readonly latest_version_pending: { readonly from: string; readonly allowed: string[] };
  readonly missing_permission: { readonly permissions: string[] };
  readonly nda_not_pending: { readonly from: string; readonly allowed: string[] };
  readonly offboarding_template_full: { readonly limit: number };
  readonly old_office_format: { readonly format: string };
  readonly owner_permission: { readonly permission: string };
  readonly penetration_test_finished: { readonly from: string; readonly allowed: string[] };
  readonly penetration_test_not_completed: { readonly from: string; readonly allowed: string[] };
  readonly permission_escalation: { readonly missingPermissions: string[] };
  readonly policy_approval_pending: { readonly from: string; readonly allowed: string[] };
  readonly policy_nothing_pending: { readonly from: string; readonly allowed: string[] };
  readonly policy_status_fixed: { readonly from: string; readonly to: string; readonly allowed: string[] };
  readonly policy_version_current: { readonly from: string; readonly allowed: string[] };
  readonly policy_version_live: { readonly from: string; readonly allowed: string[] };
  readonly policy_version_pending: { readonly from: string; readonly allowed: string[] };
  readonly policy_version_published: { readonly from: string; readonly allowed: string[] };
  readonly provider_failed: { readonly reason: string };
  readonly questionnaire_not_completed: { readonly from: string; readonly allowed: string[] };
  readonly questionnaire_not_failed: { readonly from: string; readonly allowed: string[] };
  readonly questionnaire_type_not_allowed: { readonly formats: string[] };
  readonly range_not_satisfiable: { readonly size: number };
  readonly record_changed: { readonly version?: number; readonly updatedAt?: string; readonly updatedBy?: object };
  readonly role_in_use: { readonly members: number; readonly invitations: number };
  readonly role_not_assignable: { readonly role: string };
  readonly rollback_loses_work: { readonly work: string[] };
  readonly run_finished: { readonly from: string; readonly allowed: string[] };
  readonly scopes_exceed_own: { readonly scopes: string[] };
  readonly soa_already_approved: { readonly from: string; readonly allowed: string[] };
  readonly soa_already_pending: { readonly from: string; readonly allowed: string[] };
  readonly soa_needs_review: { readonly needsReview: number };
  readonly soa_not_approved: { readonly from: string; readonly allowed: string[] };
  readonly soa_not_pending: { readonly from: string; readonly allowed: string[] };
  readonly soa_pending: { readonly from: string; readonly allowed: string[] };
  readonly soa_undecided: { readonly undecided: number };
  readonly storage_full: { readonly needed: number };
  readonly task_done: { readonly from: string; readonly allowed: string[] };
  readonly task_has_approver: { readonly from: string; readonly to: string; readonly allowed: string[] };
  readonly task_in_review: { readonly from: string; readonly allowed: string[] };
  readonly task_not_in_review: { readonly from: string; readonly allowed: string[] };
  readonly timeline_completed: { readonly from: string; readonly allowed: string[] };
  readonly timeline_full: { readonly maximum: number };
  readonly timeline_not_active: { readonly from: string; readonly allowed: string[] };
  readonly timeline_not_completed: { readonly from: string; readonly allowed: string[] };
  readonly timeline_not_draft: { readonly from: string; readonly allowed: string[] };
  readonly timeline_not_paused: { readonly from: string; readonly allowed: string[] };
  readonly timeline_phase_completed: { readonly from: string; readonly allowed: string[] };
  readonly timeline_phase_not_in_progress: { readonly from: string; readonly allowed: string[] };
  readonly too_many_questions: { readonly limit: number };
  readonly too_many_requirements: { readonly limit: number };
  readonly too_many_roles: { readonly limit: number };
  readonly too_many_rows: { readonly limit: number };
  readonly too_many_trust_links: { readonly limit: number };
  readonly too_many_unfinished_uploads: { readonly limit: number };
  readonly upload_in_use: { readonly from: string; readonly allowed: string[] };
  readonly visitor_questionnaire_not_waiting: { readonly from: string; readonly allowed: string[] };
}
