/** The picture of a drawn chart (org-chart, rule 13). */
import { extractText } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { layOutChart } from '#areas/workforce/org-chart/documents/layout';
import { startApp } from '../../support/app.ts';
import { newMember } from '../../support/organization.ts';
import { lastEntry } from '../../support/people.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp();
const url = '/v1/org-chart';
const edge = (source: string, target: string) => ({ id: `${source}-${target}`, source, target });

async function drawChart(nodes: readonly object[], edges: readonly object[] = [], name = 'Our chart') {
  const caller = await app.caller();
  const answer = await caller.call('PUT', url, { body: { name, nodes, edges } });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return { ...caller, picture: (format?: string) => caller.call('GET', `${url}/picture${format ? `?format=${format}` : ''}`) };
}

describe('exportOrgChart', () => {
  test('200 returns SVG and PDF with the current names and titles of members, and with vacancies (rule 13)', async () => {
    const { call, organization, picture } = await drawChart([{ id: 'b', type: 'vacancy', data: { title: 'Head of Finance' } }]);
    const ada = await newMember(app.database, organization.id, ['employee'], { name: 'Ada' });
    await call('PUT', url, {
      body: {
        nodes: [
          { id: 'a', data: { memberId: ada.id, name: 'Old name', department: 'it' } },
          { id: 'b', data: { title: 'Head of Finance' } },
        ],
        edges: [edge('a', 'b')],
      },
    });
    await call('PATCH', `/v1/people/${ada.id}`, { body: { name: 'Ada Marsh', jobTitle: 'Engineer' } });
    const svg = await picture();
    expect(svg).toMatchObject({ status: 200 });
    expect(svg.headers.get('content-type')).toBe('image/svg+xml');
    expect(svg.headers.get('content-disposition')).toBe('attachment; filename="Our chart.svg"');
    const text = Buffer.from(svg.bytes).toString();
    for (const part of ['Our chart', 'Ada Marsh', 'Engineer', '>it<', 'Vacancy', 'Head of Finance']) expect(text).toContain(part);
    expect(text).not.toContain('Old name');
    expect(text.match(/<path /g)).toHaveLength(1);
    expect(await lastEntry(app.database, organization)).toMatchObject({
      description: expect.stringContaining('Exported organization chart'),
    });
    const pdf = await picture('pdf');
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.headers.get('content-disposition')).toBe('attachment; filename="Our chart.pdf"');
    const { text: pages, totalPages } = await extractText(new Uint8Array(pdf.bytes), { mergePages: true });
    expect(totalPages).toBe(1);
    for (const part of ['Our chart', 'Ada Marsh', 'Engineer', 'Vacancy', 'Head of Finance']) expect(pages).toContain(part);
  });
  test('200 escapes markup in texts, and returns a safe file name', async () => {
    const name = '</title><script>alert(1)</script>"&\u0000'.replace('\u0000', '');
    const { picture } = await drawChart(
      [{ id: 'a', data: { name: '<script>x</script>', title: '"]]><a href="javascript:x">', department: '\u0001\u202e&' } }],
      [],
      name,
    );
    const svg = await picture();
    const text = Buffer.from(svg.bytes).toString();
    expect(text).not.toMatch(/<script|<a |<\/title><script|\u0001/);
    expect(text).toContain('&lt;script&gt;x&lt;/script&gt;');
    expect(svg.headers.get('content-disposition')).not.toMatch(/[<>]/);
    expect((await picture('pdf')).status).toBe(200);
  });
  test('200 for the largest chart, for circular edges, for an empty chart, and for extreme positions', async () => {
    const ids = Array.from({ length: 2000 }, (_, index) => `n${index}`);
    const largeChart = await drawChart(
      ids.map((id) => ({ id, data: { name: 'x'.repeat(1000) } })),
      ids.map((id, index) => edge(id, ids[(index + 1) % 2000] ?? '')),
    );
    for (const format of ['svg', 'pdf']) expect((await largeChart.picture(format)).status).toBe(200);
    const extremeChart = await drawChart([
      { id: 'a', position: { x: -1e308, y: 1e308 } },
      { id: 'b', position: { x: 1e308, y: -1e308 } },
    ]);
    for (const format of ['svg', 'pdf']) expect((await extremeChart.picture(format)).status).toBe(200);
    expect(Buffer.from((await extremeChart.picture()).bytes).toString()).not.toMatch(/Infinity|NaN|e\+/);
    const emptyChart = await drawChart([]);
    for (const format of ['svg', 'pdf']) expect((await emptyChart.picture(format)).status).toBe(200);
  });
  test('404 without a chart, 409 for an uploaded chart, 400 for an unknown format', async () => {
    const { call } = await app.caller();
    const problemOf = async () => (await call('GET', `${url}/picture`, asProblem)).body;
    expect(await problemOf()).toMatchObject({ status: 404, code: 'org_chart_not_found' });
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await call('POST', `${url}/upload`, { body: { fileName: 'chart.png', fileType: 'image/png', fileData: pixel } });
    expect(await problemOf()).toMatchObject({ status: 409, code: 'org_chart_uploaded' });
    expect(await call('GET', `${url}/picture?format=gif`)).toMatchObject({ status: 400 });
  });
});

