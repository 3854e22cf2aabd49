/** Measures the cost of adopting a framework and of starting with a known catalog by counting statements. */
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

let watchedDatabase: Awaited<ReturnType<typeof openWatchedDatabase>>;
beforeAll(async () => {
  watchedDatabase = await openWatchedDatabase();
});
afterAll(() => watchedDatabase.database.close());

test('adopting a framework takes the same few statements, whatever its size', async () => {
  const { base, server } = await listenOn(watchedDatabase.database, testConfig());
  const { key } = await newOrganization(watchedDatabase.database);
  const statementCounts: number[] = [];
  for (const slug of ['nist80053', 'soc2', 'cis'] as const) {
    const statements = await watchedDatabase.during(async () => {
      const { status } = await call(base, 'POST', '/v1/frameworks', { key, body: { frameworkIds: [frameworkId(slug)] } });
      expect(status).toBe(201);
    });
    statementCounts.push(statements.length);
  }
  server.close();
  for (const count of statementCounts) expect(count).toBeLessThanOrEqual(60);
});

test('starting on a database that has the catalog checks this once, and writes nothing', async () => {
  const { system } = watchedDatabase.database;
  const statements = await watchedDatabase.during(async () => {
    expect(await loadRelease(system)).toBe(false);
  });
  expect(statements.map(({ text }) => text)).toEqual([expect.stringContaining('catalogue_edition')]);
});

test('no module that is loaded at the start contains the texts of the catalog', () => {
  const importsOf = (file: string) =>
    ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles.flatMap(({ fileName }) => importTarget(file, fileName) ?? []);
  const release = 'server/domain/catalogue/release.ts';
  const catalogueModule = 'server/domain/catalogue/index.ts';
  expect(readFileSync(release, 'utf8')).toMatch(/await import\('\.\/index\.ts'\)/);
  expect(readFileSync(release, 'utf8')).not.toMatch(/^import .*'\.\/index\.ts'/m);
  const reachedModules = new Set<string>();
  const visit = (file: string) => {
    if (reachedModules.has(file) || !file.endsWith('.ts') || file.endsWith('.d.ts')) return void reachedModules.add(file);
    reachedModules.add(file);
    for (const next of importsOf(file)) if (file !== release || next !== catalogueModule) visit(next);
  };
  visit('server/start/server.ts');
  expect(reachedModules).toContain(release);
  expect([...reachedModules].filter((file) => file === catalogueModule || file.startsWith('server/domain/catalogue/data/'))).toEqual([]);
});

test('word weights are computed from the texts of the catalog', () => {
  const texts = [
    ...catalogueSource.policies.map(({ markdown }) => markdown),
    ...catalogueSource.controls.map(({ description }) => description),
  ];
  expect(listComplianceTexts().toSorted()).toEqual(texts.toSorted());
});
