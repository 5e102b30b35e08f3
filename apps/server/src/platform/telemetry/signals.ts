import { type Channel, channel } from 'node:diagnostics_channel'

/**
 * Facts that the program publishes about itself, by node:diagnostics_channel channel. Labels are names from the code or
 * the contract, never ids or personal data, because metrics create a series for each value.
 */
export type Signals = {
  /** A request got its response. */
  request: { operation: string; status: number; seconds: number }
  /** A request was refused. `rule` names the rate or limit if several use the same error code; otherwise, it's empty. */
  refusal: { code: string; rule: string }
  /** A connection was closed without a response because there were too many. */
  connection: { rule: 'total' | 'address' }
  /** Work other than a request ended. */
  work: { kind: WorkKind; name: string; outcome: 'done' | 'failed'; seconds: number }
  /** A database statement ended. */
  statement: { seconds: number; outcome: 'done' | 'failed' }
  mail: { outcome: 'sent' | 'stored' | 'failed' | 'refused' }
  /** The outcome for a text message; `unknown` if no response says whether it was sent. */
  sms: { outcome: 'sent' | 'stored' | 'failed' | 'refused' | 'unknown' }
  /** The outcome for a push message; `gone` if the browser is no longer subscribed. */
  push: { outcome: 'sent' | 'gone' | 'failed' | 'refused' }
  upload: { outcome: 'begun' | 'finished' | 'refused'; type: 'image' | 'video'; bytes: number }
  cache: { cache: 'sessions' | 'previews' | 'health'; isHit: boolean }
  /** Live events were published to this process's streams; `lagSeconds` is the time since their commit. */
  events: { count: number; lagSeconds: number }
}

/** Types of work: a queued job, a scheduled task, a photo or video, an email, or a file in the object store. */
export type WorkKind = 'job' | 'task' | 'media' | 'mail' | 'storage'

function getChannel(name: keyof Signals): Channel {
  return channel(`nollie.${name}`)
}

// Cached, because looking up a channel by name takes longer than checking for subscribers.
const CHANNELS: Readonly<Record<keyof Signals, Channel>> = {
  request: getChannel('request'),
  refusal: getChannel('refusal'),
  connection: getChannel('connection'),
  work: getChannel('work'),
  statement: getChannel('statement'),
  mail: getChannel('mail'),
  sms: getChannel('sms'),
  push: getChannel('push'),
  upload: getChannel('upload'),
  cache: getChannel('cache'),
  events: getChannel('events'),
}

/** Publishes a fact; costs almost nothing if there are no subscribers. */
export function signal<N extends keyof Signals>(name: N, fact: Signals[N]): void {
  if (CHANNELS[name].hasSubscribers) CHANNELS[name].publish(fact)
}

/** Whether facts with this name have subscribers. */
export function isWatched(name: keyof Signals): boolean {
  return CHANNELS[name].hasSubscribers
}

/** Calls `seen` with every fact that has this name in this process; returns a function that unsubscribes. */
export function watch<N extends keyof Signals>(name: N, seen: (fact: Signals[N]) => void): () => void {
  const listener = (fact: unknown) => seen(fact as Signals[N])
  CHANNELS[name].subscribe(listener)
  return () => {
    CHANNELS[name].unsubscribe(listener)
  }
}
