/** The parts of a schema that the API page shows. */
export type ApiSchema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: ApiSchema[]
  findChoice?: ApiSchema[]
  loadAll?: ApiSchema[]
  items?: ApiSchema
  properties?: Record<string, ApiSchema>
  additionalProperties?: ApiSchema | boolean
  required?: string[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  default?: unknown
  description?: string
  examples?: unknown[]
}

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (mark) => MARKS[mark] ?? '')
}

/** Renders text as HTML; parts in backticks become code. */
export function prose(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

function code(value: unknown): string {
  return `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: '<code>true</code> or <code>false</code>',
  object: 'object',
  null: '<code>null</code>',
}

// Ignores bounds that only reflect the number type.
function isBound(value: number | undefined): value is number {
  return value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER
}

function describeBounds(schema: ApiSchema): string[] {
  const between = (low: number | undefined, high: number | undefined, what: string): string[] => {
    const from = isBound(low) && (low > 0 || what === '') ? String(low) : null
    const to = isBound(high) ? String(high) : null
    if (from !== null && to !== null) return [`${from} to ${to}${what}`]
    if (to !== null) return [`at most ${to}${what}`]
    return from === null ? [] : [`at least ${from}${what}`]
  }
  return [
    ...(schema.format ? [code(schema.format)] : []),
    ...between(schema.minLength, schema.maxLength, ' characters'),
    ...between(schema.minItems, schema.maxItems, ' entries'),
    ...between(schema.minimum, schema.maximum, ''),
    ...(schema.default === undefined ? [] : [`${code(schema.default)} unless given`]),
  ]
}

function unique(parts: readonly string[]): string {
  return [...new Set(parts)].join(' or ')
}

/** Renders a value's type on one line; named schemas become links. */
export function kindHtml(schema: ApiSchema): string {
  const { $ref, anyOf, findChoice, loadAll, items, type } = schema
  if ($ref) {
    const name = $ref.split('/').pop() ?? ''
    return `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`
  }
  const choices = anyOf ?? findChoice
  if (choices) return unique(choices.map(kindHtml))
  if (loadAll) return loadAll.map(kindHtml).join(' and ')
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum) return unique(schema.enum.map(code))
  if (items) return `list of ${kindHtml(items)}`
  const kinds = [type ?? []].flat()
  const kind = kinds.length > 0 ? unique(kinds.map((one) => KINDS[one] ?? escapeHtml(one))) : 'anything'
  const bounds = describeBounds(schema)
  return bounds.length > 0 ? `${kind}, ${bounds.join(', ')}` : kind
}

function exampleHtml({ examples }: ApiSchema): string {
  return examples?.length ? `<div class="example">for example ${examples.map(code).join(', ')}</div>` : ''
}

/** Renders a table row for a value: name, type, and note. */
export function rowHtml(name: string, schema: ApiSchema, note: string): string {
  return `<tr><th scope="row"><code>${escapeHtml(name)}</code><span class="note">${note}</span></th>
    <td>${kindHtml(schema)}${schema.description ? `<p>${prose(schema.description)}</p>` : ''}${exampleHtml(schema)}${innerHtml(schema)}</td></tr>`
}

function listParts(schema: ApiSchema): ApiSchema[] {
  return [schema, ...(schema.anyOf ?? []), ...(schema.findChoice ?? []), ...(schema.loadAll ?? [])].filter(
    ({ $ref, properties }) => !$ref && properties,
  )
}

// Objects without a name are rendered inline.
function innerHtml(schema: ApiSchema): string {
  return listParts(schema.items ?? schema)
    .map(({ properties = {}, required = [] }) => {
      const rows = Object.entries(properties).map(([name, inner]) =>
        rowHtml(name, inner, required.includes(name) ? '' : 'optional'),
      )
      return `<table>${rows.join('')}</table>`
    })
    .join('<p class="or">or</p>')
}

/** Renders a complete value as a link to a named schema, or as its fields. */
export function schemaHtml(schema: ApiSchema): string {
  return (
    innerHtml(schema) ||
    `<p>${kindHtml(schema)}${schema.description ? `. ${prose(schema.description)}` : ''}</p>`
  )
}
