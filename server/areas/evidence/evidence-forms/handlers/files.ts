/** Uploads files for form fields, and accepts documents that are submitted instead of a filled-in form. */
import type { Handlers } from '#contract/types';
import { formOf } from '#domain/evidence-forms/forms/index';
import { documentKey } from '#domain/evidence-forms/values';
import { acceptFile, isAccepted } from '#documents/files/receive';
import { isRefusal } from '#platform/refusals/refusal';
import { type FormFile, insertFile } from '../queries/files.ts';
import { findSubmission, insertSubmission } from '../queries/submissions.ts';
import { findFormSwitches } from '../queries/settings.ts';
import { fileNotAccepted, formSwitchedOff } from '../refusals.ts';
import { acceptsExtension, acceptedExtensions, folderOf, isDocumentType } from '../rules/files.ts';
import { isAnonymous, isSwitchedOff } from '../rules/forms.ts';
import { responseOf, withDownloadLink } from './response.ts';
import { checkMaySubmit, requireSubmitter } from './may-submit.ts';
import { submitForReview } from './review.ts';
import { notifyAdministrators } from './notify-administrators.ts';

export const files: Pick<Handlers<'evidence-forms'>, 'uploadEvidenceFormFile' | 'createEvidenceFileSubmission'> = {
  async uploadEvidenceFormFile({ body, audit, ...context }) {
    const { formType } = body;
    const { db, ports } = context;
    const form = formOf(formType);
    const submissionRefusal = await checkMaySubmit(context, form);
    if (submissionRefusal) return submissionRefusal;
    const acceptedTypes = acceptedExtensions(form);
    if (!acceptsExtension({ accept: acceptedTypes }, body.fileName)) return fileNotAccepted(acceptedTypes);
    const acceptedFile = await acceptFile(context, body, { purpose: 'evidence' }, folderOf(formType));
    if (!isAccepted(acceptedFile)) return acceptedFile;
    const file: FormFile = { fileKey: acceptedFile.key, name: acceptedFile.name, mimeType: acceptedFile.type };
    await insertFile(db, formType, file);
    const anonymous = isAnonymous(formType);
    audit.created({ formType }, { description: `Uploaded file for evidence form ${formType}`, anonymous });
    return { status: 201, body: withDownloadLink(ports.files, file) };
  },

  async createEvidenceFileSubmission({ path: { formType }, body, audit, ...context }) {
    const { db, ports } = context;
    if (isSwitchedOff(formType, await findFormSwitches(db))) return formSwitchedOff();
    const submitter = await requireSubmitter(context, body.userId);
    if (isRefusal(submitter)) return submitter;
    const acceptedFile = await acceptFile(context, body, { purpose: 'evidence', accepts: isDocumentType }, folderOf(formType));
    if (!isAccepted(acceptedFile)) return acceptedFile;

    const file: FormFile = { fileKey: acceptedFile.key, name: acceptedFile.name, mimeType: acceptedFile.type };
    const values = { submissionDate: new Date().toISOString(), [documentKey]: { fileName: file.name, fileKey: file.fileKey } };
    const anonymous = isAnonymous(formType);
    const id = await insertSubmission(db, formType, anonymous ? null : submitter, values);
    await insertFile(db, formType, file, id);
    if (formType === 'access-request') await notifyAdministrators(context, submitter, id, values);
    audit.created({ formType }, { entityId: id, description: `Submitted document for evidence form ${formType}`, anonymous });
    const submission = await findSubmission(db, formType, id);
    if (!submission) throw new Error(`${id} was not found, although it was just created`);
    await submitForReview(context, submission, anonymous ? null : submitter.id);
    return { status: 201, body: responseOf(ports.files, submission, [file]) };
  },
};
