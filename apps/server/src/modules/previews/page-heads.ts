import { createHash } from 'node:crypto'
import type { Db } from '../../db/open.ts'
import { attributeText, type PageHead } from '../../platform/http/index.ts'
import { readList } from '../lists/index.ts'
import { findPublicForward, selectUnfurl } from '../spots/index.ts'
import { type NamedKind, selectNamed } from './page-heads.queries.ts'
import { SENTENCES, buildText } from './page-head-text.ts'
import { spotHead } from './spot-head.ts'

const DESCRIPTION =
  'Discover epic skate spots, share your sessions, and connect with the global skating community.'

const NOINDEX = '<meta name="robots" content="noindex">'

type Page = { kind: keyof typeof SENTENCES; title: string; named?: NamedKind }
const PAGES: [RegExp, Page][] = [
  [/^\/(?:welcome|spots|terms|privacy)?\/?$/, { kind: 'site', title: 'Nollie' }],
  [/^\/post\/([^/]+)\/?$/, { kind: 'post', title: SENTENCES.post, named: 'posts' }],
  [/^\/user\/([^/]+)(?:\/[a-z]+)?\/?$/, { kind: 'person', title: SENTENCES.person, named: 'people' }],
  [
    /^\/community(?:\/([^/]+))?\/?$/,
    { kind: 'discussion', title: SENTENCES.discussion, named: 'discussions' },
  ],
  [/^\/lists\/([^/]+)\/?$/, { kind: 'list', title: SENTENCES.list, named: 'lists' }],
]
const SPOT_PATH = /^\/spots?\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i
const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

type Shown = { title: string; description: string; image: string; extra?: string }

const buildHead = (publicUrl: URL, { title, description, image, extra = '' }: Shown): PageHead => {
  const href = new URL(image, publicUrl).href
  const og = { type: 'website', site_name: 'Nollie', title, description, image: href }
  const tags = [
    ...Object.entries({
      ...og,
      'image:type': 'image/jpeg',
      'image:width': '1200',
      'image:height': '630',
    }).map(([name, text]) => `<meta property="og:${name}" content="${attributeText(text)}">`),
    ...Object.entries({ card: 'summary_large_image', title, description, image: href }).map(
      ([name, text]) => `<meta name="twitter:${name}" content="${attributeText(text)}">`,
    ),
    extra,
  ].join('')
  return { title, description, tags }
}

/**
 * The previews of links to pages other than spots. These pages need an account: a preview names a person and their
 * content only if that person allows it. Otherwise it is the same for all pages of a kind, whether or not the URL
 * exists.
 */
const memberHead = async (db: Db, publicUrl: URL, path: string): Promise<PageHead | null> => {
  for (const [pattern, { kind, title, named }] of PAGES) {
    const found = pattern.exec(path)
    if (!found) continue
    const id = found[1] ?? ''
    const row = named && ID.test(id) ? await selectNamed(db, named, id) : undefined
    if (!named || !row)
      return buildHead(publicUrl, { title, description: DESCRIPTION, image: `/previews/${kind}.jpg` })
    // Chat apps cache an image by its URL, so the URL changes with title, name, and photo.
    const version = createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 8)
    const shown = buildText(named, row)
    const head = buildHead(publicUrl, {
      title: shown.title,
      description: shown.text,
      image: `/previews/${named}/${id}.jpg?v=${version}`,
      // Members allow previews in chats, which does not include search engines; a public list is for everyone.
      extra:
        named === 'lists'
          ? `<link rel="canonical" href="${attributeText(new URL(`/lists/${id}`, publicUrl).href)}">`
          : NOINDEX,
    })
    return { ...head, title: `${shown.title} · Nollie` }
  }
  return null
}

const LINKED = /^\/lists\/([0-9a-f]{32})\/?$/

/** The preview of a list's link: anyone with the link can read the list, but search engines must not find it. */
const linkedHead = async (db: Db, publicUrl: URL, link: string): Promise<PageHead> => {
  const row = await readList(db, null, link).catch(() => null)
  const title = row?.name ?? SENTENCES.list
  const head = buildHead(publicUrl, {
    ...{ title, image: '/previews/list.jpg', extra: NOINDEX },
    description: row ? `by ${row.owner.full_name ?? row.owner.username}` : DESCRIPTION,
  })
  return row ? { ...head, title: `${title} · Nollie` } : head
}

/**
 * The head of the page at a path: the preview of its link; null for pages without one and for spots invisible to
 * visitors.
 */
export const pageHead = async (db: Db, publicUrl: URL, path: string): Promise<PageHead | null> => {
  const link = LINKED.exec(path)?.[1]
  if (link) return linkedHead(db, publicUrl, link)
  const id = SPOT_PATH.exec(path)?.[1]
  if (!id) return memberHead(db, publicUrl, path)
  const spot = await selectUnfurl(db, id.toLowerCase())
  return spot ? spotHead(spot, publicUrl) : null
}

/** The page that a merged spot's page redirects to; null for all others, and if it is invisible to visitors. */
export const pageOfMerged = async (db: Db, path: string): Promise<string | null> => {
  const id = SPOT_PATH.exec(path)?.[1]
  const to = id && (await findPublicForward(db, id.toLowerCase()))
  return to ? `/spots/${to}` : null
}
