const FORMER = /^former\.[0-9a-f]{16}$/

/** The username of whoever deleted their account and left what they wrote: 64 random bits in hex. Nobody can choose such a name. */
export const formerUsername = (hex: string): string => `former.${hex}`

/** Whether a username is made by {@link formerUsername}. */
export const isFormerUsername = (username: string): boolean => FORMER.test(username)
