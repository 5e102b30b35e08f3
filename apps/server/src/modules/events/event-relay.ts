import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/open.ts'
import { type Bus, MAX_MESSAGE_BYTES } from '../../platform/message-bus.ts'
import { runInOneProcess } from '../../platform/jobs/index.ts'
import { Outbox } from './event-outbox.ts'
import type { NewEvent } from './events.queries.ts'
import { fromDatabase, type Message } from './event-source.ts'

type RelayDeps = {
  db: Db
  databaseUrl: string
  bus: Bus
  log: { warn: (details: object, message: string) => void }
}

const BEAT_MS = 1_000

/** Splits a batch into parts that each fit into one message, preserving the order. */
function splitEvents(events: readonly NewEvent[]): (readonly NewEvent[] | null)[] {
  if (Buffer.byteLength(JSON.stringify(events)) <= MAX_MESSAGE_BYTES) return [events]
  if (events.length === 1) return [null]
  const half = Math.ceil(events.length / 2)
  return [...splitEvents(events.slice(0, half)), ...splitEvents(events.slice(half))]
}

// Tails the table from this point and sends committed events with sequence numbers, so subscribers can detect gaps.
function relay({ db, databaseUrl, bus, log }: RelayDeps): () => Promise<void> {
  let name = randomUUID()
  let count = 0
  const send = (events: readonly NewEvent[] | null): void => {
    // Events that couldn't be sent leave a gap in the sequence, and subscribers read them from the table.
    count += 1
    bus.publish(JSON.stringify({ relay: name, count, events } satisfies Message))
  }
  const outbox = new Outbox({
    db,
    log,
    source: fromDatabase(databaseUrl, log),
    caughtUp: async () => {},
    onEvents: async (events) => {
      for (const part of splitEvents(events)) send(part)
    },
  })
  outbox.start()
  let beating: NodeJS.Timeout | undefined
  // Switches to a new name once no future commit can be missed.
  void outbox.begun.then(() => {
    name = randomUUID()
    send([])
    beating = setInterval(() => send([]), BEAT_MS)
  })
  return async () => {
    clearInterval(beating)
    await outbox.close()
  }
}

/** Relays committed events from the table to NATS. Only one process at a time does this. */
export function startRelay(deps: RelayDeps): { close: () => Promise<void> } {
  return runInOneProcess(deps.databaseUrl, 'event relay', () => relay(deps))
}
