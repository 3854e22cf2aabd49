/** Passive assessments: examine what a server shows to every visitor, one request at a time (security-penetration-tests, rule 9). */
import { randomBytes } from 'node:crypto';
import type { Http, ProbeResponse } from '#platform/ports/http';
import {
  PenetrationTestFailed,
  type PenetrationTestOrder,
  type PenetrationTestRunner,
  type PenetrationTestContext,
} from '#platform/ports/penetration-testing';
import { Unreachable } from '#platform/ports/unreachable';
import { depths } from '../rules/limits.ts';
import { checks as allChecks, notPerformed } from '../rules/passive/active.ts';
import { obsoleteVersions, checkCertificate, checkTlsVersions, withoutTls } from '../rules/passive/certificate.ts';
import { checkSameSite, checkSessionFlags } from '../rules/passive/cookies.ts';
import { checkBanners, checkContentHeaders, checkFramingHeaders, checkTransportHeaders } from '../rules/passive/headers.ts';
import type { Weakness } from '../rules/passive/issues.ts';
import { checkPath, wellKnownPaths } from '../rules/passive/paths.ts';
import { checkRepository } from '../rules/passive/repository.ts';

const maxRequests = 60;
const agent = 'passive-assessment';
const method =
  'This is a passive assessment. It read what the target shows to everybody, with at most 60 requests, and attacked nothing. ' +
  'Checks that need active testing were not performed, and are listed as such.';

export function assessWith(http: Http): PenetrationTestRunner['perform'] {
  return (order, surroundings) => new Assessment(http, order, surroundings).carryOut();
}

class Assessment {
  readonly #http: Http;
  readonly #order: PenetrationTestOrder;
  readonly #surroundings: PenetrationTestContext;
  readonly #target: URL;
  readonly #checks: readonly string[];
  #requests = 0;
  #done = 0;

  constructor(http: Http, order: PenetrationTestOrder, surroundings: PenetrationTestContext) {
    this.#http = http;
    this.#order = order;
    this.#surroundings = surroundings;
    this.#target = new URL(order.targetUrl);
    this.#checks = order.checks ?? allChecks;
  }

