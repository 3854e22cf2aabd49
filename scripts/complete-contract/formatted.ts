/** Formats JSON with one line for each path and each component, so that diffs are small and readable. */
export function formatContract(document: object): string {
  const line = ([name, value]: [string, unknown], indent: string) => `${indent}${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  const group = (members: object, indent: string, inner: (entry: [string, unknown], indent: string) => string) => {
    const entries = Object.entries(members);
    return entries.length ? `{\n${entries.map((entry) => inner(entry, `${indent}  `)).join(',\n')}\n${indent}}` : '{}';
  };
  const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
  return `${group(document, '', ([name, value], indent) => {
    if (name === 'paths' && isGroup(value)) return `${indent}${JSON.stringify(name)}: ${group(value, indent, line)}`;
    if (name === 'components' && isGroup(value))
      return `${indent}${JSON.stringify(name)}: ${group(value, indent, ([kind, parts], deeper) => (isGroup(parts) ? `${deeper}${JSON.stringify(kind)}: ${group(parts, deeper, line)}` : line([kind, parts], deeper)))}`;
    return line([name, value], indent);
  })}\n`;
}
