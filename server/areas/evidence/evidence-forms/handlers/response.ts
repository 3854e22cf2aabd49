/** Creates responses with submissions and files. */
import type { components } from '#generated/api';
import { isFile } from '#domain/evidence-forms/values';
import type { Files } from '#platform/ports/files';
import type { FormFile } from '../queries/files.ts';
import type { Submission } from '../queries/submissions.ts';

type Schemas = components['schemas'];

/** Seconds for which a download link works (spec/conventions, 9). */
const linkSeconds = 900;

/** @returns a file of a form with a new download link */
export function withDownloadLink(store: Files, { fileKey, name, mimeType }: FormFile): Schemas['EvidenceFile'] {
  return { fileName: name, fileKey, downloadUrl: store.link(fileKey, linkSeconds, { name, type: mimeType }) };
}

/** @param files the files of the submission @returns the submission with new download links */
export function responseOf(store: Files, { values, ...submission }: Submission, files: readonly FormFile[]): Schemas['EvidenceSubmission'] {
  const data: Schemas['EvidenceFormData'] = {};
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === 'string') data[key] = value;
    else if (!isFile(value)) data[key] = [...value];
    else {
      const file = files.find(({ fileKey }) => fileKey === value.fileKey);
      if (file) data[key] = withDownloadLink(store, file);
    }
  }
  return { ...submission, data };
}
