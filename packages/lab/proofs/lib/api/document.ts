import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** The parts of JSON Schema that the API's document uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  examples?: unknown[]
}

/** A parameter in a URL, query, or header. */
export type Parameter = { in: string; name: string; required?: boolean; schema: Schema; example?: unknown }

type Content = Record<string, { schema?: Schema }>
type Responses = Record<string, { content?: Content }>

/** The parts of an OpenAPI 3.1 document that the proof reads. */
export type ApiDocument = {
  paths: Record<
    string,
    Record<string, { parameters?: Parameter[]; requestBody?: { content: Content }; responses: Responses }>
  >
  components: { schemas: Record<string, Schema> }
}

/** An operation from the document. */
export type Operation = {
  name: string
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | null
  responses: Responses
}

/** Lists a document's operations, in order. */
export function listOperations({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema ?? null,
      responses,
    })),
  )
}

/** The response to a request. */
export type Answer = { status: number; type: string; body: string; ms: number }

function findResponse(responses: Responses, status: number) {
  return responses[String(status)] ?? responses[`${Math.floor(status / 100)}XX`]
}

function pointer(text: string) {
  return text.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Returns a function that lists the parts of a response that the document doesn't allow; null if there are none. */
export function answerCheck(document: ApiDocument) {
  // Every format in the document also has a pattern, and patterns are checked.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false })
  ajv.addSchema(document, 'api')
  const compiled = new Map<string, ValidateFunction>()
  const getValidator = (parts: string[]): ValidateFunction => {
    const at = `api#/${parts.map(pointer).map(encodeURIComponent).join('/')}`
    const validate = compiled.get(at) ?? ajv.compile({ $ref: at })
    compiled.set(at, validate)
    return validate
  }
  return ({ path, method, responses }: Operation, { status, type, body }: Answer): string | null => {
    const key = responses[String(status)] ? String(status) : `${Math.floor(status / 100)}XX`
    const response = findResponse(responses, status)
    if (!response) return `status ${status} is not in the document`
    if (method === 'HEAD') return body === '' ? null : 'a body for HEAD'
    if (!response.content) return type === 'application/json' ? 'JSON, where the document has none' : null
    if (!response.content[type]) return `content of type ${type || '(none)'} is not in the document`
    let value: unknown
    try {
      value = JSON.parse(body)
    } catch {
      return 'not JSON'
    }
    const validate = getValidator([
      'paths',
      path,
      method.toLowerCase(),
      'responses',
      key,
      'content',
      type,
      'schema',
    ])
    if (validate(value)) return null
    const { instancePath = '', message = '' } = validate.errors?.[0] ?? {}
    return `${instancePath || 'the body'} ${message}`
  }
}
