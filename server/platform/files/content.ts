/** Checks that content matches its type (attachments, rule 4). */
import { refusal } from '../refusals/refusal.ts';

const signatures: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['89504e470d0a1a0a'],
  'image/jpeg': ['ffd8ff'],
  'image/gif': ['474946383761', '474946383961'],
  'application/zip': ['504b0304', '504b0506', '504b0708'],
};

/** @param start at least the first 8 KiB @param type as returned by `mediaTypeOf` @returns the refusal if the content does not match */
export function findContentMismatch(start: Buffer, type: string) {
  const matches = matchesType(start, type);
  if (matches === undefined) return isActive(start.toString('latin1', 0, 8192)) ? refusal('file_has_active_content') : undefined;
  return matches ? undefined : refusal('file_type_mismatch', { fileType: type });
}

/** @returns whether the content has the signature of its type; undefined for types without a signature */
function matchesType(start: Buffer, type: string): boolean | undefined {
  const typeSignatures = signatures[type];
  if (typeSignatures) return typeSignatures.some((signature) => start.subarray(0, signature.length / 2).toString('hex') === signature);
  if (type === 'image/webp') return start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP';
  if (type === 'application/pdf') return beginsLikePdf(start);
  return undefined;
}

/** Maximum bytes before the header of a PDF, because some programs write data before it. */
export const maxBytesBeforePdfHeader = 1024;

/** @param start at least the first KiB */
export function beginsLikePdf(start: Uint8Array): boolean {
  return Buffer.from(start.subarray(0, maxBytesBeforePdfHeader)).includes('%PDF');
}

/** Returns whether the content includes scripts that a browser would run. */
function isActive(text: string): boolean {
  return (
    /<(?:[\w-]+:)?(?:script|iframe|object|embed)\b/i.test(text) ||
    /=["']?(?:java|vb)script:/i.test(text.replace(/\s+/g, '')) ||
    [text, emptyAttributes(text)].some((part) => part.split('>').some(hasEventHandler))
  );
}

/** Empties quoted attribute values, because a value may contain the `>` that otherwise ends the tag. */
function emptyAttributes(text: string): string {
  return text.replace(/=\s*(?:"[^"]*"|'[^']*')/g, '=""');
}

/** Returns whether a tag has an event handler attribute. @param text what precedes a `>`: other text, and the tag from its `<`, if any */
function hasEventHandler(text: string): boolean {
  const begin = text.indexOf('<');
  return begin >= 0 && /[\s"'/]on[a-z]+\s*=/i.test(text.slice(begin));
}
