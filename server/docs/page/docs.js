// Draws the contract next to this file. A file of its own, because the page allows no inline script.
const text = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const code = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace';
const ink = '#1f2933';

const theme = {
  spacing: { sectionVertical: 28 },
  colors: {
    primary: { main: '#1f5f8b' },
    text: { primary: ink },
  },
  typography: {
    fontSize: '15px',
    lineHeight: '1.6',
    fontFamily: text,
    headings: { fontFamily: text, fontWeight: '600' },
    code: { fontFamily: code, fontSize: '13px', color: '#8a3b12', wrap: true },
  },
  sidebar: { width: '290px', backgroundColor: '#f6f8fa', textColor: ink },
  rightPanel: { backgroundColor: '#1f2c39' },
  codeBlock: { backgroundColor: '#172029' },
};

Redoc.init(
  'openapi.json',
  {
    theme,
    nativeScrollbars: true,
    expandResponses: '200,201,202',
    // Far enough to see what is inside the envelope.
    schemasExpansionLevel: 1,
    jsonSamplesExpandLevel: 3,
    showExtensions: ['x-permission', 'x-requires-session'],
  },
  document.getElementById('reference'),
);
