/** Rate limits as `[times, seconds]`, per signed-in user or, for visitors, per IP address. */
export const RATES = {
  read: { user: [1500, 300], ip: [300, 300] },
  /** Load balancers and monitors poll each server several times a second. */
  health: { user: [60_000, 300], ip: [60_000, 300] },
  write: { user: [300, 300], ip: [60, 300] },
  /** Photos and videos; a single gallery has dozens of files. */
  file: { user: [9000, 300], ip: [9000, 300] },
  /** Link previews, which the server renders. */
  preview: { user: [120, 300], ip: [120, 300] },
  /**
   * Maps on other sites. Every visitor of a club's site loads one, and all of them may share an address: enough for two
   * per second.
   */
  embed: { user: [600, 300], ip: [600, 300] },
  sign_in: { user: [25, 300], ip: [25, 300] },
  /** Every visit to the sign-in screen requests a challenge. */
  passkey_challenge: { user: [120, 300], ip: [120, 300] },
  sign_in_account: { user: [25, 3600], ip: [25, 3600] },
  /**
   * Sign-in codes typed for one email address: because there are only a million possible codes, only a few tries a day
   * are allowed.
   */
  code_tries: { user: [25, 86_400], ip: [25, 86_400] },
  /** Second-factor codes typed for one account. */
  factor_tries: { user: [25, 86_400], ip: [25, 86_400] },
  /** Changes that require a recent proof of identity, and the proofs themselves. */
  reauth: { user: [10, 900], ip: [1, 900] },
  export: { user: [3, 86_400], ip: [1, 86_400] },
  sign_up: { user: [10, 1800], ip: [10, 1800] },
  /** Sign-ups and codes without proof of work, per email address (`user`) and per network. */
  unproven: { user: [2, 1800], ip: [3, 1800] },
  /** Each solution to a challenge is valid once, for a few minutes. */
  solution: { user: [1, 86_400], ip: [1, 86_400] },
  mail: { user: [5, 1800], ip: [20, 1800] },
  mail_address: { user: [5, 1800], ip: [5, 1800] },
  /**
   * Text messages cost money, so they're limited per network, number, and country, and per day for the whole server.
   */
  phone: { user: [5, 3600], ip: [10, 3600] },
  phone_number: { user: [6, 86_400], ip: [6, 86_400] },
  phone_country: { user: [200, 86_400], ip: [200, 86_400] },
  phone_day: { user: [500, 86_400], ip: [500, 86_400] },
  /** The part of the limit for numbers without an account; the rest is reserved for members. */
  phone_join_country: { user: [100, 86_400], ip: [100, 86_400] },
  phone_join_day: { user: [250, 86_400], ip: [250, 86_400] },
  upload: { user: [60, 1800], ip: [1, 1800] },
  upload_chunk: { user: [3000, 1800], ip: [1, 1800] },
  post: { user: [30, 3600], ip: [1, 3600] },
  like: { user: [300, 300], ip: [1, 300] },
  comment: { user: [60, 600], ip: [1, 600] },
  /** Changes to facts, votes, and undos: enough for a session, but not for an edit war. */
  fact: { user: [60, 3600], ip: [1, 3600] },
  message: { user: [120, 300], ip: [1, 300] },
  /** New conversations, counted separately from messages. */
  message_start: { user: [20, 3600], ip: [1, 3600] },
  report: { user: [20, 3600], ip: [1, 3600] },
  check: { user: [60, 3600], ip: [1, 3600] },
  appeal: { user: [20, 3600], ip: [20, 3600] },
  remove: { user: [60, 1800], ip: [1, 1800] },
  follow: { user: [100, 3600], ip: [1, 3600] },
  crew: { user: [60, 3600], ip: [1, 3600] },
  /** Each invitation notifies a person who may not know the sender. */
  crew_invite: { user: [30, 86_400], ip: [1, 86_400] },
  /** New and changed meetups; a change notifies all guests. */
  meetup: { user: [30, 3600], ip: [1, 3600] },
  meetup_answer: { user: [100, 3600], ip: [1, 3600] },
  block: { user: [100, 3600], ip: [1, 3600] },
  /** Each translation may call the operator's service, which takes seconds or costs money. */
  translation: { user: [120, 3600], ip: [1, 3600] },
  /** Ad views and clicks, so that no one person can inflate them. */
  ad_count: { user: [60, 3600], ip: [1, 3600] },
  stream: { user: [60, 300], ip: [120, 300] },
} as const satisfies Record<string, Record<'user' | 'ip', readonly [times: number, seconds: number]>>

/** Counted per IP address even for members, so that signing in doesn't raise these limits. */
export const BY_ADDRESS: ReadonlySet<RateName> = new Set(['sign_up', 'sign_in', 'mail', 'phone'])

/** A rate-limited action; see {@link RATES}. */
export type RateName = keyof typeof RATES
