/** Reads and changes the text at the top of the page. */
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import { changePortal, findPortalRow } from '../queries/portal.ts';
import { sanitizeMarkdown } from '../rules/markdown.ts';

export const overview: Pick<Handlers<'trust-portal'>, 'getTrustPortalOverview' | 'updateTrustPortalOverview'> = {
  async getTrustPortalOverview({ db }) {
    return { status: 200, body: await findOverview(db) };
  },

  async updateTrustPortalOverview({ body: { overviewTitle, overviewContent, showOverview }, db, audit }) {
    const before = await findOverview(db);
    await changePortal(db, {
      overview_title: overviewTitle,
      // Text that consists only of HTML becomes empty.
      overview_content: typeof overviewContent === 'string' ? sanitizeMarkdown(overviewContent) || null : overviewContent,
      show_overview: showOverview,
    });
    const after = await findOverview(db);
    audit.changed(before, after);
    return { status: 200, body: after };
  },
};

async function findOverview(db: OrganizationDatabase): Promise<components['schemas']['TrustPortalOverview']> {
  const row = await findPortalRow(db);
  return {
    overviewTitle: row?.overviewTitle ?? null,
    overviewContent: row?.overviewContent ?? null,
    showOverview: row?.showOverview ?? false,
  };
}
