import { box, margin, padding, type Picture, styles } from './layout.ts';
import type { Style } from './fit-text.ts';

/** @returns the picture as an SVG without scripts, links or external resources */
export function createSvg({ title, width, height, boxes, lines }: Picture): string {
  const textLine = (x: number, y: number, { size, weight }: Style, color: string, text: string) =>
    text === ''
      ? ''
      : `<text x="${x}" y="${y}" font-size="${size}"${weight === 'bold' ? ' font-weight="bold"' : ''} fill="${color}">${escapeXml(text)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    textLine(margin, margin, styles.heading, '#1f3a5f', title),
    ...lines.map(({ from, to }) => {
      const middle = (from.y + to.y) / 2;
      return `<path d="M${from.x} ${from.y}V${middle}H${to.x}V${to.y}" fill="none" stroke="#5b6776"/>`;
    }),
    // The inner <svg> clips the texts to the box, because a viewer may use a wider font.
    ...boxes.map(({ x, y, name, title: role, department, isVacant }) =>
      [
        `<rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="6" fill="#f4f7fa" stroke="#1f3a5f"${isVacant ? ' stroke-dasharray="4 3"' : ''}/>`,
        `<svg x="${x}" y="${y}" width="${box.width}" height="${box.height}">`,
        textLine(padding, 22, styles.name, '#1c2530', name),
        textLine(padding, 39, styles.title, '#1c2530', role),
        textLine(padding, 54, styles.department, '#5b6776', department),
        '</svg>',
      ].join(''),
    ),
    '</svg>',
  ].join('\n');
}

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
