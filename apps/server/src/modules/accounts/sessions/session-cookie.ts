/** Returns the name of the session cookie. With HTTPS, its prefix binds it to the host. */
export const cookieNameFor = (publicUrl: URL): string =>
  publicUrl.protocol === 'https:' ? '__Host-nollie.session' : 'nollie.session'

/**
 * Returns the session cookie's attributes, except for its name and age. With them, browsers don't send the cookie along
 * with other sites' forms.
 */
export const cookieAttributesFor = (publicUrl: URL) =>
  ({ httpOnly: true, sameSite: 'lax', secure: publicUrl.protocol === 'https:' }) as const
