/** How much there is in a world. */
export type WorldSize = {
  people: number
  spots: number
  posts: number
  /** Followers of the star. */
  fans: number
  /** Likes of one photo on one day. */
  viral: number
  /** Likes of the first photo of each of the newest posts. */
  hot: number
  /** Comments on the viral photo. */
  comments: number
  discussions: number
  /** Conversations of the person with the most. */
  threads: number
}

/**
 * `tests` is filled within seconds and just large enough that a bad plan shows; `base` is what growth is measured from;
 * the others are what `npm run bench` can be given.
 */
export const WORLD_SIZES = {
  tests: {
    ...{ people: 6_000, spots: 6_000, posts: 8_000, fans: 1_500 },
    ...{ viral: 2_000, hot: 200, comments: 1_500, discussions: 600, threads: 400 },
  },
  base: {
    ...{ people: 20_000, spots: 10_000, posts: 50_000, fans: 10_000 },
    ...{ viral: 15_000, hot: 5_000, comments: 5_000, discussions: 500, threads: 300 },
  },
  S: {
    ...{ people: 110_000, spots: 60_000, posts: 200_000, fans: 20_000 },
    ...{ viral: 100_000, hot: 10_000, comments: 20_000, discussions: 2_000, threads: 1_000 },
  },
  M: {
    ...{ people: 150_000, spots: 250_000, posts: 1_000_000, fans: 50_000 },
    ...{ viral: 100_000, hot: 20_000, comments: 50_000, discussions: 10_000, threads: 1_000 },
  },
  L: {
    ...{ people: 200_000, spots: 1_000_000, posts: 5_000_000, fans: 100_000 },
    ...{ viral: 100_000, hot: 20_000, comments: 80_000, discussions: 50_000, threads: 1_000 },
  },
} as const satisfies Record<string, WorldSize>

export type WorldName = keyof typeof WORLD_SIZES

/** The newest so many posts are {@link WorldSize.hot}: half of the first page. */
export const HOT_POSTS = 10

/** Over how many days up to now everything is spread. */
export const SPAN_DAYS = 900

/** Between these shares of all posts none has a photo. */
export const LENGTH_FROM = 0.5
export const LENGTH_TO = 0.55

/** When the post at a share of all of them was made: there are ever more of them. */
export const timeOfShare = (share: number, now: number): Date =>
  new Date(now - SPAN_DAYS * 86_400_000 * (1 - Math.sqrt(share)))

/** People with a part to play, by their number. Ordinary people have the others. */
export const ROLES = {
  /** Followed by very many. */
  star: 1,
  /** Follows two hundred of those, has conversations with many, has saved much. */
  friendly: 2,
  /** Follows nobody. */
  alone: 3,
  follows10: 4,
  follows300: 5,
  /** Has a timeline. */
  follows5000: 6,
  blocksOne: 7,
  blocksHundred: 8,
  /** Has the viral photo. */
  famous: 9,
  /** Has a quiet history. */
  quiet: 10,
} as const
export type Role = keyof typeof ROLES

/** How many people those follow whose part it is. */
export const FOLLOWS: Partial<Record<Role, number>> = {
  friendly: 200,
  alone: 0,
  follows10: 10,
  follows300: 300,
  follows5000: 5_000,
}

/** Numbers above this belong to ordinary people. */
export const ORDINARY_FROM = 20
