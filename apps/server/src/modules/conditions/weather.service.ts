import { fromWorld, WORLD_BITS } from '@nollie/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/open.ts'
import { ServiceDown } from '../../platform/fetch/index.ts'
import { askWeather, type WeatherSettings } from './ask-weather.ts'
import type { WeatherHour } from './drying.ts'
import {
  type Cell,
  claimCells,
  selectCellOf,
  selectCellsIn,
  selectHours,
  storeWeather,
} from './weather.queries.ts'

/** Number of squares per request. */
const CELLS_AT_ONCE = 16
/**
 * Maximum number of squares requested per hour. The daily total is within Open-Meteo's limit for use without an
 * account.
 */
const CELLS_AN_HOUR = 400
/** How long a map search waits for weather. Data that arrives later is available to the next search. */
const MAP_WAITS_MS = 2_500
const WORLD = 2 ** WORLD_BITS
/** Half the width of a square, in 26-bit coordinates. */
const HALF = 2 ** 13

function toCenter({ x, y }: Cell) {
  return fromWorld((x + HALF) / WORLD, (y + HALF) / WORLD)
}

function atMost(work: Promise<unknown>, ms: number): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

type Deps = { db: Db; log: Pick<FastifyBaseLogger, 'error'> }

/** Weather for squares about ten kilometers wide, fetched from the operator's weather service and stored. */
export class Weather {
  readonly #deps: Deps
  readonly #settings: WeatherSettings | null
  /** Pending requests in this process. */
  readonly #asking = new Set<Promise<void>>()

  constructor(deps: Deps, settings: WeatherSettings | null) {
    this.#deps = deps
    this.#settings = settings
  }

  /**
   * Returns hourly weather for a spot's square; empty if there is no weather service or it's failing.
   * @param sender the key for counting a visitor's or member's squares
   */
  async hoursAt(spot_id: string, sender: string): Promise<WeatherHour[]> {
    if (!this.#settings) return []
    const cell = await selectCellOf(this.#deps.db, spot_id)
    if (cell === undefined) return []
    await this.#refresh([cell], sender)
    return selectHours(this.#deps.db, cell)
  }

  /** Requests weather for a map view's squares, so that a search can use it. Waits only briefly. */
  async prepare(ranges: readonly { low: number; high: number }[], sender: string): Promise<void> {
    if (!this.#settings) return
    const cells = await selectCellsIn(this.#deps.db, ranges, CELLS_AT_ONCE)
    if (cells.length > 0) await atMost(this.#refresh(cells, sender), MAP_WAITS_MS)
  }

  /** Waits for pending requests, so that the database can be closed. */
  async close(): Promise<void> {
    await Promise.all(this.#asking)
  }

  async #refresh(cells: readonly number[], sender: string): Promise<void> {
    const claimed = await claimCells(this.#deps.db, cells, { sender, cellsAnHour: CELLS_AN_HOUR })
    if (claimed.length > 0) this.#ask(claimed)
    // Also waits for requests started by other calls in this process.
    await Promise.all(this.#asking)
  }

  #ask(cells: readonly Cell[]): void {
    const asking = this.#fetch(cells).finally(() => this.#asking.delete(asking))
    this.#asking.add(asking)
  }

  async #fetch(cells: readonly Cell[]): Promise<void> {
    const { db, log } = this.#deps
    if (!this.#settings) return
    try {
      const answers = await askWeather(this.#settings, cells.map(toCenter))
      for (const [i, { cell }] of cells.entries()) await storeWeather(db, cell, answers[i] ?? [])
    } catch (error) {
      // Logs instead of throwing, because there may be no caller left. Weather that isn't stored is never displayed.
      const reason = error instanceof ServiceDown ? error.message : { err: error }
      log.error({ reason }, "the weather service isn't working")
    }
  }
}
