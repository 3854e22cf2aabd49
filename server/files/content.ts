/** Whether bytes are what their type says (areas/attachments, rule 4). */

const signatures: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['89504e470d0a1a0a'],
  'image/jpeg': ['ffd8ff'],
  'image/gif': ['474946383761', '474946383961'],
  'application/zip': ['504b0304', '504b0506', '504b0708'],
};

/** @param type as `mediaTypeOf` gives it. Of types without a mark of their own: whether nothing in their beginning would run in a browser */
export function contentFits(bytes: Buffer, type: string): boolean {
  const known = signatures[type];
  if (known) return known.some((signature) => bytes.subarray(0, signature.length / 2).toString('hex') === signature);
  if (type === 'image/webp') return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  if (type === 'application/pdf') return bytes.subarray(0, 1024).includes('%PDF');
  return !isActive(bytes.toString('latin1', 0, 8192));
}

function isActive(text: string): boolean {
  return /<(?:[\w-]+:)?(?:script|iframe|object|embed)\b/i.test(text) || /=\s*["']?\s*(?:java|vb)script:/i.test(text) || /<[^>]*[\s"'/]on[a-z]+\s*=/i.test(text);
}
