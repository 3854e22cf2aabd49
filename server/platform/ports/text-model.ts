/** A language model with an OpenAI-compatible chat API. It only generates text and has no tools; callers must judge its answers. */
import { isObject } from '../json-object.ts';
import { guardAddresses, type Network } from './addresses.ts';
import { createHttp } from './http.ts';
import { Unreachable } from './unreachable.ts';

export interface Prompt {
  /** The task. It must contain only our own words. */
  readonly instructions: string;
  /** The data to work on. */
  readonly material: string;
}

export interface TextModel {
  /** Maximum calls of an organization per day (UTC). */
  readonly callsPerDay: number;
  /**
   * Sends one request, without retries.
   * @param signal aborts the call @returns unverified text
   * @throws Unreachable when there is no valid answer in time
   */
  complete(prompt: Prompt, signal?: AbortSignal): Promise<string>;
}

export interface TextModelSettings {
  readonly url: string;
  readonly name: string;
  readonly apiKey: string | undefined;
  readonly allowedNetworks: readonly Network[];
  readonly timeout: number;
  readonly callsPerDay: number;
}

/** Maximum bytes of an answer, far more than anyone reads. */
const maxResponseBytes = 1024 * 1024;

export function textModelFrom({ url, name, apiKey, allowedNetworks, timeout, callsPerDay }: TextModelSettings): TextModel {
  const http = createHttp(guardAddresses(allowedNetworks), { timeout, pause: 0, maxResponseBytes });
  const completionsUrl = new URL(url);
  completionsUrl.pathname = `${completionsUrl.pathname.replace(/\/$/, '')}/chat/completions`;
  return {
    callsPerDay,
    async complete({ instructions, material }, signal) {
      const { status, text } = await http.ask(completionsUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) },
        body: JSON.stringify({
          model: name,
          stream: false,
          messages: [
            { role: 'system', content: instructions },
            { role: 'user', content: material },
          ],
        }),
        repeats: 0,
        ...(signal && { signal }),
      });
      if (status !== 200) throw new Unreachable(`the language model answered with ${status}`);
      const content = contentOf(text);
      if (content === undefined) throw new Unreachable('the language model answered in another form than that of chat completions');
      return content;
    },
  };
}

/** @returns the text of the first choice, if it is complete */
function contentOf(text: string): string | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  const choice: unknown = isObject(answer) && Array.isArray(answer.choices) ? answer.choices[0] : undefined;
  if (!isObject(choice) || !isObject(choice.message) || choice.finish_reason === 'length') return undefined;
  return typeof choice.message.content === 'string' ? choice.message.content : undefined;
}
