function base64(bytes: Uint8Array) {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Whether this page can create a PKCE pair. Pages without TLS can't, because they can't compute digests. */
export function canMakePair(): boolean {
  return Boolean(globalThis.crypto?.subtle)
}

/**
 * Creates a PKCE pair (S256): the challenge is sent with a request, and the verifier stays on this device. Returns null
 * if the page can't compute digests.
 */
export async function makePair(): Promise<{ verifier: string; challenge: string } | null> {
  if (!canMakePair()) return null
  const verifier = base64(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: base64(new Uint8Array(digest)) }
}
