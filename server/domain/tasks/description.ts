/** Which paragraphs of a task's description an organization is shown (spec/areas/tasks, rule 3). */

/** Frameworks that descriptions of the catalog may name, without spaces and signs. Paragraphs for any other framework are shown to everybody. */
const known = new Set(['ccpa', 'gdpr', 'hipaa', 'iso27001', 'iso42001', 'iso9001', 'nen7510', 'pcidss', 'pipeda', 'soc1', 'soc2', 'soc3']);
const aliases: Readonly<Record<string, string>> = { pci: 'pcidss', eugdpr: 'gdpr' };

/** @returns the text without the paragraphs for frameworks that are not adopted @param adopted names of the adopted frameworks */
export function shownDescription(description: string, adopted: readonly string[]): string {
  if (!/^For[ \t]/im.test(description)) return description;
  const names = new Set(adopted.map(canonical));
  const shown: string[] = [];
  let governs: boolean | undefined;
  for (const paragraph of description.split(/\n[ \t]*\n+/)) {
    const heading = headingOf(paragraph.trim());
    const isShown = heading ? isFor(heading.named, names) : (governs ?? true);
    // A paragraph that is a heading and nothing more decides about the next one.
    governs = heading?.isAlone ? isShown : undefined;
    if (isShown) shown.push(paragraph);
  }
  return shown.join('\n\n');
}

/** What a paragraph begins with, as in `For SOC 2: `. A colon within a name, as in `ISO 27001:2022`, is followed by no space. */
function headingOf(paragraph: string): { readonly named: string; readonly isAlone: boolean } | undefined {
  const [line = ''] = paragraph.split('\n', 1);
  const end = /^for\s/i.test(line) ? line.search(/:(?:\s|$)/) : -1;
  return end < 0 ? undefined : { named: line.slice('for '.length, end), isAlone: paragraph.length === end + 1 };
}

/** Whether one of the named frameworks is adopted, or none that is known. */
function isFor(named: string, adopted: ReadonlySet<string>): boolean {
  return named
    .split(/,|&|\band\b/i)
    .map(canonical)
    .filter((name) => name !== '')
    .some((name) => adopted.has(name) || !known.has(name));
}

/** The same for every way to write the name of a framework: `ISO/IEC 27001:2022` and `iso27001`, `SOC 2 Type II` and `soc2`. */
function canonical(name: string): string {
  const bare = name
    .toLowerCase()
    .replace(/\btype\s*(?:1|2|i{1,2})\b|\biec\b|:\s*(?:19|20)\d\d\b|\bthe\b/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
  return aliases[bare] ?? bare;
}
