import type { PublicPage } from '../../../domain/trust-portal/public-page.ts';
import { stampText } from '../../../domain/watermarks/stamp-text.ts';
import type { Ports } from '../../../platform/ports/index.ts';
import type { AgreementPages } from '../documents/agreement.ts';
import { standardSections } from '../rules/standard-nda.ts';

interface Asked {
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
}

/** @returns what the document of an agreement says @param signature null for one to read */
export async function agreementPages(
  { ndaTemplate }: Pick<Ports, 'ndaTemplate'>,
  { organizationId, organizationName, primaryColor }: PublicPage,
  { name, email, company }: Asked,
  { id, createdAt }: { readonly id: string; readonly createdAt: string },
  signature: AgreementPages['signature'] = null,
): Promise<AgreementPages> {
  const parties = { organization: organizationName, person: name, company };
  const own = await ndaTemplate?.sectionsFor(organizationId, parties);
  return {
    id,
    parties,
    email,
    color: primaryColor,
    date: createdAt,
    sections: own ?? standardSections(parties),
    signature,
    stamp: stampText({ organization: organizationName, email }),
  };
}
