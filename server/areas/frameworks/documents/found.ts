/** A requirement as a file has it. */
export interface FoundRequirement {
  /** Where it stands in the file. */
  readonly place: string;
  readonly identifier: string;
  readonly name: string;
  /** Undefined when the file says nothing of it at all. */
  readonly description: string | undefined;
  /** The same; empty where the file leaves it out. */
  readonly requirementFamily: string | undefined;
  /** Whether the file has it, but no text for it any more. */
  readonly isWithdrawn: boolean;
}

/** As it can be stored: identifier and name in one line, and no text with characters that no text has. */
export function cleaned({ place, identifier, name, description, requirementFamily, ...found }: FoundRequirement): FoundRequirement {
  return {
    ...found,
    place: inOneLine(place),
    identifier: inOneLine(identifier),
    name: inOneLine(name),
    description: description === undefined ? undefined : withoutControls(description).trim(),
    requirementFamily: requirementFamily === undefined ? undefined : inOneLine(requirementFamily),
  };
}

function inOneLine(text: string): string {
  return withoutControls(text).replaceAll(/\s+/g, ' ').trim();
}

function withoutControls(text: string): string {
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
}

/** Most requirements that are taken from one file. */
export const mostRequirements = 5000;
