/** People added or invited by their e-mail addresses (spec/areas/people, rule 8). */
import type { components } from '../../../../generated/api.d.ts';
import type { Handlers } from '../../../contract/types.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { rolesFrom, lockRolesIn } from '../../../platform/identity/organization-roles.ts';
import { isRestricted } from '../../../platform/identity/permissions.ts';
import { mailInvitation } from '../../../domain/invitations/mail.ts';
import { offer } from '../../../domain/invitations/offer.ts';
import { type Adding, addOrMergeMember } from '../../../domain/members/join.ts';
import { mailPortal } from '../../../domain/members/portal.ts';
import type { Ports } from '../../../platform/ports/index.ts';
import { lockMembership } from '../queries/membership.ts';
import { alreadyMember, inviteFault, ownRoles } from '../rules/people.ts';

type Schemas = components['schemas'];
type Item = Schemas['MemberInvite']['invites'][number];
type Result = Schemas['MemberInviteResult'];

export const invite: Pick<Handlers<'people'>, 'inviteMembers'> = {
  async inviteMembers({ body: { invites }, actor, db, ports, audit }) {
    const { user } = actor;
    if (!user) throw new Error('a change without an acting user');
    const roles = await lockRolesIn(db);
    const results = new Map<Item, Result>();
    // In one order, so that two who invite the same people do not wait for each other in a circle.
    for (const item of invites.toSorted((one, other) => (one.email < other.email ? -1 : Number(one.email > other.email))))
      results.set(item, await inviteOne({ db, roles, actor, inviter: user, ports }, item));
    const data = invites.flatMap((item) => results.get(item) ?? []);
    const outcomes = data.filter(({ outcome }) => outcome !== 'failed').map(({ email, outcome }) => `${email}: ${outcome}`);
    audit.created({ people: outcomes }, { description: 'Invited people' });
    return { status: 200, body: { data } };
  },
};

interface Inviting extends Adding {
  readonly actor: Actor;
  readonly inviter: { readonly id: string; readonly name: string };
  readonly ports: Ports;
}

async function inviteOne(inviting: Inviting, { email: given, roles: wanted, sendPortalEmail }: Item): Promise<Result> {
  const { db, roles, actor, inviter, ports } = inviting;
  const email = given.toLowerCase();
  const failed = (error: string): Result => ({ email, outcome: 'failed', error });
  const asked = rolesFrom(roles, wanted, true);
  if (asked.unknown.length) return failed(`The organization has no role ${asked.unknown.map((index) => wanted[index]).join(' or ')}`);
  if (email === actor.user?.email) return failed(ownRoles.body.error);
  const known = await lockMembership(db, email);
  const fault = inviteFault(actor, roles, known?.isActive ? known.roles : [], asked.roles);
  if (fault) return failed(fault.body.error);

  const portal = sendPortalEmail && roles.oblige(asked.roles);
  if (known || isRestricted(asked.roles)) {
    const outcome = await addOrMergeMember(inviting, email, asked.roles);
    if (outcome === undefined) return failed(alreadyMember.body.error);
    // To those only who are employees or contractors: the others know the way, or find it in their invitation.
    const mailed = portal && isRestricted(asked.roles);
    if (mailed) await mailPortal(db, ports, email);
    return { email, outcome, ...(mailed && { emailSent: true }) };
  }
  await mailInvitation(db, ports, await offer(db, { email, roles: asked.roles, inviterId: inviter.id }), inviter.name, portal);
  return { email, outcome: 'invited', ...(portal && { emailSent: true }) };
}
