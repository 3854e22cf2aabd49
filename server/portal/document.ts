/** The frame of every page: no script, and nothing that is loaded but pictures of its own. */
import { type Html, html } from './html.ts';

/** @param style for the style element @param head what else is in the head */
export function document(title: string, style: string, head: Html, body: Html): string {
  // What the style holds is ours, and its hash is in the policy, so it stands there to the letter.
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
