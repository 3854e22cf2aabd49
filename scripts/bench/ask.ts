/** @returns what asks the server at `url`, always with these headers, and gives what the answer holds. It throws for an answer that is no success. */
export function askAt(url: string, headers: Readonly<Record<string, string>> = {}) {
  return async (method: string, path: string, body?: object): Promise<ReturnType<typeof JSON.parse>> => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
}
