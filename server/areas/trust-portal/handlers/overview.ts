/** The text at the top of the page. */
import type { components } from '../../../../generated/api.d.ts';
import type { Handlers } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { changePortal, findRow } from '../queries/portal.ts';
import { harmlessMarkdown } from '../rules/markdown.ts';

export const overview: Pick<Handlers<'trust-portal'>, 'getTrustPortalOverview' | 'updateTrustPortalOverview'> = {
  async getTrustPortalOverview({ db }) {
    return { status: 200, body: await findOverview(db) };
  },

  async updateTrustPortalOverview({ body: { overviewTitle, overviewContent, showOverview }, db, audit, before: found }) {
    const before = found ?? (await findOverview(db));
    await changePortal(db, {
      overview_title: overviewTitle?.trim() ?? overviewTitle,
      // Of a text that is nothing but HTML nothing is left.
      overview_content: typeof overviewContent === 'string' ? harmlessMarkdown(overviewContent) || null : overviewContent,
      show_overview: showOverview,
    });
    const after = await findOverview(db);
    audit.changed(before, after);
    return { status: 200, body: after };
  },
};

async function findOverview(db: OrganizationDatabase): Promise<components['schemas']['TrustPortalOverview']> {
  const row = await findRow(db);
  return {
    overviewTitle: row?.overviewTitle ?? null,
    overviewContent: row?.overviewContent ?? null,
    showOverview: row?.showOverview ?? false,
  };
}
