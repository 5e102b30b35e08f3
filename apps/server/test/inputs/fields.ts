import { HOSTILE, type Hostile } from './hostile.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
}
type Parameter = { in: string; name: string; schema: Schema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema: Schema }> }
}

/** The part of the API document that describes input. */
export type Document = {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

/** A text field: its name in an error's `fields`, and a function that builds a body with a value for the field. */
export type TextField = { name: string; put: (value: unknown) => unknown }

function isA(schema: Schema, type: string): boolean {
  return [schema.type ?? []].flat().includes(type)
}

function kinds(document: Document, schema: Schema): Schema[] {
  const named = schema.$ref && document.components?.schemas?.[schema.$ref.split('/').pop() ?? '']
  if (named) return kinds(document, named)
  return schema.anyOf ? schema.anyOf.flatMap((one) => kinds(document, one)) : [schema]
}

function textsIn(document: Document, schema: Schema): TextField[] {
  return kinds(document, schema).flatMap((one) => [
    ...(isA(one, 'string') ? [{ name: '', put: (value: unknown) => value }] : []),
    ...(one.items
      ? textsIn(document, one.items).map(({ name, put }) => ({ name, put: (value: unknown) => [put(value)] }))
      : []),
    ...Object.entries(one.properties ?? {}).flatMap(([key, inner]) =>
      textsIn(document, inner).map(({ name, put }) => ({
        name: [key, name].filter(Boolean).join('.'),
        put: (value: unknown) => ({ [key]: put(value) }),
      })),
    ),
  ])
}

function getOperation({ paths }: Document, name: string): Operation {
  const [method = '', path = ''] = name.split(' ')
  return paths[path]?.[method.toLowerCase()] ?? {}
}

/** Returns the text fields in an operation's body (`METHOD /path/{param}`). */
export function bodyTexts(document: Document, name: string): TextField[] {
  const schema = getOperation(document, name).requestBody?.content?.['application/json']?.schema
  return schema ? textsIn(document, schema) : []
}

/** Returns the names of an operation's query or path parameters. */
export function namesIn(document: Document, name: string, place: 'query' | 'path'): string[] {
  return (getOperation(document, name).parameters ?? [])
    .filter((one) => one.in === place)
    .map((one) => one.name)
}

/** Returns every hostile value for a text field, with its description. */
export function hostile(): [what: string, value: Hostile][] {
  return Object.entries(HOSTILE)
}
