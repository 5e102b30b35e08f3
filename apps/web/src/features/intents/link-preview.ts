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

const readTag = (name: string): string | null =>
  document.querySelector(`meta[property="og:${name}"]`)?.getAttribute('content') ?? null

/** Reads the preview from the document's tags, which still describe the link that the visitor opened. */
export const readLinkPreview = (next: string): LinkPreview | null =>
  parseLinkPreview(next, {
    image: readTag('image'),
    title: readTag('title'),
    description: readTag('description'),
  })
