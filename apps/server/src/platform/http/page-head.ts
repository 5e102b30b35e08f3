/** The head of a page: unescaped texts, and ready-made tags. */
export type PageHead = { title: string; description: string; tags: string }

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as it may stand inside a quoted attribute: no markup, no control characters, one line. */
export const attributeText = (text: string): string =>
  text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
    .replace(/[&<>"']/g, (mark) => MARKS[mark] ?? '')

/** What a page begins with: addresses of scripts, style sheets and answers of the API, and the last event before it. */
export type PageStart = {
  scripts: readonly string[]
  styles: readonly string[]
  /** Requested exactly as the client does, so that it finds the answers under way. */
  answers: readonly string[]
  lastEvent: number | null
}

const link = (attributes: string, address: string) => `<link ${attributes} href="${attributeText(address)}">`

/** A page of the client whose browser fetches what it begins with at once. */
export const withStart = (html: string, { scripts, styles, answers, lastEvent }: PageStart): string => {
  const tags = [
    ...(lastEvent === null ? [] : [`<meta name="last-event" content="${lastEvent}">`]),
    // As the client's own fetch: to us, with cookies.
    ...answers.map((address) => link('rel="preload" as="fetch" crossorigin="anonymous"', address)),
    ...styles.map((address) => link('rel="stylesheet" crossorigin', address)),
    ...scripts.map((address) => link('rel="modulepreload" crossorigin', address)),
  ]
  return html.replace('</head>', () => `${tags.join('')}</head>`)
}

/** A page of the client with this head instead of its own. */
export const withHead = (html: string, { title, description, tags }: PageHead): string =>
  html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${attributeText(title)}</title>`)
    .replace(
      /<meta name="description" content="[^"]*" ?\/?>/,
      () => `<meta name="description" content="${attributeText(description)}">`,
    )
    .replace('</head>', () => `${tags}</head>`)
