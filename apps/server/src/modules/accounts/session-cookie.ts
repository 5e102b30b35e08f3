/** The session cookie's name; with TLS its prefix binds it to the host. */
export const cookieNameFor = (publicUrl: URL): string =>
  publicUrl.protocol === 'https:' ? '__Host-nollie.session' : 'nollie.session'

/** The attributes of the session cookie, besides its name and age: not for scripts, and not from other sites' forms. */
export const cookieAttributesFor = (publicUrl: URL) =>
  ({ httpOnly: true, sameSite: 'lax', secure: publicUrl.protocol === 'https:' }) as const
