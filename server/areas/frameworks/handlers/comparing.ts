/** What of a framework is met already, by another framework or by the organization (spec/areas/frameworks, rules 38 and 39). */
import type { Handlers } from '../../../contract/types.ts';
import { tableFile } from '../../../domain/tables/file.ts';
import { dispositionOf } from '../../../platform/ports/file-links.ts';
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import { nameOf, tableOf } from '../documents/crosswalk.ts';
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
    if (format !== 'json') return tableFile(actor.organizationId, nameOf(body), format, tableOf(body));
    const headers = { 'Content-Disposition': dispositionOf(`${nameOf(body)}.json`, false) };
    return { status: 200, headers, body };
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
