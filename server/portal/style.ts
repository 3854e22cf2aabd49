/** Style of the page. The organization's color is decoration only; no text depends on its contrast. */

const styleRules = `
:root{color-scheme:light dark;--ground:#fff;--text:#1c2530;--faint:#515c6b;--line:#d9e0e9;--card:#f6f8fb;--link:#0b5394;--good:#14632f;--good-ground:#e3f4e8}
@media (prefers-color-scheme:dark){:root{--ground:#12171e;--text:#e6ebf2;--faint:#a9b4c2;--line:#323c49;--card:#1a212b;--link:#8fc1ff;--good:#8ee0a8;--good-ground:#173322}}
*{box-sizing:border-box}
body{margin:0;font:17px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;background:var(--ground);color:var(--text);overflow-wrap:anywhere}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:1rem;padding:.5rem 1rem;background:var(--ground);color:var(--link);z-index:1}
header{border-top:8px solid var(--accent);border-bottom:1px solid var(--line);background:var(--card)}
.in{max-width:62rem;margin:0 auto;padding:0 1.25rem}
header .in{padding-top:2.25rem;padding-bottom:1.5rem}
header img{width:40px;height:40px;display:block;margin-bottom:.75rem}
h1{font-size:2rem;line-height:1.2;margin:0}h2{font-size:1.4rem;line-height:1.3;margin:0 0 1rem}h3{font-size:1.08rem;line-height:1.4;margin:0}
h4,h5,h6{font-size:1rem;margin:1.2rem 0 .4rem}
.lead{color:var(--faint);margin:.4rem 0 0}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:1.25rem 0 0;padding:0}
nav a{display:inline-block;padding:.25rem 0}
main section{padding:2.25rem 0;border-bottom:1px solid var(--line)}
a{color:var(--link)}a:focus-visible,summary:focus-visible,pre:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:1rem;list-style:none;margin:0;padding:0}
.cards>li{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1rem 1.1rem}
.cards img{width:48px;height:48px;object-fit:contain;display:block;margin-bottom:.5rem}
.cards p{margin:.35rem 0 0;color:var(--faint);font-size:.95rem}
.state{display:inline-block;margin:.5rem 0 0;padding:.1rem .6rem;border-radius:1rem;border:1px solid var(--line);font-size:.9rem}
.state.proven{color:var(--good);background:var(--good-ground);border-color:currentColor}
details{border:1px solid var(--line);border-radius:.6rem;background:var(--card);margin:0 0 .75rem}
summary{cursor:pointer;padding:.85rem 1.1rem;font-weight:600}details>div{padding:0 1.1rem .6rem}
pre{overflow-x:auto;background:var(--card);border:1px solid var(--line);padding:.75rem}
table{border-collapse:collapse;display:block;overflow-x:auto}td,th{border:1px solid var(--line);padding:.3rem .6rem;text-align:left}
blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid var(--line);color:var(--faint)}
footer{color:var(--faint);font-size:.95rem;padding:1.5rem 0 3rem}
@media print{header{background:none}details>div{display:block}}
`.replace(/\n/g, '');

const defaultColor = '#1f3a5f';

/** @param color of the organization, `#RRGGBB` */
export function styleOf(color: string | null): string {
  return `:root{--accent:${accentOf(color)}}${styleRules}`;
}

/** @returns the stored color, or the default if it is missing or invalid */
export function accentOf(color: string | null): string {
  return color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color : defaultColor;
}
