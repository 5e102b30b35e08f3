import { readStoredInTab, writeStoredInTab } from '../../lib/storage.ts'

/** The preview of a linked post or profile: its preview image, its title, and its author or username. */
export type LinkPreview = { image: string; title: string; text: string }

/** The Open Graph tags on a linked page. The server adds them for chat apps, too. */
export type PreviewTags = { image: string | null; title: string | null; description: string | null }

const KINDS: Readonly<Record<string, string>> = { post: 'posts', user: 'people' }
const PAGE = /^\/(post|user)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:[/?#]|$)/

/**
 * Returns the preview of the page at `next`. Returns null if the tags describe a different page, or if the author
 * doesn't allow previews.
 */
export function parseLinkPreview(
  next: string,
  { image, title, description }: PreviewTags,
): LinkPreview | null {
  const [, page = '', id] = PAGE.exec(next) ?? []
  if (!id || !image || !title || !URL.canParse(image)) return null
  const { pathname, search } = new URL(image)
  if (pathname !== `/previews/${KINDS[page]}/${id}.jpg`) return null
  return { image: pathname + search, title, text: description ?? '' }
}

function readTag(name: string): string | null {
  return document.querySelector(`meta[property="og:${name}"]`)?.getAttribute('content') ?? null
}

/** The tags of the link that this tab has opened. */
const STORED = 'nollie.linked-page'

function toText(value: unknown) {
  return typeof value === 'string' ? value : null
}

function readStoredTags(): PreviewTags {
  const { image, title, description } = (readStoredInTab(STORED) ?? {}) as Record<string, unknown>
  return { image: toText(image), title: toText(title), description: toText(description) }
}

/**
 * Reads the preview from the document's tags, which describe the link that the visitor opened, and stores them. After a
 * reload, the document's tags describe the sign-in screen, so the stored ones are read.
 */
export function readLinkPreview(next: string): LinkPreview | null {
  const tags = { image: readTag('image'), title: readTag('title'), description: readTag('description') }
  const preview = parseLinkPreview(next, tags)
  if (!preview) return parseLinkPreview(next, readStoredTags())
  writeStoredInTab(STORED, tags)
  return preview
}
