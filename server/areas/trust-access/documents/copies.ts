/** Copies for one reader, made in workers and kept for 30 days (spec/areas/trust-access, rules 8 and 10). */
import { fileNameOf, uniqueNames } from '../../../documents/zip/names.ts';
import { type ArchiveFile, isCompressedType, zipOf } from '../../../documents/zip/write.ts';
import { runPolicyBundle } from '../../../domain/policy-documents/run.ts';
import { type DocumentSource, withPdfs } from '../../../domain/policy-documents/sources.ts';
import type { LinkedFile } from '../../../domain/trust-portal/file-links.ts';
import type { SharedFile } from '../../../domain/trust-portal/shared-files.ts';
import { isPdf, makeCopy, type Unmarkable } from '../../../domain/watermarks/copy.ts';
import { putCopyOnce } from '../../../platform/files/downloads.ts';
import type { Content, Files } from '../../../platform/ports/files.ts';

export interface Reader {
  readonly grantId: string;
  readonly email: string;
  readonly organizationId: string;
  readonly organization: string;
  readonly color: string | null;
}

/** A file that was made, and how many documents are in it. */
export interface Made extends LinkedFile {
  readonly count?: number;
}

/** Bytes of the files in one archive. */
const mostBytes = 500 * 1024 * 1024;
const pdfType = 'application/pdf';
const zipType = 'application/zip';

/** No copy, because what is to be in it cannot be marked: nothing is given out then. */
export class NotMarked extends Error {}

/** @returns the reader's copy of a file: a PDF with a watermark, unless it takes a password, and any other file as it is @throws NotMarked */
export async function copyOf(files: Files, reader: Reader, file: SharedFile): Promise<Made> {
  if (!isPdf(file) && !isPdf(file, await startOf(files, file))) return file;
  let isLocked = false;
  const key = await putCopyOnce(files, reader.organizationId, { what: [reader, file.fileKey], name: file.name }, async () => {
    const copy = await markedCopy(files, reader, file);
    if (copy === 'encrypted') isLocked = true;
    else if (typeof copy === 'string') throw new NotMarked(whyNot[copy]);
    else return copy;
    return undefined;
  });
  return isLocked ? file : madeOf(files, key, { name: file.name, type: pdfType });
}

/**
 * @returns all files in one archive, the first ones of more than it takes. Those that cannot be marked are named in it instead.
 * @throws NotMarked when there is no other
 */
export async function archiveOf(files: Files, reader: Reader, all: readonly SharedFile[]): Promise<Made> {
  const copies: Made[] = [];
  const missing: string[] = [];
  for (const file of fitting(all)) {
    try {
      copies.push(await copyOf(files, reader, file));
    } catch (error) {
      if (!(error instanceof NotMarked)) throw error;
      missing.push(`${file.name}: ${error.message}`);
    }
  }
  if (!copies.length) throw new NotMarked(missing.join('; '));
  const what = [copies.map(({ fileKey, name: own }) => [fileKey, own]), missing];
  const name = `${reader.organization} - Documents.zip`;
  const archive = await made(files, reader, { what, name, type: zipType }, async () =>
    zipOf(async function* () {
      const unique = uniqueNames();
      for (const copy of copies) {
        const content = await files.stream(copy.fileKey);
        if (!content) throw new Error(`${copy.name} is not there, though it was just made`);
        yield inArchive(unique(fileNameOf(copy.name)), content, copy.type);
      }
      if (missing.length) yield inArchive(unique('Not included.txt'), Buffer.from(`${missing.join('\n')}\n`), 'text/plain');
    }),
  );
  return { ...archive, count: copies.length };
}

/** @returns the reader's copy of a policy, from its own PDF or its text */
export async function policyCopyOf(files: Files, reader: Reader, policy: DocumentSource): Promise<Made> {
  const name = `${policy.name}.pdf`;
  return made(files, reader, { what: stateOf(policy), name, type: pdfType }, () => markedPolicies(files, reader, [policy], policy.id));
}

/** @returns all policies as one PDF */
export async function policyBundleOf(files: Files, reader: Reader, policies: readonly DocumentSource[]): Promise<Made> {
  const name = `${reader.organization} - All Policies.pdf`;
  const make = () => markedPolicies(files, reader, policies, reader.grantId);
  return { ...(await made(files, reader, { what: policies.map(stateOf), name, type: pdfType }, make)), count: policies.length };
}

/** @returns an archive with a PDF for each policy */
export async function policyArchiveOf(files: Files, reader: Reader, policies: readonly DocumentSource[]): Promise<Made> {
  const name = `${reader.organization} - All Policies.zip`;
  return {
    ...(await made(files, reader, { what: policies.map(stateOf), name, type: zipType }, async () =>
      zipOf(async function* () {
        const unique = uniqueNames();
        for (const policy of policies)
          yield inArchive(unique(fileNameOf(`${policy.name}.pdf`)), await markedPolicies(files, reader, [policy], policy.id), pdfType);
      }),
    )),
    count: policies.length,
  };
}

/** Keeps a file, unless the same was made for the same reader before. */
async function made(
  files: Files,
  reader: Reader,
  { what, name, type }: { readonly what: unknown; readonly name: string; readonly type: string },
  make: () => Promise<Content>,
): Promise<Made> {
  return madeOf(files, await putCopyOnce(files, reader.organizationId, { what: [reader, what, type], name }, make), { name, type });
}

async function madeOf(
  files: Files,
  key: string | undefined,
  { name, type }: { readonly name: string; readonly type: string },
): Promise<Made> {
  const size = key === undefined ? undefined : await files.size(key);
  if (key === undefined || size === undefined) throw new Error(`${name} is not there, though it was just made`);
  return { fileKey: key, name, type, size };
}

async function markedCopy(files: Files, { organizationId, organization, email }: Reader, file: SharedFile): Promise<Buffer | Unmarkable> {
  const bytes = await files.read(file.fileKey);
  return bytes ? makeCopy(organizationId, bytes, { organization, email, documentId: file.id }) : 'damaged';
}

const whyNot = { damaged: 'it is damaged', too_long: 'it has more than 2,000 pages' } as const;

/** The first bytes of a file, of whose type only its name and whoever sent it have spoken. */
async function startOf(files: Files, { fileKey }: SharedFile): Promise<Uint8Array | undefined> {
  for await (const part of (await files.stream(fileKey)) ?? []) return part;
  return undefined;
}

async function markedPolicies(
  files: Files,
  { organizationId, organization, color, email }: Reader,
  policies: readonly DocumentSource[],
  documentId: string,
): Promise<Buffer> {
  const [first] = policies;
  const isOne = policies.length === 1;
  const pdf = await runPolicyBundle(
    {
      organization,
      color,
      date: new Date().toISOString().slice(0, 10),
      title: isOne && first ? first.name : 'All Policies',
      cover: !isOne,
      policies: await withPdfs(files, policies),
    },
    { organizationId },
  );
  const copy = await makeCopy(organizationId, pdf, { organization, email, documentId, isOurs: true });
  if (typeof copy === 'string') throw new Error(`a document of policies is ${copy}`);
  return copy;
}

/** What of a policy shows in its document. */
const stateOf = ({ content, ...policy }: DocumentSource) => [policy, content];

function fitting(all: readonly SharedFile[]): SharedFile[] {
  let left = mostBytes;
  return all.filter(({ size }) => (left -= size) >= 0);
}

function inArchive(path: string, content: Content, type: string): ArchiveFile {
  return { path, content, modifiedAt: new Date().toISOString(), isCompressed: isCompressedType(type) };
}
