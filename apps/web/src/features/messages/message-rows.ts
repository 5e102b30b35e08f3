import type { Message } from '@nollie/contract'
import { getDay, dayTitle, startOfDay } from '../../lib/text/days.ts'
import { dateFormat, longDayText } from '../../lib/format.ts'
import type { OutgoingMessage } from './sending/message-drafts.ts'
import { isShared } from './attachments/shared-ref.ts'

/** Consecutive messages from one person form a group if they are at most this far apart (ms). */
const APART_MS = 5 * 60_000

/** Consecutive messages from one person. Only the last one shows its time. */
export type Run = { user_id: string; messages: Message[] }
/** A calendar day in this device's time zone. */
export type Day = { key: string; title: string; runs: Run[] }

const weekday = dateFormat({ weekday: 'short' })
const monthDay = dateFormat({ month: 'short', day: 'numeric' })

/** Formats the time of day: `2:05 PM`. */
export const formatHour = dateFormat({ hour: 'numeric', minute: '2-digit' })

/**
 * Formats when a conversation's last message was sent: the time if it was today, the weekday if it was this week, and
 * otherwise the date.
 */
export function shortWhen(timestamp: string, now: Date = new Date()): string {
  const date = new Date(timestamp)
  if (date.getTime() >= startOfDay(now)) return formatHour(date)
  if (date.getTime() >= startOfDay(now, 6)) return weekday(date)
  return date.getFullYear() === now.getFullYear() ? monthDay(date) : longDayText(date)
}

/** Groups messages (oldest first) by day, and within a day by person. */
export function byDay(messages: readonly Message[], now: Date = new Date()): Day[] {
  const days: Day[] = []
  let before: Message | undefined
  for (const message of messages) {
    const day = getDay(message, now)
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
 * Returns the unconfirmed messages that aren't in the conversation yet. If a response was lost, the message may already
 * be there, so each message with the same text and attachment cancels out one unconfirmed message.
 */
export function unconfirmedMessages(
  outgoing: readonly OutgoingMessage[],
  messages: readonly Message[],
  me: string,
): { waiting: OutgoingMessage[]; arrived: OutgoingMessage[] } {
  const taken = new Set<string>()
  const waiting: OutgoingMessage[] = []
  const arrived: OutgoingMessage[] = []
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
