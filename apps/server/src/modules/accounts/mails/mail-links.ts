/** Returns the URL of the sign-in screen with an emailed link's token. */
export function linkTo(publicUrl: URL, name: 'verify' | 'reset' | 'email' | 'undo', token: string): string {
  const url = new URL('/auth', publicUrl)
  url.searchParams.set(name, token)
  return url.href
}

/** Returns the URL of the screen for responding to a security email. */
export function safetyLink(publicUrl: URL, what: 'not-me' | 'stop' | 'recover', token: string): string {
  const url = new URL('/auth/safety', publicUrl)
  // The fragment is never sent to a server.
  url.hash = new URLSearchParams({ what, token }).toString()
  return url.href
}
