import { randomUUID } from 'node:crypto'

/** Runs one statement in the queue's database. */
type Execute = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>

const LEASE_SECONDS = 30
const RENEW_MS = 10_000
/** The share of an interval after which a task is due, because timers in different processes drift. */
const DUE = 0.9

const TAKE = `
  insert into task_turns as t (name, holder, started_at, leased_until)
  values ($1, $2, now(), now() + make_interval(secs => ${LEASE_SECONDS}))
  on conflict (name) do update
  set holder = excluded.holder, started_at = excluded.started_at, leased_until = excluded.leased_until
  where t.leased_until < now() and t.started_at <= now() - make_interval(secs => $3)
  returning name`
const RENEW = `
  update task_turns set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
  where name = $1 and holder = $2`
const END = `update task_turns set leased_until = now() where name = $1 and holder = $2`

/**
 * Runs each scheduled task in only one process: the first one to check after the interval runs it, and gets a lease
 * until it ends. If it's killed, another one can run the task when the lease expires.
 */
export class TaskLeases {
  readonly #execute: Execute

  constructor(execute: Execute) {
    this.#execute = execute
  }

  /** Runs the task if it's due and not running elsewhere; returns whether it ran. */
  async run(name: string, everySeconds: number, task: () => Promise<void>): Promise<boolean> {
    const holder = randomUUID()
    const { rows } = await this.#execute(TAKE, [name, holder, everySeconds * DUE])
    if (rows.length === 0) return false
    // Failed renewals are retried; three can fail before the lease ends.
    const renewing = setInterval(() => void this.#execute(RENEW, [name, holder]).catch(() => {}), RENEW_MS)
    try {
      await task()
    } finally {
      clearInterval(renewing)
      await this.#execute(END, [name, holder]).catch(() => {})
    }
    return true
  }
}
