/** Starts scans, sets the scan mode and detects services. */
import { CallExternal } from '#contract/replies';
import type { Call, Handlers } from '#contract/types';
import { recordActivity } from '#providers/clouds/activity';
import { listScannedServices, addDetectedServices } from '#providers/clouds/services';
import { startScan } from '#providers/clouds/start-scan';
import { createUploadDraft } from '#documents/files/receive';
import { isProviderFailure, reasonLineOf } from '#providers/failures';
import { providers } from '#providers/providers/index';
import { requiredVariableIds } from '#providers/registry';
import { changesOnCreate } from '#platform/audit/changes';
import { storeFile } from '#platform/files/store';
import { type FieldError, fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal, type Refusal, refusal } from '#platform/refusals/refusal';
import { evaluateStream, evaluateFile } from '../documents/inventory.ts';
import { type Account, changeAccount, findAccount, lockAccount } from '../queries/connections.ts';
import { openSource } from '../queries/open-source.ts';
import { connectionNotFound, notActive } from '../refusals.ts';
import { maxInventoryBytes } from '../rules/inventory.ts';

type Operations = 'startCloudScan' | 'updateCloudScanMode' | 'detectCloudServices';

export const scanning: Pick<Handlers<'cloud-security'>, Operations> = {
  async startCloudScan(context) {
    const { path, body, db, actor, audit } = context;
    const account = await lockAccount(db, path.connectionId);
    if (!account) return connectionNotFound();
    const { manifest, chosen, detected } = account;
    const knownIds = (manifest.services ?? []).map(({ id }) => id);
    const unknownServices = (body.services ?? []).flatMap((id, index) =>
      knownIds.includes(id) ? [] : [[`services.${index}`, unknownService(id)] as const],
    );
    if (unknownServices.length) return invalid(Object.fromEntries(unknownServices));
    if (account.status !== 'active') return notActive(account.status);
    const reason = body.fileKey === undefined ? findIncompleteReason(account) : undefined;
    if (reason !== undefined) return refusal('cloud_connection_incomplete', { reason });
    const usesCredentials = body.fileKey === undefined && account.mode === 'credentials' && manifest.cloud?.collect !== undefined;
    // The services of an uploaded inventory are evaluated even if they were never detected.
    const services = body.services ?? listScannedServices(manifest, chosen, usesCredentials ? detected : null);
    const trigger = actor.credential === 'session' ? 'manual' : 'api';
    const run = await startScan(db, actor, account, { trigger, wanted: services, byFile: body.fileKey !== undefined });
    if (!run) return refusal('cloud_scan_running');
    if (body.fileKey !== undefined) {
      const storedKey = await storeInventory(context, body.fileKey);
      if (isRefusal(storedKey)) return storedKey;
      await changeAccount(db, account.id, { inventory_key: storedKey });
    }
    audit.performed('Started scan of integration', { changes: changesOnCreate({ services }) });
    return { status: 202, body: run };
  },

  async updateCloudScanMode({ path, body: { mode }, db, actor, audit }) {
    const account = await lockAccount(db, path.connectionId);
    if (!account) return connectionNotFound();
    if (account.cloud !== 'aws') return refusal('connection_of_other_cloud', { cloud: providers.find('aws')?.name ?? '' });
    audit.changed({ scanMode: account.scanMode }, { scanMode: mode }, { description: 'Set scan mode of integration' });
    if (mode !== account.scanMode) {
      await changeAccount(db, account.id, { scan_mode: mode });
      await recordActivity(db, actor, account.id, {
        type: 'settings',
        action: 'scan_mode_changed',
        description: `Set the scan mode to ${mode}`,
        metadata: { from: account.scanMode, to: mode },
      });
    }
    return { status: 200, body: { mode } };
  },

  async detectCloudServices(context) {
    const { path, body, db, ports } = context;
    const account = await findAccount(db, path.connectionId);
    if (!account) return connectionNotFound();
    if (account.status !== 'active') return notActive(account.status);
    const { cloud, manifest, inventoryKey } = account;
    const options = { organizationId: db.organizationId, cloud, scanId: '', wanted: undefined, waitSeconds: 10 };
    if (body.fileKey !== undefined) {
      const draft = await createInventoryDraft(context, body.fileKey);
      if (isRefusal(draft))
        return draft.status === 413 ? invalid({ fileKey: fieldErrors.notAllowed('must fit into the storage of the organization') }) : draft;
      return new CallExternal(async () => {
        const inventory = await evaluateStream(draft.content(), options);
        return async (nextContext) =>
          'fault' in inventory
            ? invalid({ fileKey: fieldErrors.invalidFormat(`an inventory: ${inventory.fault}`) })
            : saveDetected(nextContext, account.id, inventory.services);
      });
    }
    const detectServices = account.mode === 'credentials' && account.hasCredentials ? manifest.cloud?.detect : undefined;
    if (detectServices) {
      const openAccount = await openSource(db, ports, account);
      if (!openAccount) return refusal('cloud_inventory_missing');
      return new CallExternal(async () => {
        let secrets: readonly string[] = [];
        try {
          const source = await openAccount(AbortSignal.timeout(60_000));
          source.keepSecret(...Object.values(source.credentials).flat());
          secrets = source.secrets;
          const services = await detectServices(source);
          return async (nextContext) => saveDetected(nextContext, account.id, services);
        } catch (error) {
          if (!isProviderFailure(error)) throw error;
          return async () => refusal('provider_failed', { reason: reasonLineOf(error, secrets) });
        }
      });
    }
    if (inventoryKey === null) return refusal('cloud_inventory_missing');
    return new CallExternal(async () => {
      const inventory = await evaluateFile(ports.files, inventoryKey, options);
      return async (nextContext) =>
        'fault' in inventory ? refusal('cloud_inventory_missing') : saveDetected(nextContext, account.id, inventory.services);
    });
  },
};

