/** Layout of pages behind links. A link's URL is the only credential, so its page is not cached, indexed or sent as a referrer. */
import { document } from '../document.ts';
import { type Html, html } from '../html.ts';
import { defaultIcon } from '../pictures.ts';
import { styleOf } from '../style.ts';

export interface View {
  readonly title: string;
  /** Subtitle. */
  readonly lead?: string;
  readonly body: Html;
  /** Defaults to 200. */
  readonly status?: number;
}

const styleRules = `
form{max-width:34rem}.field{margin:0 0 1.25rem}
label{display:block;font-weight:600;margin:0 0 .25rem}.check{display:flex;gap:.75rem;align-items:flex-start}.check label{font-weight:400;margin:0}
input,textarea{font:inherit;width:100%;padding:.55rem .7rem;color:var(--text);background:var(--ground);border:1px solid var(--faint);border-radius:.4rem}
.check input{width:1.4rem;height:1.4rem;flex:none;margin:.15rem 0 0}
.hint{color:var(--faint);font-size:.95rem;margin:0 0 .25rem}
.fault{color:var(--bad);font-weight:600;margin:.25rem 0 0}[aria-invalid=true]{border-color:var(--bad)}
.notice{border:1px solid var(--line);border-left:6px solid var(--accent);border-radius:.4rem;background:var(--card);padding:.9rem 1.1rem;margin:0 0 1.5rem}
.notice.bad{border-left-color:var(--bad);margin-top:1.5rem}main section:last-child{border-bottom:0}.notice p,.notice ul{margin:.25rem 0}
button,.button{display:inline-block;font:inherit;font-weight:600;padding:.65rem 1.4rem;border-radius:.4rem;border:1px solid var(--link);background:var(--link);color:var(--ground);cursor:pointer;text-decoration:none}
button.plain{background:none;color:var(--link)}
button:focus-visible,input:focus-visible,textarea:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.text{border-left:1px solid var(--line);padding-left:1.1rem}.text h3{margin-top:1.4rem}
dt{font-weight:600}dd{margin:0 0 .75rem;white-space:pre-line}
:root{--bad:#a1201b}@media (prefers-color-scheme:dark){:root{--bad:#ff9d94}}
`.replace(/\n/g, '');

/** Inlined, so that browsers do not request an icon. */
const icon = `data:image/svg+xml,${encodeURIComponent(defaultIcon)}`;

/** The same style for all organizations, because only the content of these pages matters. */
export const style = styleOf(null) + styleRules;

export function renderPage({ title, lead, body }: View): string {
  return document(
    title,
    style,
    html`<meta name="robots" content="noindex" /> <link rel="icon" href="${icon}" />`,
    html`<a class="skip" href="#main">Skip to the content</a>
      <header>
        <div class="in">
          <h1>${title}</h1>
          ${lead === undefined ? undefined : html`<p class="lead">${lead}</p>`}
        </div>
      </header>
      <main id="main" tabindex="-1"><div class="in">${body}</div></main>`,
  );
}

/** Renders a section of a page. */
export function section(title: string, body: Html): Html {
  return html`<section>
    <h2>${title}</h2>
    ${body}
  </section>`;
}

/** Returns a page with a single message. */
export function messagePage(title: string, words: string, status?: number): View {
  return { title, body: html`<section><p>${words}</p></section>`, ...(status !== undefined && { status }) };
}
