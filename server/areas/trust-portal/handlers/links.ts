/** Links of the page to what the organization has elsewhere. */
import type { Handlers } from '../../../contract/types.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import { deleteLink, insertLink, listLinks, lockLink, orderLinks, updateLink } from '../queries/links.ts';
import { changePortal } from '../queries/portal.ts';

type Links =
  'listTrustCustomLinks' | 'createTrustCustomLink' | 'reorderTrustCustomLinks' | 'updateTrustCustomLink' | 'deleteTrustCustomLink';

/** How many links a page has at most. */
const limit = 50;
const all = { includeInactive: true } as const;
const notFound = () => refusal('trust_custom_link_not_found');

export const links: Pick<Handlers<'trust-portal'>, Links> = {
  async listTrustCustomLinks({ query: { includeInactive = false }, db }) {
    return { status: 200, body: { data: await listLinks(db, { includeInactive }) } };
  },

  async createTrustCustomLink({ body, db, audit }) {
    // Held first, so that two requests never make the same place or one link too many.
    await changePortal(db, {});
    const present = await listLinks(db, all);
    if (present.length >= limit) return refusal('too_many_trust_links', { limit });
    const fields = { title: body.title.trim(), url: body.url, description: body.description?.trim() || null };
    const link = await insertLink(db, (present.at(-1)?.order ?? -1) + 1, fields);
    audit.created(fields, { description: 'Created trust portal link' });
    return { status: 201, body: link };
  },

  async reorderTrustCustomLinks({ body: { linkIds }, db, audit }) {
    await changePortal(db, {});
    const before = await listLinks(db, all);
    const ids = before.map(({ id }) => id);
    if (linkIds.some((id) => !ids.includes(id))) return notFound();
    const order = [...linkIds, ...ids.filter((id) => !linkIds.includes(id))];
    await orderLinks(db, before, order);
    audit.changed({ order: ids }, { order }, { description: 'Reordered trust portal links' });
    return { status: 200, body: { data: await listLinks(db, all) } };
  },

  async updateTrustCustomLink({ path, body: { title, description, ...others }, db, audit }) {
    const before = await lockLink(db, path.linkId);
    if (!before) return notFound();
    const after = await updateLink(db, before.id, {
      ...others,
      ...(title !== undefined && { title: title.trim() }),
      ...(description !== undefined && { description: description?.trim() || null }),
    });
    audit.changed(before, after, { fields: ['title', 'description', 'url', 'isActive'], description: 'Updated trust portal link' });
    return { status: 200, body: after };
  },

  async deleteTrustCustomLink({ path, db, audit }) {
    const gone = await deleteLink(db, path.linkId);
    if (!gone) return notFound();
    audit.removed({ title: gone.title, url: gone.url }, { description: 'Deleted trust portal link' });
    return { status: 204 };
  },
};
