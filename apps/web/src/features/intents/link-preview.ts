/** A linked post or profile: its drawn preview, its title, and its author or username. */
export type LinkPreview = { image: string; title: string; text: string }

/** The tags that the server adds to the page of a link, which chats show, too. */
export type PreviewTags = { image: string | null; title: string | null; description: string | null }

const KINDS: Readonly<Record<string, string>> = { post: 'posts', user: 'people' }
const PAGE = /^\/(post|user)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:[/?#]|$)/

/**
 * Returns the preview of the page at `next`. Null if the tags are about another page, or if they don't name its author,
 * who didn't allow it.
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

/** Reads the preview from the document, which still has the tags of the link that the visitor opened. */
export const readLinkPreview = (next: string): LinkPreview | null =>
  parseLinkPreview(next, {
    image: readTag('image'),
    title: readTag('title'),
    description: readTag('description'),
  })
