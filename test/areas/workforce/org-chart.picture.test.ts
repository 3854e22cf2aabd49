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

async function drawn(nodes: readonly object[], edges: readonly object[] = [], name = 'Our chart') {
  const caller = await app.caller();
  const answer = await caller.call('PUT', url, { body: { name, nodes, edges } });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return { ...caller, picture: (format?: string) => caller.call('GET', `${url}/picture${format ? `?format=${format}` : ''}`) };
}

describe('exportOrgChart', () => {
  test('200 with the names and titles that members have now, and with vacancies, as SVG and as PDF (rule 13)', async () => {
    const { call, organization, picture } = await drawn([{ id: 'b', type: 'vacancy', data: { title: 'Head of Finance' } }]);
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
    for (const said of ['Our chart', 'Ada Marsh', 'Engineer', '>it<', 'Vacancy', 'Head of Finance']) expect(text).toContain(said);
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
    for (const said of ['Our chart', 'Ada Marsh', 'Engineer', 'Vacancy', 'Head of Finance']) expect(pages).toContain(said);
  });
  test('200 with texts that are only text, in a file whose name is one', async () => {
    const name = '</title><script>alert(1)</script>"&\u0000'.replace('\u0000', '');
    const { picture } = await drawn(
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
  test('200 for the largest chart, for circles, for an empty one and for places that are nowhere', async () => {
    const ids = Array.from({ length: 2000 }, (_, index) => `n${index}`);
    const large = await drawn(
      ids.map((id) => ({ id, data: { name: 'x'.repeat(1000) } })),
      ids.map((id, index) => edge(id, ids[(index + 1) % 2000] ?? '')),
    );
    for (const format of ['svg', 'pdf']) expect((await large.picture(format)).status).toBe(200);
    const far = await drawn([
      { id: 'a', position: { x: -1e308, y: 1e308 } },
      { id: 'b', position: { x: 1e308, y: -1e308 } },
    ]);
    for (const format of ['svg', 'pdf']) expect((await far.picture(format)).status).toBe(200);
    expect(Buffer.from((await far.picture()).bytes).toString()).not.toMatch(/Infinity|NaN|e\+/);
    const empty = await drawn([]);
    for (const format of ['svg', 'pdf']) expect((await empty.picture(format)).status).toBe(200);
  });
  test('404 without a chart, 409 for an uploaded one, 400 for another format', async () => {
    const { call } = await app.caller();
    const refused = async () => (await call('GET', `${url}/picture`, asProblem)).body;
    expect(await refused()).toMatchObject({ status: 404, code: 'org_chart_not_found' });
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await call('POST', `${url}/upload`, { body: { fileName: 'chart.png', fileType: 'image/png', fileData: pixel } });
    expect(await refused()).toMatchObject({ status: 409, code: 'org_chart_uploaded' });
    expect(await call('GET', `${url}/picture?format=gif`)).toMatchObject({ status: 400 });
  });
});

test('200 with a note in the PDF about letters that it cannot show, and without one where there are none', async () => {
  const note = async (name: string) => {
    const { picture } = await drawn([{ id: 'a', data: { name } }]);
    const { text } = await extractText(new Uint8Array((await picture('pdf')).bytes), { mergePages: true });
    return text.replace(/\s+/g, ' ').includes('The SVG has all characters.');
  };
  expect([await note('Łukasz Ελένη'), await note('山田 太郎')]).toEqual([false, true]);
});
test('200 with a file name that every system can store', async () => {
  const nameOf = async (name: string) => {
    const { picture } = await drawn([], [], name);
    return decodeURIComponent(/filename\*=UTF-8''(\S+)$/.exec((await picture()).headers.get('content-disposition') ?? '')?.[1] ?? '');
  };
  expect(Buffer.byteLength(await nameOf('ü'.repeat(255)))).toBeLessThanOrEqual(255);
  expect(await nameOf('Übersicht\u202eexe')).toBe('Übersicht_exe.svg');
});
test('200 for a vacancy whose name, title and department are null', async () => {
  const none = { memberId: null, name: null, title: null, department: null, email: null };
  const { call, picture } = await drawn([{ id: 'a', data: none }]);
  expect((await call('GET', url)).body.nodes).toEqual([{ id: 'a', data: none }]);
  expect(Buffer.from((await picture()).bytes).toString()).toContain('>Vacancy<');
});

describe('the layout', () => {
  const place = (nodes: Parameters<typeof layOutChart>[1]['nodes'], edges: Parameters<typeof layOutChart>[1]['edges'] = []) =>
    layOutChart('Chart', { nodes, edges }).boxes.map(({ x, y }) => [x, y]);
  test('keeps the places of the editor, from a corner on', () => {
    expect(
      place([
        { id: 'a', position: { x: -300, y: 10 } },
        { id: 'b', position: { x: 100, y: 210 } },
      ]),
    ).toEqual([
      [40, 80],
      [440, 280],
    ]);
  });
  test('is made of the edges where a place is missing or taken twice: who reports to nobody stands above', () => {
    const edges = [edge('a', 'b'), edge('a', 'c'), edge('c', 'd'), edge('d', 'a')].slice(0, 3);
    const rows = (position: object) =>
      place(
        ['b', 'a', 'c', 'd'].map((id) => ({ id, ...position })),
        edges,
      ).map(([, y]) => y);
    expect(rows({})).toEqual([200, 80, 200, 320]);
    expect(rows({ position: { x: 1, y: 1 } })).toEqual([200, 80, 200, 320]);
    expect(place([{ id: 'a' }, { id: 'b' }], [edge('a', 'b'), edge('b', 'a')])).toEqual([
      [40, 80],
      [40, 200],
    ]);
  });
  test('has everybody over those who report to them, so that no line of one runs over a line of another', () => {
    const teams = Object.entries({ chief: ['a', 'b', 'c', 'd'], a: ['a1', 'a2'], b: ['b1', 'b2', 'b3', 'b4'], a1: ['x', 'y'], a2: ['z'] });
    const edges = teams.flatMap(([head, team]) => team.map((one) => edge(head, one)));
    const nodes = ['chief', ...teams.flatMap(([, team]) => team)].map((id) => ({ id }));
    const { lines } = layOutChart('Chart', { nodes, edges });
    const bars = [...Map.groupBy(lines, ({ from }) => `${from.x} ${from.y}`).values()].map((own) => ({
      y: own[0]?.to.y,
      from: Math.min(...own.flatMap(({ from, to }) => [from.x, to.x])),
      to: Math.max(...own.flatMap(({ from, to }) => [from.x, to.x])),
    }));
    expect(bars).toHaveLength(teams.length);
    for (const one of bars)
      for (const other of bars) if (one !== other && one.y === other.y) expect(one.to < other.from || other.to < one.from).toBe(true);
    expect(new Set(place(nodes, edges).map(String)).size).toBe(nodes.length);
  });
  test('moves boxes apart where the editor draws smaller ones, and keeps their order', () => {
    const drawnAt = (across: number, down: number) =>
      place(
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
  const said = (name: string, title = '') => {
    const picture = layOutChart(title, { nodes: [{ id: 'a', data: { name } }], edges: [] });
    return { name: picture.boxes[0]?.name, title: picture.title };
  };
  test('are cut when they are too wide, and not when they are too long', () => {
    expect(said('i'.repeat(40)).name).toBe('i'.repeat(40));
    expect(said('W'.repeat(26)).name).toMatch(/^W{8,16}…$/);
    expect(said('Wilhelmina Montgomery-Willoughby').name).toMatch(/^Wilhelmina Montg[\w-]*…$/);
    expect(said('山'.repeat(26)).name).toMatch(/^山{8,13}…$/);
    expect(said('Ana\n  Maria ').name).toBe('Ana Maria');
  });
  test('are cut between characters as people see them', () => {
    const family = '👩‍👩‍👧‍👦';
    expect(said(family.repeat(20)).name).toMatch(new RegExp(`^(?:${family}){5,13}…$`, 'u'));
    expect(said(family.repeat(5)).name).toBe(family.repeat(5));
  });
  test('have the room that the name of the chart takes, up to a width', () => {
    const name = 'Structure of the company and its departments';
    expect(said('a', name).title).toBe(name);
    expect(said('a', name.repeat(5)).title).toMatch(/^Structure of .*…$/);
  });
});
