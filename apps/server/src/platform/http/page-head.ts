/** What the head of a page says: texts as they are, and ready-made tags. */
export type PageHead = { title: string; description: string; tags: string }

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as it may stand inside a quoted attribute: no markup, no control characters, one line. */
export const attributeText = (text: string): string =>
  text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
    .replace(/[&<>"']/g, (mark) => MARKS[mark] ?? '')

/** A page of the client with this head in the place of its own. */
export const withHead = (html: string, { title, description, tags }: PageHead): string =>
  html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${attributeText(title)}</title>`)
    .replace(
      /<meta name="description" content="[^"]*" ?\/?>/,
      () => `<meta name="description" content="${attributeText(description)}">`,
    )
    .replace('</head>', () => `${tags}</head>`)
