/** Creates the Statement of Applicability: an approved version, and a second version in progress. */
import { type Insertable, sql, type Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { catalogueId } from '#domain/catalogue/ids';
import { newId } from '#platform/database/ids';
import { addSeconds } from './calendar.ts';
import { type DecisionData, decisions, renewals, statementDays } from './data/soa.ts';
import { justificationFor } from './data/soa-needs.ts';
import type { Members } from './member.ts';
import type { DemoContext } from './demo-context.ts';
import { required } from './named.ts';

type Row<Table extends keyof SystemTables> = Insertable<SystemTables[Table]>;

/** Finds the questions of ISO 27001 in the catalog. @throws if the catalog does not contain them */
export async function findConfiguration(db: Transaction<SystemTables>): Promise<Configuration> {
  const frameworkId = catalogueId('framework', 'iso27001');
  await sql`select ensure_soa_configuration(${frameworkId})`.execute(db);
  const configuration = await db
    .selectFrom('soa_configuration')
    .select((eb) => ['id', eb.ref('questions').$castTo<readonly { readonly id: string }[]>().as('questions')])
    .where('framework_id', '=', frameworkId)
    .where('is_latest', '=', true)
    .executeTakeFirst();
  const { id, questions } = required(configuration, 'configuration of ISO 27001');
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

export function createStatement(demo: DemoContext, members: Members, configuration: Configuration): StatementRows {
  const { organizationId, calendar, log } = demo;
  const { frameworkId, id: configurationId, controls } = configuration;
  const [noor, mira] = [members.of('noor'), members.of('mira')];
  const timeByEvent = Object.fromEntries(
    Object.entries(statementDays).map(([event, ago]) => [event, calendar.ago(ago, `statement ${event}`)]),
  );
  const timeOf = (event: keyof typeof statementDays) => required(timeByEvent[event], event);
  const [firstDocumentId, secondDocumentId] = [newId('soa_doc'), newId('soa_doc')];

  log.write(
    timeOf('setUp'),
    noor,
    'ensureSoaSetup',
    {},
    { description: 'Set up the statement of applicability', entityId: firstDocumentId, changes: {} },
  );
  log.write(
    timeOf('filledIn'),
    noor,
    'autoFillSoa',
    { path: { documentId: firstDocumentId } },
    { description: 'Started filling in the statement of applicability', changes: {} },
  );
  log.writeRun(addSeconds(timeOf('filledIn'), 4), noor, 'auto_fill_soa', {
    description: 'Filled in the statement of applicability',
    entityId: firstDocumentId,
    changes: Object.fromEntries(controls.map((control) => [control, { previous: null, current: true }])),
  });
  const generatedAnswers = controls.map((control): Row<'soa_answer'> =>
    answerRow(demo, firstDocumentId, control, addSeconds(timeOf('filledIn'), 3), {
      is_applicable: true,
      justification: justificationFor(control),
      reasons: ['business_need'],
      status: 'generated',
      generated_at: addSeconds(timeOf('filledIn'), 3),
      created_by_id: noor.user.id,
      updated_by_id: noor.user.id,
    }),
  );
  const decidedAnswers = applyDecisions(demo, members, firstDocumentId, generatedAnswers, decisions);
  log.write(
    timeOf('submitted'),
    noor,
    'submitSoaForApproval',
    { path: { documentId: firstDocumentId } },
    { description: 'Submitted the statement of applicability for approval', changes: { approverId: { previous: null, current: mira.id } } },
  );
  log.write(
    timeOf('approved'),
    mira,
    'approveSoaDocument',
    { path: { documentId: firstDocumentId } },
    { description: 'Approved the statement of applicability', changes: { approvalStatus: { previous: 'pending', current: 'approved' } } },
  );

  log.write(
    timeOf('renewed'),
    noor,
    'createSoaDocument',
    { answer: { id: secondDocumentId } },
    {
      description: 'Created version 2 of the statement of applicability',
      changes: { frameworkId: { previous: null, current: frameworkId }, copyAnswers: { previous: null, current: true } },
    },
  );
  const copiedAnswers = decidedAnswers
    .filter((row) => row.is_latest_answer !== false)
    .map((row): Row<'soa_answer'> => ({
      ...row,
      id: newId('soa_ans'),
      document_id: secondDocumentId,
      answer_version: 1,
      created_at: timeOf('renewed'),
      updated_at: timeOf('renewed'),
    }));
  const renewedAnswers = applyDecisions(demo, members, secondDocumentId, copiedAnswers, renewals);

  const commonFields = {
    organization_id: organizationId,
    framework_id: frameworkId,
    configuration_id: configurationId,
    total_questions: controls.length,
    prepared_by: noor.user.name,
  };
  const lastDecision = decidedAnswers.at(-1)?.created_at;
  return {
    documents: [
      {
        ...commonFields,
        id: firstDocumentId,
        version: 1,
        is_latest: false,
        status: 'completed',
        approver_id: mira.id,
        approved_by: mira.user.name,
        submitted_by: noor.user.id,
        submitted_at: timeOf('submitted'),
        approved_at: timeOf('approved'),
        completed_at: lastDecision ?? null,
        created_at: timeOf('setUp'),
        updated_at: timeOf('approved'),
      },
      {
        ...commonFields,
        id: secondDocumentId,
        version: 2,
        is_latest: true,
        status: 'in_progress',
        created_at: timeOf('renewed'),
        updated_at: renewedAnswers.at(-1)?.created_at ?? timeOf('renewed'),
      },
    ],
    answers: [...decidedAnswers, ...renewedAnswers],
  };
}

/** Applies manual decisions to the latest answers. @returns the current and the replaced answers, with the new answers last */
function applyDecisions(
  demo: DemoContext,
  members: Members,
  documentId: string,
  previousAnswers: readonly Row<'soa_answer'>[],
  newDecisions: readonly DecisionData[],
): Row<'soa_answer'>[] {
  const { calendar, log } = demo;
  const answersByControl = new Map(previousAnswers.map((row) => [row.question_id, row]));
  const replacedAnswers: Row<'soa_answer'>[] = [];
  const newAnswers: Row<'soa_answer'>[] = [];
  for (const { control, ago, by, applies, why } of newDecisions) {
    const decidedAt = calendar.ago(ago, `${control} decided`);
    const memberUserId = members.of(by).user.id;
    const previous = required(answersByControl.get(control), control);
    answersByControl.delete(control);
    replacedAnswers.push({ ...previous, is_latest_answer: false, updated_at: decidedAt, updated_by_id: memberUserId });
    newAnswers.push(
      answerRow(demo, documentId, control, decidedAt, {
        is_applicable: applies,
        justification: why,
        status: 'manual',
        answer_version: previous.answer_version + 1,
        created_by_id: memberUserId,
        updated_by_id: memberUserId,
      }),
    );
    log.write(
      decidedAt,
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
  return [
    ...answersByControl.values(),
    ...replacedAnswers,
    ...newAnswers.toSorted((one, other) => String(one.created_at).localeCompare(String(other.created_at))),
  ];
}

function answerRow(
  { organizationId: organization_id }: DemoContext,
  documentId: string,
  control: string,
  createdAt: string,
  fields: Pick<Row<'soa_answer'>, 'status'> & Partial<Row<'soa_answer'>>,
): Row<'soa_answer'> {
  return {
    id: newId('soa_ans'),
    organization_id,
    document_id: documentId,
    question_id: control,
    answer_version: 1,
    is_latest_answer: true,
    created_at: createdAt,
    updated_at: createdAt,
    ...fields,
  };
}
