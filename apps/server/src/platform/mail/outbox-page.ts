import { createHash } from 'node:crypto'
import type { StoredMail } from './outbox.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem; }
article { border: 1px solid #8886; border-radius: 14px; padding: 1rem 1.25rem; margin: 1rem 0; }
h2 { font-size: 1.125rem; margin: 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 .75rem; margin: .25rem 0 .75rem; }
dt { opacity: .7; }
dd { margin: 0; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 0 0 .75rem; }
iframe { width: 100%; height: 34rem; border: 0; border-radius: 8px; background: #F1F3F4; }
summary { cursor: pointer; min-height: 2.75rem; display: flex; align-items: center; }`

const sha256 = createHash('sha256').update(STYLE).digest('base64')

/** Allows the outbox page to use its own style and frame its own emails, and nothing else. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${sha256}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
/** Allows a framed email to use its own styles and to open links in a new tab. */
export const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Converts plain text to HTML, turning http(s) URLs into links. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1
        ? `<a href="${escape(part)}" target="_blank" rel="noopener">${escape(part)}</a>`
        : escape(part),
    )
    .join('')
}

function article({ name, writtenAt, mail }: StoredMail): string {
  return `<article>
<h2>${escape(mail.subject ?? '(no subject)')}</h2>
<dl><dt>To</dt><dd>${escape((mail.to ?? []).map(({ address, name }) => address || name).join(', '))}</dd>
<dt>Written</dt><dd><time datetime="${writtenAt.toISOString()}">${writtenAt.toUTCString()}</time></dd></dl>
<pre>${withLinks(mail.text ?? '')}</pre>
${mail.html ? `<details><summary>Preview</summary><iframe sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy" title="${escape(mail.subject ?? 'Mail')}" src="/dev/outbox/${encodeURIComponent(name)}"></iframe></details>` : ''}
</article>`
}

function page(body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox - Nollie</title><style>${STYLE}</style></head>
<body><h1>Outbox</h1>
${body}
</body></html>
`
}

/** Renders the page with unsent emails, newest first. */
export function outboxPage(mails: StoredMail[]): string {
  return page(`<p>No mail server is configured (<code>SMTP_URL</code>), so emails are stored here for 30 days instead of being sent. So are text messages if <code>SMS_URL</code> is not set. Only this machine can open this page.</p>
${mails.length > 0 ? mails.map(article).join('\n') : '<p>No emails yet. Reload this page after a sign-up.</p>'}`)
}

/** Renders the page for requests without the key, which explains where to find it. */
export function keyWantedPage(): string {
  return page(`<p>You need a key to see this server’s emails, because they contain links that open accounts.</p>
<p>At startup, the server printed an address with the key, in the line that starts with <code>mail</code>. Find it in the terminal or the log, and open it here once.</p>`)
}
