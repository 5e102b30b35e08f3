import { randomUUID } from 'node:crypto'
import { contract, type Endpoint, type ErrorCode } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { TestApp } from '../world/app.ts'
import { commentsCounted } from '../world/wait-for-counts.ts'
import { member, signInAgain, signUp, type TestPerson } from './people.ts'

type Contract = typeof contract
type ParamsOf<R extends string> = R extends `${string}:${string}/${infer Rest}`
  ? [string | number, ...ParamsOf<Rest>]
  : R extends `${string}:${string}`
    ? [string | number]
    : []
type Sent<S, K extends string> = S extends { [P in K]: infer T extends z.ZodType } ? z.input<T> : never
type Query<T> = { [K in keyof T]: T[K] | number | boolean }
type InputOf<S> = S extends { body: z.ZodType } ? Sent<S, 'body'> : Query<Sent<S, 'query'>>
type AnswerOf<S> = S extends { answer: infer T extends z.ZodType } ? z.output<T> : undefined

/** Options for a call, in addition to its parameters and its body or query. */
export type CallOptions = {
  /** The idempotency key. Defaults to a new one. */
  key?: string
  /** The version to send in `If-Match`. */
  version?: number
  headers?: Record<string, string>
}

/** The contract's operations as methods. They take the path parameters in order, then the body or the query. */
export type Operations = {
  [K in keyof Contract]: (
    ...args: [...ParamsOf<Contract[K]['route']>, input?: InputOf<Contract[K]>, options?: CallOptions]
  ) => Promise<AnswerOf<Contract[K]>>
}

/** The server's response. */
export type Response = Awaited<ReturnType<FastifyInstance['inject']>>

/** Thrown for any response other than the operation's success response. */
export class Refused extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  /** The message for people. */
  readonly detail: string | undefined
  readonly fields: Record<string, string> | undefined
  /** The spot that remains, if the requested one was merged. */
  readonly spot_id: string | undefined

  constructor(operation: string, response: Response) {
    super(`${operation}: ${response.statusCode} ${response.body}`)
    const isJson = String(response.headers['content-type']).includes('json')
    const error = isJson
      ? response.json<Partial<Pick<Refused, 'code' | 'detail' | 'fields' | 'spot_id'>>>()
      : {}
    this.status = response.statusCode
    this.code = error.code
    this.detail = error.detail
    this.fields = error.fields
    this.spot_id = error.spot_id
  }
}

/** An API client with a method for each operation in the contract. Throws {@link Refused} unless the call succeeds. */
export type Caller = Operations & {
  /** Sends any request and returns its response. */
  send: (method: Endpoint['method'], url: string, body?: object, options?: CallOptions) => Promise<Response>
}

/** A member who uses the API. */
export type Actor = TestPerson &
  Caller & {
    /** Comments on a post's first item, or replies to a comment there. */
    comments: (
      post_id: string,
      content: string,
      parent_comment_id?: string,
    ) => Promise<AnswerOf<Contract['addComment']>>
    /** Likes a post's first item, and waits until the like is counted and the post's owner is notified. */
    likes: (post_id: string) => Promise<void>
    /** Removes the like from a post's first item. */
    unlikes: (post_id: string) => Promise<void>
    /** Returns the newest page of the member's notifications. */
    notifications: () => Promise<AnswerOf<Contract['listNotifications']>['items']>
    /** Returns the number of unread notifications. */
    unreadCount: () => Promise<number>
    /** Continues with a new session, e.g. after the old ones have ended. */
    signsInAgain: () => Promise<void>
  }

function headersFor(
  method: string,
  credentials: Record<string, string>,
  { key = randomUUID(), version, headers }: CallOptions,
): Record<string, string> {
  return {
    ...credentials,
    ...(method === 'GET' || method === 'HEAD' ? {} : { 'idempotency-key': key }),
    ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    ...headers,
  }
}

function createCaller(app: FastifyInstance, credentials: () => Record<string, string>): Caller {
  const send: Caller['send'] = (method, url, body, options = {}) =>
    app.inject({
      method,
      url,
      headers: headersFor(method, credentials(), options),
      ...(body && { payload: body }),
    })
  const call = async (spec: Endpoint, args: unknown[]): Promise<unknown> => {
    const url = spec.url.replaceAll(/:\w+/g, () => encodeURIComponent(String(args.shift())))
    const [input, options] = args as [object | undefined, CallOptions | undefined]
    const query = spec.body || !input ? '' : `?${new URLSearchParams({ ...input }).toString()}`
    const response = await send(spec.method, `${url}${query}`, spec.body ? input : undefined, options)
    if (response.statusCode !== (spec.status ?? (spec.answer ? 200 : 204)))
      throw new Refused(spec.route, response)
    return spec.answer ? response.json() : undefined
  }
  const operations = Object.fromEntries(
    Object.entries(contract).map(([name, spec]) => [name, (...args: unknown[]) => call(spec, [...args])]),
  )
  return { ...(operations as unknown as Operations), send }
}

/** Creates a client without a session. */
export function createVisitor({ app }: Pick<TestApp, 'app'>): Caller {
  return createCaller(app, () => ({}))
}

/** Creates a client that is signed in as this person. */
export function actorFor({ app, db }: Pick<TestApp, 'app' | 'db'>, person: TestPerson): Actor {
  const caller = createCaller(app, () => self.bearer)
  const self: Actor = {
    ...person,
    ...caller,
    comments: (post_id, content, parent_comment_id) =>
      caller.addComment(post_id, { content, ...(parent_comment_id && { parent_comment_id }) }),
    likes: async (post_id) => {
      await caller.likeMedia(post_id, 0)
      await commentsCounted(db)
    },
    unlikes: async (post_id) => {
      await caller.unlikeMedia(post_id, 0)
      await commentsCounted(db)
    },
    notifications: async () => (await caller.listNotifications()).items,
    unreadCount: async () => (await caller.countUnreadNotifications()).unread_count,
    signsInAgain: async () => {
      Object.assign(self, await signInAgain({ app }, self))
    },
  }
  return self
}

/** Creates a client that is signed in as a new member. */
export async function actor(on: Pick<TestApp, 'app' | 'db'>, username: string): Promise<Actor> {
  return actorFor(on, await member(on, username))
}

/** Creates a client for a new member who signed up over HTTP, for account tests. */
export async function signedUp(on: Pick<TestApp, 'app' | 'db'>, username: string): Promise<Actor> {
  return actorFor(on, await signUp(on, username))
}

/** Creates clients for several new members: `const { mia, tom } = await actors(app, 'mia', 'tom')`. */
export async function actors<N extends string>(
  on: Pick<TestApp, 'app' | 'db'>,
  ...names: N[]
): Promise<Record<N, Actor>> {
  const made = await Promise.all(names.map(async (name) => [name, await actor(on, name)] as const))
  return Object.fromEntries(made) as Record<N, Actor>
}

/** Returns a call's outcome: `done`, or the error code if the call was refused. */
export function getOutcome(call: Promise<unknown>): Promise<ErrorCode | 'done'> {
  return call.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refused && error.code) return error.code
      throw error
    },
  )
}
