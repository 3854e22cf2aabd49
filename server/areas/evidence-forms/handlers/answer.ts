import type { components } from '../../../../generated/api.d.ts';
import { isFile } from '../../../domain/evidence-forms/values.ts';
import type { Files } from '../../../platform/ports/files.ts';
import type { FormFile } from '../queries/files.ts';
import type { Submission } from '../queries/submissions.ts';

type Schemas = components['schemas'];

/** Seconds for which a link works (spec/conventions, 9). */
const linkWorks = 900;

/** @returns a file of a form with a new link */
export function linked(files: Files, { fileKey, name, mimeType }: FormFile): Schemas['EvidenceFile'] {
  return { fileName: name, fileKey, downloadUrl: files.link(fileKey, linkWorks, { name, type: mimeType }) };
}

/** @param own the files of the submission @returns a submission with new links */
export function answerOf(files: Files, { values, ...submission }: Submission, own: readonly FormFile[]): Schemas['EvidenceSubmission'] {
  const data: Schemas['EvidenceFormData'] = {};
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === 'string') data[key] = value;
    else if (!isFile(value)) data[key] = [...value];
    else {
      const file = own.find(({ fileKey }) => fileKey === value.fileKey);
      if (file) data[key] = linked(files, file);
    }
  }
  return { ...submission, data };
}
