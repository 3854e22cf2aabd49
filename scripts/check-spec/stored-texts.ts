/** Checks the keywords `x-trim` and `x-lowercase`, with which the server changes texts before it stores them (spec/README, Schemas). */
import { isSecretName } from '#platform/redaction/secret-names';
import { type Contract, entries, type Fault, isObject, type Json, own } from './document.ts';
import { alternativesOf, bodyOf, requestTexts, textsIn } from './request-texts.ts';

/** Names of texts in which capital letters have no meaning. */
const withoutCapitals = /(email|domain|host|slug|fileType|hardwareId)s?$/i;
/** Names of one-line texts, which must not have surrounding spaces. */
const oneLine = new Set(['name', 'title', 'fileName', 'externalId', 'jobTitle', 'reason', 'notes', 'changelog', 'question']);
/** Paths of texts that stay unchanged: the editor sends the drawing of an organization chart, and the name of an attendee is ignored. */
const asSent = new Set(['nodes.*.data.name', 'nodes.*.data.title', 'attendees.*.name']);

const changingKeywords = (schema: Json) => ['x-trim', 'x-lowercase'].filter((keyword) => own(schema, keyword) !== undefined).join(', ');

export function checkStoredTexts(contract: Contract, fault: Fault): void {
  const usedSchemas = new Set<Json>();
  for (const { id, texts } of requestTexts(contract))
    for (const { path, name, schema } of texts) {
      usedSchemas.add(schema);
      const where = `${id} ${path}`;
      const isFree = !['enum', 'const', 'format', 'contentEncoding'].some((keyword) => own(schema, keyword) !== undefined);
      if (own(schema, 'x-trim') === undefined && oneLine.has(name) && isFree && !asSent.has(path))
        fault('trimmed', where, 'a text in one line needs x-trim');
      if (!changingKeywords(schema)) continue;
      if (!isFree) fault('stored-text', where, `${changingKeywords(schema)} is for free texts, without an enumeration or a format`);
      if (isSecretName(name)) fault('stored-text', where, 'a secret is stored as it is');
      if (own(schema, 'x-lowercase') !== undefined && !withoutCapitals.test(name))
        fault('stored-text', where, 'x-lowercase is for names without capitals, such as those of hosts');
      if (Number(own(schema, 'minLength') ?? 0) > 0 && own(schema, 'pattern') === undefined && !name.endsWith('Id'))
        fault('stored-text', where, 'needs a pattern such as \\S, because a blank text becomes too short');
    }
  checkUnions(contract, fault);
  checkLoops(contract, fault);
  checkKeywords(contract, fault, usedSchemas);
}

/** Without a discriminator the server does not know which alternative applies, so all alternatives must have the same keywords. */
function checkUnions(contract: Contract, fault: Fault): void {
  const seenSchemas = new Set<Json>();
  const walk = (value: Json | undefined, where: string): void => {
    const part = contract.at(value);
    if (typeof part !== 'object' || part === null || seenSchemas.has(part)) return;
    seenSchemas.add(part);
    if (own(part, 'discriminator') === undefined) {
      // An alternative may repeat a property only to require it, without keywords for the text.
      const texts = alternativesOf(part).flatMap((one) => textsIn(contract, one).filter(({ schema }) => own(schema, 'maxLength')));
      for (const [path, samePathTexts] of Map.groupBy(texts, (one) => one.path))
        if (new Set(samePathTexts.map(({ schema }) => changingKeywords(schema))).size > 1)
          fault('stored-text', `${where} ${path}`, 'alternatives do not agree on x-trim or x-lowercase');
    }
    for (const inner of Object.values(part)) walk(inner, where);
  };
  for (const { id, operation } of contract.operations) walk(bodyOf(contract, operation), id);
}

/** The server would change only the outermost text of a schema that contains itself. */
function checkLoops(contract: Contract, fault: Fault): void {
  const schemas = own(own(contract.document, 'components'), 'schemas');
  const referencedNames = (schema: Json | undefined) =>
    [...JSON.stringify(schema ?? null).matchAll(/#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
  for (const [name, schema] of entries(schemas)) {
    const reachableNames = new Set(referencedNames(schema));
    for (const next of reachableNames) for (const further of referencedNames(own(schemas, next))) reachableNames.add(further);
    if (reachableNames.has(name) && textsIn(contract, schema).some((one) => changingKeywords(one.schema)))
      fault('stored-text', name, 'contains itself, so it can have neither x-trim nor x-lowercase');
  }
}

function checkKeywords({ document }: Contract, fault: Fault, used: ReadonlySet<Json>): void {
  (function walk(value: Json | undefined, where: string) {
    if (isObject(value) && changingKeywords(value)) {
      if (own(value, 'x-trim') === false || own(value, 'x-lowercase') === false) fault('stored-text', where, 'is either true or left out');
      if (!used.has(value)) fault('stored-text', where, `${changingKeywords(value)} has an effect only on texts in requests`);
    }
    const inner = Array.isArray(value) ? value.map((item, index): [string, Json] => [String(index), item]) : entries(value);
    for (const [key, item] of inner) if (key !== 'examples' && key !== 'example') walk(item, `${where}/${key}`);
  })(document, '#');
}
