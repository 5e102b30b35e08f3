import { compile } from 'html-to-text'

/** Maximum number of characters of HTML to convert. A later check refuses longer text anyway. */
const MAX_HTML = 100_000

/** Elements that people and programs use in descriptions. Anything else in angle brackets is text. */
const ELEMENTS = [
  'a abbr address article aside b big blockquote body br caption center cite code col colgroup dd del details dfn div dl dt',
  'em figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img ins kbd li link main mark meta nav',
  'o:p ol p picture pre q s samp script section small source span strike strong style sub summary sup table tbody td tfoot th',
  'thead time title tr tt u ul var video wbr',
].flatMap((line) => line.split(' '))

/** Attributes that need no value. `a<b and b>a` contains something else, so it isn't a tag. */
const BARE =
  'allowfullscreen|autoplay|checked|compact|controls|disabled|hidden|loop|muted|noshade|nowrap|open|selected'
const ATTRIBUTE = String.raw`[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+)|(?:${BARE})(?=[\s/>])`
const TAG = String.raw`</?(?:${ELEMENTS.join('|')})(?=[\s/>])(?:[\s/]*(?:${ATTRIBUTE}))*[\s/]*>`
const HAS_TAG = new RegExp(TAG, 'i')
/** An angle bracket that doesn't start a tag or comment. */
const NO_TAG = new RegExp(String.raw`<(?!${TAG.slice(1)}|!--|!doctype\b)`, 'gi')

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
  selector,
  options: { uppercase: false },
}))
const LINES = ['tr', 'dt', 'dd', 'figcaption', 'caption', 'summary', 'address', 'section', 'center'].map(
  (selector) => ({ selector, format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } }),
)
const CELLS = ['td', 'th'].map((selector) => ({
  selector,
  format: 'inlineSurround',
  options: { suffix: ' ' },
}))

/** Returns a link's URL, or its email address, if a person can follow it. Omits scripts and the like. */
function filterAddress(address: string): string {
  const plain = address.trim().replace(/^mailto:/i, '')
  const [, email] = /^([^\s@:?]+@[^\s@:?]+)(?:\?.*)?$/.exec(plain) ?? []
  return email ?? (/^(?:https?:|tel:)/i.test(plain) ? plain : '')
}

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

/** Replaces all whitespace with single spaces. Preserves line breaks, with at most one empty line between lines. */
function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Converts HTML to the text a browser would show, with the URLs of its links. Decodes entities once. */
export function convertHtml(html: string): string {
  if (html.length > MAX_HTML) return tidy(html)
  // If there are only entities or inline tags, the text's own line breaks are preserved.
  const isBlocks = /<(?:br|p|div|li|tr|h[1-6])\b/i.test(html)
  const marked = html.replace(NO_TAG, '&lt;')
  return tidy(convert(isBlocks ? marked : marked.replace(/\r?\n/g, '<br>')))
}

/**
 * Converts text from a file to plain text. Converts HTML if there are tags. Otherwise leaves the text unchanged, so
 * that `a < b`, `<3`, and `&amp;` survive in formats other than HTML.
 */
export function toPlainText(text: string): string {
  return HAS_TAG.test(text) ? convertHtml(text) : tidy(text)
}
