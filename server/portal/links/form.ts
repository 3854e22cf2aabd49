/** Forms without scripts. Validation errors appear above the form and at each field. */
import { fieldErrors } from '#platform/refusals/field-errors';
import type { Request, Response } from 'express';
import { urlencoded } from 'express';
import { invalidRequest, RefusalError, refusal } from '#platform/refusals/refusal';
import { type Html, html } from '../html.ts';
import type { Problem } from './problem.ts';

/** Values that the visitor typed, by field. */
export type Values = Readonly<Record<string, string>>;

/** State of a form: its values and, after a failed submission, the problem. */
export interface Form {
  readonly values: Values;
  readonly problem?: Problem;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'number';
  readonly hint?: string;
  /** Browser autofill token. */
  readonly autocomplete?: string;
  readonly optional?: boolean;
  /** Maximum length in characters. */
  readonly maxLength?: number;
  readonly rows?: number;
}

/** The limit in bytes exceeds what all fields together may have in any encoding. */
const parseBody = urlencoded({ extended: false, limit: 65_536, parameterLimit: 50 });

/** @throws RefusalError for an unreadable form */
export async function readForm(req: Request, res: Response): Promise<Values> {
  const body: unknown = await new Promise((resolve, reject) => {
    parseBody(req, res, (error?: unknown) => (error === undefined ? resolve(req.body) : reject(unreadableError(error))));
  });
  // None of these forms repeats a field, so repeated fields are ignored.
  return Object.fromEntries(Object.entries(Object(body)).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}

function unreadableError(error: unknown): RefusalError {
  const isTooLarge = typeof error === 'object' && error !== null && 'status' in error && error.status === 413;
  return new RefusalError(
    isTooLarge ? refusal('body_too_large') : invalidRequest(fieldErrors.unreadable('the form cannot be read')),
    error,
  );
}

/** @returns the trimmed values of these fields, without empty values */
export function pickFilled<Name extends string>(values: Values, ...names: readonly Name[]): { [N in Name]?: string } {
  const filled: { [N in Name]?: string } = {};
  for (const name of names) {
    const text = values[name]?.trim();
    if (text) filled[name] = text;
  }
  return filled;
}

/** @param labels field labels for the summary */
export function problemNotice(problem: Problem | undefined, labels: Readonly<Record<string, string>>): Html | undefined {
  if (!problem) return undefined;
  const faults = Object.entries(problem.fields).map(([name, fault]) => {
    const label = labels[name];
    return html`<li>${label === undefined ? fault : html`<a href="#${name}">${label}</a> ${fault}`}</li>`;
  });
  return html`<div class="notice bad" role="alert">
    <p><strong>${problem.message}</strong></p>
    ${
      faults.length
        ? html`<ul>
            ${faults}
          </ul>`
        : undefined
    }
  </div>`;
}

/** Renders a form that posts to its own page. */
export function renderForm(fields: readonly Field[], { values, problem }: Form, button: string, extra?: Html): Html {
  return html`<form method="post">
    ${fields.map((field) => inputField(field, values[field.name] ?? '', problem?.fields[field.name]))} ${extra}
    <button type="submit">${button}</button>
  </form>`;
}

/** Renders a form for one file. */
export function renderFileForm(
  { name, label, hint, accept }: Pick<Field, 'name' | 'label'> & { readonly hint: string; readonly accept: readonly string[] },
  button: string,
  fault?: string,
): Html {
  const descriptionIds = fault === undefined ? `${name}-hint` : `${name}-hint ${name}-fault`;
  return html`<form method="post" enctype="multipart/form-data">
    <div class="field">
      <label for="${name}">${label}</label>
      <p class="hint" id="${name}-hint">${hint}</p>
      <input
        type="file"
        id="${name}"
        name="${name}"
        accept="${accept.join(',')}"
        required
        aria-describedby="${descriptionIds}"
        ${fault === undefined ? undefined : html`aria-invalid="true"`}
      />
      ${renderFault(name, fault)}
    </div>
    <button type="submit">${button}</button>
  </form>`;
}

export function inputField(
  { name, label, type = 'text', hint, autocomplete, optional = false, maxLength, rows }: Field,
  value: string,
  fault?: string,
): Html {
  const descriptionIds = [...(hint === undefined ? [] : [`${name}-hint`]), ...(fault === undefined ? [] : [`${name}-fault`])].join(' ');
  const attributes = [
    html`id="${name}" name="${name}"`,
    ...(optional ? [] : [html`required`]),
    ...(maxLength === undefined ? [] : [html`maxlength="${maxLength}"`]),
    ...(autocomplete === undefined ? [] : [html`autocomplete="${autocomplete}"`]),
    ...(descriptionIds === '' ? [] : [html`aria-describedby="${descriptionIds}"`]),
    ...(fault === undefined ? [] : [html`aria-invalid="true"`]),
  ];
  return html`<div class="field">
    <label for="${name}">${label}${optional ? ' (optional)' : ''}</label>
    ${hint === undefined ? undefined : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${
      rows === undefined
        ? html`<input type="${type}" value="${value}" ${attributes} />`
        : html`<textarea rows="${rows}" ${attributes}>${'\n'}${value}</textarea>`
    }
    ${renderFault(name, fault)}
  </div>`;
}

/** Renders a required consent checkbox. */
export function consentField(name: string, labelText: string, isGiven: boolean, fault?: string): Html {
  return html`<div class="field">
    <div class="check">
      <input
        type="checkbox"
        id="${name}"
        name="${name}"
        value="yes"
        required
        ${isGiven ? html`checked` : undefined}
        ${fault === undefined ? undefined : html`aria-invalid="true" aria-describedby="${name}-fault"`}
      />
      <label for="${name}">${labelText}</label>
    </div>
    ${renderFault(name, fault)}
  </div>`;
}

function renderFault(name: string, fault: string | undefined): Html | undefined {
  return fault === undefined ? undefined : html`<p class="fault" id="${name}-fault">${fault}</p>`;
}
