/** Statements of applicability for tests. */
import { expect } from 'vitest';
import { catalogueId } from '#domain/catalogue/ids';
import { newId } from '#platform/database/ids';
import type { Caller, startApp } from './app.ts';
import { type TestOrganization, within } from './organization.ts';

/** The id of ISO 27001 in the catalog. */
export const iso = catalogueId('framework', 'iso27001');

type Call = Caller['call'];

/** The fields of a document that tests read. */
export interface Document {
  readonly id: string;
  readonly version: number;
  readonly isLatest: boolean;
  readonly status: string;
  readonly approvalStatus: string;
  readonly configurationId: string;
  readonly totalQuestions: number;
  readonly answeredQuestions: number;
  readonly percentComplete: number;
  readonly approverId: string | null;
  readonly updatedAt: string;
}

export async function setUp(call: Call, framework = iso): Promise<Document> {
  const answer = await call('PUT', `/v1/soa/setup?frameworkId=${framework}`);
  expect(answer, answer.text).toMatchObject({ status: 200, body: { configuration: {}, document: {} } });
  return answer.body.document;
}

export async function read(call: Call, id: string) {
  const answer = await call('GET', `/v1/soa/documents/${id}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body;
}

/** Saves a manual answer. A decision without a justification gets one, because it is required. */
export async function save(call: Call, id: string, question: string, fields: object) {
  const isDecision = 'isApplicable' in fields && fields.isApplicable !== null && !('justification' in fields);
  const body = isDecision ? { justification: `Why ${question}`, ...fields } : fields;
  const answer = await call('PATCH', `/v1/soa/documents/${id}/answers/${question}`, { body });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body;
}

export function soaActors(app: ReturnType<typeof startApp>) {
  /** Inserts the answer that the control applies for every control, without 93 requests. Controls in `except` get no answer. */
  async function decide({ id: organizationId }: TestOrganization, { id, configurationId }: Document, ...except: string[]) {
    const { questions } = await app.database.system
      .selectFrom('soa_configuration')
      .select('questions')
      .where('id', '=', configurationId)
      .executeTakeFirstOrThrow();
    const decidedQuestions: { id: string }[] = JSON.parse(JSON.stringify(questions));
    await within(app.database, organizationId, (db) =>
      db
        .insertInto('soa_answer')
        .values(
          decidedQuestions
            .filter(({ id: question }) => !except.includes(question))
            .map(({ id: question }) => ({
              id: newId('soa_ans'),
              document_id: id,
              question_id: question,
              is_applicable: true,
              justification: `Why ${question}`,
              status: 'manual',
              answer_version: 1,
              created_at: '2026-01-02T03:04:05.000Z',
            })),
        )
        .execute(),
    );
  }
  return {
    decide,
    /** Creates an organization with a document. @returns a caller and the document */
    async started(scopes?: readonly string[]) {
      const caller = await app.caller(scopes);
      return { ...caller, document: await setUp(caller.call) };
    },
    /** Creates the same as `started`, with all controls decided. */
    async completed() {
      const caller = await app.caller();
      const document = await setUp(caller.call);
      await decide(caller.organization, document, 'A.5.1');
      await save(caller.call, document.id, 'A.5.1', { isApplicable: true, justification: 'Why A.5.1' });
      return { ...caller, document };
    },
    /** Creates a framework with these controls, numbered like `A.5.1`, which only this organization uses. */
    async framework(name: string, controls: readonly string[]): Promise<string> {
      const id = newId('frk');
      await app.database.system.insertInto('platform_framework').values({ id, name, version: '1', description: 'For a test.' }).execute();
      for (const [index, identifier] of controls.entries()) {
        await app.database.system
          .insertInto('platform_requirement')
          .values({
            id: newId('frk_rq'),
            framework_id: id,
            identifier,
            name: `Title ${identifier}`,
            description: `First of ${identifier}. Second.`,
            sort_order: index,
          })
          .execute();
      }
      return id;
    },
    /** Adds an answer to the organization's context. */
    async says({ id }: TestOrganization, question: string, answer: string) {
      await within(app.database, id, (db) =>
        db
          .insertInto('context_entry')
          .values({ id: newId('ctx'), question, answer })
          .execute(),
      );
    },
    /** @returns the audit entries of an organization, oldest first */
    entries({ id }: TestOrganization) {
      return app.database.system
        .selectFrom('audit_entry')
        .select(['entity_type as type', 'entity_id as id', 'description', 'data', 'user_id as userId'])
        .where('organization_id', '=', id)
        .orderBy('sequence')
        .execute();
    },
    /** @returns the e-mails of an organization, oldest first */
    mails({ id }: TestOrganization) {
      return app.database.system
        .selectFrom('mail')
        .select(['recipient', 'subject', 'text'])
        .where('organization_id', '=', id)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
    },
  };
}
