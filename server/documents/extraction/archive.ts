/** Reads Office files, which are ZIP archives of XML. Nothing is unpacked before the unpacked size is known. */
import { unzipSync } from 'fflate';
import { fileUnreadable, fileProtected, maxUnpacked, UnusableFile } from './unusable.ts';

const maxParts = 20_000;

export interface Archive {
  /** @returns the unpacked part; undefined if it does not exist */
  part(name: string): Uint8Array | undefined;
}

/** @throws UnusableFile if the file is not an archive, is encrypted, or would be too large unpacked */
export function openArchive(bytes: Uint8Array): Archive {
  assertUnpackedSize(bytes);
  return {
    part(name) {
      // Names of parts are case-insensitive.
      const lowerName = name.toLowerCase();
      const matches = Object.values(read(bytes, (partName) => partName.toLowerCase() === lowerName));
      return matches[0];
    },
  };
}

/** @throws UnusableFile with 413 if the declared unpacked size is too large, with 422 if the file is not an archive or is encrypted */
export function assertUnpackedSize(bytes: Uint8Array): void {
  let size = 0;
  read(bytes, (_name, partSize) => {
    size += partSize;
    return false;
  });
  if (size > maxUnpacked) throw new UnusableFile('file_too_large_unpacked');
}

function read(bytes: Uint8Array, shouldUnpack: (name: string, size: number) => boolean): Readonly<Record<string, Uint8Array>> {
  if (isCompound(bytes))
    throw Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(Buffer.from('EncryptedPackage', 'utf16le'))
      ? fileProtected()
      : fileUnreadable();
  let partCount = 0;
  try {
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        partCount += 1;
        if (partCount > maxParts) throw fileUnreadable();
        return shouldUnpack(name, originalSize);
      },
    });
  } catch {
    throw fileUnreadable();
  }
}

/** Detects the container of old Office formats and of encrypted new Office files. */
function isCompound(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 8)).toString('hex') === 'd0cf11e0a1b11ae1';
}
