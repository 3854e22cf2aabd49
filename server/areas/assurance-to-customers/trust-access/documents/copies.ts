/** Makes copies of documents for one reader, in workers, and stores them for 30 days (trust-access, rules 8 and 10). */
import { toFileName, createUniqueNamer } from '#documents/zip/names';
import { type ArchiveFile, isCompressedType, createZip } from '#documents/zip/write';
import { runPolicyBundle } from '#domain/policies/documents/run';
import { type DocumentSource, loadPdfs } from '#domain/policies/documents/sources';
import type { LinkedFile } from '#domain/trust/portal/file-links';
import type { SharedFile } from '#domain/trust/portal/shared-files';
import { isPdf, createCopy, type UnmarkableReason } from '#documents/watermarks/copy';
import { maxBytesBeforePdfHeader } from '#platform/files/content';
import { storeCopyOnce } from '#platform/files/downloads';
import type { Content, Files } from '#platform/ports/files';

export interface Reader {
  readonly grantId: string;
  readonly email: string;
  readonly organizationId: string;
  readonly organization: string;
  readonly color: string | null;
}

/** A created file, and the number of documents in it. */
export interface CreatedFile extends LinkedFile {
  readonly count?: number;
}

/** The maximum size of the files in one archive, in bytes. */
const maxArchiveBytes = 500 * 1024 * 1024;
const pdfType = 'application/pdf';
const zipType = 'application/zip';

/** The content cannot be watermarked, so no copy of it can be made, and the document is not handed out. */
export class CannotWatermark extends Error {}

/**
 * @returns the reader's copy of a file: a PDF with a watermark, or the file itself if it is encrypted or not a PDF
 * @throws NotMarkable if the file is a PDF that cannot be watermarked
 */
export async function makeReaderCopy(files: Files, reader: Reader, file: SharedFile): Promise<CreatedFile> {
  if (!isPdf(file) && !isPdf(file, await readStart(files, file))) return file;
  let isEncrypted = false;
  const key = await storeCopyOnce(files, reader.organizationId, { what: [reader, file.fileKey], name: file.name }, async () => {
    const copy = await watermark(files, reader, file);
    if (copy === 'encrypted') isEncrypted = true;
    else if (typeof copy === 'string') throw new CannotWatermark(unmarkableReasons[copy]);
    else return copy;
    return undefined;
  });
  return isEncrypted ? file : describeFile(files, key, { name: file.name, type: pdfType });
}

/**
 * @returns an archive with the files before the first one that would exceed the maximum size. It lists the names of the others, and of the
 * files that cannot be watermarked.
 * @throws NotMarkable if no file can be included
 */
export async function makeArchive(files: Files, reader: Reader, sharedFiles: readonly SharedFile[]): Promise<CreatedFile> {
  const copies: CreatedFile[] = [];
  const omittedFiles: string[] = [];
  let remainingBytes = maxArchiveBytes;
  for (const file of sharedFiles) {
    remainingBytes -= file.size;
    if (remainingBytes < 0) {
      omittedFiles.push(`${file.name}: an archive has at most 500 MiB`);
      continue;
    }
    try {
      copies.push(await makeReaderCopy(files, reader, file));
    } catch (error) {
      if (!(error instanceof CannotWatermark)) throw error;
      omittedFiles.push(`${file.name}: ${error.message}`);
    }
  }
  if (!copies.length) throw new CannotWatermark(omittedFiles.join('; '));
  const identity = [copies.map(({ fileKey, name: copyName }) => [fileKey, copyName]), omittedFiles];
  const name = `${reader.organization} - Documents.zip`;
  const archive = await makeFileOnce(files, reader, { what: identity, name, type: zipType }, async () =>
    createZip(async function* () {
      const uniqueName = createUniqueNamer();
      for (const copy of copies) {
        const content = await files.stream(copy.fileKey);
        if (!content) throw new Error(`${copy.name} was not found, although it was just created`);
        yield createArchiveEntry(uniqueName(toFileName(copy.name)), content, copy.type);
      }
      if (omittedFiles.length)
        yield createArchiveEntry(uniqueName('Not included.txt'), Buffer.from(`${omittedFiles.join('\n')}\n`), 'text/plain');
    }),
  );
  return { ...archive, count: copies.length };
}

