/** Sanitizing SVG drawings (trust-portal, rule 8). */
import { describe, expect, test } from 'vitest';
import { sanitizeSvg } from '#documents/images/sanitize-svg';

const root = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${content}</svg>`;
const shape = '<rect width="16" height="16"></rect>';

describe('removes', () => {
  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script in a prefix', '<svg:script>alert(1)</svg:script>'],
    ['a script from elsewhere', '<script xlink:href="https://evil.example/x.js"/>'],
    ['a script in a namespace of its own', '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>'],
    [
      'foreign content',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>',
    ],
    ['a frame', '<iframe src="https://evil.example"/>'],
    ['an animation of an address', '<animate attributeName="href" values="javascript:alert(1)"/>'],
    ['an address that is set', '<set attributeName="xlink:href" to="javascript:alert(1)"/>'],
    ['a handler', '<handler xmlns="http://www.w3.org/2001/xml-events">alert(1)</handler>'],
    ['a style that is loaded', '<style>@import "https://evil.example/x.css";</style>'],
    ['a style that loads', '<style>rect{fill:url(https://evil.example/x.svg#a)}</style>'],
    ['a style that loads by another function', '<style>rect{background:image-set("//evil.example/x" 1x)}</style>'],
    ['a style in other letters', '<style>rect{fill:\\75rl(//evil.example/x)}</style>'],
    ['a style with a comment in its words', '<style>@im/**/port "//evil.example/x";</style>'],
    ['a style with a font', '<style>@font-face{font-family:a;src:local(b)}</style>'],
    ['a style with elements in it', '<style>a<script>alert(1)</script></style>'],
    ['metadata', '<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>'],
    ['a picture reached by an instruction', '<?xml-stylesheet href="https://evil.example/x.css"?>'],
    ['a comment', '<!-- <script>alert(1)</script> -->'],
  ])('%s', (_case, content) => expect(sanitizeSvg(svg(shape + content))).toBe(`${root}>${shape}</svg>`));

  test.each([
    ['a handler of events', 'onload="alert(1)"'],
    ['a handler in other letters', 'ONLOAD="alert(1)"'],
    ['a handler in entities', 'onclick="&#97;lert(1)"'],
    ['a fill from elsewhere', 'fill="url(https://evil.example/x.svg#a)"'],
    ['a fill from elsewhere, in entities', 'fill="&#117;rl(//evil.example/x)"'],
    ['a filter from elsewhere', 'filter="url( \'//evil.example/x.svg#a\' )"'],
    ['a style that loads', 'style="fill:url(data:image/svg+xml;base64,AAAA)"'],
    ['a style with an expression', 'style="width:expression(alert(1))"'],
    ['another base', 'xml:base="https://evil.example/"'],
    ['an address on what has none', 'src="https://evil.example/x"'],
  ])('the attribute that is %s', (_case, attribute) =>
    expect(sanitizeSvg(svg(`<g ${attribute}>${shape}</g>`))).toBe(`${root}><g>${shape}</g></svg>`),
  );

  test.each([
    ['use', 'https://evil.example/x.svg#a'],
    ['use', 'data:image/svg+xml,x#a'],
    ['image', 'https://evil.example/x.png'],
    ['image', 'data:image/svg+xml;base64,AAAA'],
    ['image', 'data:text/html;base64,AAAA'],
    ['linearGradient', '//evil.example/x.svg#a'],
  ])('the address of %s that is %s', (name, address) => {
    for (const attribute of ['href', 'xlink:href'])
      expect(sanitizeSvg(svg(`<${name} ${attribute}="${address}"/>`))).toBe(`${root}><${name}></${name}></svg>`);
  });

  test('a link, and keeps its content as a group', () => {
    expect(sanitizeSvg(svg(`<a xlink:href="javascript:alert(1)">${shape}</a>`))).toBe(`${root}><g>${shape}</g></svg>`);
    expect(sanitizeSvg(svg(`<a href="java&#x09;script:alert(1)">${shape}</a>`))).toBe(`${root}><g>${shape}</g></svg>`);
  });
  test('the special meaning of text that would end its element', () => {
    expect(sanitizeSvg(svg('<title>&lt;script>&amp;lt;</title>'))).toBe(`${root}><title>&lt;script&gt;&amp;lt;</title></svg>`);
    expect(sanitizeSvg(svg('<title><![CDATA[</title><script>alert(1)</script>]]></title>'))).toBe(
      `${root}><title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title></svg>`,
    );
    expect(sanitizeSvg(svg('<g id="&quot; onload=&quot;a"/>'))).toBe(`${root}><g id="&quot; onload=&quot;a"></g></svg>`);
  });
});

describe('entities', () => {
  test('of a document type are not expanded', () => {
    const entityBomb = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>';
    const sanitized = sanitizeSvg(`${entityBomb}${svg('<title>&b;&x;</title>')}`);
    expect(sanitized).toBe(`${root}><title>&amp;b;&amp;x;</title></svg>`);
    expect(sanitizeSvg(`<!DOCTYPE svg [ <!ENTITY a "]>"> ]>${svg('&a;')}`)).toBe(`${root}>&amp;a;</svg>`);
  });
  test.each([
    ['a second document type', `<!DOCTYPE svg><!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`],
    ['another root', '<html><svg/></html>'],
    ['no element', 'svg'],
  ])('%s is rejected as a drawing', (_case, text) => expect(sanitizeSvg(text)).toBeUndefined());
});

test('deeply nested levels are removed', () => {
  const deep = sanitizeSvg(svg('<g>'.repeat(10_000) + '</g>'.repeat(10_000)));
  expect(deep?.length ?? 0).toBeLessThan(2_000);
});

describe('real drawings keep their content', () => {
  test('an icon with classes, colors of the scheme and a gradient', () => {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>.a{fill:#123;stroke:none}
      @media (prefers-color-scheme: dark) { .a { fill: rgb(255, 255, 255) } }</style>
      <defs><linearGradient id="sky" x1="0" x2="1" gradientTransform="rotate(45)"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
      <path class="a" d="M1 1h30v30H1z"/><circle cx="16" cy="16" r="9" fill="url(#sky)" style="opacity:.5;filter:url('#blur')"/></svg>`;
    const sanitized = sanitizeSvg(drawing) ?? '';
    for (const part of ['viewBox="0 0 32 32"', 'prefers-color-scheme: dark', 'fill: rgb(255, 255, 255)', 'id="sky"', 'rotate(45)'])
      expect(sanitized).toContain(part);
    for (const part of ['stop-color="#fff"', 'd="M1 1h30v30H1z"', 'fill="url(#sky)"', `style="opacity:.5;filter:url('#blur')"`])
      expect(sanitized).toContain(part);
  });
  test('a file of Inkscape, without the data that only Inkscape reads', () => {
    const drawing = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
      <!-- Created with Inkscape (http://www.inkscape.org/) -->
      <svg width="16" height="16" viewBox="0 0 16 16" version="1.1" id="svg5" inkscape:version="1.2" sodipodi:docname="favicon.svg"
        xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
        xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg">
      <sodipodi:namedview id="namedview7" pagecolor="#ffffff"/><defs id="defs2"/>
      <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1"><path style="fill:#ff0000;stroke-width:0.264583" d="m 1,2 3,4 z"
        id="path1" sodipodi:nodetypes="ccc"/><text xml:space="preserve" x="1" y="9"><tspan sodipodi:role="line">Ä &amp; B</tspan></text></g></svg>`;
    const sanitized = sanitizeSvg(drawing) ?? '';
    expect(sanitized).not.toMatch(/inkscape|sodipodi/);
    for (const part of ['version="1.1"', '<g id="layer1">', 'style="fill:#ff0000;stroke-width:0.264583"', 'd="m 1,2 3,4 z"', 'Ä &amp; B'])
      expect(sanitized).toContain(part);
  });
  test('a file of Illustrator with a document type, a switch and a reused shape', () => {
    const drawing = `<?xml version="1.0" encoding="utf-8"?>
      <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
      <svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px"
        viewBox="0 0 48 48" style="enable-background:new 0 0 48 48;" xml:space="preserve">
      <style type="text/css">.st0{clip-path:url(#SVGID_2_);fill:#0066CC;}</style>
      <switch><foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/" x="0" y="0" width="1" height="1"/>
      <g><defs><rect id="SVGID_1_" width="48" height="48"/></defs><clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_" style="overflow:visible;"/></clipPath>
      <polygon class="st0" points="1,1 47,1 24,47"/><image width="1" height="1" xlink:href="data:image/png;base64,iVBORw0KGgo="/></g></switch></svg>`;
    const sanitized = sanitizeSvg(drawing) ?? '';
    expect(sanitized).not.toMatch(/foreignObject|switch|DOCTYPE/);
    for (const part of [
      'style="enable-background:new 0 0 48 48;"',
      'clip-path:url(#SVGID_2_)',
      'xlink:href="#SVGID_1_"',
      'points="1,1 47,1 24,47"',
    ])
      expect(sanitized).toContain(part);
    expect(sanitized).toContain('xlink:href="data:image/png;base64,iVBORw0KGgo="');
  });
});
