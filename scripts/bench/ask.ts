/** @returns a function that sends a request with these headers to the server at `url` and returns the body. It throws for error statuses */
export function createCaller(url: string, headers: Readonly<Record<string, string>> = {}) {
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
