import { box, margin, type Picture } from './layout.ts';

/** Characters of a line that fit into a box. */
const longest = { name: 26, title: 32 } as const;

/** @returns the picture as an SVG without scripts, links or anything that is loaded */
export function svgOf({ title, width, height, boxes, lines }: Picture): string {
  const shown = (text: string, most: number) => escaped(text.length > most ? `${[...text].slice(0, most - 1).join('')}…` : text);
  const line = (x: number, y: number, size: number, color: string, text: string, weight = 'normal') =>
    text === '' ? '' : `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${color}">${text}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    line(margin, margin, 20, '#1f3a5f', escaped(title), 'bold'),
    ...lines.map(({ from, to }) => {
      const middle = (from.y + to.y) / 2;
      return `<path d="M${from.x} ${from.y}V${middle}H${to.x}V${to.y}" fill="none" stroke="#5b6776"/>`;
    }),
    ...boxes.map(({ x, y, name, title: role, department, isVacant }) =>
      [
        `<g><rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="6" fill="#f4f7fa" stroke="#1f3a5f"${isVacant ? ' stroke-dasharray="4 3"' : ''}/>`,
        line(x + 12, y + 22, 13, '#1c2530', shown(name, longest.name), 'bold'),
        line(x + 12, y + 39, 11, '#1c2530', shown(role, longest.title)),
        line(x + 12, y + 54, 10, '#5b6776', shown(department, longest.title)),
        '</g>',
      ].join(''),
    ),
    '</svg>',
  ].join('\n');
}

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
