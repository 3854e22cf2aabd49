// Renders the document of this page. The script is a separate file because the page allows no inline scripts.
const dark = matchMedia('(prefers-color-scheme: dark)');
// Redoc sets its colors only once, when it renders.
dark.addEventListener('change', () => location.reload());

const text = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const code = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace';
const colors = dark.matches
  ? {
      ink: '#dfe5ea',
      quiet: '#9fb0bf',
      link: '#82bdec',
      side: '#12181f',
      panel: '#0d1218',
      block: '#161d25',
      line: '#2b3640',
      mark: '#e8b07a',
      good: '#5fc08a',
      bad: '#ff8f84',
    }
  : {
      ink: '#1f2933',
      quiet: '#52616f',
      link: '#1f5f8b',
      side: '#f6f8fa',
      panel: '#1f2c39',
      block: '#172029',
      line: '#dde3e9',
      mark: '#8a3b12',
      good: '#12703c',
      bad: '#b3261e',
    };
const answer = (color, backgroundColor) => ({ color, backgroundColor, tabTextColor: color });

const theme = {
  spacing: { sectionVertical: 28 },
  colors: {
    primary: { main: colors.link },
    success: { main: colors.good },
    error: { main: colors.bad },
    text: { primary: colors.ink, secondary: colors.quiet },
    gray: { 50: colors.side, 100: colors.line },
    border: { light: colors.line, dark: colors.line },
    responses: {
      success: { ...answer(colors.good, dark.matches ? '#13241b' : '#eef7f1'), tabTextColor: '#5fc08a' },
      error: { ...answer(colors.bad, dark.matches ? '#2a1715' : '#fdf1f0'), tabTextColor: '#ff8f84' },
      redirect: answer(colors.quiet, colors.side),
      info: answer(colors.quiet, colors.side),
    },
    http: {
      get: '#1d7a46',
      post: '#1f5f8b',
      put: '#7a4b9c',
      patch: '#8f5a00',
      delete: '#b3261e',
      options: '#52616f',
      head: '#52616f',
      basic: '#52616f',
      link: '#52616f',
    },
  },
  schema: {
    linesColor: colors.line,
    typeNameColor: colors.quiet,
    typeTitleColor: colors.quiet,
    requireLabelColor: colors.bad,
    nestedBackground: colors.side,
    arrow: { color: colors.quiet },
  },
  typography: {
    fontSize: '15px',
    lineHeight: '1.6',
    fontFamily: text,
    headings: { fontFamily: text, fontWeight: '600' },
    code: { fontFamily: code, fontSize: '13px', color: colors.mark, backgroundColor: dark.matches ? '#1f2831' : '#f4f1ee', wrap: true },
    links: { color: colors.link, visited: colors.link, hover: colors.link },
  },
  sidebar: {
    width: '290px',
    backgroundColor: colors.side,
    textColor: colors.ink,
    activeTextColor: colors.link,
    groupItems: { textTransform: 'none' },
  },
  rightPanel: {
    backgroundColor: colors.panel,
    servers: { overlay: { backgroundColor: colors.side, textColor: colors.ink }, url: { backgroundColor: colors.block } },
  },
  codeBlock: { backgroundColor: colors.block },
};

const main = document.querySelector('main');
const bar = document.querySelector('.bar');
Redoc.init(
  main.dataset.document,
  {
    theme,
    nativeScrollbars: true,
    // The reference has its own search, which covers all groups.
    disableSearch: true,
    hideDownloadButtons: true,
    payloadSampleIdx: 2,
    scrollYOffset: () => (getComputedStyle(bar).position === 'sticky' ? bar.offsetHeight : 0),
    expandResponses: '200,201,202',
    // Deep enough to show the content of the envelope.
    schemasExpansionLevel: 1,
    jsonSamplesExpandLevel: 3,
    showObjectSchemaExamples: true,
  },
  main,
  () => {
    openInMenu();
    keepInView();
  },
);

/** Redoc scrolls its menu to the current entry, but not if the entry has just been expanded. */
function keepInView() {
  const menu = document.querySelector('.menu-content');
  const show = () => menu.querySelector('label.active')?.scrollIntoView({ block: 'nearest' });
  new MutationObserver(show).observe(menu, { subtree: true, attributes: true, attributeFilter: ['class'] });
  show();
}

/** Opens the menu also for links to an operation that do not contain its area. */
function openInMenu() {
  const [, id] = /^#operation\/(\w+)$/.exec(location.hash) ?? [];
  const place = id && document.querySelector(`[data-section-id^="tag/"][data-section-id$="/operation/${id}"]`)?.dataset.sectionId;
  if (place) location.replace(`#${place}`);
}
