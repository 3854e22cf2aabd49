/** Pages are read from an index in the order of the list, so that their cost does not depend on the depth or on other organizations. */
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { withValidAddress } from '../support/signed.ts';
import { openWatchedDatabase, planOf, type Step } from '../support/statements.ts';
import { trackChanges } from '../tenancy/changes.ts';
import { exampleOf, newFullOrganization, type Organization } from '../tenancy/organizations.ts';

let watchedDatabase: Awaited<ReturnType<typeof openWatchedDatabase>>;
const app = startApp(async () => {
  watchedDatabase = await openWatchedDatabase();
  return watchedDatabase.database;
});
let organization: Organization;
let ids: Awaited<ReturnType<Organization['ids']>>;
beforeAll(async () => {
  const changes = await trackChanges(app.database);
  organization = await newFullOrganization(app, changes);
  ids = await organization.ids();
  await changes.end();
});

/** @returns the steps of a plan that read the rows of the page, without the lookups for each row */
function stepsOf(step: Step): Step[] {
  return [step, ...(step.Plans ?? []).filter((inner) => !/^(SubPlan|InitPlan)/.test(inner['Parent Relationship'] ?? '')).flatMap(stepsOf)];
}

/** Lists that may be sorted because they have few rows, and why. Their default order is read from an index nevertheless. */
const sortedLists: Readonly<Record<string, string>> = {
  listAccessRevocations: 'one row for each vendor',
  listAttachments: 'those of one record',
  listAutomationRuns: 'those of one automation',
  listAutomationVersions: 'those of one automation',
  listCheckRunResults: 'those of one run',
  listComments: 'those of one record',
  listIntegrationConnections: 'hardly more than there are providers',
  listIsmsDocumentVersions: 'those of one document',
  listIsmsRegisterRows: 'those of one document',
  listMyEvidenceSubmissions: 'those of one person',
  listPenetrationTestIssues: 'those of one test',
  listPentestFindingContexts: 'those of one target',
  listPolicyVersions: 'those of one policy',
  listRiskAcceptances: 'those of one risk',
  listSoaAnswerVersions: 'those of one answer',
  listTaskAttachments: 'those of one task',
  listTaskAutomationRuns: 'those of one task',
  listTaskAutomations: 'those of one task',
  listTaskCheckRuns: 'the newest ones of each check of a task',
  listTaskItems: 'those of one record',
  listVendorAcceptances: 'those of one vendor',
  listVendorAssessments: 'those of one vendor, of 30 days',
  listVendorContacts: 'those of one vendor',
};

/**
 * Lists that are read completely: built-in templates of letters come before custom templates, no index has the order of a framework's
 * requirements, the roles of members determine who must sign, a catalog has few task templates and vendors, the results about an account
 * are one status, and search results are ranked (test/areas/collaboration/search.test.ts tests their index).
 */
const readCompletely = [
  'listAvailableFrameworkRequirements',
  'listEngagementLetterTemplates',
  'listFrameworkRequirements',
  'listPolicyAcknowledgements',
  'listTaskTemplates',
  'listTwoFactorStatuses',
  'listVendorCatalog',
  'searchRecords',
];

const lists = contract
  .filter(({ id, registry }) => 'paged' in registry && !readCompletely.includes(id))
  .flatMap((operation) => {
    const schema = operation.parameters.find(({ name }) => name === 'sortBy')?.schema;
    const orders = schema?.enum ?? [undefined];
    return orders.flatMap((sortBy) =>
      (sortBy === undefined ? [''] : [`&sortBy=${sortBy}&sortOrder=asc`, `&sortBy=${sortBy}&sortOrder=desc`]).map((order) => ({
        operation,
        order,
        maySort: operation.id in sortedLists && sortBy !== schema?.default,
        title: `${operation.id}${order}`,
      })),
    );
  });

describe.each(lists)('$title', ({ operation, order, maySort }) => {
  test('reads each page from an index in the order of the list', async () => {
    const example = exampleOf(operation, (kind) => ids.get(kind)?.[0] ?? newId(kind));
    const path = withValidAddress(operation, example.path, app.ports.secrets, organization.id);
    const statements = await watchedDatabase.during(async () => {
      const answer = await organization.call('GET', `${path}${path.includes('?') ? '&' : '?'}limit=2${order}`);
      expect(answer.status, answer.text).toBe(200);
    });
    const pages = statements.filter(({ text }) => text.includes('"pageAt"'));
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) {
      const steps = stepsOf(await planOf(watchedDatabase.database, organization.id, page));
      const planText = JSON.stringify(
        steps.map(({ Plans: _inner, ...step }) => step),
        undefined,
        1,
      );
      if (!maySort)
        expect(
          steps.map((step) => step['Node Type']),
          planText,
        ).not.toContain('Sort');
      expect(
        steps.filter((step) => step['Node Type'] === 'Seq Scan'),
        page.text,
      ).toEqual([]);
      // The planner knows the organization, so it scans only the partition of that organization.
      expect(new Set(steps.map((step) => step['Relation Name']).filter((name) => name?.startsWith('audit_entry_'))).size).toBeLessThan(2);
      expect(
        steps.some((step) => step['Index Cond']?.includes('organization_id')),
        planText,
      ).toBe(true);
    }
  });
});
