/** Office files: ZIP archives of XML. Nothing is unpacked before the unpacked size is known. */
import { unzipSync } from 'fflate';
import { fileUnreadable, fileProtected, maxUnpacked, UnusableFile } from './unusable.ts';

const maxParts = 20_000;

export interface Archive {
  /** @returns undefined when the part does not exist */
  part(name: string): Uint8Array | undefined;
}

/** @throws Unusable when the file is not an archive, is encrypted, or would be too large unpacked */
export function openArchive(bytes: Uint8Array): Archive {
  refuseHuge(bytes);
  return {
    part(name) {
      // Names of parts are case-insensitive.
      const wanted = name.toLowerCase();
      const found = Object.values(read(bytes, (one) => one.toLowerCase() === wanted));
      return found[0];
    },
  };
}

/** @throws Unusable with 413 when the declared unpacked size is too large, 422 when the file is not an archive */
export function refuseHuge(bytes: Uint8Array): void {
  let size = 0;
  read(bytes, (_name, unpacked) => {
    size += unpacked;
    return false;
  });
  if (size > maxUnpacked) throw new UnusableFile('file_too_large_unpacked');
}

function read(bytes: Uint8Array, wanted: (name: string, unpacked: number) => boolean): Readonly<Record<string, Uint8Array>> {
  if (isCompound(bytes))
    throw Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(Buffer.from('EncryptedPackage', 'utf16le'))
      ? fileProtected()
      : fileUnreadable();
  let parts = 0;
  try {
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        parts += 1;
        if (parts > maxParts) throw fileUnreadable();
        return wanted(name, originalSize);
      },
    });
  } catch {
    throw fileUnreadable();
  }
}

/** The container of the old Office formats, and of encrypted new ones. */
function isCompound(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 8)).toString('hex') === 'd0cf11e0a1b11ae1';
}
