/** A passive assessment: what a server shows to everybody, one request at a time (spec/areas/security-penetration-tests, rule 9). */
import { randomBytes } from 'node:crypto';
import type { Http, Looked } from '../../../platform/ports/http.ts';
import {
  PenetrationTestFailed,
  type PenetrationTestOrder,
  type PenetrationTestRunner,
  type PenetrationTestSurroundings,
} from '../../../platform/ports/penetration-testing.ts';
import { Unreachable } from '../../../platform/ports/unreachable.ts';
import { depths } from '../rules/limits.ts';
import { checks as allChecks, notPerformed } from '../rules/passive/active.ts';
import { formerVersions, inCertificate, inVersions, withoutTls } from '../rules/passive/certificate.ts';
import { inSameSite, inSessionFlags } from '../rules/passive/cookies.ts';
import { inBanners, inContentHeaders, inFramingHeaders, inTransportHeaders } from '../rules/passive/headers.ts';
import type { Weakness } from '../rules/passive/issues.ts';
import { atPath, wellKnown } from '../rules/passive/paths.ts';
import { aboutRepository } from '../rules/passive/repository.ts';

const mostRequests = 60;
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
  readonly #surroundings: PenetrationTestSurroundings;
  readonly #target: URL;
  readonly #checks: readonly string[];
  #requests = 0;
  #done = 0;

  constructor(http: Http, order: PenetrationTestOrder, surroundings: PenetrationTestSurroundings) {
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
    // Nothing is said of a target that cannot be reached.
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

  #page: Looked | undefined;

  async #begin(): Promise<void> {
    try {
      this.#page = await this.#look(this.#target);
    } catch (error) {
      throw error instanceof Unreachable ? new PenetrationTestFailed('infrastructure', error.message) : error;
    }
  }

  async #repository(repoUrl: string): Promise<void> {
    // What git asks first of a repository over http; without a credential only a public one answers.
    const { origin, pathname } = new URL(repoUrl);
    const address = new URL(`${origin}${pathname.replace(/\/$/, '')}/info/refs?service=git-upload-pack`);
    const found = await this.#lookIfReachable(address);
    await this.#found(aboutRepository(repoUrl, found?.status === 200 && found.start.includes('git-upload-pack')), repoUrl);
  }

  async #transport(): Promise<void> {
    if (!this.#asks('technology_config')) return;
    const { protocol, host } = this.#target;
    if (protocol === 'https:') {
      for (const one of inCertificate(await this.#certificate(), new Date())) await this.#found(one, host);
      const accepted: string[] = [];
      for (const version of formerVersions) if (await this.#speaks(version)) accepted.push(version);
      for (const one of inVersions(accepted)) await this.#found(one, host);
    }
    const plain = new URL(this.#target);
    plain.protocol = 'http:';
    // Another port of the same host would be another service.
    const answer = protocol === 'http:' ? this.#page : this.#target.port === '' ? await this.#lookIfReachable(plain) : undefined;
    if (answer && !leadsToTls(plain, answer)) await this.#found(withoutTls(), plain.href);
  }

  async #answer(): Promise<void> {
    if (!this.#page) return;
    const { headers, cookies } = this.#page;
    const overTls = this.#target.protocol === 'https:';
    const found = [
      ...(this.#asks('technology_config') ? [...inTransportHeaders(headers, overTls), ...inBanners(headers)] : []),
      ...(this.#asks('xss') ? [...inContentHeaders(headers), ...inFramingHeaders(headers)] : []),
      ...(this.#asks('authentication') ? inSessionFlags(cookies, overTls) : []),
      ...(this.#asks('csrf') ? inSameSite(cookies) : []),
    ];
    for (const one of found) await this.#found(one, this.#target.href);
  }

  async #paths(): Promise<void> {
    const asked = wellKnown.filter(({ group }) => this.#asks(group)).slice(0, depths[this.#order.scanDepth].paths);
    if (!asked.length) return;
    // Some servers answer everything with one page.
    const nothing = await this.#lookIfReachable(new URL(`/${randomBytes(12).toString('hex')}`, this.#target));
    for (const one of asked) {
      const address = new URL(one.path, this.#target);
      const answer = await this.#lookIfReachable(address);
      if (!answer || (nothing?.status === 200 && nothing.start === answer.start)) continue;
      const found = atPath(one, answer);
      if (found) await this.#found(found, address.href);
    }
  }

  async #active(): Promise<void> {
    for (const one of notPerformed(allChecks.filter((check) => this.#asks(check)))) await this.#found(one, this.#target.href);
  }

  #asks(check: string): boolean {
    return this.#checks.includes(check);
  }

  async #look(url: URL): Promise<Looked> {
    this.#count();
    const answer = await this.#http.look(url, this.#surroundings.signal);
    const summary = `GET ${url.pathname}: ${answer.status}`;
    await this.#surroundings.tell({ type: 'action', agent, tool: 'http', summary });
    return answer;
  }

  async #lookIfReachable(url: URL): Promise<Looked | undefined> {
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

  async #speaks(version: (typeof formerVersions)[number]): Promise<boolean> {
    this.#count();
    const found = await this.#http.certificate(this.#target, this.#surroundings.signal, version).catch(unlessUnreachable);
    return found !== undefined;
  }

  #count(): void {
    this.#requests += 1;
    if (this.#requests > mostRequests) throw new Error('a passive assessment asks more than it may');
  }

  async #found({ proof, ...one }: Weakness, affectedEndpoint: string): Promise<void> {
    await this.#surroundings.found({ ...one, affectedEndpoint, evidence: proof });
    await this.#surroundings.tell({ type: 'finding', agent, summary: one.title });
  }
}

function leadsToTls(from: URL, { status, headers: { location } }: Looked): boolean {
  return status >= 300 && status < 400 && URL.canParse(location ?? '', from.href) && new URL(location ?? '', from).protocol === 'https:';
}

function unlessUnreachable(error: unknown): undefined {
  if (!(error instanceof Unreachable)) throw error;
}
