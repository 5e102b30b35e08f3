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

/** Squares asked for at once, in one request. */
const CELLS_AT_ONCE = 16
/** Squares asked for in an hour: a day stays below what Open-Meteo gives without an account. */
const CELLS_AN_HOUR = 400
/** How long a map waits for the weather of its squares; later ones are of use to the next map. */
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

/** The weather of squares of some ten kilometres, asked of the operator's service and stored. */
export class Weather {
  readonly #deps: Deps
  readonly #settings: WeatherSettings | null
  /** Requests of this process that were not answered yet. */
  readonly #asking = new Set<Promise<void>>()

  constructor(deps: Deps, settings: WeatherSettings | null) {
    this.#deps = deps
    this.#settings = settings
  }

  /**
   * The hours of a spot's square; empty without a service, and while it does not work.
   * @param sender under which the squares of a visitor or member are counted
   */
  async hoursAt(spot_id: string, sender: string): Promise<WeatherHour[]> {
    if (!this.#settings) return []
    const cell = await selectCellOf(this.#deps.db, spot_id)
    if (cell === undefined) return []
    await this.#refresh([cell], sender)
    return selectHours(this.#deps.db, cell)
  }

  /** Asks for the weather of the squares of a view, so that a search can read it. Waits for a moment only. */
  async prepare(ranges: readonly { low: number; high: number }[], sender: string): Promise<void> {
    if (!this.#settings) return
    const cells = await selectCellsIn(this.#deps.db, ranges, CELLS_AT_ONCE)
    if (cells.length > 0) await atMost(this.#refresh(cells, sender), MAP_WAITS_MS)
  }

  /** Waits for what was asked for, before the database closes. */
  async close(): Promise<void> {
    await Promise.all(this.#asking)
  }

  async #refresh(cells: readonly number[], sender: string): Promise<void> {
    const claimed = await claimCells(this.#deps.db, cells, { sender, cellsAnHour: CELLS_AN_HOUR })
    if (claimed.length > 0) this.#ask(claimed)
    // Also what another request of this process has asked for.
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
      // Nobody may be waiting any more, so nothing is thrown: what was not stored is not shown.
      const reason = error instanceof ServiceDown ? error.message : { err: error }
      log.error({ reason }, 'the weather service does not work')
    }
  }
}