/** @returns why an account cannot be scanned without an inventory in the request; undefined if it can be scanned */
function findIncompleteReason({ manifest, mode, hasCredentials, variables }: Account): string | undefined {
  if (mode === 'inventory') return undefined;
  if (!hasCredentials) return 'the connection has no credentials';
  const missingVariables = requiredVariableIds(manifest).filter((id) => !variables[id]);
  return missingVariables.length ? `the variable ${missingVariables[0]} is not set` : undefined;
}

const unknownService = (id: string): FieldError => ({
  code: 'unknown_reference',
  message: `Unknown service '${id}'`,
  params: { type: 'service' },
});

type UploadContext = Pick<Call<'startCloudScan'>, 'db' | 'ports' | 'afterCommit' | 'rolledBack' | 'actor'>;

/** @returns a draft with the content of the upload, or a refusal if the upload cannot be used or is too large for an inventory */
async function createInventoryDraft(context: UploadContext, fileKey: string) {
  const draft = await createUploadDraft(context, fileKey, { purpose: 'general', limit: maxInventoryBytes });
  return isRefusal(draft) && isTooLarge(draft)
    ? invalid({ fileKey: { code: 'too_big', message: 'must have at most 50 MiB', params: { maximum: maxInventoryBytes } } })
    : draft;
}

function isTooLarge(response: Refusal): response is Refusal<'file_too_large'> {
  return response.body.code === 'file_too_large';
}

/** Copies the uploaded inventory, so that the uploader cannot replace it. @returns the key of the copy */
async function storeInventory(context: UploadContext, fileKey: string) {
  const draft = await createInventoryDraft(context, fileKey);
  return isRefusal(draft) ? draft : storeFile(context, draft, 'inventories', 'inventory.json');
}

/** Adds the detected services to the account (cloud-security, rule 2). */
async function saveDetected(
  { db, actor, audit }: Pick<Call<'detectCloudServices'>, 'db' | 'actor' | 'audit'>,
  connectionId: string,
  foundServices: readonly string[],
) {
  const account = await lockAccount(db, connectionId);
  if (!account) return connectionNotFound();
  const knownIds = (account.manifest.services ?? []).map(({ id }) => id).filter((id) => foundServices.includes(id));
  const { detected, chosen } = addDetectedServices(account, knownIds);
  await changeAccount(db, connectionId, {
    detected_services: detected,
    detected_at: new Date().toISOString(),
    ...(chosen && { enabled_services: chosen }),
  });
  await recordActivity(db, actor, connectionId, {
    type: 'service_change',
    action: 'services_detected',
    description: `Found ${knownIds.length} services`,
    metadata: { services: knownIds },
  });
  audit.changed(
    { detectedServices: account.detected ?? [] },
    { detectedServices: detected },
    { description: 'Detected services of integration' },
  );
  return { status: 200, body: { services: knownIds } } as const;
}
