/** Pictures of a page: its favicon and the badges of custom frameworks. */

const types: Readonly<Record<string, string>> = {
  ico: 'image/x-icon',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};

export function pictureType(key: string): string {
  return types[key.slice(key.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
}

/** The default icon, a shield. */
export const defaultIcon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#4a78b5" d="M8 1 2 3v5c0 4 3 6 6 7 3-1 6-3 6-7V3z"/></svg>\n';
