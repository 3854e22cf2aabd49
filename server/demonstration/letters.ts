/** Creates the letters of engagement with their signatures and events, and logs their history. */
import type { Insertable, Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { findLetter } from '#areas/audits/letter-of-engagement/queries/letters';
import { contentHashOf } from '#areas/audits/letter-of-engagement/rules/content';
import { newId } from '#platform/database/ids';
import { hashOf } from '#platform/identity/keys';
import { newSigningToken } from '#platform/identity/external-parties';
import { runAsOrganization } from './as-organization.ts';
import { letters, template, validDays } from './data/letters.ts';
import type { DemoContext } from './demo-context.ts';
import type { Member, Members } from './member.ts';
import { required } from './named.ts';

type Row<Table extends keyof SystemTables> = Insertable<SystemTables[Table]>;
type Event = Omit<Row<'engagement_letter_event'>, 'organization_id'>;

/** @param db must contain the timelines, because a letter refers to the timeline of the current audit */
export async function insertLetters(db: Transaction<SystemTables>, demo: DemoContext, members: Members): Promise<void> {
  const { organizationId: organization_id, calendar, log } = demo;
  const templateId = newId('lot');
  const [author, templateCreatedAt] = [members.of(template.by), calendar.ago(template.ago, template.name)];
  const { name, scope, deliverables, auditorResponsibilities: auditor_responsibilities } = template;
  await db
    .insertInto('engagement_letter_template')
    .values({
      ...{ id: templateId, organization_id, name, engagement_type: 'attestation_type2', scope, deliverables: [...deliverables] },
      ...{ auditor_responsibilities, created_at: templateCreatedAt, updated_at: templateCreatedAt },
    })
    .execute();
  const templateBody = {
    name,
    engagementType: 'attestation_type2',
    scope,
    deliverables,
    auditorResponsibilities: auditor_responsibilities,
  };
  log.write(templateCreatedAt, author, 'createEngagementLetterTemplate', { body: templateBody, answer: { id: templateId } });
  const { timeline, instance } = required(
    await db
      .selectFrom('timeline')
      .select(['id as timeline', 'framework_instance_id as instance'])
      .where('organization_id', '=', organization_id)
      .where('status', '=', 'active')
      .executeTakeFirst(),
    'audit',
  );
  const organization = await db.selectFrom('organization').select('name').where('id', '=', organization_id).executeTakeFirstOrThrow();
  const lastNumberByYear = new Map<number, number>();
  for (const data of letters) {
    const [author, createdAt] = [members.of(data.by), calendar.ago(data.created, data.title)];
    const year = new Date(createdAt).getUTCFullYear();
    const number = (lastNumberByYear.get(year) ?? 0) + 1;
    lastNumberByYear.set(year, number);
    const isAudit = data.engagementType !== 'penetration_test';
    const row: Row<'engagement_letter'> = {
      id: newId('loe'),
      organization_id,
      reference: `LOE-${year}-${String(number).padStart(2, '0')}`,
      title: data.title,
      engagement_type: data.engagementType,
      framework_instance_id: isAudit ? instance : null,
      timeline_instance_id: data.engagementType === 'attestation_type1' ? timeline : null,
      auditor_firm: data.firm,
      auditor_contact_name: data.contact.name,
      auditor_contact_email: data.contact.email,
      auditor_member_id: data.auditor === undefined ? null : members.of(data.auditor).id,
      organization_legal_name: organization.name,
      organization_signatory_member_id: members.of(data.signatory).id,
      scope: data.scope,
      fieldwork_start: calendar.midnightInDays(data.fieldwork[0]).slice(0, 10),
      fieldwork_end: calendar.midnightInDays(data.fieldwork[1]).slice(0, 10),
      report_due_date: calendar.midnightInDays(data.report).slice(0, 10),
      deliverables: ['A written report.'],
      fee: data.fee === undefined ? null : JSON.stringify(data.fee),
      template_id: isAudit ? templateId : null,
      created_by_id: author.user.id,
      updated_by_id: author.user.id,
      created_at: createdAt,
      updated_at: createdAt,
    };
    await db.insertInto('engagement_letter').values(row).execute();
    const letterBody = { title: data.title, engagementType: data.engagementType, auditorFirm: data.firm };
    log.write(
      createdAt,
      author,
      'createEngagementLetter',
      { body: letterBody, answer: { id: row.id } },
      { description: 'Created letter of engagement' },
    );
    const events = [eventOf(row.id, 'created', createdAt, author)];
    if (data.sent !== undefined) events.push(...(await sendLetter(db, demo, members, { data, row, by: author, sent: data.sent })));
    await db
      .insertInto('engagement_letter_event')
      .values(events.map((event) => ({ ...event, organization_id })))
      .execute();
  }
  await db
    .insertInto('engagement_letter_year')
    .values([...lastNumberByYear].map(([year, last_number]) => ({ id: newId('loy'), organization_id, year, last_number })))
    .execute();
}

interface Sending {
  readonly data: (typeof letters)[number];
  readonly row: Row<'engagement_letter'>;
  readonly by: Member;
  /** When the letter was sent, in days before today. */
  readonly sent: number;
}

/** Sends and signs a letter. @returns the events after the creation of the letter */
async function sendLetter(
  db: Transaction<SystemTables>,
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
  { data, row, by: sender, sent }: Sending,
): Promise<Event[]> {
  const sentAt = calendar.ago(sent, `${data.title} sent`);
  const expiresAt = new Date(Date.parse(sentAt) + validDays * 86_400_000).toISOString();
  const draft = required(await runAsOrganization(db, organization_id, (organization) => findLetter(organization, row.id)), data.title);
  const path = { id: row.id };
  log.write(sentAt, sender, 'sendEngagementLetter', { path }, { description: 'Sent letter of engagement' });
  const events = [eventOf(row.id, 'sent', sentAt, sender)];
  const isSignedByLink = data.auditor === undefined;
  const signatures = (['organization', 'auditor'] as const).map((party): Row<'engagement_letter_signature'> => {
    const signer = party === 'organization' ? members.of(data.signatory) : data.auditor && members.of(data.auditor);
    const signedDaysAgo = data.signed?.[party];
    const signedAt = signer && signedDaysAgo !== undefined ? calendar.ago(signedDaysAgo, `${data.title} signed by ${party}`) : undefined;
    if (signer && signedAt !== undefined) {
      log.write(signedAt, signer, 'signEngagementLetter', { path }, { description: `Signed letter of engagement for the ${party}` });
      events.push(eventOf(row.id, 'signed', signedAt, signer, { party, method: 'session' }));
    }
    return {
      id: newId('los'),
      organization_id,
      letter_id: row.id,
      party,
      status: signedAt === undefined ? 'pending' : 'signed',
      signer_name: signer ? signer.user.name : data.contact.name,
      signer_email: signer ? signer.user.email : data.contact.email,
      signer_title: signer && signedAt !== undefined ? signer.data.title : null,
      method: signedAt === undefined ? null : 'session',
      signed_at: signedAt ?? null,
      token_expires_at: party === 'auditor' && isSignedByLink ? expiresAt : null,
    };
  });
  await db.insertInto('engagement_letter_signature').values(signatures).execute();
  if (isSignedByLink)
    await db
      .insertInto('engagement_letter_link')
      .values({
        ...{ id: newId('lol'), organization_id, letter_id: row.id, party: 'auditor' },
        ...{ token_hash: hashOf(newSigningToken()), expires_at: expiresAt },
      })
      .execute();
  const signingTimes = signatures.flatMap(({ signed_at }) => signed_at ?? []).toSorted();
  const isSigned = signingTimes.length === signatures.length;
  await db
    .updateTable('engagement_letter')
    .set({
      status: isSigned ? 'signed' : signingTimes.length ? 'partially_signed' : 'sent',
      sent_at: sentAt,
      expires_at: expiresAt,
      signed_at: isSigned ? signingTimes.at(-1) : null,
      content_hash: contentHashOf(draft),
      // A scheduled run creates the PDF.
      pdf_due_at: isSigned ? calendar.now : null,
      updated_at: signingTimes.at(-1) ?? sentAt,
    })
    .where('id', '=', row.id)
    .execute();
  return events;
}

function eventOf(letter_id: string, type: Event['type'], at: string, { user }: Member, detail?: object): Event {
  return {
    id: newId('loev'),
    letter_id,
    type,
    at,
    actor_kind: 'user',
    actor_name: user.name,
    actor_email: user.email,
    detail: detail ? JSON.stringify(detail) : null,
  };
}
