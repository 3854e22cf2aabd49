/** The cost of adopting a framework and of starting with a known catalog, measured without a clock. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { importTarget } from '../support/import-target.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listComplianceTexts } from '#domain/catalogue/field-texts';
import { loadRelease } from '#domain/catalogue/release';
import { catalogueSource } from '#domain/catalogue/source';
import { call, listenOn, testConfig } from '../support/app.ts';
import { frameworkId } from '../support/frameworks.ts';
import { newOrganization } from '../support/organization.ts';
import { openWatchedDatabase } from '../support/statements.ts';

let watched: Awaited<ReturnType<typeof openWatchedDatabase>>;
beforeAll(async () => {
  watched = await openWatchedDatabase();
});
afterAll(() => watched.database.close());

test('adopting a framework takes the same few statements, whatever its size', async () => {
  const { base, server } = await listenOn(watched.database, testConfig());
  const { key } = await newOrganization(watched.database);
  const counted: number[] = [];
  for (const slug of ['nist80053', 'soc2', 'cis'] as const) {
    const statements = await watched.during(async () => {
      const { status } = await call(base, 'POST', '/v1/frameworks', { key, body: { frameworkIds: [frameworkId(slug)] } });
      expect(status).toBe(201);
    });
    counted.push(statements.length);
  }
  server.close();
  for (const count of counted) expect(count).toBeLessThanOrEqual(60);
});

test('a start on a database with the catalog checks once whether it exists, and writes nothing', async () => {
  const { system } = watched.database;
  const statements = await watched.during(async () => {
    expect(await loadRelease(system)).toBe(false);
  });
  expect(statements.map(({ text }) => text)).toEqual([expect.stringContaining('catalogue_edition')]);
});

test('no module of the start contains the texts of the catalog', () => {
  const importsOf = (file: string) =>
    ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles.flatMap(({ fileName }) => importTarget(file, fileName) ?? []);
  const release = 'server/domain/catalogue/release.ts';
  const whole = 'server/domain/catalogue/index.ts';
  expect(readFileSync(release, 'utf8')).toMatch(/await import\('\.\/index\.ts'\)/);
  expect(readFileSync(release, 'utf8')).not.toMatch(/^import .*'\.\/index\.ts'/m);
  const reached = new Set<string>();
  const visit = (file: string) => {
    if (reached.has(file) || !file.endsWith('.ts') || file.endsWith('.d.ts')) return void reached.add(file);
    reached.add(file);
    for (const next of importsOf(file)) if (file !== release || next !== whole) visit(next);
  };
  visit('server/start/server.ts');
  expect(reached).toContain(release);
  expect([...reached].filter((file) => file === whole || file.startsWith('server/domain/catalogue/data/'))).toEqual([]);
});

test('word weights come from the texts of the catalog', () => {
  const texts = [
    ...catalogueSource.policies.map(({ markdown }) => markdown),
    ...catalogueSource.controls.map(({ description }) => description),
  ];
  expect(listComplianceTexts().toSorted()).toEqual(texts.toSorted());
});
