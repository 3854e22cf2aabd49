/** Adds or invites people by their e-mail addresses (people, rule 8). */
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import type { Actor } from '#platform/identity/actor';
import { resolveRoles, lockRoles } from '#platform/identity/organization-roles';
import { isRestricted } from '#platform/identity/permissions';
import { mailInvitation } from '#domain/people/invitations/mail';
import { createOrUpdateInvitation } from '#domain/people/invitations/invitations';
import { type AddContext, addOrMergeMember } from '#domain/people/members/join';
import { mailPortalLink } from '#domain/people/members/portal';
import { actorName } from '#platform/mail/name-with-via';
import type { Ports } from '#platform/ports/index';
import { lockMembership } from '../queries/membership.ts';
import { alreadyMember, checkInvitation, ownRoles } from '../rules/people.ts';

type Schemas = components['schemas'];
type Invite = Schemas['MemberInvite']['invites'][number];
type Result = Schemas['MemberInviteResult'];

export const invite: Pick<Handlers<'people'>, 'inviteMembers'> = {
  async inviteMembers({ body: { invites }, actor, db, ports, audit }) {
    const { user } = actor;
    if (!user) throw new Error('the actor of a change has no user');
    const roles = await lockRoles(db);
    const results = new Map<Invite, Result>();
    // People are invited in the order of their addresses, so that two requests for the same people do not deadlock.
    for (const item of invites.toSorted((first, second) => (first.email < second.email ? -1 : Number(first.email > second.email))))
      results.set(item, await inviteOne({ db, roles, actor, inviter: user, ports }, item));
    const data = invites.flatMap((item) => results.get(item) ?? []);
    const outcomes = data.filter(({ outcome }) => outcome !== 'failed').map(({ email, outcome }) => `${email}: ${outcome}`);
    audit.created({ people: outcomes }, { description: 'Invited people' });
    return { status: 200, body: { data } };
  },
};

interface InviteContext extends AddContext {
  readonly actor: Actor;
  readonly inviter: { readonly id: string };
  readonly ports: Ports;
}

async function inviteOne(context: InviteContext, { email, roles: sentRoles, sendPortalEmail }: Invite): Promise<Result> {
  const { db, roles, actor, inviter, ports } = context;
  const failedResult = (error: string): Result => ({ email, outcome: 'failed', error });
  const resolvedRoles = resolveRoles(roles, sentRoles, true);
  if (resolvedRoles.unknown.length)
    return failedResult(`The organization has no role ${resolvedRoles.unknown.map((index) => sentRoles[index]).join(' or ')}`);
  if (email === actor.user?.email) return failedResult(ownRoles.body.error);
  const membership = await lockMembership(db, email);
  const inviteRefusal = checkInvitation(actor, roles, membership, resolvedRoles.roles);
  if (inviteRefusal) return failedResult(inviteRefusal.body.error);

  const mentionsPortal = sendPortalEmail && roles.haveComplianceDuties(resolvedRoles.roles);
  if (membership || isRestricted(resolvedRoles.roles)) {
    const outcome = await addOrMergeMember(context, email, resolvedRoles.roles);
    if (outcome === undefined) return failedResult(alreadyMember.body.error);
    // Only employees and contractors get this mail. All other people know the URL of the portal or find it in their invitation.
    const isLinkMailed = mentionsPortal && isRestricted(resolvedRoles.roles);
    if (isLinkMailed) await mailPortalLink(db, ports, email);
    return { email, outcome, ...(isLinkMailed && { emailSent: true }) };
  }
  await mailInvitation(
    db,
    ports,
    await createOrUpdateInvitation(db, { email, roles: resolvedRoles.roles, inviterId: inviter.id }),
    actorName(actor),
    mentionsPortal,
  );
  return { email, outcome: 'invited', ...(mentionsPortal && { emailSent: true }) };
}
