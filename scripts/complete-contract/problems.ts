/**
 * Adds a problem document (RFC 9457) to each error, like the server creates it. Employees and risks have only their prescribed envelope.
 * An answer that they share with other areas becomes two components.
 */
import { problemOf } from '#contract/problem';
import { type Answer, type Document, nameIn, operationsOf } from './document.ts';
import { isPrescribedArea } from './given.ts';

export function addProblems(document: Document): void {
  const { responses } = document.components;
  const errors = Object.values(document.paths)
    .flatMap(operationsOf)
    .flatMap(({ tags, responses: ownResponses }) =>
      Object.entries(ownResponses)
        .filter(([status]) => Number(status) >= 400)
        .map(([status, answer]) => ({ status, answer, isPrescribed: tags.some(isPrescribedArea) })),
    );
  const withoutProblems = { ...responses };
  // Clients that name problems in `Accept` never get a 406.
  for (const { status, answer } of errors.filter(({ status, isPrescribed }) => !isPrescribed && status !== '406')) {
    const name = nameIn(answer.$ref ?? '');
    const resolvedAnswer = answer.$ref === undefined ? answer : withoutProblems[name];
    if (!resolvedAnswer?.content) throw new Error(`${answer.$ref ?? status} has no content`);
    const withProblem = {
      ...resolvedAnswer,
      content: { ...resolvedAnswer.content, 'application/problem+json': problemIn(Number(status), resolvedAnswer) },
    };
    if (answer.$ref === undefined) Object.assign(answer, withProblem);
    else responses[name] = withProblem;
  }
  const ofOthers = new Set(errors.filter(({ isPrescribed }) => !isPrescribed).map(({ answer }) => answer.$ref));
  for (const { answer } of errors.filter(({ isPrescribed }) => isPrescribed)) {
    if (answer.$ref === undefined) Object.assign(answer, toPrescribedEnvelope(answer));
    const name = nameIn(answer.$ref ?? '');
    const envelope = withoutProblems[name];
    if (!envelope) continue;
    if (!ofOthers.has(answer.$ref)) {
      withoutProblems[name] = responses[name] = toPrescribedEnvelope(envelope);
      continue;
    }
    responses[`${name}Envelope`] = toPrescribedEnvelope(envelope);
    answer.$ref = `#/components/responses/${name}Envelope`;
  }
}

/** The prescribed envelope, which has neither a code nor its members, except for a conflict. */
function toPrescribedEnvelope(answer: Answer): Answer {
  const examples = Object.entries(answer.content?.['application/json']?.examples ?? {}).map(([name, { value, ...example }]) => {
    const { success, error, details } = value;
    const isComplete = value.code === 'record_changed';
    return [name, { ...example, value: isComplete ? value : { success, error, ...(details && { details }) } }];
  });
  const isConflict = Object.values(answer.content?.['application/json']?.examples ?? {}).every(
    ({ value }) => value.code === 'record_changed',
  );
  const schema = { $ref: `#/components/schemas/${isConflict ? 'GivenConflict' : 'GivenError'}` };
  return { ...answer, content: { 'application/json': { schema, examples: Object.fromEntries(examples) } } };
}

function problemIn(status: number, { content }: Answer) {
  const { examples = {} } = content?.['application/json'] ?? {};
  const problems = Object.entries(examples).map(([name, { summary, value }]) => [
    name,
    { ...(summary !== undefined && { summary }), value: problemOf(status, value) },
  ]);
  return { schema: { $ref: '#/components/schemas/Problem' }, examples: Object.fromEntries(problems) };
}
