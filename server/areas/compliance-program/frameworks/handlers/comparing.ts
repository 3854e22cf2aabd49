/** Compares a framework with another framework, or with the work of the organization (frameworks, rules 38 and 39). */
import type { Handlers } from '#contract/types';
import { createTableFile } from '#documents/tables/file';
import { dispositionOf } from '#platform/ports/file-links';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, refusal } from '#platform/refusals/refusal';
import { fileNameOf, toCrosswalkTable } from '../documents/crosswalk.ts';
import { listAdoptable } from '../queries/adoptable.ts';
import { previewAdoption } from '../steps/adoption-preview.ts';
import { isAdopted } from '../queries/instances.ts';
import { crosswalkOf, findComparableFrameworks } from '../queries/crosswalk.ts';
import { frameworkNotFound } from '../refusals.ts';
import { inPartOrder, validateScope } from '../rules/scope.ts';

export const comparisonHandlers = {
  async getFrameworkCrosswalk({ query: { from, to, format = 'json' }, db, actor }) {
    const frameworks = await findComparableFrameworks(db, [from, to]);
    const [fromFramework, toFramework] = [from, to].map((frameworkId) => frameworks.find(({ id }) => id === frameworkId));
    if (!fromFramework || !toFramework) {
      const error = fieldErrors.unknownReference('framework', 'a framework of the catalog');
      return invalid({ ...(!fromFramework && { from: error }), ...(!toFramework && { to: error }) }, 'query');
    }
    if (fromFramework === toFramework) return invalid({ to: fieldErrors.notAllowed('must be another framework than from') }, 'query');
    const body = await crosswalkOf(db, fromFramework, toFramework);
    if (format !== 'json') return createTableFile(actor.organizationId, fileNameOf(body), format, toCrosswalkTable(body));
    const headers = { 'Content-Disposition': dispositionOf(`${fileNameOf(body)}.json`, false) };
    return { status: 200, headers, body };
  },

  async previewFrameworkAdoption({ path: { frameworkId }, query, db }) {
    const [[framework], isAlreadyAdopted] = await Promise.all([listAdoptable(db, [frameworkId]), isAdopted(db, frameworkId)]);
    if (!framework) return isAlreadyAdopted ? refusal('framework_already_adopted') : frameworkNotFound();
    const { parts } = framework;
    const chosenParts = query.scope ?? parts.map(({ id }) => id);
    const scopeError = validateScope(parts, chosenParts);
    if (scopeError !== undefined) return invalid({ scope: scopeError }, 'query');
    if (isAlreadyAdopted) return refusal('framework_already_adopted');
    return { status: 200, body: await previewAdoption(db, frameworkId, parts.length ? inPartOrder(parts, chosenParts) : null) };
  },
} satisfies Partial<Handlers<'frameworks'>>;
