/** Makes a request without cookies, so that everyone gets the same response. */
export function fetchAsAnyone(address: string, signal?: AbortSignal): Promise<Response> {
  return fetch(address, { credentials: 'omit', ...(signal ? { signal } : {}) })
}
