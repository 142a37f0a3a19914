// One HTTP request to the house, with JSON both ways.

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
}

export interface Reply {
  readonly ok: boolean;
  readonly body: unknown;
}

export const TIMEOUT_MS = 10_000;

export const bearer = (token: string): Record<string, string> =>
  token ? { Authorization: `Bearer ${token}` } : {};

/** Throws if the house doesn't answer in time, or can't answer now: the caller treats both alike. */
export async function request({ method, path, body }: Route, token: string): Promise<Reply> {
  const response = await fetch(path, {
    method,
    headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...bearer(token) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.status >= 500) throw new Error(String(response.status));
  return { ok: response.ok, body: response.status === 204 ? null : await response.json() };
}
