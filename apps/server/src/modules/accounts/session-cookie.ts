/** The session cookie's name; with TLS its prefix binds it to the host. */
export const cookieNameFor = (publicUrl: URL): string =>
  publicUrl.protocol === 'https:' ? '__Host-nollie.session' : 'nollie.session'

/** The attributes of the session cookie, except its name and age: HttpOnly, and not sent with other sites' forms. */
export const cookieAttributesFor = (publicUrl: URL) =>
  ({ httpOnly: true, sameSite: 'lax', secure: publicUrl.protocol === 'https:' }) as const
