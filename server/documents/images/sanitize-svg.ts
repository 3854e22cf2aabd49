/** Sanitizes SVG: rewrites it with only the elements and attributes that are known to be safe (trust-portal, rule 8). */
import { XMLParser } from 'fast-xml-parser';
import { isObject } from '#platform/json-object';

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** The allowed elements: shapes, fills and styles. Links (`a`) and `switch` elements are replaced by groups. */
const elements = wordSet(`
  svg g a switch defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath image style
  linearGradient radialGradient stop clipPath mask pattern marker filter feBlend feColorMatrix feComponentTransfer feComposite
  feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`);
const groups: readonly string[] = ['a', 'switch'];

const attributes = wordSet(`
  id class style version viewBox preserveAspectRatio x y width height cx cy r rx ry fx fy fr x1 y1 x2 y2 d points pathLength transform
  offset gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits
  patternTransform markerUnits markerWidth markerHeight refX refY orient filterUnits primitiveUnits in in2 result mode operator k1 k2 k3 k4
  stdDeviation dx dy type values radius baseFrequency numOctaves seed stitchTiles scale xChannelSelector yChannelSelector tableValues slope
  intercept amplitude exponent order kernelMatrix divisor bias targetX targetY edgeMode surfaceScale diffuseConstant specularConstant
  specularExponent azimuth elevation z pointsAtX pointsAtY pointsAtZ limitingConeAngle rotate textLength lengthAdjust startOffset method
  spacing href xlink:href media role aria-label aria-hidden xml:space
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray
  stroke-dashoffset color opacity display visibility overflow clip-path clip-rule mask filter marker-start marker-mid marker-end stop-color
  stop-opacity flood-color flood-opacity lighting-color color-interpolation color-interpolation-filters paint-order vector-effect
  shape-rendering text-rendering image-rendering mix-blend-mode isolation font-family font-size font-style font-weight font-variant
  font-stretch letter-spacing word-spacing text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift
  transform-origin enable-background`);

/** The allowed functions in styles and attributes, which cannot load anything: colors, sizes, transformations and selectors. */
const functions = wordSet(`
  rgb rgba hsl hsla hwb lab lch oklab oklch color-mix light-dark calc min max clamp var translate translateX translateY scale scaleX scaleY
  rotate skewX skewY matrix cubic-bezier steps blur brightness contrast drop-shadow grayscale hue-rotate invert saturate sepia
  and or not is where nth-child nth-of-type`);
const atRules = wordSet('media supports keyframes -webkit-keyframes');

/** Maximum nesting depth of elements. */
const maxDepth = 100;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: true,
});

/** @returns the sanitized SVG; undefined if the text is not SVG */
export function sanitizeSvg(text: string): string | undefined {
  // With a nested document type or an entity, other parsers would interpret the text differently.
  const body = text.replace(/<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>/i, '');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(body)) return undefined;
  try {
    const parsed: unknown = parser.parse(body);
    const [root] = (Array.isArray(parsed) ? parsed : []).filter((node) => nameOf(node) === 'svg');
    return root === undefined ? undefined : writeNode(root, 1);
  } catch {
    return undefined;
  }
}

/** @returns the name of an element, which `fast-xml-parser` stores as the only key besides the attributes */
function nameOf(node: unknown): string {
  const name = isObject(node) ? Object.keys(node).find((key) => key !== ':@') : undefined;
  return name?.replace(/^svg:/, '') ?? '';
}

function writeNode(node: unknown, depth: number): string {
  if (!isObject(node) || depth > maxDepth) return '';
  const name = nameOf(node);
  if (name === '#text') return escapeXml(String(node['#text']));
  if (!elements.has(name)) return '';
  const content = node[name] ?? node[`svg:${name}`];
  const inner = (Array.isArray(content) ? content : []).map((child) => writeNode(child, depth + 1)).join('');
  if (name === 'style' && !isSafeStyle(textIn(content))) return '';
  const tag = groups.includes(name) ? 'g' : name;
  const namespaces = depth === 1 ? ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"' : '';
  return `<${tag}${namespaces}${attributesOf(tag, node[':@'])}>${inner}</${tag}>`;
}

function attributesOf(tag: string, values: unknown): string {
  const safeAttributes = Object.entries(isObject(values) ? values : {}).filter(
    ([name, value]) => attributes.has(name) && isSafeAttribute(tag, name, String(value)),
  );
  return safeAttributes.map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`).join('');
}

function isSafeAttribute(tag: string, name: string, value: string): boolean {
  if (name !== 'href' && name !== 'xlink:href') return isSafeStyle(value);
  // An image must be embedded in the drawing. All other references must refer to a part of the drawing.
  return tag === 'image' ? /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=\s]+$/.test(value) : /^#[\w.:-]+$/.test(value);
}

/** Whether a style cannot load anything from outside: it has only safe functions and at-rules, and no URLs. */
function isSafeStyle(text: string): boolean {
  const withoutReferences = text.replace(/url\(\s*(["']?)#[\w.:-]+\1\s*\)/g, '');
  return (
    !/[\\<]|\/\*|javascript:|https?:|\bdata:/i.test(withoutReferences) &&
    [...withoutReferences.matchAll(/(?<![\w-])([\w-]*)\(/g)].every(([, name = '']) => name === '' || functions.has(name)) &&
    [...withoutReferences.matchAll(/@([\w-]*)/g)].every(([, name = '']) => atRules.has(name))
  );
}

/** @returns the text of an element, with `<` in place of each child element */
function textIn(content: unknown): string {
  return (Array.isArray(content) ? content : [])
    .map((child) => (isObject(child) && '#text' in child ? String(child['#text']) : '<'))
    .join('');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for XML and removes characters that XML does not allow. */
function escapeXml(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '').replace(/[&<>"]/g, (mark) => entities[mark] ?? '');
}
