/** Reads requirements from a catalog in OSCAL 1.1 JSON: groups, controls, their enhancements, parts and parameters (frameworks, rule 30). */
import { isObject, type JsonObject } from '#platform/json-object';
import { fileUnreadable } from '#documents/extraction/unusable';
import { maxRequirements, type FoundRequirement } from './found-requirement.ts';

/** Maximum nesting of groups, controls and parts. */
const maxDepth = 20;
/** Limits of a text in characters and in inserted parameters. Longer texts are refused later anyway. */
const [maxLength, maxInsertions] = [20_000, 500];

/** @throws Unusable if the text is not JSON @returns the controls in their order; empty for another kind of document */
export function requirementsInCatalog(text: string): FoundRequirement[] {
  const document = parse(text);
  const catalog = isObject(document) ? document.catalog : undefined;
  if (!isObject(catalog)) return [];
  const found: FoundRequirement[] = [];
  collect(catalog, '', parametersOf(catalog), found, 0);
  return found;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw fileUnreadable();
  }
}

type Parameters = ReadonlyMap<string, JsonObject>;

/** @param holder a catalog, a group or a control @param family the title of the nearest group */
function collect(parent: JsonObject, family: string, parameters: Parameters, found: FoundRequirement[], depth: number): void {
  if (depth > maxDepth) throw fileUnreadable();
  for (const group of objectsIn(parent.groups)) {
    const known = new Map([...parameters, ...parametersOf(group)]);
    collect(group, textIn(group.title) || family, known, found, depth + 1);
  }
  for (const control of objectsIn(parent.controls)) {
    if (found.length > maxRequirements) return;
    const known = new Map([...parameters, ...parametersOf(control)]);
    found.push(requirementOf(control, family, known));
    collect(control, family, known, found, depth + 1);
  }
}

function requirementOf(control: JsonObject, family: string, parameters: Parameters): FoundRequirement {
  const id = textIn(control.id);
  return {
    place: id || '?',
    identifier: labelOf(control) || id,
    controlId: id || undefined,
    name: textIn(control.title),
    description: new Writer(parameters).statementOf(control),
    requirementFamily: family,
    isWithdrawn: propertiesOf(control).some(({ name, value }) => name === 'status' && /^withdrawn$/i.test(textIn(value))),
  };
}

function propertiesOf(parent: JsonObject): JsonObject[] {
  return objectsIn(parent.props);
}

/** Prefers the label without a class, which is the one that people use. */
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
class Writer {
  readonly #parameters: Parameters;
  #insertions = 0;
  constructor(parameters: Parameters) {
    this.#parameters = parameters;
  }

  /** Renders the statement; without a statement, all parts except guidance and assessment. */
  statementOf(control: JsonObject): string {
    const parts = objectsIn(control.parts);
    const statements = parts.filter(({ name }) => name === 'statement');
    const others = parts.filter(({ name }) => !/^(guidance|overview|assessment|example)/.test(textIn(name)));
    const lines: string[] = [];
    for (const part of statements.length ? statements : others) this.#write(part, lines, 0);
    return lines.join('\n').trim().slice(0, maxLength);
  }

  #write(part: JsonObject, lines: string[], depth: number): void {
    if (depth > maxDepth || lines.length > maxLength) throw fileUnreadable();
    const line = [labelOf(part), this.#filled(textIn(part.prose), 0)].filter((text) => text !== '').join(' ');
    if (line) lines.push(line);
    for (const inner of objectsIn(part.parts)) this.#write(inner, lines, depth + 1);
  }

  /** Inserts parameters, which may contain parameters themselves. */
  #filled(prose: string, depth: number): string {
    return prose
      .slice(0, maxLength)
      .replaceAll(/\{\{ {0,5}(?:insert: {0,5}param, {0,5})?([\w.-]{1,200}) {0,5}\}\}/g, (insertion, id: string) => {
        const parameter = this.#parameters.get(id);
        this.#insertions += 1;
        return parameter && depth < 5 && this.#insertions <= maxInsertions ? this.#valueOf(parameter, depth + 1) : insertion;
      })
      .slice(0, maxLength);
  }

  #valueOf({ values, select, label }: JsonObject, depth: number): string {
    const given = textsIn(values);
    if (given.length) return given.map((text) => this.#filled(text, depth)).join(', ');
    const choices = isObject(select) ? textsIn(select.choice) : [];
    if (choices.length) return `[Selection: ${choices.map((text) => this.#filled(text, depth)).join('; ')}]`;
    return `[Assignment: ${this.#filled(textIn(label), depth) || 'to be defined'}]`;
  }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textIn).filter((text) => text !== '') : [];
}
