/** Whether bytes are what their type says (spec/areas/attachments, rule 4). */
import { refusal } from '../refusals/refusal.ts';

const signatures: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['89504e470d0a1a0a'],
  'image/jpeg': ['ffd8ff'],
  'image/gif': ['474946383761', '474946383961'],
  'application/zip': ['504b0304', '504b0506', '504b0708'],
};

/** @param start the first 8 KiB at least @param type as `mediaTypeOf` gives it @returns the refusal of the file, if it does not fit */
export function misfitOf(start: Buffer, type: string) {
  const fits = fitsType(start, type);
  if (fits === undefined) return isActive(start.toString('latin1', 0, 8192)) ? refusal('file_has_active_content') : undefined;
  return fits ? undefined : refusal('file_type_mismatch', { fileType: type });
}

/** @returns undefined for types without a mark of their own */
function fitsType(start: Buffer, type: string): boolean | undefined {
  const known = signatures[type];
  if (known) return known.some((signature) => start.subarray(0, signature.length / 2).toString('hex') === signature);
  if (type === 'image/webp') return start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP';
  // Some programs write something else before it.
  if (type === 'application/pdf') return start.subarray(0, 1024).includes('%PDF');
  return undefined;
}

/** Whether anything in it would run in a browser. */
function isActive(text: string): boolean {
  return (
    /<(?:[\w-]+:)?(?:script|iframe|object|embed)\b/i.test(text) ||
    /=["']?(?:java|vb)script:/i.test(text.replace(/\s+/g, '')) ||
    text.split('>').some(hasHandler)
  );
}

/** @param text up to the end of a tag, whose beginning may stand in it */
function hasHandler(text: string): boolean {
  const begin = text.indexOf('<');
  return begin >= 0 && /[\s"'/]on[a-z]+\s*=/i.test(text.slice(begin));
}
