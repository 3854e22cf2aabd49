/** Files: those that a form has, and documents in place of a form. */
import type { Handlers } from '../../../contract/types.ts';
import { formOf } from '../../../domain/evidence-forms/forms/index.ts';
import { documentKey } from '../../../domain/evidence-forms/values.ts';
import { acceptFile, isAccepted } from '../../../domain/files/receive.ts';
import { isRefusal } from '../../../platform/refusals/refusal.ts';
import { type FormFile, insertFile } from '../queries/files.ts';
import { findSubmission, insertSubmission } from '../queries/submissions.ts';
import { findSwitches } from '../queries/settings.ts';
import { notAccepted, switchedOff } from '../refusals.ts';
import { accepts, acceptedBy, folderOf, isDocumentType } from '../rules/files.ts';
import { isAnonymous, isSwitchedOff } from '../rules/forms.ts';
import { answerOf, linked } from './answer.ts';
import { refusalOf, submitterOf } from './may-submit.ts';
import { tellAdministrators } from './tell-administrators.ts';

export const files: Pick<Handlers<'evidence-forms'>, 'uploadEvidenceFormFile' | 'createEvidenceFileSubmission'> = {
  async uploadEvidenceFormFile({ body, audit, ...context }) {
    const { formType } = body;
    const { db, ports } = context;
    const form = formOf(formType);
    const refused = await refusalOf(context, form);
    if (refused) return refused;
    const accept = acceptedBy(form);
    if (!accepts({ accept }, body.fileName)) return notAccepted(accept);
    const stored = await acceptFile(context, body, { purpose: 'evidence' }, folderOf(formType));
    if (!isAccepted(stored)) return stored;
    const file: FormFile = { fileKey: stored.key, name: stored.name, mimeType: stored.type };
    await insertFile(db, formType, file);
    const anonymous = isAnonymous(formType);
    audit.created({ formType }, { description: `Uploaded file for evidence form ${formType}`, anonymous });
    return { status: 201, body: linked(ports.files, file) };
  },

  async createEvidenceFileSubmission({ path: { formType }, body, audit, ...context }) {
    const { db, ports } = context;
    if (isSwitchedOff(formType, await findSwitches(db))) return switchedOff();
    const submitter = await submitterOf(context, body.userId);
    if (isRefusal(submitter)) return submitter;
    const stored = await acceptFile(context, body, { purpose: 'evidence', accepts: isDocumentType }, folderOf(formType));
    if (!isAccepted(stored)) return stored;

    const file: FormFile = { fileKey: stored.key, name: stored.name, mimeType: stored.type };
    const values = { submissionDate: new Date().toISOString(), [documentKey]: { fileName: file.name, fileKey: file.fileKey } };
    const anonymous = isAnonymous(formType);
    const id = await insertSubmission(db, formType, anonymous ? null : submitter.userId, values);
    await insertFile(db, formType, file, id);
    if (formType === 'access-request') await tellAdministrators(context, submitter, id, values);
    audit.created({ formType }, { entityId: id, description: `Submitted document for evidence form ${formType}`, anonymous });
    const submission = await findSubmission(db, formType, id);
    if (!submission) throw new Error(`${id} is not there`);
    return { status: 201, body: answerOf(ports.files, submission, [file]) };
  },
};
