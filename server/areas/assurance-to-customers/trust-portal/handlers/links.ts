/** Manages external links on the page. */
import type { Handlers } from '#contract/types';
import { refusal } from '#platform/refusals/refusal';
import { deleteLink, insertLink, listLinks, lockLink, orderLinks, updateLink } from '../queries/links.ts';
import { changePortal } from '../queries/portal.ts';

type Operations =
  'listTrustCustomLinks' | 'createTrustCustomLink' | 'reorderTrustCustomLinks' | 'updateTrustCustomLink' | 'deleteTrustCustomLink';

/** The maximum number of links on a page. */
const maxLinks = 50;
const withInactive = { includeInactive: true } as const;
const notFound = () => refusal('trust_custom_link_not_found');

export const links: Pick<Handlers<'trust-portal'>, Operations> = {
  async listTrustCustomLinks({ query: { includeInactive = false }, db }) {
    return { status: 200, body: { data: await listLinks(db, { includeInactive }) } };
  },

  async createTrustCustomLink({ body, db, audit }) {
    // Locks the portal first, so that concurrent requests cannot use the same position or exceed the limit.
    await changePortal(db, {});
    const currentLinks = await listLinks(db, withInactive);
    if (currentLinks.length >= maxLinks) return refusal('too_many_trust_links', { limit: maxLinks });
    const fields = { title: body.title, url: body.url, description: body.description || null };
    const link = await insertLink(db, (currentLinks.at(-1)?.order ?? -1) + 1, fields);
    audit.created(fields, { description: 'Created trust portal link' });
    return { status: 201, body: link };
  },

  async reorderTrustCustomLinks({ body: { linkIds }, db, audit }) {
    await changePortal(db, {});
    const before = await listLinks(db, withInactive);
    const ids = before.map(({ id }) => id);
    if (linkIds.some((id) => !ids.includes(id))) return notFound();
    const order = [...linkIds, ...ids.filter((id) => !linkIds.includes(id))];
    await orderLinks(db, before, order);
    audit.changed({ order: ids }, { order }, { description: 'Reordered trust portal links' });
    return { status: 200, body: { data: await listLinks(db, withInactive) } };
  },

  async updateTrustCustomLink({ path, body: { title, description, ...otherFields }, db, audit, requireVersion }) {
    const before = await lockLink(db, path.linkId);
    if (!before) return notFound();
    requireVersion(before);
    const after = await updateLink(db, before.id, {
      ...otherFields,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description: description || null }),
    });
    audit.changed(before, after, { fields: ['title', 'description', 'url', 'isActive'], description: 'Updated trust portal link' });
    return { status: 200, body: after };
  },

  async deleteTrustCustomLink({ path, db, audit, requireVersion }) {
    const deletedLink = await deleteLink(db, path.linkId);
    if (!deletedLink) return notFound();
    requireVersion(deletedLink);
    audit.removed({ title: deletedLink.title, url: deletedLink.url }, { description: 'Deleted trust portal link' });
    return { status: 204 };
  },
};
