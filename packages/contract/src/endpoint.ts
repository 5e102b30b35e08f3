import type { z } from 'zod'
import type { Scope } from './accounts/access-token-scopes.ts'
import type { ErrorCode } from './errors.ts'
import type { RateName } from './rates.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'

/** A method and an address: `METHOD /address/:with/:params`. */
export type Route = `${Method} /${string}`

/**
 * Who may call: everybody, members, or admins; `own` is for members and for suspended people, and concerns their own data
 * alone. Services check finer rules (own rows only).
 */
export type Policy = 'anyone' | 'own' | 'member' | 'admin'

/** Input, answer and errors of one operation; the server, the OpenAPI document and the client read it. */
export type EndpointSpec = {
  /** One sentence for the API's documentation. */
  summary: string
  policy: Policy
  /** The scope with which an access token may call it; without one no access token may. */
  scope?: Scope
  /** The rate that counts this call. */
  rate: RateName
  params?: z.ZodType
  query?: z.ZodType
  headers?: z.ZodType
  body?: z.ZodType
  /** The body of the successful answer; absent means no body (204). */
  answer?: z.ZodType
  /** Status of the successful answer; by default 200 with a body and 204 without. */
  status?: 200 | 201 | 202 | 204
  /** Error codes of this operation, beside those that any operation may return. */
  errors?: readonly ErrorCode[]
}

/** An operation with method and address apart, for the router. */
export type Endpoint<R extends Route = Route, S extends EndpointSpec = EndpointSpec> = S & {
  route: R
  method: Method
  url: string
}

/** Describes one operation. The route's literal type is the key of {@link Api}. */
export const endpoint = <const R extends Route, const S extends EndpointSpec>(
  route: R,
  spec: S,
): Endpoint<R, S> => {
  const [method, url] = route.split(' ') as [Method, string]
  return { ...spec, route, method, url }
}

type In<S, K extends string> = S extends { [P in K]: infer T extends z.ZodType }
  ? { [P in K]: z.input<T> }
  : unknown
type Answer<S> = S extends { answer: infer T extends z.ZodType } ? z.output<T> : undefined

/** What a client sends and gets, by route: `Api['GET /api/session']['answer']`. Types alone, so that clients bundle no schema. */
export type ApiOf<E extends Record<string, Endpoint>> = {
  [K in keyof E as E[K]['route']]: {
    input: In<E[K], 'params'> & In<E[K], 'query'> & In<E[K], 'body'> & In<E[K], 'headers'>
    answer: Answer<E[K]>
  }
}
