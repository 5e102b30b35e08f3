import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { API_GROUPS } from '@nollie/contract/api-groups'
import { type ApiSchema, escapeHtml, kindHtml, prose, rowHtml, schemaHtml } from './api-schema-html.ts'

type Content = Record<string, { schema: ApiSchema }>
type Parameter = {
  name: string
  in: string
  required?: boolean
  schema: ApiSchema
  // OpenAPI fields that aren't part of the schema.
  description?: string
  example?: unknown
}
type Operation = {
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses?: Record<string, { content?: Content }>
}

/** The parts of an OpenAPI 3.1 document that the page shows. */
export type ApiDocument = {
  info: { title: string; description?: string }
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, ApiSchema> }
}

const PLACES: readonly (readonly [place: string, title: string])[] = [
  ['path', 'In the address'],
  ['query', 'Query'],
  ['header', 'Headers'],
]

const WHO: Readonly<Record<string, string>> = {
  anyone: 'For everyone.',
  own: 'For members, including suspended ones.',
  member: 'For members.',
  admin: 'For admins.',
}

// The document includes the policy in the description.
function descriptionHtml({ description = '' }: Operation): string {
  return prose(description.replace(/^Policy: (\w+)\./, (_, policy: string) => WHO[policy] ?? ''))
}

function part(title: string, body: string): string {
  return body ? `<h4>${title}</h4>${body}` : ''
}

function parametersHtml({ parameters = [] }: Operation): string {
  return PLACES.map(([place, title]) => {
    const rows = parameters
      .filter((one) => one.in === place)
      .map(({ name, required, schema, description, example }) => {
        const shown = {
          ...schema,
          ...(description === undefined ? {} : { description }),
          ...(example === undefined ? {} : { examples: [example] }),
        }
        return rowHtml(name, shown, required ? '' : 'optional')
      })
    return part(title, rows.length > 0 ? `<table>${rows.join('')}</table>` : '')
  }).join('')
}

function contentHtml(content: Content = {}): string {
  return Object.values(content)
    .map(({ schema }) => schemaHtml(schema))
    .join('')
}

function answersHtml({ responses = {} }: Operation): string {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, { content }]) => {
      const schemas = Object.values(content ?? {}).map(({ schema }) => schema)
      const isNothing = schemas.every(({ type }) => type === 'null')
      return part(`Response ${status}`, isNothing ? '<p>No JSON body.</p>' : contentHtml(content))
    })
    .join('')
}

function slugify(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

function operationHtml(method: string, url: string, operation: Operation): string {
  return `
  <details id="${slugify(`${method} ${url}`)}">
    <summary><span class="method ${method}">${method.toUpperCase()}</span> <code>${escapeHtml(url)}</code>
      <span class="summary">${prose(operation.summary ?? '')}</span></summary>
    <p>${descriptionHtml(operation)}</p>
    ${parametersHtml(operation)}${part('Body', contentHtml(operation.requestBody?.content))}${answersHtml(operation)}
  </details>`
}

function groupOperations({ paths }: ApiDocument): Map<string, string[]> {
  const groups = new Map<string, string[]>(API_GROUPS.map((name) => [name, []]))
  for (const [url, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const name = operation.tags?.[0] ?? ''
      groups.set(name, [...(groups.get(name) ?? []), operationHtml(method, url, operation)])
    }
  }
  return groups
}

function shapeHtml([name, schema]: [string, ApiSchema]): string {
  return `<details id="${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code>
    <span class="summary">${schema.properties ? '' : kindHtml(schema)}</span></summary>${schemaHtml(schema)}</details>`
}

/**
 * Renders an HTML page that documents every operation, with no scripts, only our own style, and nothing from other
 * sites.
 */
export function apiPage(document: ApiDocument): string {
  const { info, components } = document
  const groups = [...groupOperations(document)].filter(([, operations]) => operations.length > 0)
  const links = [...groups.map(([name]) => name), 'Shapes'].map(
    (name) => `<li><a href="#${slugify(name)}">${escapeHtml(name)}</a></li>`,
  )
  const sections = groups.map(
    ([name, operations]) =>
      `<section><h2 id="${slugify(name)}">${escapeHtml(name)}</h2>${operations.join('')}</section>`,
  )
  const shapes = Object.entries(components?.schemas ?? {}).map(shapeHtml)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(info.title)} API</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="stylesheet" href="/api/docs.css"></head>
<body><a class="skip" href="#main">Skip to the operations</a>
<header><h1>${escapeHtml(info.title)} API</h1><p>${escapeHtml(info.description ?? '')}</p>
<p>Sign in with <a href="#post-api-auth-sign-in"><code>POST /api/auth/sign-in</code></a>: browsers get a cookie, other programs send
<code>X-Client: token</code> (or <code>signed</code>, for tokens of fifteen minutes) and then
<code>Authorization: Bearer ...</code>. Scripts send an access token, which you create in Settings, the same way. It can
make the calls that its scopes allow. Errors are problem+json with a stable <code>code</code> and a message. For
programs: <a href="/api/openapi.json">/api/openapi.json</a>.</p></header>
<nav aria-label="Groups"><ul>${links.join('')}</ul></nav>
<main id="main">${sections.join('\n')}<section><h2 id="shapes">Shapes</h2>${shapes.join('\n')}</section></main></body></html>`
}

const TOKENS = fileURLToPath(new URL('../../../../../web/src/ui/tokens.css', import.meta.url))
const STYLE = fileURLToPath(new URL('api-page.css', import.meta.url))

const DARK = /^\[data-theme="dark"\] \{([^}]*)\}/m

/**
 * Returns the stylesheet for {@link apiPage}: the product's colors and sizes. The page has no script that chooses a
 * theme, so it follows the system's.
 */
export function apiStyle(): string {
  const [tokens = '', style = ''] = [TOKENS, STYLE].map((file) => readFileSync(file, 'utf8'))
  const dark = tokens.match(DARK)?.[1] ?? ''
  return [tokens, `@media (prefers-color-scheme: dark) {\n:root {${dark}}\n}`, style].join('\n')
}
