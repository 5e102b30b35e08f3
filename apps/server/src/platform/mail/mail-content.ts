import type { LanguageCode } from '@nollie/contract/languages'
import { say, type Sentence, writeIn } from '../languages/index.ts'

/** An email's text, before layout. Everything is plain text; only the `url`s become links. */
type Content<Text> = {
  subject: Text
  /** One short headline. */
  title: Text
  paragraphs: Text[]
  /** Lists of links, each with a heading. */
  sections?: { heading: Text; items: { text: Text; url: string }[] }[]
  action?: { label: Text; url: string }
  /** Small print at the end. */
  footnote?: Text
  /** A link below the footnote for unsubscribing from recurring emails. */
  end?: { label: Text; url: string }
}

/** An email's sentences, before the recipient's language is known. */
export type MailContent = Content<Sentence>

/** An email's text in a language. */
export type MailTexts = Content<string> & { language: LanguageCode }

/** Writes an email in its recipient's language. */
export function mailIn(language: LanguageCode, content: MailContent): MailTexts {
  const text = (sentence: Sentence) => writeIn(language, sentence)
  const { subject, title, paragraphs, sections, action, footnote, end } = content
  return {
    language,
    subject: text(subject),
    title: text(title),
    paragraphs: paragraphs.map(text),
    ...(sections && {
      sections: sections.map(({ heading, items }) => ({
        heading: text(heading),
        items: items.map((item) => ({ text: text(item.text), url: item.url })),
      })),
    }),
    ...(action && { action: { label: text(action.label), url: action.url } }),
    ...(footnote && { footnote: text(footnote) }),
    ...(end && { end: { label: text(end.label), url: end.url } }),
  }
}

const HELP = say`If the button doesn’t work, open this link:`

const COLOUR = {
  concrete: '#F1F3F4',
  surface: '#FFFFFF',
  line: '#D9DDE0',
  ink: '#121417',
  ink2: '#434A52',
  ink3: '#5C656E',
  brand: '#FFD21F',
  ply: ['#F0643C', '#F3E0BC', '#16A39A'],
}
const TEXT = "'Instrument Sans',system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
const DISPLAY = "'Special Gothic Expanded One','Arial Black',Impact,system-ui,sans-serif"

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const WIDTH = 72

/** Wraps a paragraph at 72 characters; a longer part without spaces gets a separate line. */
function wrap(paragraph: string): string {
  const lines: string[] = []
  for (const part of paragraph.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + part.length <= WIDTH)
      lines[lines.length - 1] = `${last} ${part}`
    else lines.push(part)
  }
  return lines.join('\n')
}

/** Renders an email as plain text. */
export function renderText({ title, paragraphs, sections = [], action, footnote, end }: MailTexts): string {
  return [
    'NOLLIE',
    wrap(title),
    ...paragraphs.map(wrap),
    ...sections.flatMap(({ heading, items }) => [
      wrap(heading).toUpperCase(),
      ...items.map((item) => `${wrap(item.text)}\n${item.url}`),
    ]),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(footnote ? [`--\n${wrap(footnote)}`] : []),
    ...(end ? [`${end.label}:\n${end.url}`] : []),
  ].join('\n\n')
}

function paragraphHtml(text: string, style: string) {
  return `<p style="margin:0 0 16px;${style}">${escape(text)}</p>`
}

function actionHtml(language: LanguageCode, { label, url }: { label: string; url: string }) {
  return `
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px"><tr>
<td bgcolor="${COLOUR.brand}" style="border-radius:999px"><a href="${escape(url)}" target="_blank" style="display:inline-block;padding:15px 28px;font:700 16px/1.25 ${TEXT};color:${COLOUR.ink};text-decoration:none;border-radius:999px">${escape(label)}</a></td>
</tr></table>
<p style="margin:0 0 16px;font:450 13px/1.5 ${TEXT};color:${COLOUR.ink3}">${escape(writeIn(language, HELP))}<br>
<a href="${escape(url)}" target="_blank" style="color:${COLOUR.ink2};word-break:break-all">${escape(url)}</a></p>`
}

type Section = NonNullable<MailTexts['sections']>[number]

function sectionHtml({ heading, items }: Section) {
  return `
<h2 style="margin:24px 0 8px;font:700 16px/1.3 ${TEXT};color:${COLOUR.ink}">${escape(heading)}</h2>
<ul style="margin:0 0 16px;padding:0 0 0 20px;font:450 16px/1.5 ${TEXT};color:${COLOUR.ink2}">${items
    .map(
      ({ text, url }) =>
        `<li style="margin:0 0 6px"><a href="${escape(url)}" target="_blank" style="color:${COLOUR.ink2}">${escape(text)}</a></li>`,
    )
    .join('')}</ul>`
}

const plyHtml = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${COLOUR.ply
  .map(
    (colour) =>
      `<tr><td bgcolor="${colour}" height="3" style="height:3px;line-height:3px;font-size:0">&nbsp;</td></tr>`,
  )
  .join('')}</table>`

function endHtml({ label, url }: NonNullable<MailTexts['end']>) {
  return `\n<tr><td style="padding:0 4px;font:450 13px/1.5 ${TEXT}"><a href="${escape(url)}" target="_blank" style="color:${COLOUR.ink3}">${escape(label)}</a></td></tr>`
}

/** Renders an email as HTML in the product's style: tables with inline styles, no images, and nothing to load. */
export function renderHtml({
  language,
  subject,
  title,
  paragraphs,
  sections = [],
  action,
  footnote,
  end,
}: MailTexts): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:0;background:${COLOUR.concrete}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${COLOUR.concrete}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px">
<tr><td style="padding:0 4px 14px;font:400 24px/1 ${DISPLAY};color:${COLOUR.ink};letter-spacing:-.012em">Nollie</td></tr>
<tr><td bgcolor="${COLOUR.surface}" style="border:1px solid ${COLOUR.line};border-bottom:0;border-radius:14px 14px 0 0;padding:28px 28px 12px">
<h1 style="margin:0 0 16px;font:400 22px/1.15 ${DISPLAY};color:${COLOUR.ink};letter-spacing:-.012em">${escape(title)}</h1>
${paragraphs.map((text) => paragraphHtml(text, `font:450 16px/1.5 ${TEXT};color:${COLOUR.ink2}`)).join('\n')}${sections.map(sectionHtml).join('')}${action ? actionHtml(language, action) : ''}
</td></tr>
<tr><td>${plyHtml}</td></tr>${
    footnote
      ? `\n<tr><td style="padding:16px 4px 0">${paragraphHtml(footnote, `font:450 13px/1.5 ${TEXT};color:${COLOUR.ink3}`)}</td></tr>`
      : ''
  }${end ? endHtml(end) : ''}
</table></td></tr></table></body></html>
`
}
