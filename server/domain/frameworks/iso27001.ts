/** Recognizes ISO 27001, the only framework that has statements of applicability and ISMS documents. */
import { refusal } from '#platform/refusals/refusal';
import type { OrganizationDatabase } from '#platform/database/handle';

/** Accepts all common names of ISO 27001, with or without the year: `ISO 27001:2022`, `iso27001`. */
export function isIso27001(frameworkName: string): boolean {
  return /^iso(\/iec)?-?27001([:-]?\d{4})?$/.test(frameworkName.toLowerCase().replace(/\s/g, ''));
}

/** @returns the framework, or a refusal if it does not exist or is not ISO 27001 */
export async function findIso27001(db: OrganizationDatabase, id: string) {
  const framework = await db.selectFrom('platform_framework').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
  if (!framework) return refusal('framework_not_found');
  return isIso27001(framework.name) ? framework : refusal('framework_not_iso27001');
}
