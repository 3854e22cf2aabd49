/** Derives colors with sufficient contrast for text from an organization's brand color. */

/** The color of organizations without a brand color. */
const defaultColor = '#1f3a5f';
/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
const minContrast = 4.5;

export interface BrandColors {
  /** The background color. */
  readonly fill: string;
  /** The color of text on the background color. */
  readonly onFill: string;
  /** The color of text and lines on white: the brand color, darkened if necessary. */
  readonly text: string;
  /** A light background for text in the default text color. */
  readonly tint: string;
}
type Channels = readonly [number, number, number];

/** @param color `#rgb` or `#rrggbb`; any other value means the default color @returns the derived colors, as `#rrggbb` */
export function brandColorsOf(color: string | null): BrandColors {
  const channels = channelsIn(color ?? '') ?? channelsIn(defaultColor) ?? [0, 0, 0];
  let text = channels;
  while (contrastWithWhite(text) < minContrast) text = mapChannels(text, (channel) => Math.floor(channel * 0.95));
  const tint = mapChannels(text, (channel) => Math.round(255 - (255 - channel) * 0.08));
  // White or black text always has sufficient contrast: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
  const onFill = contrastWithWhite(channels) >= minContrast ? '#ffffff' : '#000000';
  return { fill: hexOf(channels), onFill, text: hexOf(text), tint: hexOf(tint) };
}

function channelsIn(color: string): Channels | undefined {
  const longForm = color.trim().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(longForm) ?? [];
  return red && green && blue ? [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)] : undefined;
}

function mapChannels([red, green, blue]: Channels, change: (channel: number) => number): Channels {
  return [change(red), change(green), change(blue)];
}

function hexOf(channels: Channels): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** @returns the contrast of the color with white, from 1 to 21 */
function contrastWithWhite(channels: Channels): number {
  const [red, green, blue] = mapChannels(channels, (channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
