/** The ways in for people who are no members (spec/areas/trust-access, rules 1 and 7). */
import { InOrganization } from '../../../contract/replies.ts';
import type { OrganizationContext, PublicContext } from '../../../platform/context.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';

/** What is done in the organization. */
type Act<A> = (context: OrganizationContext) => Promise<A>;
type Outside = Pick<PublicContext, 'outsiders'>;

/** What anybody does on a published page. */
export async function onPage<A>({ path, outsiders }: Outside & { readonly path: { readonly friendlyUrl: string } }, act: Act<A>) {
  const visitor = await outsiders.visitorOf(path.friendlyUrl);
  return visitor ? new InOrganization<A>(visitor.organizationId, act, visitor) : refusal('trust_portal_not_found');
}

/** What the holder of a personal link does. */
export async function byLink<A>({ path, outsiders }: Outside & { readonly path: { readonly token: string } }, act: Act<A>) {
  const grant = await outsiders.grantOf(path.token);
  if (!grant) return refusal('access_token_not_found');
  if (!grant.isActive) return refusal('access_token_expired');
  return new InOrganization<A>(grant.actor.organizationId, act, grant.actor);
}

/** What the holder of a signing link does. The actor has the id of the agreement. */
export async function bySigningLink<A>({ path, outsiders }: Outside & { readonly path: { readonly token: string } }, act: Act<A>) {
  const signer = await outsiders.signerOf(path.token);
  return signer ? new InOrganization<A>(signer.organizationId, act, signer) : refusal('signing_link_not_found');
}
