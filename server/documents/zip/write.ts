/** Creates ZIP archives as streams. Files are added one by one while the archive is read, so that large archives need little memory. */
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Content, SizeAndHash } from '#platform/ports/files';
import { Meter } from '#platform/ports/measure';

export interface ArchiveFile {
  /** Path segments separated by slashes. The path must not lead out of the archive. */
  readonly path: string;
  readonly content: Content;
  readonly modifiedAt: string;
  /** Whether the content is already compressed, so that little time is spent on compression. */
  readonly isCompressed: boolean;
}

const compressed = /^(?:image\/(?!svg|bmp|tiff)|video\/|audio\/|application\/(?:pdf|zip|gzip|x-7z|vnd\.openxmlformats))/;

/** @returns whether files of a media type are already compressed */
export function isCompressedType(mediaType: string): boolean {
  return compressed.test(mediaType);
}

/**
 * Creates an archive when the stream is first read. If the reader disconnects, `signal` aborts and no further file is requested.
 * @param files yields each file after the previous file has been read completely
 * @param onFileRead is called for each file that has been read completely
 * @returns the bytes of the archive; a file that fails destroys the stream with its error
 */
export function createZip(
  files: (signal: AbortSignal) => AsyncIterable<ArchiveFile>,
  onFileRead: (path: string, measure: SizeAndHash) => void = () => undefined,
): Readable {
  const abortController = new AbortController();
  const zip = new ZipFile();
  let isBegun = false;
  const archive = new Readable({
    read() {
      if (!isBegun) begin();
      zip.outputStream.resume();
    },
    destroy(error, done) {
      abortController.abort();
      done(error);
    },
  });
  return archive;

  function begin() {
    isBegun = true;
    zip.outputStream.on('data', (chunk: Buffer) => {
      if (!archive.destroyed && !archive.push(chunk)) zip.outputStream.pause();
    });
    zip.outputStream.on('end', () => archive.push(null));
    zip.on('error', (error: Error) => archive.destroy(error));
    fill().then(
      () => zip.end(),
      (error: Error) => archive.destroy(error),
    );
  }

  async function fill() {
    for await (const { path, content, modifiedAt, isCompressed } of files(abortController.signal)) {
      abortController.signal.throwIfAborted();
      const meter = new Meter();
      const source = Readable.from(meter.through(content), { objectMode: false });
      const read = finished(source, { signal: abortController.signal });
      try {
        zip.addReadStream(source, path, { mtime: new Date(modifiedAt), compressionLevel: isCompressed ? 1 : 6 });
        await read;
      } finally {
        source.destroy();
      }
      const { size, sha256 } = meter.measured();
      onFileRead(path, { size, sha256 });
    }
  }
}
