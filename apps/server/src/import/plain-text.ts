import { compile } from 'html-to-text'

/** Characters of HTML that are converted. A longer text is no description, and is refused as too long later. */
const MAX_HTML = 100_000

/** Elements that people and programs write in descriptions. Anything else between angle brackets is text. */
const ELEMENTS = [
  'a abbr address article aside b big blockquote body br caption center cite code col colgroup dd del details dfn div dl dt',
  'em figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img ins kbd li link main mark meta nav',
  'o:p ol p picture pre q s samp script section small source span strike strong style sub summary sup table tbody td tfoot th',
  'thead time title tr tt u ul var video wbr',
].flatMap((line) => line.split(' '))

/** Attributes without a value. In `a<b and b>a` the rest is not an attribute, so that is not a tag. */
const BARE =
  'allowfullscreen|autoplay|checked|compact|controls|disabled|hidden|loop|muted|noshade|nowrap|open|selected'
const ATTRIBUTE = String.raw`[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+)|(?:${BARE})(?=[\s/>])`
const TAG = String.raw`</?(?:${ELEMENTS.join('|')})(?=[\s/>])(?:[\s/]*(?:${ATTRIBUTE}))*[\s/]*>`
const HAS_TAG = new RegExp(TAG, 'i')
/** An angle bracket that starts no tag or comment. */
const NO_TAG = new RegExp(String.raw`<(?!${TAG.slice(1)}|!--|!doctype\b)`, 'gi')

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
  selector,
  options: { uppercase: false },
}))
const LINES = ['tr', 'dt', 'dd', 'figcaption', 'caption', 'summary', 'address', 'section', 'center'].map(
  (selector) => ({ selector, format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } }),
)
const CELLS = ['td', 'th'].map((selector) => ({
  ...{ selector, format: 'inlineSurround', options: { suffix: ' ' } },
}))

/** The address of a link that a person can follow; a script and the like are left out. */
const filterAddress = (address: string): string =>
  /^(?:https?:|mailto:|tel:)/i.test(address.trim()) ? address.trim() : ''

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: 100 },
  selectors: [
    {
      selector: 'a',
      options: { linkBrackets: ['(', ')'], hideLinkHrefIfSameAsText: true, pathRewrite: filterAddress },
    },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'hr', options: { length: 3 } },
    { selector: 'title', format: 'skip' },
    { selector: 'img', format: 'skip' },
    ...HEADINGS,
    ...LINES,
    ...CELLS,
  ],
})

/** Blanks of all kinds become spaces; lines stay in order, with at most one empty line between them. */
const tidy = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Converts HTML to the text that a browser would show, with the addresses of its links. Entities are decoded once. */
export function convertHtml(html: string): string {
  if (html.length > MAX_HTML) return tidy(html)
  // Line breaks of a text that has only entities or inline tags are its own.
  const isBlocks = /<(?:br|p|div|li|tr|h[1-6])\b/i.test(html)
  const marked = html.replace(NO_TAG, '&lt;')
  return tidy(convert(isBlocks ? marked : marked.replace(/\r?\n/g, '<br>')))
}

/**
 * Converts a file's text to plain text. HTML is converted; a text without HTML tags is unchanged, so `a < b`, `<3`, and
 * `&amp;` survive if the format is not HTML.
 */
export const toPlainText = (text: string): string => (HAS_TAG.test(text) ? convertHtml(text) : tidy(text))
