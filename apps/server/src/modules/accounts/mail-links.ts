/** The URL of the sign-in screen with the token of an emailed link. */
export const linkTo = (
  publicUrl: URL,
  name: 'verify' | 'reset' | 'email' | 'undo',
  token: string,
): string => {
  const url = new URL('/auth', publicUrl)
  url.searchParams.set(name, token)
  return url.href
}

/** The URL of the screen for responding to a security email. */
export const safetyLink = (publicUrl: URL, what: 'not-me' | 'stop' | 'recover', token: string): string => {
  const url = new URL('/auth/safety', publicUrl)
  // After #, where no server sees it.
  url.hash = new URLSearchParams({ what, token }).toString()
  return url.href
}
