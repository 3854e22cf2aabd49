/** Builds the frame of every page. Pages have no scripts and load only their own pictures. */
import { type Html, html } from './html.ts';

/** @param style content of the style element @param head other elements of the head */
export function document(title: string, style: string, head: Html, body: Html): string {
  // The style is our own and its hash is in the policy, so it is inserted verbatim.
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${html`<title>${title}</title>`.text}
${head.text}
<style>${style}</style>
</head>
<body>
${body.text}
</body>
</html>
`;
}
