/** Returns the name of the session cookie. With HTTPS, its prefix binds it to the host. */
export const cookieNameFor = (publicUrl: URL): string =>
  publicUrl.protocol === 'https:' ? '__Host-nollie.session' : 'nollie.session'

/** Returns the session cookie's attributes except its name and age. Other sites' forms don't send the cookie. */
export const cookieAttributesFor = (publicUrl: URL) =>
  ({ httpOnly: true, sameSite: 'lax', secure: publicUrl.protocol === 'https:' }) as const
