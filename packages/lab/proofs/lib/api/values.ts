import fc, { type Arbitrary } from 'fast-check'
import { HOSTILE } from '../../../../../apps/server/test/inputs/hostile.ts'
import type { ApiDocument, Operation, Parameter, Schema } from './document.ts'
import { Known } from './known.ts'

/** The strategy for choosing a request's values. */
export type Manner = 'valid' | 'boundary' | 'wrong type' | 'Unicode'

/** A planned request. Sending it replaces every {@link Known} in it. */
export type Plan = {
  operation: Operation
  manner: Manner
  params: Record<string, unknown>
  query: Record<string, unknown>
  headers: Record<string, unknown>
  body: unknown
  /** Whose session is sent. `nobody` sends an invalid session. */
  sender: 'member' | 'other' | 'admin' | 'visitor' | 'nobody'
}

const LONG = 70_000
const anyText = fc.string({ unit: 'grapheme', maxLength: 40 })
const strangeText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(...Object.values(HOSTILE).filter((value) => typeof value === 'string')),
  // Adds a lone surrogate.
  fc.string({ maxLength: 5 }).map((text) => `${text}\ud83d`),
)
const foreign = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    '',
    [],
    {},
    [[]],
    [null],
    { length: 1 },
    '0',
    'true',
  ),
  fc.constantFrom(...Object.values(HOSTILE)),
  fc.jsonValue({ maxDepth: 3 }),
)

function textOfLength(length: number) {
  return 'é'.repeat(Math.max(0, Math.min(length, LONG)))
}

function edgesOfText({ minLength = 0, maxLength = 200 }: Schema) {
  return fc.constantFrom(...[minLength - 1, minLength, maxLength, maxLength + 1, 0, LONG].map(textOfLength))
}

function edgesOfNumber({ minimum = -1, maximum = 2 ** 31 }: Schema) {
  return fc.constantFrom(
    minimum,
    minimum - 1,
    maximum,
    maximum + 1,
    0,
    -0,
    0.5,
    2 ** 31,
    2 ** 32,
    2 ** 53,
    -(2 ** 53) - 2,
    1e308,
    5e-324,
  )
}

const EDGES_OF_PATTERNS = ['0', '00000000', '99999999', '-1', '9'.repeat(19), '-180,-90', '999,999', 'a', '']

function matching(pattern: string): Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'))
  } catch {
    return anyText
  }
}

// Values that the product understands but that no schema describes.
const SENSIBLE: Readonly<Record<string, readonly unknown[]>> = {
  spot_types: ['ledges', 'plaza', 'rails', 'stairs'],
  file: ['400.webp', '1080.avif', 'video.mp4', 'site.jpg'],
  q: ['ledge', 'barc', 'the', '@owner'],
  topics: ['spots', 'posts', 'spots,posts'],
  time_zone: ['Europe/Madrid', 'Nowhere/Land'],
  z: ['0', '3', '3', '14'],
  x: ['0', '1'],
  y: ['0', '1'],
  x0: ['0'],
  x1: ['7', '3'],
  y0: ['0'],
  y1: ['7', '3'],
  latitude: ['41.38', '-90', 41.38],
  longitude: ['2.16', '180', 2.16],
  media_index: ['0', '1', 0],
  seq: ['1', 1],
  offset: ['0', '5'],
  range: ['0-9.xml', '0-99999999.xml'],
  new_password: ['rolls away clean'],
  filter: ['all', 'unread'],
  kind: ['posts', 'spots', 'messages', 'comments'],
  theme: ['light', 'dark'],
}

// Parameters whose values can only come from responses or from the initial world.
const KNOWN = /^(?:if-match|cursor|key|token|username|version|ref|mail|file|(?:current_)?password)$/

