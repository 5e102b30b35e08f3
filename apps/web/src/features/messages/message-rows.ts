import type { Message } from '@nollie/contract'
import { dayOf, dayTitle, startOfDay } from '../../lib/days.ts'
import type { Outgoing } from './outbox.ts'
import { isShared } from './shared-ref.ts'

/** Messages of one person further apart than this (ms) stand apart. */
const APART_MS = 5 * 60_000

/** What follows one upon the other from one person: only the last says when. */
export type Run = { user_id: string; messages: Message[] }
/** One calendar day of this device's clock. */
export type Day = { key: string; title: string; runs: Run[] }

const otherYear = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' })
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short' })
const monthDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** The hour of a moment: `2:05 PM`. */
export const hourOf = (timestamp: string): string => clock.format(new Date(timestamp))

/** When a conversation was last used, short: the hour today, the weekday this week, else the day. */
export function shortWhen(timestamp: string, now: Date = new Date()): string {
  const date = new Date(timestamp)
  if (date.getTime() >= startOfDay(now)) return clock.format(date)
  if (date.getTime() >= startOfDay(now, 6)) return weekday.format(date)
  return date.getFullYear() === now.getFullYear() ? monthDay.format(date) : otherYear.format(date)
}

/** Messages, oldest first, by day and within it by who wrote several together. */
export function byDay(messages: readonly Message[], now: Date = new Date()): Day[] {
  const days: Day[] = []
  let before: Message | undefined
  for (const message of messages) {
    const day = dayOf(message, now)
    let last = days.at(-1)
    if (!last || last.key !== String(day)) {
      last = { key: String(day), title: dayTitle(day, now), runs: [] }
      days.push(last)
    }
    const run = last.runs.at(-1)
    const isClose = before && Date.parse(message.created_at) - Date.parse(before.created_at) < APART_MS
    if (run && isClose && run.user_id === message.user_id) run.messages.push(message)
    else last.runs.push({ user_id: message.user_id, messages: [message] })
    before = message
  }
  return days
}

/**
 * What is still on its way. A message whose answer was lost may stand in the conversation already: each one there that
 * its writer would take for it takes one away.
 */
export function notArrived(
  outgoing: readonly Outgoing[],
  messages: readonly Message[],
  me: string,
): { waiting: Outgoing[]; arrived: Outgoing[] } {
  const taken = new Set<string>()
  const waiting: Outgoing[] = []
  const arrived: Outgoing[] = []
  for (const one of outgoing) {
    const found = messages.find(
      ({ id, seq, user_id, content, shared }) =>
        user_id === me &&
        seq > one.after_seq &&
        !taken.has(id) &&
        content === one.content &&
        isShared(one.shared, shared),
    )
    if (found) taken.add(found.id)
    ;(found ? arrived : waiting).push(one)
  }
  return { waiting, arrived }
}
