/** Derives UUIDs in OSCAL documents from record ids, so that exports can be compared. */
import { createHash } from 'node:crypto';

/** The namespace of the UUIDs. A different namespace would change every id in every document. */
const namespace = Buffer.from('9c0f2b6a54f84d0e8a3f6d1c7be2a915', 'hex');

/** @param nameParts the OSCAL name and the ids of the record @returns a UUID of version 5 (RFC 9562, 5.5) */
export function uuidOf(...nameParts: readonly string[]): string {
  const bytes = createHash('sha1').update(namespace).update(nameParts.join(' ')).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
