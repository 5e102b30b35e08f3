/** The number of rows in a world. */
export type WorldSize = {
  people: number
  spots: number
  posts: number
  /** The number of people who follow the role `star`. */
  fans: number
  /** The number of likes that one photo got in one day. */
  viral: number
  /** The number of likes on the first photo in each of the newest posts. */
  hot: number
  /** The number of comments on the viral photo. */
  comments: number
  discussions: number
  /** The number of conversations that the role `friendly` has. */
  threads: number
}

/**
 * `tests` fills within seconds and is just large enough to reveal a bad query plan. Growth is measured from `base`. The
 * others are sizes for `npm run bench`.
 */
export const WORLD_SIZES = {
  tests: {
    people: 6_000,
    spots: 6_000,
    posts: 8_000,
    fans: 1_500,
    viral: 2_000,
    hot: 200,
    comments: 1_500,
    discussions: 600,
    threads: 400,
  },
  base: {
    people: 20_000,
    spots: 10_000,
    posts: 50_000,
    fans: 10_000,
    viral: 15_000,
    hot: 5_000,
    comments: 5_000,
    discussions: 500,
    threads: 300,
  },
  S: {
    people: 110_000,
    spots: 60_000,
    posts: 200_000,
    fans: 20_000,
    viral: 100_000,
    hot: 10_000,
    comments: 20_000,
    discussions: 2_000,
    threads: 1_000,
  },
  M: {
    people: 150_000,
    spots: 250_000,
    posts: 1_000_000,
    fans: 50_000,
    viral: 100_000,
    hot: 20_000,
    comments: 50_000,
    discussions: 10_000,
    threads: 1_000,
  },
  L: {
    people: 200_000,
    spots: 1_000_000,
    posts: 5_000_000,
    fans: 100_000,
    viral: 100_000,
    hot: 20_000,
    comments: 80_000,
    discussions: 50_000,
    threads: 1_000,
  },
} as const satisfies Record<string, WorldSize>

export type WorldName = keyof typeof WORLD_SIZES

/** How many of the newest posts have {@link WorldSize.hot} likes: half of the first page. */
export const HOT_POSTS = 10

/** The number of days, up to now, over which all rows are spread. */
export const SPAN_DAYS = 900

/** The start and end of the run of posts without photos, as fractions of all posts. */
export const LENGTH_FROM = 0.5
export const LENGTH_TO = 0.55

/** Returns the time of the post at the given fraction of all posts. Posts become more frequent over time. */
export function timeOfShare(share: number, now: number): Date {
  return new Date(now - SPAN_DAYS * 86_400_000 * (1 - Math.sqrt(share)))
}

/** People with a role, by number. All other numbers are ordinary people. */
export const ROLES = {
  /** Has very many followers. */
  star: 1,
  /** Follows two hundred of the star's followers, and has many conversations and saved posts. */
  friendly: 2,
  /** Follows no one. */
  alone: 3,
  follows10: 4,
  follows300: 5,
  /** Has a timeline. */
  follows5000: 6,
  blocksOne: 7,
  blocksHundred: 8,
  /** Owns the viral photo. */
  famous: 9,
  /** Has few notifications. */
  quiet: 10,
} as const
export type Role = keyof typeof ROLES

/** How many people a role follows. */
export const FOLLOWS: Partial<Record<Role, number>> = {
  friendly: 200,
  alone: 0,
  follows10: 10,
  follows300: 300,
  follows5000: 5_000,
}

/** The number after which all people are ordinary. */
export const ORDINARY_FROM = 20
