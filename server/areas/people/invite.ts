/** People added or invited by their e-mail addresses (rule 8). */
import { sql } from 'kysely';
import type { components } from '../../../generated/api.d.ts';
import type { Handlers } from '../../contract/types.ts';
import type { OrganizationDatabase } from '../../database/handle.ts';
import type { Actor } from '../../identity/actor.ts';
import { type OrganizationRoles, rolesFrom, rolesIn } from '../../identity/organization-roles.ts';
import { isRestricted } from '../../identity/permissions.ts';
import { leadingFirst } from '../../identity/roles.ts';
import { mailInvitation } from '../../invitations/mail.ts';
import { offer } from '../../invitations/offer.ts';
import { accountFor, join } from '../../membership/join.ts';
import { mailPortal } from '../../membership/portal.ts';
import { assignTraining } from '../../membership/training.ts';
import type { Outside } from '../../outside/index.ts';
import { inviteFault, noRole, ownRoles } from './rules.ts';

type Schemas = components['schemas'];
type Item = Schemas['MemberInvite']['invites'][number];
type Result = Schemas['MemberInviteResult'];

export const invite: Pick<Handlers<'people'>, 'inviteMembers'> = {
  async inviteMembers({ body: { invites }, actor, db, outside: { addresses }, audit }) {
    const { user } = actor;
    if (!user) throw new Error('a change without an acting user');
    const roles = await rolesIn(db, true);
    const data: Result[] = [];
    for (const item of invites) data.push(await inviteOne({ db, roles, actor, inviter: user, addresses }, item));
    const outcomes = data.filter(({ outcome }) => outcome !== 'failed').map(({ email, outcome }) => `${email}: ${outcome}`);
    audit({ description: 'Invited people', changes: { people: { previous: null, current: outcomes } } });
    return { status: 200, body: { data } };
  },
};

interface Inviting {
  readonly db: OrganizationDatabase;
  readonly roles: OrganizationRoles;
  readonly actor: Actor;
  readonly inviter: { readonly id: string; readonly name: string };
  readonly addresses: Outside['addresses'];
}

async function inviteOne(inviting: Inviting, { email: given, roles: wanted, sendPortalEmail }: Item): Promise<Result> {
  const { db, roles, actor, inviter, addresses } = inviting;
  const email = given.toLowerCase();
  const failed = (error: string): Result => ({ email, outcome: 'failed', error });
  const asked = rolesFrom(roles, wanted, true);
  if (asked.unknown.length) return failed(`${asked.unknown.map((index) => wanted[index]).join(', ')} ${noRole}`);
  const fault = inviteFault(actor, asked.roles);
  if (fault !== undefined) return failed(fault);

  if (actor.credential === 'session' && email === actor.user?.email) return failed(ownRoles);

  const known = await db.selectFrom('member').select(['id', 'user_id', 'roles', 'is_active']).where('email', '=', email).forUpdate().executeTakeFirst();
  const portal = sendPortalEmail && roles.oblige(asked.roles);
  if (known || isRestricted(asked.roles)) {
    const userId = await accountFor(db, email);
    const [joined] = known?.is_active === true ? [] : await join(db, roles, [{ userId, roles: asked.roles }]);
    if (!joined) await unite(db, roles, userId, asked.roles);
    // To those only who are employees or contractors: the others know the way, or find it in their invitation.
    const mailed = portal && isRestricted(asked.roles);
    if (mailed) await mailPortal(db, addresses, email);
    return { email, outcome: joined ? (joined.isNew ? 'added' : 'reactivated') : 'updated', ...(mailed && { emailSent: true }) };
  }
  await mailInvitation(db, addresses, await offer(db, { email, roles: asked.roles, inviterId: inviter.id }), inviter.name, portal);
  return { email, outcome: 'invited', ...(portal && { emailSent: true }) };
}

/** Gives an active member these roles in addition. */
async function unite(db: OrganizationDatabase, roles: OrganizationRoles, userId: string, added: readonly string[]): Promise<void> {
  const member = await db.selectFrom('member').select(['id', 'roles']).where('user_id', '=', userId).forUpdate().executeTakeFirstOrThrow();
  const united = leadingFirst(new Set([...member.roles, ...added]));
  await db.updateTable('member').set({ roles: united, updated_at: sql<string>`now()` }).where('id', '=', member.id).execute();
  if (roles.oblige(added)) await assignTraining(db, [member.id]);
}
