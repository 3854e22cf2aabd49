/** Reads accounts, scans, findings and their history. */
import type { Handlers } from '#contract/types';
import { refusal } from '#platform/refusals/refusal';
import { findAccount, listAccounts } from '../queries/connections.ts';
import { findFinding, listFindings } from '../queries/findings.ts';
import { findHistory, listActivity } from '../queries/history.ts';
import { findScan, listScans } from '../queries/scans.ts';
import { connectionNotFound, findingNotFound } from '../refusals.ts';
import { definitionOf } from '../rules/definition.ts';

type Operations =
  | 'listCloudProviders'
  | 'listCloudScans'
  | 'getCloudScan'
  | 'listCloudFindings'
  | 'getCloudFinding'
  | 'getCloudCheckDefinition'
  | 'getCloudHistory'
  | 'listCloudActivity';

export const reading: Pick<Handlers<'cloud-security'>, Operations> = {
  async listCloudProviders({ db }) {
    return { status: 200, body: { data: await listAccounts(db) } };
  },

  async listCloudScans({ query, page, db }) {
    return { status: 200, page: await listScans(db, query, page) };
  },

  async getCloudScan({ path, db }) {
    const scan = await findScan(db, path.scanId);
    return scan ? { status: 200, body: scan } : refusal('cloud_scan_not_found');
  },

  async listCloudFindings({ query, page, db }) {
    return { status: 200, page: await listFindings(db, query, page) };
  },

  async getCloudFinding({ path, db }) {
    const finding = await findFinding(db, path.id);
    return finding ? { status: 200, body: finding } : findingNotFound();
  },

  async getCloudCheckDefinition({ path, db }) {
    const finding = await findFinding(db, path.id);
    if (!finding) return findingNotFound();
    const definition = definitionOf(db.organizationId, finding.checkKey);
    return definition ? { status: 200, body: definition } : refusal('check_definition_not_found');
  },

  async getCloudHistory({ query, db }) {
    const account = await findAccount(db, query.connectionId);
    return account ? { status: 200, body: await findHistory(db, account.id) } : connectionNotFound();
  },

  async listCloudActivity({ query, page, db }) {
    const account = await findAccount(db, query.connectionId);
    return account ? { status: 200, page: await listActivity(db, query, page) } : connectionNotFound();
  },
};
