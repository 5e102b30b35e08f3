import pg from 'pg'
import { withSessionOptions } from '../platform/session-options.ts'
import { type Db, openDatabase } from './open.ts'
import { readPosition, isNewer, parseLsn } from './wal-position.ts'

/** The parts of a request that determine where it can read. */
export type Reader = {
  /** The WAL position after the client's last write; null if it hasn't written in the last few seconds. */
  readAfter: string | null
}

/** Reads that can be slightly stale. Never use them for permissions or inside transactions. */
export type Reads = {
  /**
   * Runs a read on a replica that has all of the reader's writes and is at most a second behind, or else on the
   * primary.
   */
  run: <T>(reader: Reader, read: (db: Db) => Promise<T>) => Promise<T>
  /** Returns the WAL position of everything written so far; null if there are no replicas. */
  position: () => Promise<string | null>
  /** Resolves once every replica in use has everything written so far. */
  caughtUp: () => Promise<void>
  close: () => Promise<void>
}

/** Creates {@link Reads} that always use the primary. */
export function readsOfPrimary(db: Db): Reads {
  return {
    run: (_reader, read) => read(db),
    position: async () => null,
    caughtUp: async () => {},
    close: async () => {},
  }
}

/**
 * A replica that lags further behind isn't used, so hidden and blocked content disappears from lists within this time.
 */
const MAX_LAG_MS = 1_000
const CHECK_MS = 250
/** A replica or primary that takes longer to respond counts as lost. */
const ANSWER_MS = 500
const CAUGHT_UP_POLL_MS = 20
const SAMPLES = 40

const PRIMARY = `select pg_current_wal_insert_lsn()::text as lsn,
  (select system_identifier::text from pg_control_system()) as system`
const STANDBY = `select pg_last_wal_replay_lsn()::text as lsn,
  (select system_identifier::text from pg_control_system()) as system`

type Position = { lsn: string | null; system: string }

/** Polls one server's position over a dedicated connection, which is reopened when it's lost. */
class Probe {
  readonly #url: string
  readonly #text: string
  readonly #answerMs: number
  #client: Promise<pg.Client> | null = null

  constructor(url: string, text: string, answerMs: number) {
    this.#url = url
    this.#text = text
    this.#answerMs = answerMs
  }

