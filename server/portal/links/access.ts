/** Pages with the documents that a personal link gives access to (trust-access, rules 7, 8 and 20). */
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { SuccessBody } from '#contract/call-operation';
import { RefusalError, refusal } from '#platform/refusals/refusal';
import { frameworks } from '../claims.ts';
import { formatDay } from '../days.ts';
import { type Html, html } from '../html.ts';
import { type PageHandlers, tokenIn } from './page-handlers.ts';
import { questionnairePages } from './questionnaires.ts';
import { section, type View } from './view.ts';

/** @param prefix of the paths @param isTokenAllowed whether a token may be used at a request's URL @param middleware for each request */
export function accessPages(
  handlers: PageHandlers,
  prefix: string,
  isTokenAllowed: (req: Request, token: string) => Promise<boolean>,
  middleware: readonly RequestHandler[] = [],
): Router {
  const { ask, page, file } = handlers;
  const router = Router({ strict: true });
  const pagePath = `${prefix}/access/:token`;

  router.get(
    pagePath,
    ...middleware,
    page(async (req, res) => {
      const path = await pathOf(req);
      const listInput = (name: string) => ({ path, query: cursorQueryOf(req, name) });
      const grant = await ask(req, res, 'getTrustGrantByToken', { path });
      const [certificates, policies, documents] = await Promise.all([
        ask(req, res, 'listComplianceResourcesByToken', listInput('certificates')),
        ask(req, res, 'listPoliciesByToken', listInput('policies')),
        ask(req, res, 'listTrustDocumentsByToken', listInput('documents')),
      ]);
      return accessView(path.token, grant, { certificates, policies, documents });
    }),
  );

  /** Downloads by subpath. Each calls an operation that makes a copy for the reader and returns a link to that copy. */
  const files: readonly (readonly [subpath: string, find: (req: Request, res: Response) => Promise<{ readonly downloadUrl: string }>])[] = [
    [
      'policies.pdf',
      async (req, res) => ask(req, res, 'downloadAllPoliciesByToken', { path: await pathOf(req), query: { format: 'pdf' } }),
    ],
    [
      'policies.zip',
      async (req, res) => ask(req, res, 'downloadAllPoliciesByToken', { path: await pathOf(req), query: { format: 'zip' } }),
    ],
    ['documents.zip', async (req, res) => ask(req, res, 'downloadAllTrustDocumentsByToken', { path: await pathOf(req) })],
    [
      'policies/:id',
      async (req, res) => ask(req, res, 'getPolicyByTokenDownloadUrl', { path: { ...(await pathOf(req)), policyId: idOf(req) } }),
    ],
    [
      'documents/:id',
      async (req, res) => ask(req, res, 'getTrustDocumentByTokenDownloadUrl', { path: { ...(await pathOf(req)), documentId: idOf(req) } }),
    ],
    [
      'certificates/:id',
      async (req, res) =>
        ask(req, res, 'getComplianceResourceByTokenDownloadUrl', { path: { ...(await pathOf(req)), framework: idOf(req) } }),
    ],
    [
      'certificates/custom/:id',
      async (req, res) =>
        ask(req, res, 'getCustomComplianceResourceByTokenDownloadUrl', { path: { ...(await pathOf(req)), customFrameworkId: idOf(req) } }),
    ],
  ];
  for (const [subpath, find] of files)
    router.get(
      `${pagePath}/${subpath}`,
      ...middleware,
      file(async (req, res) => (await find(req, res)).downloadUrl),
    );
  router.use(questionnairePages(handlers, pagePath, pathOf, middleware));
  return router;

  /** @throws RefusalError for a token used at another organization's URL */
  async function pathOf(req: Request): Promise<{ readonly token: string }> {
    const token = tokenIn(req);
    if (!(await isTokenAllowed(req, token))) throw new RefusalError(refusal('access_token_not_found'));
    return { token };
  }
}

interface Lists {
  readonly certificates: SuccessBody<'listComplianceResourcesByToken'>;
  readonly policies: SuccessBody<'listPoliciesByToken'>;
  readonly documents: SuccessBody<'listTrustDocumentsByToken'>;
}

