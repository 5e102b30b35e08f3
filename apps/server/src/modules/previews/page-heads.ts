import { createHash } from 'node:crypto'
import type { Db } from '../../db/open.ts'
import { attributeText, type PageHead } from '../../platform/http/index.ts'
import { readList } from '../lists/index.ts'
import { findPublicForward, selectUnfurl } from '../spots/index.ts'
import { type NamedKind, selectNamed } from './page-heads.queries.ts'
import { SENTENCES, buildText } from './page-head-text.ts'
import { buildSpotHead } from './spot-head.ts'

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

function buildHead(publicUrl: URL, { title, description, image, extra = '' }: Shown): PageHead {
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
 * Returns the link preview for a page other than a spot. These pages require an account, so a preview names a person or
 * their content only if that person allows it. Otherwise, it is the same for all pages of a kind, whether or not the
 * URL exists.
 */
async function memberHead(db: Db, publicUrl: URL, path: string): Promise<PageHead | null> {
  for (const [pattern, { kind, title, named }] of PAGES) {
    const found = pattern.exec(path)
    if (!found) continue
    const id = found[1] ?? ''
    const row = named && ID.test(id) ? await selectNamed(db, named, id) : undefined
    if (!named || !row)
      return buildHead(publicUrl, { title, description: DESCRIPTION, image: `/previews/${kind}.jpg` })
    // Chat apps cache an image by its URL, so the URL changes with the title, name, or photo.
    const version = createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 8)
    const shown = buildText(named, row)
    const head = buildHead(publicUrl, {
      title: shown.title,
      description: shown.text,
      image: `/previews/${named}/${id}.jpg?v=${version}`,
      // Allowing previews in chats doesn't mean allowing search engines. A public list is for everyone.
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

/** Returns the preview for a list's share link. Anyone can use the link, but search engines must not index it. */
async function linkedHead(db: Db, publicUrl: URL, link: string): Promise<PageHead> {
  const row = await readList(db, null, link).catch(() => null)
  const title = row?.name ?? SENTENCES.list
  const head = buildHead(publicUrl, {
    title,
    image: '/previews/list.jpg',
    extra: NOINDEX,
    description: row ? `by ${row.owner.full_name ?? row.owner.username}` : DESCRIPTION,
  })
  return row ? { ...head, title: `${title} · Nollie` } : head
}

/**
 * Returns the HTML head for the page at a path, including its link preview. Null for pages without one, and for spots
 * that visitors can't see.
 */
export async function pageHead(db: Db, publicUrl: URL, path: string): Promise<PageHead | null> {
  const link = LINKED.exec(path)?.[1]
  if (link) return linkedHead(db, publicUrl, link)
  const id = SPOT_PATH.exec(path)?.[1]
  if (!id) return memberHead(db, publicUrl, path)
  const spot = await selectUnfurl(db, id.toLowerCase())
  return spot ? buildSpotHead(spot, publicUrl) : null
}

/** Returns the page that a merged spot redirects to. Null for any other page, or if visitors can't see that spot. */
export async function pageOfMerged(db: Db, path: string): Promise<string | null> {
  const id = SPOT_PATH.exec(path)?.[1]
  const to = id && (await findPublicForward(db, id.toLowerCase()))
  return to ? `/spots/${to}` : null
}
