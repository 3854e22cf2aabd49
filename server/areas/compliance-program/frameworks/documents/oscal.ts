/** Reads requirements from an OSCAL 1.1 JSON catalog: its groups, controls, enhancements, parts and parameters (frameworks, rule 30). */
import { isObject, type JsonObject } from '#platform/json-object';
import { fileUnreadable } from '#documents/extraction/unusable';
import { maxRequirements, type FoundRequirement } from './found-requirement.ts';

/** Maximum nesting of groups, controls and parts. */
const maxDepth = 20;
/** Limits for the statement of a control: its characters and its inserted parameters. Later validation rejects longer texts anyway. */
const [maxLength, maxInsertions] = [20_000, 500];

/** @throws UnusableFile if the text is not JSON or too deeply nested @returns the controls in order; empty if there is no catalog */
export function requirementsInCatalog(text: string): FoundRequirement[] {
  const document = parse(text);
  const catalog = isObject(document) ? document.catalog : undefined;
  if (!isObject(catalog)) return [];
  const requirements: FoundRequirement[] = [];
  collectRequirements(catalog, '', parametersOf(catalog), requirements, 0);
  return requirements;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw fileUnreadable();
  }
}

type Parameters = ReadonlyMap<string, JsonObject>;

/** @param parent a catalog, a group or a control @param family the title of the nearest group */
function collectRequirements(
  parent: JsonObject,
  family: string,
  parameters: Parameters,
  requirements: FoundRequirement[],
  depth: number,
): void {
  if (depth > maxDepth) throw fileUnreadable();
  for (const group of objectsIn(parent.groups)) {
    const parametersInScope = new Map([...parameters, ...parametersOf(group)]);
    collectRequirements(group, textIn(group.title) || family, parametersInScope, requirements, depth + 1);
  }
  for (const control of objectsIn(parent.controls)) {
    if (requirements.length > maxRequirements) return;
    const parametersInScope = new Map([...parameters, ...parametersOf(control)]);
    requirements.push(requirementOf(control, family, parametersInScope));
    collectRequirements(control, family, parametersInScope, requirements, depth + 1);
  }
}

function requirementOf(control: JsonObject, family: string, parameters: Parameters): FoundRequirement {
  const id = textIn(control.id);
  return {
    place: id || '?',
    identifier: labelOf(control) || id,
    controlId: id || undefined,
    name: textIn(control.title),
    description: new StatementWriter(parameters).statementOf(control),
    requirementFamily: family,
    isWithdrawn: propertiesOf(control).some(({ name, value }) => name === 'status' && /^withdrawn$/i.test(textIn(value))),
  };
}

function propertiesOf(parent: JsonObject): JsonObject[] {
  return objectsIn(parent.props);
}

/** Returns the label of a control or part. The label without a class is preferred, because people use it. */
function labelOf(parent: JsonObject): string {
  const labels = propertiesOf(parent).filter(({ name }) => name === 'label');
  return textIn((labels.find((label) => label.class === undefined) ?? labels[0])?.value);
}

function parametersOf(parent: JsonObject): Parameters {
  return new Map(objectsIn(parent.params).map((parameter) => [textIn(parameter.id), parameter]));
}

function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** Renders the statement of one control. */
class StatementWriter {
  readonly #parameters: Parameters;
  #insertions = 0;
  constructor(parameters: Parameters) {
    this.#parameters = parameters;
  }

  /** Renders the statement of a control. If it has none, renders all parts except guidance, overviews, assessments and examples. */
  statementOf(control: JsonObject): string {
    const parts = objectsIn(control.parts);
    const statements = parts.filter(({ name }) => name === 'statement');
    const normativeParts = parts.filter(({ name }) => !/^(guidance|overview|assessment|example)/.test(textIn(name)));
    const lines: string[] = [];
    for (const part of statements.length ? statements : normativeParts) this.#write(part, lines, 0);
    return lines.join('\n').trim().slice(0, maxLength);
  }

  #write(part: JsonObject, lines: string[], depth: number): void {
    if (depth > maxDepth || lines.length > maxLength) throw fileUnreadable();
    const line = [labelOf(part), this.#insertParameters(textIn(part.prose), 0)].filter((text) => text !== '').join(' ');
    if (line) lines.push(line);
    for (const innerPart of objectsIn(part.parts)) this.#write(innerPart, lines, depth + 1);
  }

  /** Inserts parameters, which may contain parameters themselves. */
  #insertParameters(prose: string, depth: number): string {
    return prose
      .slice(0, maxLength)
      .replaceAll(/\{\{ {0,5}(?:insert: {0,5}param, {0,5})?([\w.-]{1,200}) {0,5}\}\}/g, (insertion, id: string) => {
        const parameter = this.#parameters.get(id);
        this.#insertions += 1;
        return parameter && depth < 5 && this.#insertions <= maxInsertions ? this.#renderParameter(parameter, depth + 1) : insertion;
      })
      .slice(0, maxLength);
  }

  #renderParameter({ values, select, label }: JsonObject, depth: number): string {
    const valueTexts = textsIn(values);
    if (valueTexts.length) return valueTexts.map((text) => this.#insertParameters(text, depth)).join(', ');
    const choices = isObject(select) ? textsIn(select.choice) : [];
    if (choices.length) return `[Selection: ${choices.map((text) => this.#insertParameters(text, depth)).join('; ')}]`;
    return `[Assignment: ${this.#insertParameters(textIn(label), depth) || 'to be defined'}]`;
  }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textIn).filter((text) => text !== '') : [];
}
