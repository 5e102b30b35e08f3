/** Requests a response without cookies, so that everyone gets the same. */
export function fetchAsAnyone(address: string, signal?: AbortSignal): Promise<Response> {
  return fetch(address, { credentials: 'omit', ...(signal ? { signal } : {}) })
}
