/** Thrown if a service configured by the operator doesn't respond, or responds in an undocumented way. */
export class ServiceDown extends Error {
  /** The response was too large or too slow, or the connection failed. */
  readonly why: 'size' | 'time' | 'network'

  constructor(
    message: string,
    { why = 'network', ...options }: ErrorOptions & { why?: ServiceDown['why'] } = {},
  ) {
    super(message, options)
    this.name = 'ServiceDown'
    this.why = why
  }
}

async function readLimited(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > maxBytes) throw new ServiceDown('sent too much data', { why: 'size' })
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Builds the URL of a service's operation; the service's base URL can have a path. */
export function addressAt(service: URL, operation: string): URL {
  return new URL(operation, service.href.replace(/\/*$/, '/'))
}

type Limits = { timeoutMs: number; maxBytes: number }

type TextRequest = { headers: Record<string, string>; body?: string; signal?: AbortSignal }

/**
 * Calls a service configured by the operator: POST with a body, otherwise GET. Aborting `signal` ends the call early.
 * @throws ServiceDown if it doesn't respond in time, or responds with more than `maxBytes`
 */
export async function askText(
  address: URL,
  { headers, body, timeoutMs, maxBytes, signal }: Limits & TextRequest,
): Promise<{ status: number; text: string; headers: Headers }> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(address, {
      headers,
      ...(body !== undefined && { method: 'POST', body }),
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    const text = await readLimited(response, maxBytes)
    return { status: response.status, text, headers: response.headers }
  } catch (error) {
    if (error instanceof ServiceDown) throw error
    throw new ServiceDown("didn't respond", { cause: error, why: timeout.aborted ? 'time' : 'network' })
  }
}

/**
 * Like {@link askText}, but for a JSON service; `answer` is null if the response isn't JSON.
 * @throws ServiceDown
 */
export async function askService(
  address: URL,
  { body, ...limits }: Limits & { body?: object },
): Promise<{ status: number; answer: unknown }> {
  const headers = { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) }
  const { status, text } = await askText(address, {
    ...limits,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status, answer: parsed(text) }
}
