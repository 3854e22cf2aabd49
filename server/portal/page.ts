/** Renders a trust portal's public page as HTML without scripts or external content. */
import { badgeNames, claimOf, frameworks } from './claims.ts';
import type { Content } from './content.ts';
import { formatDay } from './days.ts';
import { document } from './document.ts';
import { type Html, html, safeHref } from './html.ts';

export interface RenderedTexts {
  readonly overview: Html | undefined;
  /** The rendered answers, in the order of the questions. */
  readonly answers: readonly Html[];
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Html;
}

/** @param style content of the style element @param urlPrefix for the URLs of its pictures */
export function portalPage(content: Content, { overview, answers }: RenderedTexts, style: string, urlPrefix: string): string {
  const { organization, portal } = content;
  const title = `Security at ${organization.name}`;
  const sections = [
    ...(overview ? [{ id: 'overview', title: portal.overviewTitle?.trim() || 'Overview', body: overview }] : []),
    ...frameworkSection(content, urlPrefix),
    ...vendorSection(content),
    ...faqSection(content, answers),
    ...linkSection(content),
    accessSection(organization.name, urlPrefix),
  ];
  const contact = portal.contactEmail === null ? undefined : safeHref(`mailto:${encodeURIComponent(portal.contactEmail)}`);
  return document(
    title,
    style,
    html`<link rel="icon" href="${urlPrefix}favicon" />
      <meta name="description" content="${`What ${organization.name} does for the security and privacy of its customers.`}" />`,
    html`<a class="skip" href="#main">Skip to the content</a>
      <header>
        <div class="in">
          ${portal.faviconKey === null ? undefined : html`<img src="${urlPrefix}favicon" alt="" width="40" height="40" />`}
          <h1>${title}</h1>
          <p class="lead">Published by ${organization.name}</p>
          ${
            sections.length > 1
              ? html`<nav aria-label="Sections">
                  <ul>
                    ${sections.map((section) => html`<li><a href="#${section.id}">${section.title}</a></li>`)}
                  </ul>
                </nav>`
              : undefined
          }
        </div>
      </header>
      <main id="main" tabindex="-1">
        <div class="in">
          ${sections.map(
            (section) =>
              html`<section id="${section.id}" aria-labelledby="${section.id}-title">
                <h2 id="${section.id}-title">${section.title}</h2>
                ${section.body}
              </section>`,
          )}
        </div>
      </main>
      <footer>
        <div class="in">
          ${contact === undefined ? undefined : html`<p>Questions: <a href="${contact}">${portal.contactEmail ?? ''}</a></p>`}
          <p>Last updated <time datetime="${portal.updatedAt}">${formatDay(portal.updatedAt)}</time></p>
        </div>
      </footer>`,
  );
}

/** Renders the page for any URL without a published portal. */
export function missingPage(style: string): string {
  return document(
    'Page not found',
    style,
    html`<meta name="robots" content="noindex" />`,
    html`<header>
        <div class="in"><h1>Page not found</h1></div>
      </header>
      <main>
        <div class="in">
          <section><p>There is no trust portal at this address.</p></section>
        </div>
      </main>`,
  );
}

function frameworkSection({ frameworks: selectedFrameworks, customFrameworks, scoreByName }: Content, urlPrefix: string): Section[] {
  const displayOrder = Object.keys(frameworks);
  const cards = [
    ...selectedFrameworks
      .toSorted((one, other) => displayOrder.indexOf(one.framework) - displayOrder.indexOf(other.framework))
      .map(({ framework, status, hasCertificate }) => {
        const { name, catalog } = frameworks[framework];
        const claim = claimOf(status, hasCertificate, scoreByName(catalog));
        return html`<li>
          <h3>${name}</h3>
          <p class="state ${claim.kind}">${claim.label}</p>
          <p>${claim.basis}</p>
        </li>`;
      }),
    ...customFrameworks.map(({ id, name, description, status, hasCertificate, score, badgeKey }) => {
      const claim = claimOf(status, hasCertificate, score);
      return html`<li>
        ${badgeKey === null ? undefined : html`<img src="${urlPrefix}badges/${id}" alt="" width="48" height="48" />`}
        <h3>${name}</h3>
        <p class="state ${claim.kind}">${claim.label}</p>
        <p>${claim.basis}</p>
        <p>${description}</p>
      </li>`;
    }),
  ];
  if (!cards.length) return [];
  return [
    {
      id: 'frameworks',
      title: 'Compliance',
      body: html`<ul class="cards">
        ${cards}
      </ul>`,
    },
  ];
}

function vendorSection({ vendors }: Content): Section[] {
  if (!vendors.length) return [];
  const cards = vendors.map(({ name, description, website, complianceBadges }) => {
    const url = safeHref(website);
    const badges = badgeNames(complianceBadges);
    return html`<li>
      <h3>${url === undefined ? name : html`<a href="${url}" rel="nofollow noopener noreferrer">${name}</a>`}</h3>
      <p>${description}</p>
      ${badges.length ? html`<p>${badges.join(' · ')}</p>` : undefined}
    </li>`;
  });
  return [
    {
      id: 'subprocessors',
      title: 'Sub-processors',
      body: html`<ul class="cards">
        ${cards}
      </ul>`,
    },
  ];
}

function faqSection({ faqs }: Content, answers: readonly Html[]): Section[] {
  if (!faqs.length) return [];
  const body = faqs.map(
    ({ question }, index) =>
      html`<details>
        <summary>${question}</summary>
        <div>${answers[index]}</div>
      </details>`,
  );
  return [{ id: 'questions', title: 'Questions and answers', body: html`${body}` }];
}

function linkSection({ links }: Content): Section[] {
  const cards = links.flatMap(({ title, description, url }) => {
    const href = safeHref(url);
    if (href === undefined) return [];
    return [
      html`<li>
        <h3><a href="${href}" rel="nofollow noopener noreferrer">${title}</a></h3>
        ${description === null ? undefined : html`<p>${description}</p>`}
      </li>`,
    ];
  });
  return cards.length
    ? [
        {
          id: 'links',
          title: 'More',
          body: html`<ul class="cards">
            ${cards}
          </ul>`,
        },
      ]
    : [];
}

function accessSection(organizationName: string, urlPrefix: string): Section {
  return {
    id: 'access',
    title: 'Confidential documents',
    body: html`<p>Certificates, reports and policies of ${organizationName} can be read by those who need them.</p>
      <p><a href="${urlPrefix}request">Request access</a> · <a href="${urlPrefix}recover">Get your personal link again</a></p>`,
  };
}
