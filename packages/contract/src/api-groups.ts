/** The API documentation's sections in order, each with its URL prefixes. */
const GROUPS = [
  ['Accounts', ['/api/auth', '/api/session', '/api/account', '/api/my-data', '/.well-known']],
  [
    'Spots and the map',
    [
      '/api/spots',
      '/api/checks',
      '/api/facts',
      '/api/measurements',
      '/api/twins',
      '/api/merges',
      '/api/meetups',
      '/api/drafts',
      '/api/imports',
      '/api/map',
      '/api/maps-key',
      '/api/open',
      '/api/places',
    ],
  ],
  [
    'Posts, photos and videos',
    ['/api/posts', '/api/content', '/api/saved', '/api/lists', '/api/uploads', '/api/media', '/media'],
  ],
  ['Comments and discussions', ['/api/comments', '/api/discussions', '/api/translations']],
  ['People', ['/api/people', '/api/profile', '/api/blocks', '/api/mutes', '/api/crews']],
  ['Discover and search', ['/api/discover', '/api/search']],
  ['Notifications and live changes', ['/api/notifications', '/api/push', '/api/digests', '/api/events']],
  ['Messages', ['/api/messages']],
  [
    'Reports and moderation',
    ['/api/reports', '/api/moderation', '/api/appeals', '/api/notices', '/api/stewards'],
  ],
  ['Ads', ['/api/ads']],
  ['This server', ['/api/config', '/api/health', '/api/openapi.json', '/api/docs', '/metrics']],
  ['Search engines and link previews', ['/robots.txt', '/sitemap', '/previews']],
  ['Development', ['/dev']],
] as const satisfies readonly (readonly [string, readonly string[]])[]

/** Section titles of the API documentation, in order. */
export const API_GROUPS: readonly string[] = GROUPS.map(([name]) => name)

/** Finds the documentation section for an operation by its URL; undefined if no prefix matches. */
export function findApiGroup(url: string): string | undefined {
  const fits = (start: string) =>
    url === start || /^[/.]/.test(url.slice(start.length)) || start === '/sitemap'
  return GROUPS.find(([, starts]) => starts.some((start) => url.startsWith(start) && fits(start)))?.[0]
}