function ofText(schema: Schema, name: string): Arbitrary<unknown> {
  if (schema.format === 'uuid')
    return fc.oneof({ weight: 9, arbitrary: fc.nat(50).map((pick) => new Known(name, pick)) }, fc.uuid())
  if (schema.format === 'date-time')
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') })
      .map((at) => at.toISOString())
  if (schema.format === 'email')
    return fc.oneof(
      fc.nat(1e6).map((n) => `skater.${n}@example.com`),
      fc.nat(50).map((pick) => new Known(name, pick)),
    )
  const { minLength = 0, maxLength = 40, pattern } = schema
  const described = pattern
    ? matching(pattern)
    : fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) })
  const known = fc.nat(50).map((pick) => new Known(name, pick))
  const sensible = SENSIBLE[name]
  return fc.oneof(
    { weight: 2, arbitrary: described },
    { weight: sensible ? 6 : 0, arbitrary: sensible ? fc.constantFrom(...sensible) : described },
    { weight: KNOWN.test(name) ? 6 : 0, arbitrary: known },
  )
}

function buildValid(
  schema: Schema,
  name: string,
  make: (schema: Schema, name: string) => Arbitrary<unknown>,
) {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => make(one, name)))
  const [type] = [schema.type ?? []].flat()
  const { minimum = -1000, maximum = 1000, minItems = 0, maxItems = 5 } = schema
  if (type === 'string') return ofText(schema, name)
  if (type === 'integer')
    return fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31) })
  if (type === 'number') return fc.double({ min: minimum, max: maximum, noNaN: true })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array') {
    const items = make(schema.items ?? {}, name.replace(/_ids$/, '_id'))
    return fc.array(items, { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) })
  }
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([key, one]) => [key, make(one, key)] as const)
    const requiredKeys = schema.required ?? []
    return fc.record(Object.fromEntries(fields), { requiredKeys })
  }
  return fc.jsonValue({ maxDepth: 2 })
}

function pickOdd(schema: Schema, manner: Manner): Arbitrary<unknown> {
  if (manner === 'wrong type') return foreign
  if (manner === 'Unicode') return strangeText
  const [type] = [schema.type ?? []].flat()
  if (type === 'integer' || type === 'number') return edgesOfNumber(schema)
  if (type === 'array') return fc.constantFrom<unknown>([], Array(200).fill('ledges'), [null])
  if (schema.pattern) return fc.oneof(fc.constantFrom(...EDGES_OF_PATTERNS), edgesOfText(schema))
  return type === 'string' ? edgesOfText(schema) : fc.constantFrom<unknown>(null, {}, '')
}

/** Generates arbitrary requests from the API's document. */
export class Requests {
  readonly #document: ApiDocument
  readonly #made = new Map<string, Arbitrary<Plan>>()

  constructor(document: ApiDocument) {
    this.#document = document
  }

  #values(manner: Manner) {
    const make = (given: Schema, name: string): Arbitrary<unknown> => {
      const named = given.$ref?.split('/').pop()
      const schema = named === undefined ? given : (this.#document.components.schemas[named] ?? {})
      const valid = buildValid(schema, name, make)
      return manner === 'valid' ? valid : fc.oneof({ weight: 3, arbitrary: valid }, pickOdd(schema, manner))
    }
    return make
  }

  #parameters(parameters: readonly Parameter[], manner: Manner): Arbitrary<Record<string, unknown>> {
    const make = this.#values(manner)
    const values = parameters.map(({ name, schema, example }) => {
      const value = make(schema, name)
      const shown =
        example === undefined ? value : fc.oneof({ weight: 2, arbitrary: value }, fc.constant(example))
      return [name, shown] as const
    })
    const requiredKeys = parameters.filter((one) => one.required || one.in === 'path').map(({ name }) => name)
    return fc.record(Object.fromEntries(values), { requiredKeys })
  }

  /** Generates requests for one operation, with values chosen by one strategy. */
  of(operation: Operation, manner: Manner): Arbitrary<Plan> {
    const key = `${operation.name} ${manner}`
    const known = this.#made.get(key)
    if (known) return known
    const inPart = (part: string) =>
      this.#parameters(
        operation.parameters.filter((one) => one.in === part),
        manner,
      )
    const made = fc.record({
      operation: fc.constant(operation),
      manner: fc.constant(manner),
      params: inPart('path'),
      query: inPart('query'),
      headers: inPart('header'),
      body: operation.body ? this.#values(manner)(operation.body, '') : fc.constant(undefined),
      sender: fc.constantFrom<Plan['sender'][]>(
        ...Array<'member'>(5).fill('member'),
        ...(['admin', 'admin', 'other', 'visitor', 'nobody'] as const),
      ),
    })
    this.#made.set(key, made)
    return made
  }
}
