/** Files of Office: ZIP archives of XML. Nothing is unpacked before it is known how much it would be. */
import { unzipSync } from 'fflate';
import { broken, locked, maxUnpacked, Unusable } from './unusable.ts';

const mostParts = 20_000;

export interface Archive {
  /** @returns undefined when there is no such part */
  part(name: string): Uint8Array | undefined;
}

/** @throws Unusable when it is no archive, locked, or would be huge */
export function openArchive(bytes: Uint8Array): Archive {
  refuseHuge(bytes);
  return {
    part(name) {
      // Parts are named in any case.
      const wanted = name.toLowerCase();
      const found = Object.values(read(bytes, (one) => one.toLowerCase() === wanted));
      return found[0];
    },
  };
}

/** @throws Unusable 413 for an archive that says of itself that it would be huge, 422 for what is none */
export function refuseHuge(bytes: Uint8Array): void {
  let size = 0;
  read(bytes, (_name, unpacked) => {
    size += unpacked;
    return false;
  });
  if (size > maxUnpacked) throw new Unusable('file_too_large_unpacked');
}

function read(bytes: Uint8Array, wanted: (name: string, unpacked: number) => boolean): Readonly<Record<string, Uint8Array>> {
  if (isCompound(bytes))
    throw Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(Buffer.from('EncryptedPackage', 'utf16le'))
      ? locked()
      : broken();
  let parts = 0;
  try {
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        parts += 1;
        if (parts > mostParts) throw broken();
        return wanted(name, originalSize);
      },
    });
  } catch {
    throw broken();
  }
}

/** The container of the old formats, and of new ones that are locked. */
function isCompound(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 8)).toString('hex') === 'd0cf11e0a1b11ae1';
}