/** @returns the reader's copy of a policy, made from its uploaded PDF or its text */
export async function makePolicyCopy(files: Files, reader: Reader, policy: DocumentSource): Promise<CreatedFile> {
  const name = `${policy.name}.pdf`;
  return makeFileOnce(files, reader, { what: contentKeyOf(policy), name, type: pdfType }, () =>
    makeWatermarkedPolicies(files, reader, [policy], policy.id),
  );
}

/** @returns all policies as one PDF */
export async function makePolicyBundle(files: Files, reader: Reader, policies: readonly DocumentSource[]): Promise<CreatedFile> {
  const name = `${reader.organization} - All Policies.pdf`;
  const makeBundle = () => makeWatermarkedPolicies(files, reader, policies, reader.grantId);
  return {
    ...(await makeFileOnce(files, reader, { what: policies.map(contentKeyOf), name, type: pdfType }, makeBundle)),
    count: policies.length,
  };
}

/** @returns an archive with a PDF for each policy */
export async function makePolicyArchive(files: Files, reader: Reader, policies: readonly DocumentSource[]): Promise<CreatedFile> {
  const name = `${reader.organization} - All Policies.zip`;
  return {
    ...(await makeFileOnce(files, reader, { what: policies.map(contentKeyOf), name, type: zipType }, async () =>
      createZip(async function* () {
        const uniqueName = createUniqueNamer();
        for (const policy of policies)
          yield createArchiveEntry(
            uniqueName(toFileName(`${policy.name}.pdf`)),
            await makeWatermarkedPolicies(files, reader, [policy], policy.id),
            pdfType,
          );
      }),
    )),
    count: policies.length,
  };
}

/** Creates and stores a file, unless this reader already has the same one. */
async function makeFileOnce(
  files: Files,
  reader: Reader,
  { what: contentKey, name, type }: { readonly what: unknown; readonly name: string; readonly type: string },
  makeContent: () => Promise<Content>,
): Promise<CreatedFile> {
  return describeFile(files, await storeCopyOnce(files, reader.organizationId, { what: [reader, contentKey, type], name }, makeContent), {
    name,
    type,
  });
}

async function describeFile(
  files: Files,
  key: string | undefined,
  { name, type }: { readonly name: string; readonly type: string },
): Promise<CreatedFile> {
  const size = key === undefined ? undefined : await files.size(key);
  if (key === undefined || size === undefined) throw new Error(`${name} was not found, although it was just created`);
  return { fileKey: key, name, type, size };
}

async function watermark(
  files: Files,
  { organizationId, organization, email }: Reader,
  file: SharedFile,
): Promise<Buffer | UnmarkableReason> {
  const bytes = await files.read(file.fileKey);
  return bytes ? createCopy(organizationId, bytes, { organization, email, documentId: file.id }) : 'damaged';
}

const unmarkableReasons = { damaged: 'it is damaged', too_long: 'it has more than 2,000 pages' } as const;

/** Reads the first bytes of a file, because its name and declared type come from the uploader and are not reliable. */
async function readStart(files: Files, { fileKey }: SharedFile): Promise<Uint8Array> {
  let start = Buffer.alloc(0);
  for await (const part of (await files.stream(fileKey)) ?? []) {
    start = Buffer.concat([start, part]);
    if (start.length >= maxBytesBeforePdfHeader) break;
  }
  return start;
}

async function makeWatermarkedPolicies(
  files: Files,
  { organizationId, organization, color, email }: Reader,
  policies: readonly DocumentSource[],
  documentId: string,
): Promise<Buffer> {
  const [firstPolicy] = policies;
  const isSinglePolicy = policies.length === 1;
  const pdf = await runPolicyBundle(
    {
      organization,
      color,
      date: new Date().toISOString().slice(0, 10),
      title: isSinglePolicy && firstPolicy ? firstPolicy.name : 'All Policies',
      cover: !isSinglePolicy,
      policies: await loadPdfs(files, policies),
    },
    { organizationId },
  );
  const copy = await createCopy(organizationId, pdf, { organization, email, documentId, isGenerated: true });
  if (typeof copy === 'string') throw new Error(`a document of policies is ${copy}`);
  return copy;
}

/** @returns the parts of a policy that determine its copy */
const contentKeyOf = ({ content, ...policy }: DocumentSource) => [policy, content];

function createArchiveEntry(path: string, content: Content, type: string): ArchiveFile {
  return { path, content, modifiedAt: new Date().toISOString(), isCompressed: isCompressedType(type) };
}
