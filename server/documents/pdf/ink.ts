/** The color of an organization, where text has to be readable in it and on it. */

/** Without a color of the organization. */
const own = '#1f3a5f';
/** Least contrast of text, by WCAG 2.2, 1.4.3. */
const leastContrast = 4.5;

export interface Ink {
  /** For areas. */
  readonly fill: string;
  /** For text on such an area. */
  readonly onFill: string;
  /** For text and lines on white: the same color, darker where it has to be. */
  readonly text: string;
  /** For areas that have the usual text on them. */
  readonly tint: string;
}
type Channels = readonly [number, number, number];

/** @param color `#rgb` or `#rrggbb`; anything else counts as none */
export function inkOf(color: string | null): Ink {
  const channels = channelsIn(color ?? '') ?? channelsIn(own) ?? [0, 0, 0];
  let text = channels;
  while (contrastWithWhite(text) < leastContrast) text = mapped(text, (channel) => Math.floor(channel * 0.95));
  const tint = mapped(text, (channel) => Math.round(255 - (255 - channel) * 0.08));
  // One of the two always has enough: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
  const onFill = contrastWithWhite(channels) >= leastContrast ? '#ffffff' : '#000000';
  return { fill: hexOf(channels), onFill, text: hexOf(text), tint: hexOf(tint) };
}

function channelsIn(color: string): Channels | undefined {
  const long = color.trim().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(long) ?? [];
  return red && green && blue ? [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)] : undefined;
}

function mapped([red, green, blue]: Channels, change: (channel: number) => number): Channels {
  return [change(red), change(green), change(blue)];
}

function hexOf(channels: Channels): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** @returns 1 to 21 */
function contrastWithWhite(channels: Channels): number {
  const [red, green, blue] = mapped(channels, (channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
