/** What of a framework is met already, by another framework or by the organization (spec/areas/frameworks, rules 38 and 39). */
import { Deferred } from '../../../contract/replies.ts';
import type { Handlers } from '../../../contract/types.ts';
import { csvOf } from '../../../documents/spreadsheets/csv.ts';
import { dispositionOf } from '../../../platform/ports/file-links.ts';
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import { render } from '../documents/crosswalk/render.ts';
import { fileNameOf, tableOf } from '../documents/crosswalk/rows.ts';
import { listPlatform } from '../queries/adoption.ts';
import { isAdopted, previewAdoption } from '../queries/adoption-preview.ts';
import { crosswalkOf, findSides } from '../queries/crosswalk.ts';
import { frameworkNotFound } from '../refusals.ts';
import { inPartOrder, scopeFault } from '../rules/scope.ts';

export const comparing = {
  async getFrameworkCrosswalk({ query: { from, to, format = 'json' }, db, actor }) {
    const sides = await findSides(db, [from, to]);
    const [before, after] = [from, to].map((wanted) => sides.find(({ id }) => id === wanted));
    if (!before || !after) {
      const fault = 'must be a framework of the catalog';
      return invalid({ ...(!before && { from: fault }), ...(!after && { to: fault }) });
    }
    if (before === after) return invalid({ to: 'must be another framework than from' });
    const body = await crosswalkOf(db, before, after);
    const headers = { 'Content-Disposition': dispositionOf(fileNameOf(body, format), false) };
    if (format === 'json') return { status: 200, headers, body };
    const table = tableOf(body);
    if (format === 'csv') return { status: 200, type: 'text/csv', headers, body: csvOf([table.headings, ...table.rows]).toString() };
    return new Deferred(async () => ({
      status: 200,
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      headers,
      body: await render(actor.organizationId, table),
    }));
  },

  async previewFrameworkAdoption({ path: { frameworkId }, query, db }) {
    const [[framework], adopted] = await Promise.all([listPlatform(db, [frameworkId]), isAdopted(db, frameworkId)]);
    if (!framework) return adopted ? refusal('framework_already_adopted') : frameworkNotFound();
    const { parts } = framework;
    const chosen = query.scope ?? parts.map(({ id }) => id);
    const fault = scopeFault(parts, chosen);
    if (fault !== undefined) return invalid({ scope: fault });
    if (adopted) return refusal('framework_already_adopted');
    return { status: 200, body: await previewAdoption(db, frameworkId, parts.length ? inPartOrder(parts, chosen) : null) };
  },
} satisfies Partial<Handlers<'frameworks'>>;
