type Operation = {
  summary?: string
  description?: string
  tags?: string[]
  parameters?: { name: string; in: string; required?: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses?: Record<string, { content?: Record<string, { schema: object }> }>
}

/** The part of an OpenAPI 3.1 document that the page shows. */
export type ApiDocument = {
  info: { title: string; description?: string }
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, object> }
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const json = (schema: object): string => `<pre>${escape(JSON.stringify(schema, null, 2))}</pre>`

const section = (title: string, body: string): string => (body ? `<h4>${title}</h4>${body}` : '')

const operationHtml = (method: string, url: string, operation: Operation): string => {
  const parameters = (operation.parameters ?? [])
    .map(
      ({ name, in: place, required, schema }) =>
        `<dt><code>${escape(name)}</code> in ${place}${required ? '' : ', optional'}</dt><dd>${json(schema)}</dd>`,
    )
    .join('')
  const body = Object.values(operation.requestBody?.content ?? {})
    .map(({ schema }) => json(schema))
    .join('')
  const answers = Object.entries(operation.responses ?? {})
    .filter(([status]) => /^2/.test(status))
    .map(
      ([status, { content }]) =>
        `<dt>${status}</dt><dd>${
          Object.values(content ?? {})
            .map(({ schema }) => json(schema))
            .join('') || 'No body.'
        }</dd>`,
    )
    .join('')
  return `<details id="${escape(`${method}-${url}`)}"><summary><code>${method.toUpperCase()} ${escape(url)}</code> ${escape(operation.summary ?? '')}</summary>
    <p>${escape(operation.description ?? '')}</p>
    ${section('Takes', parameters && `<dl>${parameters}</dl>`)}${section('Body', body)}${section('Gives', answers && `<dl>${answers}</dl>`)}</details>`
}

/** A plain page of every operation, for people; no script, no style of its own. */
export const apiPage = ({ info, paths, components }: ApiDocument): string => {
  const groups = new Map<string, string[]>()
  for (const [url, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (method === 'head') continue
      const tag = operation.tags?.[0] ?? 'other'
      groups.set(tag, [...(groups.get(tag) ?? []), operationHtml(method, url, operation)])
    }
  }
  const parts = [...groups].map(([tag, operations]) => `<h2>${escape(tag)}</h2>${operations.join('\n')}`)
  const schemas = Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) =>
      `<details id="${escape(name)}"><summary><code>${escape(name)}</code></summary>${json(schema)}</details>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escape(info.title)} API</title></head>
<body><h1>${escape(info.title)} API</h1><p>${escape(info.description ?? '')}
The same as a machine reads it: <a href="/api/openapi.json">/api/openapi.json</a>. Refusals are problem+json with a stable <code>code</code>.</p>
${parts.join('\n')}<h2>Shapes</h2>${schemas.join('\n')}</body></html>`
}
