/** Handlers of a framework's configuration and the organization's latest document. */
import type { components } from '#generated/api';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { findIso27001 } from '#domain/frameworks/iso27001';
import type { Handlers } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import { ensureConfiguration, findConfiguration, listConfigurations } from '../queries/configurations.ts';
import { findLatestDocument, lockVersions, insertDocument } from '../queries/documents.ts';

export const setup: Pick<Handlers<'soa'>, 'getSoaSetup' | 'ensureSoaSetup' | 'listSoaConfigurations'> = {
  async getSoaSetup({ query: { frameworkId }, db }) {
    const framework = await findIso27001(db, frameworkId);
    return isRefusal(framework) ? framework : { status: 200, body: await findSetup(db, frameworkId) };
  },

  async ensureSoaSetup({ query: { frameworkId }, actor, db, audit, skipAudit }) {
    const framework = await findIso27001(db, frameworkId);
    if (isRefusal(framework)) return framework;
    const wasCreated = await ensureConfiguration(db, frameworkId);
    const configuration = await findConfiguration(db, frameworkId);
    if (!configuration) return refusal('framework_without_controls');
    const newDocumentId = (await findLatestDocument(db, frameworkId))
      ? undefined
      : await insertFirstDocument(db, configuration, actor.user?.name);
    if (!wasCreated && newDocumentId === undefined) skipAudit();
    else audit.performed('Set up the statement of applicability', { entityId: newDocumentId ?? configuration.id });
    return { status: 200, body: await findSetup(db, frameworkId) };
  },

  async listSoaConfigurations({ query: { frameworkId, includeSuperseded = false }, db }) {
    return {
      status: 200,
      body: { data: await listConfigurations(db, { ...(frameworkId !== undefined && { frameworkId }), includeSuperseded }) },
    };
  },
};

async function findSetup(db: OrganizationDatabase, frameworkId: string): Promise<components['schemas']['SoaSetup']> {
  const [configuration, document] = await Promise.all([findConfiguration(db, frameworkId), findLatestDocument(db, frameworkId)]);
  return { configuration: configuration ?? null, document: document ?? null };
}

/** @returns the id of the first version; undefined if a concurrent request has already added it (soa, rule 11) */
async function insertFirstDocument(
  db: OrganizationDatabase,
  configuration: components['schemas']['SoaConfiguration'],
  preparedBy: string | undefined,
): Promise<string | undefined> {
  const { frameworkId } = configuration;
  await lockVersions(db);
  return (await findLatestDocument(db, frameworkId)) ? undefined : insertDocument(db, { frameworkId, configuration, preparedBy });
}