  async carryOut() {
    const { enter, progress } = this.#surroundings;
    const parts = [
      ['Transport', () => this.#transport()],
      ['Headers and cookies', () => this.#answer()],
      ['Well-known paths', () => this.#paths()],
      ['Checks that need active testing', () => this.#active()],
    ] as const;
    if (this.#order.repoUrl !== null) {
      await enter('cloning');
      await this.#repository(this.#order.repoUrl);
    }
    await enter('running');
    // Nothing is reported about a target that cannot be reached.
    await this.#begin();
    for (const [phase, work] of parts) {
      await progress(phase, this.#done, parts.length);
      await this.#surroundings.tell({ type: 'phase', agent, summary: phase });
      await work();
      this.#done += 1;
    }
    await progress('Done', parts.length, parts.length);
    return { method };
  }

  #page: ProbeResponse | undefined;

  async #begin(): Promise<void> {
    try {
      this.#page = await this.#look(this.#target);
    } catch (error) {
      throw error instanceof Unreachable ? new PenetrationTestFailed('infrastructure', error.message) : error;
    }
  }

  async #repository(repoUrl: string): Promise<void> {
    // The first request of git to a repository over http. Without credentials, only public ones answer it.
    const { origin, pathname } = new URL(repoUrl);
    const address = new URL(`${origin}${pathname.replace(/\/$/, '')}/info/refs?service=git-upload-pack`);
    const found = await this.#lookIfReachable(address);
    await this.#found(checkRepository(repoUrl, found?.status === 200 && found.start.includes('git-upload-pack')), repoUrl);
  }

  async #transport(): Promise<void> {
    if (!this.#asks('technology_config')) return;
    const { protocol, host } = this.#target;
    if (protocol === 'https:') {
      for (const weakness of checkCertificate(await this.#certificate(), new Date())) await this.#found(weakness, host);
      const accepted: string[] = [];
      for (const version of obsoleteVersions) if (await this.#speaks(version)) accepted.push(version);
      for (const weakness of checkTlsVersions(accepted)) await this.#found(weakness, host);
    }
    const httpUrl = new URL(this.#target);
    httpUrl.protocol = 'http:';
    // Another port of the same host could be another service.
    const answer = protocol === 'http:' ? this.#page : this.#target.port === '' ? await this.#lookIfReachable(httpUrl) : undefined;
    if (answer && !leadsToTls(httpUrl, answer)) await this.#found(withoutTls(), httpUrl.href);
  }

  async #answer(): Promise<void> {
    if (!this.#page) return;
    const { headers, cookies } = this.#page;
    const overTls = this.#target.protocol === 'https:';
    const found = [
      ...(this.#asks('technology_config') ? [...checkTransportHeaders(headers, overTls), ...checkBanners(headers)] : []),
      ...(this.#asks('xss') ? [...checkContentHeaders(headers), ...checkFramingHeaders(headers)] : []),
      ...(this.#asks('authentication') ? checkSessionFlags(cookies, overTls) : []),
      ...(this.#asks('csrf') ? checkSameSite(cookies) : []),
    ];
    for (const weakness of found) await this.#found(weakness, this.#target.href);
  }

  async #paths(): Promise<void> {
    const asked = wellKnownPaths.filter(({ group }) => this.#asks(group)).slice(0, depths[this.#order.scanDepth].paths);
    if (!asked.length) return;
    // Some servers answer every path with the same page.
    const missingPage = await this.#lookIfReachable(new URL(`/${randomBytes(12).toString('hex')}`, this.#target));
    for (const wellKnownPath of asked) {
      const address = new URL(wellKnownPath.path, this.#target);
      const answer = await this.#lookIfReachable(address);
      if (!answer || (missingPage?.status === 200 && missingPage.start === answer.start)) continue;
      const found = checkPath(wellKnownPath, answer);
      if (found) await this.#found(found, address.href);
    }
  }

  async #active(): Promise<void> {
    for (const weakness of notPerformed(allChecks.filter((check) => this.#asks(check)))) await this.#found(weakness, this.#target.href);
  }

  #asks(check: string): boolean {
    return this.#checks.includes(check);
  }

  async #look(url: URL): Promise<ProbeResponse> {
    this.#count();
    const answer = await this.#http.probe(url, this.#surroundings.signal);
    const summary = `GET ${url.pathname}: ${answer.status}`;
    await this.#surroundings.tell({ type: 'action', agent, tool: 'http', summary });
    return answer;
  }

  async #lookIfReachable(url: URL): Promise<ProbeResponse | undefined> {
    return this.#look(url).catch(unlessUnreachable);
  }

  async #certificate() {
    this.#count();
    try {
      return await this.#http.certificate(this.#target, this.#surroundings.signal);
    } catch (error) {
      throw error instanceof Unreachable ? new PenetrationTestFailed('infrastructure', error.message) : error;
    }
  }

  async #speaks(version: (typeof obsoleteVersions)[number]): Promise<boolean> {
    this.#count();
    const found = await this.#http.certificate(this.#target, this.#surroundings.signal, version).catch(unlessUnreachable);
    return found !== undefined;
  }

  #count(): void {
    this.#requests += 1;
    if (this.#requests > maxRequests) throw new Error('a passive assessment sends more requests than are allowed');
  }

  async #found({ proof, ...weakness }: Weakness, affectedEndpoint: string): Promise<void> {
    await this.#surroundings.found({ ...weakness, affectedEndpoint, evidence: proof });
    await this.#surroundings.tell({ type: 'finding', agent, summary: weakness.title });
  }
}

function leadsToTls(from: URL, { status, headers: { location } }: ProbeResponse): boolean {
  return status >= 300 && status < 400 && URL.canParse(location ?? '', from.href) && new URL(location ?? '', from).protocol === 'https:';
}

function unlessUnreachable(error: unknown): undefined {
  if (!(error instanceof Unreachable)) throw error;
}
