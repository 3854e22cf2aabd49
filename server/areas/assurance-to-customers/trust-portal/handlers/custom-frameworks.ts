/** Manages how the page shows the organization's custom frameworks, and their badges. */
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { type ReceivedImage, receiveImage } from '#documents/images/receive';
import type { OrganizationContext } from '#platform/context';
import { removeObsolete } from '#platform/files/obsolete';
import { storeFile } from '#platform/files/store';
import type { Files } from '#platform/ports/files';
import { refusal } from '#platform/refusals/refusal';
import {
  findCustomFramework,
  lockCustomFramework,
  listCustomFrameworks,
  saveCustomFramework,
  type CustomFramework,
} from '../queries/custom-frameworks.ts';
import { changePortal, lockPortal } from '../queries/portal.ts';
import { frameworkNotFound } from '../refusals.ts';
import { createBadgeLink } from '#domain/trust/portal/file-links';

type Operations =
  'listTrustCustomFrameworks' | 'updateTrustCustomFramework' | 'uploadTrustCustomFrameworkBadge' | 'deleteTrustCustomFrameworkBadge';

/** Limits of badges (trust-portal, rule 8). SVG is not allowed, so a badge can be stored in the transaction that found its framework. */
const badgeLimits = { limit: 256 * 1024, types: ['image/png', 'image/jpeg', 'image/webp'] } as const;

export const customFrameworks: Pick<Handlers<'trust-portal'>, Operations> = {
  async listTrustCustomFrameworks({ db, ports: { files } }) {
    return { status: 200, body: { data: (await listCustomFrameworks(db)).map((framework) => toContractFramework(files, framework)) } };
  },

  async updateTrustCustomFramework({ path, body: { enabled, status }, db, ports: { files }, audit }) {
    await lockPortal(db);
    const before = await lockCustomFramework(db, path.customFrameworkId);
    if (!before) return frameworkNotFound();
    await changePortal(db, {});
    await saveCustomFramework(db, before.customFrameworkId, { enabled, status }, true);
    const after = (await findCustomFramework(db, before.customFrameworkId)) ?? before;
    audit.changed(auditFieldsOf(before), auditFieldsOf(after), { description: `Updated ${before.name} on the trust portal` });
    return { status: 200, body: toContractFramework(files, after) };
  },

  async uploadTrustCustomFrameworkBadge({ path, body, ...context }) {
    await changePortal(context.db, {});
    const framework = await lockCustomFramework(context.db, path.customFrameworkId);
    if (!framework) return frameworkNotFound();
    return receiveImage(context, body, badgeLimits, (imageContext, image) => storeBadge(imageContext, framework, image));
  },

  async deleteTrustCustomFrameworkBadge({ path, db, audit }) {
    await lockPortal(db);
    const framework = await lockCustomFramework(db, path.customFrameworkId);
    if (!framework) return frameworkNotFound();
    if (!framework.isConfigured) return refusal('trust_custom_framework_not_configured');
    await changePortal(db, {});
    await saveCustomFramework(db, framework.customFrameworkId, { badge_key: null }, false);
    audit.performed(`Deleted badge of ${framework.name}`);
    return { status: 204 };
  },
};

const auditFieldsOf = ({ enabled, status }: CustomFramework) => ({ enabled, status });

function toContractFramework(
  files: Files,
  { isConfigured: _isConfigured, badgeKey, ...framework }: CustomFramework,
): components['schemas']['TrustCustomFramework'] {
  return {
    ...framework,
    hasCertificate: framework.certificateFileName !== null,
    badgeUrl: badgeKey === null ? null : createBadgeLink(files, badgeKey),
  };
}

async function storeBadge(context: OrganizationContext, { customFrameworkId, name }: CustomFramework, image: ReceivedImage) {
  const { db, ports, afterCommit, audit } = context;
  // Removes the former badge first, because it would still count toward the quota. A badge alone does not enable the framework.
  await saveCustomFramework(db, customFrameworkId, { badge_key: null }, false);
  const draft = await ports.files.draft(image.bytes);
  afterCommit(() => draft.discard());
  const key = await storeFile(context, draft, 'trust-portal/badges', image.storedName);
  if (typeof key !== 'string') return key;
  await saveCustomFramework(db, customFrameworkId, { badge_key: key }, false);
  await removeObsolete(context);
  audit.created({ fileName: image.name, fileType: image.type }, { entityId: customFrameworkId, description: `Uploaded badge of ${name}` });
  return { status: 201 as const, body: { badgeUrl: createBadgeLink(ports.files, key) } };
}
