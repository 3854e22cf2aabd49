/** The statement of applicability: an approved version, and its renewal in progress. */
import { type Insertable, sql, type Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { catalogueId } from '#domain/catalogue/ids';
import { newId } from '#platform/database/ids';
import { later } from './calendar.ts';
import { type DecisionData, decisions, renewals, statementDays } from './data/soa.ts';
import { justificationFor } from './data/soa-needs.ts';
import type { Members } from './member.ts';
import type { DemoContext } from './demo-context.ts';
import { required } from './named.ts';

type Row<Table extends keyof SystemTables> = Insertable<SystemTables[Table]>;

/** The questions of ISO 27001 from the catalog. @throws without a catalog */
export async function configurationIn(db: Transaction<SystemTables>): Promise<Configuration> {
  const frameworkId = catalogueId('framework', 'iso27001');
  await sql`select ensure_soa_configuration(${frameworkId})`.execute(db);
  const found = await db
    .selectFrom('soa_configuration')
    .select((eb) => ['id', eb.ref('questions').$castTo<readonly { readonly id: string }[]>().as('questions')])
    .where('framework_id', '=', frameworkId)
    .where('is_latest', '=', true)
    .executeTakeFirst();
  const { id, questions } = required(found, 'configuration of ISO 27001');
  return { frameworkId, id, controls: questions.map((question) => question.id) };
}

export interface Configuration {
  readonly frameworkId: string;
  readonly id: string;
  readonly controls: readonly string[];
}

export interface StatementRows {
  readonly documents: Row<'soa_document'>[];
  readonly answers: Row<'soa_answer'>[];
}

export function statementOf(demo: DemoContext, members: Members, configuration: Configuration): StatementRows {
  const { organizationId, calendar, log } = demo;
  const { frameworkId, id: configurationId, controls } = configuration;
  const [noor, mira] = [members.of('noor'), members.of('mira')];
  const at = Object.fromEntries(Object.entries(statementDays).map(([event, ago]) => [event, calendar.ago(ago, `statement ${event}`)]));
  const moment = (event: keyof typeof statementDays) => required(at[event], event);
  const [first, second] = [newId('soa_doc'), newId('soa_doc')];

  log.write(
    moment('setUp'),
    noor,
    'ensureSoaSetup',
    {},
    { description: 'Set up the statement of applicability', entityId: first, changes: {} },
  );
  log.write(
    moment('filledIn'),
    noor,
    'autoFillSoa',
    { path: { documentId: first } },
    { description: 'Started filling in the statement of applicability', changes: {} },
  );
  log.writeRun(later(moment('filledIn'), 4), noor, 'auto_fill_soa', {
    description: 'Filled in the statement of applicability',
    entityId: first,
    changes: Object.fromEntries(controls.map((control) => [control, { previous: null, current: true }])),
  });
  const generated = controls.map((control): Row<'soa_answer'> =>
    answer(demo, first, control, later(moment('filledIn'), 3), {
      is_applicable: true,
      justification: justificationFor(control),
      reasons: ['business_need'],
      status: 'generated',
      generated_at: later(moment('filledIn'), 3),
      created_by_id: noor.user.id,
      updated_by_id: noor.user.id,
    }),
  );
  const decided = decide(demo, members, first, generated, decisions);
  log.write(
    moment('submitted'),
    noor,
    'submitSoaForApproval',
    { path: { documentId: first } },
    { description: 'Submitted the statement of applicability for approval', changes: { approverId: { previous: null, current: mira.id } } },
  );
  log.write(
    moment('approved'),
    mira,
    'approveSoaDocument',
    { path: { documentId: first } },
    { description: 'Approved the statement of applicability', changes: { approvalStatus: { previous: 'pending', current: 'approved' } } },
  );

  log.write(
    moment('renewed'),
    noor,
    'createSoaDocument',
    { answer: { id: second } },
    {
      description: 'Created version 2 of the statement of applicability',
      changes: { frameworkId: { previous: null, current: frameworkId }, copyAnswers: { previous: null, current: true } },
    },
  );
  const copied = decided
    .filter((row) => row.is_latest_answer !== false)
    .map((row): Row<'soa_answer'> => ({
      ...row,
      id: newId('soa_ans'),
      document_id: second,
      answer_version: 1,
      created_at: moment('renewed'),
      updated_at: moment('renewed'),
    }));
  const renewed = decide(demo, members, second, copied, renewals);

  const shared = {
    organization_id: organizationId,
    framework_id: frameworkId,
    configuration_id: configurationId,
    total_questions: controls.length,
    prepared_by: noor.user.name,
  };
  const lastDecision = decided.at(-1)?.created_at;
  return {
    documents: [
      {
        ...shared,
        id: first,
        version: 1,
        is_latest: false,
        status: 'completed',
        approver_id: mira.id,
        approved_by: mira.user.name,
        submitted_by: noor.user.id,
        submitted_at: moment('submitted'),
        approved_at: moment('approved'),
        completed_at: lastDecision ?? null,
        created_at: moment('setUp'),
        updated_at: moment('approved'),
      },
      {
        ...shared,
        id: second,
        version: 2,
        is_latest: true,
        status: 'in_progress',
        created_at: moment('renewed'),
        updated_at: renewed.at(-1)?.created_at ?? moment('renewed'),
      },
    ],
    answers: [...decided, ...renewed],
  };
}

/** @param before the latest answers until then @returns these and the following ones, newest last */
function decide(
  demo: DemoContext,
  members: Members,
  documentId: string,
  before: readonly Row<'soa_answer'>[],
  made: readonly DecisionData[],
): Row<'soa_answer'>[] {
  const { calendar, log } = demo;
  const rows = new Map(before.map((row) => [row.question_id, row]));
  const replaced: Row<'soa_answer'>[] = [];
  const added: Row<'soa_answer'>[] = [];
  for (const { control, ago, by, applies, why } of made) {
    const at = calendar.ago(ago, `${control} decided`);
    const who = members.of(by).user.id;
    const previous = required(rows.get(control), control);
    rows.delete(control);
    replaced.push({ ...previous, is_latest_answer: false, updated_at: at, updated_by_id: who });
    added.push(
      answer(demo, documentId, control, at, {
        is_applicable: applies,
        justification: why,
        status: 'manual',
        answer_version: previous.answer_version + 1,
        created_by_id: who,
        updated_by_id: who,
      }),
    );
    log.write(
      at,
      members.of(by),
      'updateSoaAnswer',
      { path: { documentId, questionId: control } },
      {
        description: `Decided ${control} in the statement of applicability`,
        changes: {
          isApplicable: { previous: previous.is_applicable ?? null, current: applies },
          justification: { previous: previous.justification ?? null, current: why },
        },
      },
    );
  }
  return [...rows.values(), ...replaced, ...added.toSorted((one, other) => String(one.created_at).localeCompare(String(other.created_at)))];
}

function answer(
  { organizationId: organization_id }: DemoContext,
  documentId: string,
  control: string,
  at: string,
  fields: Pick<Row<'soa_answer'>, 'status'> & Partial<Row<'soa_answer'>>,
): Row<'soa_answer'> {
  return {
    id: newId('soa_ans'),
    organization_id,
    document_id: documentId,
    question_id: control,
    answer_version: 1,
    is_latest_answer: true,
    created_at: at,
    updated_at: at,
    ...fields,
  };
}