test('200 adds a note to the PDF only when it cannot show all characters', async () => {
  const hasNote = async (name: string) => {
    const { picture } = await drawChart([{ id: 'a', data: { name } }]);
    const { text } = await extractText(new Uint8Array((await picture('pdf')).bytes), { mergePages: true });
    return text.replace(/\s+/g, ' ').includes('The SVG has all characters.');
  };
  expect([await hasNote('Łukasz Ελένη'), await hasNote('山田 太郎')]).toEqual([false, true]);
});
test('200 returns a file name that every system can store', async () => {
  const nameOf = async (name: string) => {
    const { picture } = await drawChart([], [], name);
    return decodeURIComponent(/filename\*=UTF-8''(\S+)$/.exec((await picture()).headers.get('content-disposition') ?? '')?.[1] ?? '');
  };
  expect(Buffer.byteLength(await nameOf('ü'.repeat(255)))).toBeLessThanOrEqual(255);
  expect(await nameOf('Übersicht\u202eexe')).toBe('Übersicht_exe.svg');
});
test('200 for a vacancy whose name, title and department are null', async () => {
  const emptyData = { memberId: null, name: null, title: null, department: null, email: null };
  const { call, picture } = await drawChart([{ id: 'a', data: emptyData }]);
  expect((await call('GET', url)).body.nodes).toEqual([{ id: 'a', data: emptyData }]);
  expect(Buffer.from((await picture()).bytes).toString()).toContain('>Vacancy<');
});

describe('the layout', () => {
  const positionsOf = (nodes: Parameters<typeof layOutChart>[1]['nodes'], edges: Parameters<typeof layOutChart>[1]['edges'] = []) =>
    layOutChart('Chart', { nodes, edges }).boxes.map(({ x, y }) => [x, y]);
  test('keeps the positions from the editor, shifted so that the chart starts at the top left corner', () => {
    expect(
      positionsOf([
        { id: 'a', position: { x: -300, y: 10 } },
        { id: 'b', position: { x: 100, y: 210 } },
      ]),
    ).toEqual([
      [40, 80],
      [440, 280],
    ]);
  });
  test('arranges boxes by the edges when a position is missing or used twice, with people without a manager at the top', () => {
    const edges = [edge('a', 'b'), edge('a', 'c'), edge('c', 'd'), edge('d', 'a')].slice(0, 3);
    const rows = (position: object) =>
      positionsOf(
        ['b', 'a', 'c', 'd'].map((id) => ({ id, ...position })),
        edges,
      ).map(([, y]) => y);
    expect(rows({})).toEqual([200, 80, 200, 320]);
    expect(rows({ position: { x: 1, y: 1 } })).toEqual([200, 80, 200, 320]);
    expect(positionsOf([{ id: 'a' }, { id: 'b' }], [edge('a', 'b'), edge('b', 'a')])).toEqual([
      [40, 80],
      [40, 200],
    ]);
  });
  test('centers managers above their reports, so that their lines never overlap', () => {
    const teams = Object.entries({ chief: ['a', 'b', 'c', 'd'], a: ['a1', 'a2'], b: ['b1', 'b2', 'b3', 'b4'], a1: ['x', 'y'], a2: ['z'] });
    const edges = teams.flatMap(([head, team]) => team.map((report) => edge(head, report)));
    const nodes = ['chief', ...teams.flatMap(([, team]) => team)].map((id) => ({ id }));
    const { lines } = layOutChart('Chart', { nodes, edges });
    const bars = [...Map.groupBy(lines, ({ from }) => `${from.x} ${from.y}`).values()].map((teamLines) => ({
      y: teamLines[0]?.to.y,
      from: Math.min(...teamLines.flatMap(({ from, to }) => [from.x, to.x])),
      to: Math.max(...teamLines.flatMap(({ from, to }) => [from.x, to.x])),
    }));
    expect(bars).toHaveLength(teams.length);
    for (const bar of bars)
      for (const other of bars) if (bar !== other && bar.y === other.y) expect(bar.to < other.from || other.to < bar.from).toBe(true);
    expect(new Set(positionsOf(nodes, edges).map(String)).size).toBe(nodes.length);
  });
  test('moves boxes apart that would overlap, because the editor draws smaller boxes, and keeps their order', () => {
    const drawnAt = (across: number, down: number) =>
      positionsOf(
        [0, 1, 2, 3].map((index) => ({ id: `n${index}`, position: { x: (index % 2) * across, y: Math.floor(index / 2) * down } })),
        [edge('n0', 'n3')],
      );
    expect(drawnAt(150, 50)).toEqual([
      [40, 80],
      [260, 80],
      [40, 164],
      [260, 164],
    ]);
    expect(drawnAt(200, 64)[3]).toEqual([240, 144]);
  });
});

describe('texts in the picture', () => {
  const textsOf = (name: string, title = '') => {
    const picture = layOutChart(title, { nodes: [{ id: 'a', data: { name } }], edges: [] });
    return { name: picture.boxes[0]?.name, title: picture.title };
  };
  test('are cut by their width, not by their number of characters', () => {
    expect(textsOf('i'.repeat(40)).name).toBe('i'.repeat(40));
    expect(textsOf('W'.repeat(26)).name).toMatch(/^W{8,16}…$/);
    expect(textsOf('Wilhelmina Montgomery-Willoughby').name).toMatch(/^Wilhelmina Montg[\w-]*…$/);
    expect(textsOf('山'.repeat(26)).name).toMatch(/^山{8,13}…$/);
    expect(textsOf('Ana\n  Maria ').name).toBe('Ana Maria');
  });
  test('are cut between visible characters', () => {
    const family = '👩‍👩‍👧‍👦';
    expect(textsOf(family.repeat(20)).name).toMatch(new RegExp(`^(?:${family}){5,13}…$`, 'u'));
    expect(textsOf(family.repeat(5)).name).toBe(family.repeat(5));
  });
  test('include the complete name of the chart, for which the picture is widened up to a maximum', () => {
    const name = 'Structure of the company and its departments';
    expect(textsOf('a', name).title).toBe(name);
    expect(textsOf('a', name.repeat(5)).title).toMatch(/^Structure of .*…$/);
  });
});
