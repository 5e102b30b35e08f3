import { LANGUAGE_PARAMETER, type LanguageCode } from '@nollie/contract/languages'

/** A page's head; the strings aren't escaped yet, and the tags are complete. */
export type PageHead = { title: string; description: string; tags: string }

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Converts text for a quoted attribute: no markup, no control characters, and on one line. */
export function attributeText(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
    .replace(/[&<>"']/g, (mark) => MARKS[mark] ?? '')
}

/** A photo on the first screen, as in `<img srcset>` and `<img sizes>`. */
export type PagePicture = { files: string; sizes?: string }

/**
 * The resources that a page loads first: URLs of scripts and stylesheets, API responses, photos, and the last live
 * event before they were read.
 */
export type PageStart = {
  language: LanguageCode
  /** Whether all visitors get the same page. */
  isVisitors: boolean
  /** Whether the page contains its content as HTML before any script runs. */
  isLanding: boolean
  scripts: readonly string[]
  styles: readonly string[]
  /** JSON responses by the URL that the client would request. */
  answers: ReadonlyMap<string, string>
  pictures: readonly PagePicture[]
  lastEvent: number | null
}

function link(attributes: string, address: string) {
  return `<link ${attributes} href="${attributeText(address)}">`
}

// The first photo has priority over all of the page's other resources.
function pictureLink({ files, sizes }: PagePicture, index: number): string {
  const priority = index === 0 ? ' fetchpriority="high"' : ''
  const kind = `rel="preload" as="image" type="image/avif"${priority}`
  return sizes
    ? `<link ${kind} imagesrcset="${attributeText(files)}" imagesizes="${attributeText(sizes)}">`
    : link(kind, files)
}

/** Escapes JSON for a script element, so that it can't close the element or open another one. */
function elementJson(json: string): string {
  return json.replaceAll('<', '\\u003c')
}

/** Builds the element with the responses for the client (`lib/page/page-start.ts`); browsers don't execute its type. */
function answersElement(answers: PageStart['answers']): string {
  const entries = [...answers].map(([address, json]) => `${JSON.stringify(address)}:${json}`)
  return entries.length === 0
    ? ''
    : `<script type="application/json" id="first-answers">${elementJson(`{${entries.join(',')}}`)}</script>`
}

/** Adds preloads and the first responses to a client page. */
export function withStart(html: string, start: PageStart): string {
  const { scripts, styles, pictures, answers, lastEvent } = start
  const tags = [
    ...(lastEvent === null ? [] : [`<meta name="last-event" content="${lastEvent}">`]),
    ...styles.map((address) => link('rel="stylesheet" crossorigin', address)),
    ...pictures.map(pictureLink),
    ...scripts.map((address) => link('rel="modulepreload" crossorigin', address)),
  ]
  return html
    .replace('</head>', () => `${tags.join('')}</head>`)
    .replace('</body>', () => `${answersElement(answers)}</body>`)
}

/** Replaces a client page's default head; the landing page has its own title. */
export function withHead(
  html: string,
  { title, description, tags }: PageHead,
  { isLanding }: { isLanding: boolean } = { isLanding: false },
): string {
  return html
    .replace(/<title>[^<]*<\/title>/, (own) => (isLanding ? own : `<title>${attributeText(title)}</title>`))
    .replace(
      /<meta name="description" content="[^"]*" ?\/?>/,
      () => `<meta name="description" content="${attributeText(description)}">`,
    )
    .replace('</head>', () => `${tags}</head>`)
}

function alternates(languages: readonly LanguageCode[], address: URL): string {
  const tag = (language: string, href: string) =>
    `<link rel="alternate" hreflang="${language}" href="${attributeText(href)}">`
  const inOne = (language: LanguageCode) =>
    tag(language, `${address.origin}${address.pathname}?${LANGUAGE_PARAMETER}=${language}`)
  return [...languages.map(inOne), tag('x-default', `${address.origin}${address.pathname}`)].join('')
}

/**
 * Adds the URLs of a page's translations for search engines. If the request asked for a language (`asked`), the
 * canonical URL includes it.
 */
export function inLanguage(
  html: string,
  {
    languages,
    address,
    asked,
  }: { languages: readonly LanguageCode[]; address: URL; asked: LanguageCode | null },
): string {
  if (languages.length === 1) return html
  const own = asked
    ? html.replace(/(<link rel="canonical" href="[^"?]*)"/, `$1?${LANGUAGE_PARAMETER}=${asked}"`)
    : html
  return own.replace('</head>', () => `${alternates(languages, address)}</head>`)
}
