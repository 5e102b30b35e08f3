import type { z } from 'zod'
import type { Scope } from './accounts/access-token-scopes.ts'
import type { ErrorCode } from './errors.ts'
import type { RateName } from './rates.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'

/** A method and a path, in the form `METHOD /path/:with/:params`. */
export type Route = `${Method} /${string}`

/**
 * Who can call the operation. `own` allows members and suspended people, and covers only their own data. Services check
 * finer rules, such as ownership.
 */
export type Policy = 'anyone' | 'own' | 'member' | 'admin'

/** An operation's input, response, and errors; used by the server, the OpenAPI document, and clients. */
export type EndpointSpec = {
  /** What the call does, in a few short sentences for the API documentation. */
  summary: string
  policy: Policy
  /** The scope that an access token needs for this call; if absent, the call can't be made with an access token. */
  scope?: Scope
  /** The rate limit that this call counts toward. */
  rate: RateName
  params?: z.ZodType
  query?: z.ZodType
  headers?: z.ZodType
  body?: z.ZodType
  /** The body of a successful response; if absent, there is no body (204). */
  answer?: z.ZodType
  /** The status of a successful response; defaults to 200 with a body and 204 without. */
  status?: 200 | 201 | 202 | 204
  /** This operation's error codes, in addition to those that any operation can return. */
  errors?: readonly ErrorCode[]
}

/** An operation with its route split into method and path, for the router. */
export type Endpoint<R extends Route = Route, S extends EndpointSpec = EndpointSpec> = S & {
  route: R
  method: Method
  url: string
}

/** Declares an operation. The route's literal type becomes a key of {@link Api}. */
export function endpoint<const R extends Route, const S extends EndpointSpec>(
  route: R,
  spec: S,
): Endpoint<R, S> {
  const [method, url] = route.split(' ') as [Method, string]
  return { ...spec, route, method, url }
}

type In<S, K extends string> = S extends { [P in K]: infer T extends z.ZodType }
  ? { [P in K]: z.input<T> }
  : unknown
type Answer<S> = S extends { answer: infer T extends z.ZodType } ? z.output<T> : undefined

/**
 * Each route's input and output, as in `Api['GET /api/session']['answer']`. Types only, so clients don't bundle the
 * schemas.
 */
export type ApiOf<E extends Record<string, Endpoint>> = {
  [K in keyof E as E[K]['route']]: {
    input: In<E[K], 'params'> & In<E[K], 'query'> & In<E[K], 'body'> & In<E[K], 'headers'>
    answer: Answer<E[K]>
  }
}
