/** Removes paragraphs about unadopted frameworks from a task's description (tasks, rule 3). */

/** The normalized names of frameworks in catalog descriptions. Paragraphs for any other framework are always visible. */
const knownFrameworks = new Set([
  'ccpa',
  'gdpr',
  'hipaa',
  'iso27001',
  'iso42001',
  'iso9001',
  'nen7510',
  'pcidss',
  'pipeda',
  'soc1',
  'soc2',
  'soc3',
]);
const aliases: Readonly<Record<string, string>> = { pci: 'pcidss', eugdpr: 'gdpr' };

/** @returns the text without the paragraphs for known frameworks that are not adopted @param adopted the names of the adopted frameworks */
export function visibleDescription(description: string, adopted: readonly string[]): string {
  if (!/^For[ \t]/im.test(description)) return description;
  const names = new Set(adopted.map(normalizeName));
  const shownParagraphs: string[] = [];
  let nextIsShown: boolean | undefined;
  for (const paragraph of description.split(/\n[ \t]*\n+/)) {
    const heading = headingOf(paragraph.trim());
    const isShown = heading ? isFor(heading.named, names) : (nextIsShown ?? true);
    // A paragraph that consists only of a heading also applies to the next paragraph.
    nextIsShown = heading?.isAlone ? isShown : undefined;
    if (isShown) shownParagraphs.push(paragraph);
  }
  return shownParagraphs.join('\n\n');
}

/** Parses the start of a paragraph, such as `For SOC 2: `. A colon within a name, such as `ISO 27001:2022`, has no space after it. */
function headingOf(paragraph: string): { readonly named: string; readonly isAlone: boolean } | undefined {
  const [line = ''] = paragraph.split('\n', 1);
  const end = /^for\s/i.test(line) ? line.search(/:(?:\s|$)/) : -1;
  return end < 0 ? undefined : { named: line.slice('for '.length, end), isAlone: paragraph.length === end + 1 };
}

/** @returns whether at least one of the named frameworks is adopted or unknown */
function isFor(named: string, adopted: ReadonlySet<string>): boolean {
  return named
    .split(/,|&|\band\b/i)
    .map(normalizeName)
    .filter((name) => name !== '')
    .some((name) => adopted.has(name) || !knownFrameworks.has(name));
}

/** Normalizes the spelling of a framework's name: `ISO/IEC 27001:2022` becomes `iso27001`, and `SOC 2 Type II` becomes `soc2`. */
function normalizeName(name: string): string {
  const normalized = name
    .toLowerCase()
    .replace(/\btype\s*(?:1|2|i{1,2})\b|\biec\b|:\s*(?:19|20)\d\d\b|\bthe\b/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
  return aliases[normalized] ?? normalized;
}