  async ask(): Promise<Position> {
    try {
      const client = await (this.#client ??= this.#connect())
      const { rows } = await client.query<Position>(this.#text)
      return rows[0] ?? { lsn: null, system: '' }
    } catch (error) {
      this.close()
      throw error
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...withSessionOptions(this.#url),
      connectionTimeoutMillis: this.#answerMs,
      query_timeout: this.#answerMs,
      application_name: `nollie replicas ${process.pid}`,
    })
    client.on('error', () => {})
    try {
      await client.connect()
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
    return client
  }

  close(): void {
    void this.#client?.then((client) => client.end()).catch(() => {})
    this.#client = null
  }
}

type Replica = {
  name: string
  db: Db
  probe: Probe
  isChecking: boolean
  /** Null while the replica doesn't respond. */
  replayed: bigint | null
  /** When the primary was at the replica's current position, according to this process's clock. */
  freshAt: number
  /** Rejects each pending read separately: a shared promise would retain every result until the replica is lost. */
  readers: Set<(lost: ReplicaLost) => void>
  isReported: boolean
}

class ReplicaLost extends Error {}

// Errors that are retried: connection errors, a server that is stopping or starting, and reads canceled by replay.
const RETRIED = /^(E[A-Z]+|08\w{3}|57P\w{2}|40001)$/

function isRetried(error: unknown): boolean {
  return (
    error instanceof ReplicaLost ||
    RETRIED.test((error as { code?: string }).code ?? '') ||
    /terminated|timeout exceeded when trying to connect/i.test((error as Error).message)
  )
}

/**
 * Reads from a replica.
 * @throws ReplicaLost if the replica is lost during the read, because a dead one may never respond
 */
async function readFrom<T>({ db, readers }: Replica, read: (db: Db) => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  readers.add(reject)
  try {
    return await Promise.race([read(db), promise])
  } finally {
    readers.delete(reject)
  }
}

type Options = {
  primary: Db
  /** The connection string for the primary, bypassing any pooler. */
  primaryUrl: string
  replicaUrls: readonly string[]
  log: { info: (message: string) => void; warn: (message: string) => void }
  maxLagMs?: number
  answerMs?: number
}

function openReplica(url: string, answerMs: number): Replica {
  return {
    name: new URL(url).host,
    db: openDatabase(url),
    probe: new Probe(url, STANDBY, answerMs),
    isChecking: false,
    replayed: null,
    freshAt: Number.NEGATIVE_INFINITY,
    readers: new Set(),
    isReported: false,
  }
}

function lacks({ replayed }: Replica, position: string | null): boolean {
  return position !== null && position !== '' && replayed !== null && isNewer(position, replayed)
}

// Opens the replicas, and checks all of them regularly.
function watchReplicas({ primaryUrl, replicaUrls, log, maxLagMs, answerMs }: Required<Options>) {
  const primaryProbe = new Probe(primaryUrl, PRIMARY, answerMs)
  /** The primary's positions with the times at which they were requested, oldest first. */
  const samples: { lsn: bigint; at: number }[] = []
  let system = ''

  const replicas = replicaUrls.map((url) => openReplica(url, answerMs))
  const isFresh = ({ freshAt }: Replica): boolean => performance.now() - freshAt <= maxLagMs

  const lose = (replica: Replica, reason: string): void => {
    replica.replayed = null
    replica.freshAt = Number.NEGATIVE_INFINITY
    for (const reject of replica.readers) reject(new ReplicaLost(reason))
    if (!replica.isReported) log.warn(`not reading from replica ${replica.name}: ${reason}`)
    replica.isReported = true
  }
  const check = async (replica: Replica): Promise<void> => {
    try {
      const at = await replica.probe.ask()
      if (at.lsn === null) return lose(replica, "it isn't a replica")
      if (system && at.system !== system) return lose(replica, 'it replicates a different database')
      const replayed = parseLsn(at.lsn)
      replica.replayed = replayed
      replica.freshAt = samples.findLast(({ lsn }) => lsn <= replayed)?.at ?? Number.NEGATIVE_INFINITY
      if (!isFresh(replica))
        return void (replica.isReported || lose(replica, "it's more than a second behind"))
      if (replica.isReported) log.info(`reading from replica ${replica.name} again`)
      replica.isReported = false
    } catch (error) {
      lose(replica, (error as Error).message || "it isn't responding")
    }
  }
  const checkAll = async (): Promise<void> => {
    const at = performance.now()
    const now = await primaryProbe.ask().catch(() => null)
    if (now?.lsn) {
      system = now.system
      samples.push({ lsn: parseLsn(now.lsn), at })
      if (samples.length > SAMPLES) samples.shift()
    }
    for (const replica of replicas) {
      if (replica.isChecking) continue
      replica.isChecking = true
      void check(replica).finally(() => (replica.isChecking = false))
    }
  }
  const stop = repeat(checkAll)
  return {
    /** Lists the replicas that are recent enough to be read. */
    listFresh: (): Replica[] => replicas.filter((one) => one.replayed !== null && isFresh(one)),
    check,
    lose,
    close: async (): Promise<void> => {
      stop()
      primaryProbe.close()
      for (const { probe } of replicas) probe.close()
      await Promise.all(replicas.map(({ db }) => db.destroy()))
    },
  }
}

// Runs `work` regularly, unless it is still running. Returns a function that stops it.
function repeat(work: () => Promise<void>): () => void {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    void work().finally(() => (isRunning = false))
  }, CHECK_MS)
  return () => clearInterval(timer)
}

/** Opens replicas. They can be down or behind at any time; reads then use the primary. */
export function openReads(options: Options): Reads {
  const { primary, maxLagMs = MAX_LAG_MS, answerMs = ANSWER_MS } = options
  const { listFresh, check, lose, close } = watchReplicas({ ...options, maxLagMs, answerMs })
  let turn = 0

  const choose = ({ readAfter }: Reader): Replica | undefined => {
    const fit = listFresh().filter((one) => !lacks(one, readAfter))
    return fit[turn++ % Math.max(1, fit.length)]
  }

  return {
    run: async (reader, read) => {
      const replica = choose(reader)
      if (!replica) return read(primary)
      try {
        return await readFrom(replica, read)
      } catch (error) {
        if (!isRetried(error)) throw error
        if (!(error instanceof ReplicaLost) && (error as { code?: string }).code !== '40001')
          lose(replica, (error as Error).message)
        return read(primary)
      }
    },
    position: async () => (await readPosition(primary)) ?? null,
    caughtUp: async () => {
      const position = (await readPosition(primary)) ?? ''
      const end = performance.now() + maxLagMs
      // By the end of this wait, replicas that are still behind are no longer used.
      while (performance.now() < end) {
        const late = listFresh().filter((one) => lacks(one, position))
        if (late.length === 0) return
        await Promise.all(late.map(check))
        await new Promise((resolve) => setTimeout(resolve, CAUGHT_UP_POLL_MS))
      }
    },
    close,
  }
}
