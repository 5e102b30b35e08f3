import { type Channel, channel } from 'node:diagnostics_channel'

/**
 * Facts that the program publishes about itself, by channel of node:diagnostics_channel. Labels are names from code or
 * contract, never ids or texts of people, because metrics make a series of each.
 */
export type Signals = {
  /** A request was answered. */
  request: { operation: string; status: number; seconds: number }
  /** A request was refused; `rule` is the rate or limit behind codes that several share, else empty. */
  refusal: { code: string; rule: string }
  /** A connection was closed without an answer: there were too many. */
  connection: { rule: 'total' | 'address' }
  /** Work besides requests ended. */
  work: { kind: WorkKind; name: string; outcome: 'done' | 'failed'; seconds: number }
  /** A statement of the database ended. */
  statement: { seconds: number; outcome: 'done' | 'failed' }
  mail: { outcome: 'sent' | 'stored' | 'failed' | 'refused' }
  /** A text message; `unknown` where no answer says whether it left. */
  sms: { outcome: 'sent' | 'stored' | 'failed' | 'refused' | 'unknown' }
  /** A message to a device; `gone` where its browser is subscribed no more. */
  push: { outcome: 'sent' | 'gone' | 'failed' | 'refused' }
  upload: { outcome: 'begun' | 'finished' | 'refused'; type: 'image' | 'video'; bytes: number }
  cache: { cache: 'sessions' | 'previews' | 'health'; isHit: boolean }
  /** Live events were published to the streams of this process, so long after their commit. */
  events: { count: number; lagSeconds: number }
}

/** Kinds of work: a job of the queue, a scheduled task, a photo or video, a mail, a file of the object store. */
export type WorkKind = 'job' | 'task' | 'media' | 'mail' | 'storage'

const channelOf = (name: keyof Signals): Channel => channel(`nollie.${name}`)

// Stored, because finding a channel by its name takes longer than asking whether anybody watches it.
const CHANNELS: Readonly<Record<keyof Signals, Channel>> = {
  request: channelOf('request'),
  refusal: channelOf('refusal'),
  connection: channelOf('connection'),
  work: channelOf('work'),
  statement: channelOf('statement'),
  mail: channelOf('mail'),
  sms: channelOf('sms'),
  push: channelOf('push'),
  upload: channelOf('upload'),
  cache: channelOf('cache'),
  events: channelOf('events'),
}

/** Publishes a fact; costs nothing where nobody watches. */
export const signal = <N extends keyof Signals>(name: N, fact: Signals[N]): void => {
  if (CHANNELS[name].hasSubscribers) CHANNELS[name].publish(fact)
}

/** Whether anybody watches these facts. */
export const isWatched = (name: keyof Signals): boolean => CHANNELS[name].hasSubscribers

/** Calls `seen` with every such fact of this process from now on; returns how to stop. */
export const watch = <N extends keyof Signals>(name: N, seen: (fact: Signals[N]) => void): (() => void) => {
  const listener = (fact: unknown) => seen(fact as Signals[N])
  CHANNELS[name].subscribe(listener)
  return () => {
    CHANNELS[name].unsubscribe(listener)
  }
}
