import type { Role } from '../../../../packages/lab/bench/world/sizes.ts'

/** The ids, views, and cursors that calls use. */
export type Named = Record<
  | 'viral'
  | 'newest'
  | 'spot'
  | 'star'
  | 'thread'
  | 'savedPage'
  | 'discussion'
  | 'search'
  | 'far'
  | 'near'
  | 'area'
  | 'crew'
  | 'stewarded'
  | 'list',
  string
>

/** A frequent call and its maximum cost. */
export type HotCall = {
  name: string
  as: Role
  ask: (named: Named) => `${'GET' | 'PUT'} /${string}`
  /** The number of statements that read or write rows, including the session's. */
  statements: number
  /** The number of rows touched, plus a margin of 50%. */
  rows: number
  /** The maximum number of rows sorted in one step if that is more than a page, and the reason. */
  sorted?: { max: number; why: string }
}

function get(path: (named: Named) => string): HotCall['ask'] {
  return (named) => `GET /api/${path(named)}`
}

const POSTS: HotCall[] = [
  { name: 'feed', as: 'friendly', ask: get(() => 'posts'), statements: 2, rows: 1_300 },
  {
    name: 'feed of who blocks a hundred',
    as: 'blocksHundred',
    ask: get(() => 'posts'),
    // PostgreSQL 15.20 reads 150 rows more than PostgreSQL 18.
    statements: 2,
    rows: 2_500,
  },
  {
    name: 'followed feed, merged',
    as: 'follows300',
    ask: get(() => 'posts?filter=followed'),
    statements: 3,
    rows: 5_000,
    sorted: { max: 300 * 21, why: 'a page of each of three hundred people is merged' },
  },
  {
    name: 'followed feed, from a timeline',
    as: 'follows5000',
    ask: get(() => 'posts?filter=followed'),
    statements: 3,
    rows: 1_300,
  },
  { name: 'Discover', as: 'friendly', ask: get(() => 'discover'), statements: 2, rows: 700 },
  {
    name: 'Discover of who blocks a hundred',
    as: 'blocksHundred',
    ask: get(() => 'discover'),
    statements: 2,
    rows: 1_900,
  },
  {
    name: 'related posts',
    as: 'friendly',
    ask: get(({ viral }) => `posts/${viral}/related`),
    statements: 2,
    rows: 100,
  },
  {
    name: 'related posts of who blocks a hundred',
    as: 'blocksHundred',
    statements: 2,
    rows: 1_200,
    ask: get(({ viral }) => `posts/${viral}/related`),
  },
  {
    name: 'comments',
    as: 'friendly',
    statements: 5,
    rows: 400,
    ask: get(({ viral }) => `posts/${viral}/comments?media_index=0`),
  },
  {
    name: 'likes of an item',
    as: 'friendly',
    statements: 3,
    rows: 800,
    ask: get(({ viral }) => `posts/${viral}/media/0/likes`),
  },
  {
    name: 'the last page of saved posts',
    as: 'friendly',
    statements: 3,
    rows: 120,
    ask: get(({ savedPage }) => `saved/posts?cursor=${savedPage}`),
  },
  {
    name: 'like',
    as: 'friendly',
    statements: 2,
    rows: 50,
    ask: ({ newest }) => `PUT /api/posts/${newest}/media/0/like`,
  },
]

const SPOTS: HotCall[] = [
  {
    name: 'clusters of the map',
    as: 'friendly',
    ask: get(({ far }) => `map?${far}`),
    statements: 2,
    rows: 200,
  },
  {
    name: 'pins of the map',
    as: 'friendly',
    ask: get(({ near }) => `map?${near}`),
    statements: 4,
    rows: 100,
  },
  {
    name: 'list beside the map',
    as: 'friendly',
    ask: get(({ near }) => `spots?${near}`),
    statements: 6,
    rows: 2_000,
  },
  {
    name: 'pins of the map, filtered by facts',
    as: 'friendly',
    statements: 7,
    // Up to a thousand matches are counted, wherever they are.
    rows: 6_500,
    ask: get(({ near }) => `map?${near}&obstacle=ledge&height_min=30&surface=smooth&features=lit`),
  },
  {
    name: 'counts of facts in a view',
    as: 'friendly',
    statements: 4,
    rows: 1_000,
    ask: get(({ near }) => `map/facts?${near}&surface=smooth`),
  },
  {
    name: 'facts of a spot',
    as: 'friendly',
    ask: get(({ spot }) => `spots/${spot}/facts`),
    statements: 6,
    rows: 2_000,
  },
  {
    name: 'spots of a stored area',
    as: 'friendly',
    statements: 4,
    rows: 6_000,
    ask: get(({ area }) => `map/areas/spots?box=${area}`),
  },
  {
    name: 'map of a city on another site',
    as: 'friendly',
    statements: 3,
    rows: 9_000,
    ask: get(({ area }) => `open/embed?bbox=${area}`),
    sorted: { max: 600, why: 'a map is one answer, with all of its spots' },
  },
  {
    name: 'map of the world on another site',
    as: 'friendly',
    statements: 4,
    // Each of the two steps examines up to 2,000 spots, however many there are.
    rows: 30_000,
    ask: get(() => 'open/embed'),
    sorted: { max: 2_000, why: 'some spots from all parts of the world' },
  },
  {
    name: 'map of the world on another site, by a rare type',
    as: 'friendly',
    statements: 4,
    rows: 30_000,
    ask: get(() => 'open/embed?types=vert'),
    sorted: { max: 2_000, why: 'some spots from all parts of the world' },
  },
  { name: 'spot', as: 'friendly', ask: get(({ spot }) => `spots/${spot}`), statements: 3, rows: 2_000 },
  {
    name: 'gallery of a spot',
    as: 'friendly',
    ask: get(({ spot }) => `spots/${spot}/media`),
    statements: 3,
    rows: 400,
  },
  {
    name: 'search',
    as: 'friendly',
    ask: get(({ search }) => `search?q=${search}`),
    statements: 10,
    rows: 1_400,
  },
]

