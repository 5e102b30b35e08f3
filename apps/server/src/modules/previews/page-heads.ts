import { attributeText, type PageHead } from '../../platform/http/index.ts'
import type { PageKind } from './previews.service.ts'

const DESCRIPTION =
  'Discover epic skate spots, share your sessions, and connect with the global skating community.'

const PAGES: [RegExp, PageKind, string][] = [
  [/^\/(?:welcome|spots|terms|privacy)?\/?$/, 'site', 'Nollie'],
  [/^\/post\/[^/]+\/?$/, 'post', 'A session on Nollie'],
  [/^\/user\/[^/]+(?:\/[a-z]+)?\/?$/, 'person', 'A skater on Nollie'],
  [/^\/community(?:\/[^/]+)?\/?$/, 'discussion', 'A discussion on Nollie'],
]

/**
 * What the links to other pages than spots show in a chat. What stands on them takes an account, so it is the same for all
 * of a kind, whether or not there is one at the address.
 */
export const pageHead = (path: string, publicUrl: URL): PageHead | null => {
  const [, kind, title] = PAGES.find(([pattern]) => pattern.test(path)) ?? []
  if (!kind || !title) return null
  const image = new URL(`/previews/${kind}.jpg`, publicUrl).href
  const og = { type: 'website', site_name: 'Nollie', title, description: DESCRIPTION, image }
  const tags = [
    ...Object.entries({
      ...og,
      'image:type': 'image/jpeg',
      'image:width': '1200',
      'image:height': '630',
    }).map(([name, text]) => `<meta property="og:${name}" content="${attributeText(text)}">`),
    ...Object.entries({ card: 'summary_large_image', title, description: DESCRIPTION, image }).map(
      ([name, text]) => `<meta name="twitter:${name}" content="${attributeText(text)}">`,
    ),
  ].join('')
  return { title, description: DESCRIPTION, tags }
}
