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

/** Squares per request. */
const CELLS_AT_ONCE = 16
/** Squares requested per hour: a day stays below Open-Meteo's limit without an account. */
const CELLS_AN_HOUR = 400
/** How long a map waits for its squares' weather; later data is used by the next map. */
const MAP_WAITS_MS = 2_500
const WORLD = 2 ** WORLD_BITS
/** Half of the side of a square, at 26 bits. */
const HALF = 2 ** 13

const toCenter = ({ x, y }: Cell) => fromWorld((x + HALF) / WORLD, (y + HALF) / WORLD)

const atMost = (work: Promise<unknown>, ms: number): Promise<unknown> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

type Deps = { db: Db; log: Pick<FastifyBaseLogger, 'error'> }

/** The weather of squares of about ten kilometers, requested from the operator's service and stored. */
export class Weather {
  readonly #deps: Deps
  readonly #settings: WeatherSettings | null
  /** This process's pending requests. */
  readonly #asking = new Set<Promise<void>>()

  constructor(deps: Deps, settings: WeatherSettings | null) {
    this.#deps = deps
    this.#settings = settings
  }

  /**
   * The hours of a spot's square; empty without a service, and while it fails.
   * @param sender the key that a visitor's or member's squares are counted under
   */
  async hoursAt(spot_id: string, sender: string): Promise<WeatherHour[]> {
    if (!this.#settings) return []
    const cell = await selectCellOf(this.#deps.db, spot_id)
    if (cell === undefined) return []
    await this.#refresh([cell], sender)
    return selectHours(this.#deps.db, cell)
  }

  /** Requests the weather of a view's squares, so that a search can read it. Only waits briefly. */
  async prepare(ranges: readonly { low: number; high: number }[], sender: string): Promise<void> {
    if (!this.#settings) return
    const cells = await selectCellsIn(this.#deps.db, ranges, CELLS_AT_ONCE)
    if (cells.length > 0) await atMost(this.#refresh(cells, sender), MAP_WAITS_MS)
  }

  /** Waits for pending requests before the database closes. */
  async close(): Promise<void> {
    await Promise.all(this.#asking)
  }

  async #refresh(cells: readonly number[], sender: string): Promise<void> {
    const claimed = await claimCells(this.#deps.db, cells, { sender, cellsAnHour: CELLS_AN_HOUR })
    if (claimed.length > 0) this.#ask(claimed)
    // Includes those that another request of this process has started.
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
      // There may be no caller left, so nothing is thrown: weather that was not stored is not shown.
      const reason = error instanceof ServiceDown ? error.message : { err: error }
      log.error({ reason }, 'the weather service does not work')
    }
  }
}