function accessView(token: string, grant: SuccessBody<'getTrustGrantByToken'>, { certificates, policies, documents }: Lists): View {
  const { organizationName, subjectEmail, expiresAt, ndaPdfUrl, securityQuestionnaireEnabled } = grant;
  const sections = [
    listSection(
      token,
      'certificates',
      'Certificates and reports',
      certificates.nextCursor,
      [],
      certificates.data.map((resource) => {
        const name = resource.framework === null ? (resource.customFrameworkName ?? '') : frameworks[resource.framework].name;
        const subpath = resource.framework ?? `custom/${resource.customFrameworkId ?? ''}`;
        return { subpath, name: resource.fileName, details: [name, `updated ${formatDay(resource.updatedAt)}`] };
      }),
    ),
    listSection(
      token,
      'policies',
      'Policies',
      policies.nextCursor,
      [
        ['policies.pdf', 'All policies in one PDF'],
        ['policies.zip', 'All policies as single PDFs (ZIP)'],
      ],
      policies.data.map(({ id, name, description, currentVersion, lastPublishedAt }) => ({
        subpath: id,
        name,
        details: [
          description,
          currentVersion && `Version ${currentVersion.version}`,
          lastPublishedAt && `published ${formatDay(lastPublishedAt)}`,
        ],
      })),
    ),
    listSection(
      token,
      'documents',
      'Documents',
      documents.nextCursor,
      [['documents.zip', 'All documents (ZIP)']],
      documents.data.map(({ id, name, description, updatedAt }) => ({
        subpath: id,
        name,
        details: [description, `updated ${formatDay(updatedAt)}`],
      })),
    ),
  ].filter((renderedList) => renderedList !== undefined);
  return {
    title: `Documents of ${organizationName}`,
    lead: `For ${subjectEmail}, until ${formatDay(expiresAt)}`,
    body: html`<section>
        <div class="notice">
          <p>This page is yours alone: whoever has its address can read the documents. Please do not pass it on.</p>
          <p>Each PDF is marked with your e-mail address on all of its pages. It may take a moment to be made.</p>
        </div>
        ${ndaPdfUrl === null ? undefined : html`<p><a href="${ndaPdfUrl}">Download the agreement that you have signed</a></p>`}
        ${sections.length ? undefined : html`<p>There are no documents at the moment.</p>`}
      </section>
      ${sections}
      ${
        securityQuestionnaireEnabled
          ? section('Questions', html`<p><a href="${token}/questionnaire">Have a questionnaire answered</a></p>`)
          : undefined
      }`,
  };
}

interface ListItem {
  /** Path of its file, relative to the list. */
  readonly subpath: string;
  readonly name: string;
  /** Texts shown below the name; null and empty texts are left out. */
  readonly details: readonly (string | null)[];
}

/** @param cursor of the next page @param bundles subpaths and names of files that contain the whole list */
function listSection(
  token: string,
  kind: string,
  title: string,
  cursor: string | null,
  bundles: readonly (readonly [subpath: string, name: string])[],
  items: readonly ListItem[],
): Html | undefined {
  if (!items.length) return undefined;
  const cards = items.map(({ subpath, name, details }) => {
    const description = details.filter((part) => part !== null && part !== '').join(' · ');
    return html`<li>
      <h3><a href="${`${token}/${kind}/${subpath}`}" rel="nofollow">${name}</a></h3>
      ${description === '' ? undefined : html`<p>${description}</p>`}
    </li>`;
  });
  return section(
    title,
    html`<ul class="cards">
        ${cards}
      </ul>
      ${bundles.map(([subpath, name]) => html`<p><a href="${`${token}/${subpath}`}" rel="nofollow">${name}</a></p>`)}
      ${cursor === null ? undefined : html`<p><a href="?${kind}=${encodeURIComponent(cursor)}">More</a></p>`}`,
  );
}

/** Returns the query for the requested page of a list. */
function cursorQueryOf({ query }: Request, name: string): Record<string, string> {
  const cursor = query[name];
  return { limit: '100', ...(typeof cursor === 'string' && { cursor }) };
}

function idOf({ params }: Request): string {
  return String(params.id);
}