const PEOPLE: HotCall[] = [
  {
    name: 'person',
    as: 'friendly',
    ask: get(({ star }) => `people/${star}`),
    statements: 2,
    rows: 1_250,
    sorted: { max: 250, why: 'the two hundred whom the reader follows' },
  },
  {
    name: 'what a person did',
    as: 'friendly',
    ask: get(({ star }) => `people/${star}/activity`),
    statements: 3,
    rows: 700,
  },
  {
    name: 'followers',
    as: 'friendly',
    ask: get(({ star }) => `people/${star}/followers`),
    // PostgreSQL 15 looks up everyone with mutual friends. Later versions only look up this page: 4,400 rows.
    statements: 4,
    rows: 7_500,
    sorted: { max: 2_000, why: 'people with mutual friends, of whom no more are looked up at once' },
  },
  { name: 'people', as: 'friendly', ask: get(() => 'people'), statements: 2, rows: 1_300 },
  {
    name: 'conversations',
    as: 'friendly',
    ask: get(() => 'messages/threads'),
    statements: 2,
    rows: 3_500,
  },
  {
    name: 'messages',
    as: 'friendly',
    ask: get(({ thread }) => `messages/threads/${thread}/messages`),
    statements: 3,
    rows: 100,
  },
  { name: 'discussions', as: 'friendly', ask: get(() => 'discussions'), statements: 2, rows: 500 },
  {
    name: 'comments of a discussion',
    as: 'friendly',
    statements: 4,
    rows: 450,
    ask: get(({ discussion }) => `discussions/${discussion}/comments`),
  },
  // While few people are hidden, PostgreSQL reads all of them for each entry.
  { name: 'notifications', as: 'friendly', ask: get(() => 'notifications'), statements: 2, rows: 250 },
  {
    name: 'notifications after a viral day',
    as: 'famous',
    ask: get(() => 'notifications'),
    statements: 2,
    rows: 5_000,
  },
  {
    name: 'badge after a viral day',
    as: 'famous',
    ask: get(() => 'notifications/unread'),
    statements: 2,
    rows: 5_000,
  },
]

/** Calls about crews, lists, areas, and duplicates, as a person who has the maximum number of each. */
export const CALLS_OF_GROUPS: readonly HotCall[] = [
  { name: 'crews', as: 'friendly', ask: get(() => 'crews'), statements: 3, rows: 1_300 },
  { name: 'crew', as: 'friendly', ask: get(({ crew }) => `crews/${crew}`), statements: 3, rows: 150 },
  {
    name: 'posts of a crew',
    as: 'friendly',
    ask: get(({ crew }) => `crews/${crew}/posts`),
    statements: 3,
    rows: 1_350,
  },
  {
    name: 'spots of a crew',
    as: 'friendly',
    ask: get(({ crew }) => `crews/${crew}/spots`),
    statements: 4,
    rows: 400,
  },
  { name: 'lists', as: 'friendly', ask: get(() => 'lists'), statements: 3, rows: 116_000 },
  {
    name: 'list',
    as: 'friendly',
    ask: get(({ list }) => `lists/${list}`),
    statements: 5,
    rows: 4_700,
    sorted: { max: 200, why: 'a list is one answer, with all of its spots' },
  },
  {
    name: 'areas in a view',
    as: 'friendly',
    ask: get(({ area }) => `stewards/areas?box=${area}`),
    statements: 2,
    rows: 1_100,
  },
  {
    name: 'area',
    as: 'friendly',
    ask: get(({ stewarded }) => `stewards/areas/${stewarded}`),
    statements: 2,
    rows: 150,
  },
  { name: 'followed areas', as: 'friendly', ask: get(() => 'stewards/followed'), statements: 3, rows: 1_900 },
  {
    name: 'stewards at a spot',
    as: 'friendly',
    ask: get(({ spot }) => `stewards/spots/${spot}`),
    statements: 2,
    rows: 2_850,
  },
  {
    name: 'work of a steward',
    as: 'friendly',
    ask: get(({ stewarded }) => `stewards/areas/${stewarded}/work`),
    statements: 4,
    rows: 10_000,
  },
  { name: 'twins of a steward', as: 'friendly', ask: get(() => 'twins'), statements: 3, rows: 1_400 },
  { name: 'twins of an admin', as: 'quiet', ask: get(() => 'twins'), statements: 3, rows: 600 },
  { name: 'merges', as: 'friendly', ask: get(() => 'merges'), statements: 2, rows: 4_000 },
]

/** Calls for the screens that people open most often. */
export const WORLD_CALLS: readonly HotCall[] = [...POSTS, ...SPOTS, ...PEOPLE]

/** All hot calls. */
export const HOT_CALLS: readonly HotCall[] = [...WORLD_CALLS, ...CALLS_OF_GROUPS]
