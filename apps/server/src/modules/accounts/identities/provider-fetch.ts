const TIMEOUT_MS = 5_000
/** Discovery documents and key sets are a few kB. */
const MAX_BYTES = 256 * 1024

/** Thrown if a provider doesn't respond, or sends an invalid response. */
export class ProviderDown extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderDown'
  }
}

/** Maximum time for a provider to respond. */
export type FetchLimits = { timeoutMs?: number }

type Options = { body?: unknown; headers?: unknown; method?: string }
/** The signature with which the protocol libraries call `fetch`. */
export type ProviderFetch = (url: string, options: Options) => Promise<Response>

async function readLimited(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > MAX_BYTES) throw new ProviderDown('sent too much data')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/**
 * Returns a `fetch` for requests to providers. It doesn't follow redirects, limits the size, and times out after a few
 * seconds, including the time for the body. Every failure that isn't a protocol response is a {@link ProviderDown}.
 */
export function providerFetch({ timeoutMs = TIMEOUT_MS }: FetchLimits = {}): ProviderFetch {
  return async (url, { body = null, headers, method = 'GET' }) => {
    try {
      const response = await fetch(url, {
        ...({ method, headers, body } as RequestInit),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (response.status >= 500) throw new ProviderDown(`responded with ${response.status}`)
      const read = await readLimited(response)
      const { status } = response
      return new Response(status === 204 || status === 304 ? null : new Uint8Array(read), {
        status,
        headers: response.headers,
      })
    } catch (error) {
      if (error instanceof ProviderDown) throw error
      throw new ProviderDown("didn't respond", { cause: error })
    }
  }
}
