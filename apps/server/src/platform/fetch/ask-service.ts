/** An operator's service did not answer, or answered something else than it documents. */
export class ServiceDown extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ServiceDown'
  }
}

const readLimited = async (response: Response, maxBytes: number): Promise<string> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > maxBytes) throw new ServiceDown('answers too much')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The address of an operation of a service, whose own address may have a path. */
export const addressAt = (service: URL, operation: string): URL =>
  new URL(operation, service.href.replace(/\/*$/, '/'))

/**
 * Asks a service that the operator configured, with a body by POST, else by GET; `answer` is null where it is no JSON.
 * @throws ServiceDown when it does not answer in time, or more than `maxBytes`
 */
export const askService = async (
  address: URL,
  { body, timeoutMs, maxBytes }: { body?: object; timeoutMs: number; maxBytes: number },
): Promise<{ status: number; answer: unknown }> => {
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, answer: parsed(await readLimited(response, maxBytes)) }
  } catch (error) {
    if (error instanceof ServiceDown) throw error
    throw new ServiceDown('does not answer', { cause: error })
  }
}
