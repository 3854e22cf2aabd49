/**
 * A language model behind an API of the OpenAI-compatible chat form. It is asked for a text and gets nothing else to do: it has no tools, and
 * whoever asks judges its answer.
 */
import { isObject } from '../json-object.ts';
import { addressesBut, type Network } from './addresses.ts';
import { httpWithin } from './http.ts';
import { Unreachable } from './unreachable.ts';

export interface Prompt {
  /** What is to be done. Words of our own only. */
  readonly instructions: string;
  /** What it is to be done with. */
  readonly material: string;
}

export interface TextModel {
  /** Calls that an organization may make in a day (UTC). */
  readonly callsPerDay: number;
  /**
   * Asks once, without repeating it.
   * @param signal ends it early @returns the answer, of which nothing is known but that it is text
   * @throws Unreachable when there is no answer in time, or none of this form
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

/** Bytes that an answer may have: many times what anybody reads. */
const maxResponseBytes = 1024 * 1024;

export function textModelFrom({ url, name, apiKey, allowedNetworks, timeout, callsPerDay }: TextModelSettings): TextModel {
  const http = httpWithin(addressesBut(allowedNetworks), { timeout, pause: 0, maxResponseBytes });
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/$/, '')}/chat/completions`;
  return {
    callsPerDay,
    async complete({ instructions, material }, signal) {
      const { status, text } = await http.ask(address, {
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

/** @returns the text of the first choice, if it is finished */
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
