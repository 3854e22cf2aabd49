/** Frameworks of the organization's own, as the page shows them. */
import type { components } from '../../../../generated/api.d.ts';
import type { Handlers } from '../../../contract/types.ts';
import { isImage, receiveImage } from '../../../domain/images/receive.ts';
import { removeObsolete } from '../../../platform/files/obsolete.ts';
import { storeFile } from '../../../platform/files/store.ts';
import type { Files } from '../../../platform/ports/files.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import {
  findCustomFramework,
  holdCustomFramework,
  listCustomFrameworks,
  selectCustomFramework,
  type Shown,
} from '../queries/custom-frameworks.ts';
import { changePortal } from '../queries/portal.ts';
import { frameworkNotFound } from '../refusals.ts';
import { badgeLink } from '../../../domain/trust-portal/file-links.ts';

type Own =
  'listTrustCustomFrameworks' | 'updateTrustCustomFramework' | 'uploadTrustCustomFrameworkBadge' | 'deleteTrustCustomFrameworkBadge';

/** What a badge may be (spec/areas/trust-portal, rule 8): no SVG, because it could carry a script. */
const badge = { limit: 256 * 1024, types: ['image/png', 'image/jpeg', 'image/webp'] } as const;

export const customFrameworks: Pick<Handlers<'trust-portal'>, Own> = {
  async listTrustCustomFrameworks({ db, ports: { files } }) {
    return { status: 200, body: { data: (await listCustomFrameworks(db)).map((shown) => answerOf(files, shown)) } };
  },

  async updateTrustCustomFramework({ path, body: { enabled, status }, db, ports: { files }, audit }) {
    await changePortal(db, {});
    const before = await holdCustomFramework(db, path.customFrameworkId);
    if (!before) return frameworkNotFound();
    await selectCustomFramework(db, before.customFrameworkId, { enabled, status }, true);
    const after = (await findCustomFramework(db, before.customFrameworkId)) ?? before;
    audit.changed(selectionIn(before), selectionIn(after), { description: `Updated ${before.name} on the trust portal` });
    return { status: 200, body: answerOf(files, after) };
  },

  async uploadTrustCustomFrameworkBadge({ path, body, audit, ...context }) {
    const { db, ports, afterCommit } = context;
    await changePortal(db, {});
    const shown = await holdCustomFramework(db, path.customFrameworkId);
    if (!shown) return frameworkNotFound();
    const image = await receiveImage(context, body, badge);
    if (!isImage(image)) return image;
    // Its room is free for the next one. A badge alone does not show the framework.
    await selectCustomFramework(db, shown.customFrameworkId, { badge_key: null }, false);
    const draft = await ports.files.draft(image.bytes);
    afterCommit(() => draft.discard());
    const key = await storeFile(context, draft, 'trust-portal/badges', image.storedName);
    if (typeof key !== 'string') return key;
    await selectCustomFramework(db, shown.customFrameworkId, { badge_key: key }, false);
    await removeObsolete(context);
    audit.created(
      { fileName: image.name, fileType: image.type },
      { entityId: shown.customFrameworkId, description: `Uploaded badge of ${shown.name}` },
    );
    return { status: 201, body: { badgeUrl: badgeLink(ports.files, key) } };
  },

  async deleteTrustCustomFrameworkBadge({ path, db, audit }) {
    const shown = await holdCustomFramework(db, path.customFrameworkId);
    if (!shown) return frameworkNotFound();
    if (!shown.isConfigured) return refusal('trust_custom_framework_not_configured');
    await selectCustomFramework(db, shown.customFrameworkId, { badge_key: null }, false);
    audit.did(`Deleted badge of ${shown.name}`);
    return { status: 204 };
  },
};

const selectionIn = ({ enabled, status }: Shown) => ({ enabled, status });

function answerOf(files: Files, { isConfigured: _isConfigured, badgeKey, ...shown }: Shown): components['schemas']['TrustCustomFramework'] {
  return {
    ...shown,
    hasCertificate: shown.certificateFileName !== null,
    badgeUrl: badgeKey === null ? null : badgeLink(files, badgeKey),
  };
}
