/** The session cookie's name; with TLS its prefix binds it to the host. */
export const cookieNameFor = (publicUrl: URL): string =>
  publicUrl.protocol === 'https:' ? '__Host-nollie.session' : 'nollie.session'
