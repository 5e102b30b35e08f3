import { SECONDS_PER_TILE } from '@nollie/contract/imports/area-text'
import type { Db } from '../db/open.ts'
import {
  AREA_FIGURES,
  type AreaFigures,
  getArea,
  type ImportElements,
  nameUserAgent,
  startArea,
  workArea,
} from '../modules/imports/index.ts'
import { Refusal } from '../platform/http/index.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { importElements } from './import-elements.ts'

type Command = {
  db: Db
  /** A country's ISO code, or an area as text, such as `town:41.38,2.17`. */
  area: string
  /** The API of the Overpass server. */
  server: URL
  /** This site's URL, which the server's operators see. */
  site: URL
  print: (line: string) => void
  figures?: Partial<AreaFigures>
}

const STOPPED = {
  unreachable: 'The server isn’t responding.',
  busy: 'The server is busy.',
  not_overpass: 'The server doesn’t seem to be an Overpass server. Check OVERPASS_URL.',
  denied: 'The server refuses our requests.',
  no_boundary: 'The server doesn’t know this country’s boundary. Import towns or boxes instead.',
  failed: 'A record couldn’t be stored.',
  no_file: 'The file was deleted.',
} as const

async function start({ db, area, server }: Command): Promise<string> {
  const text = /^[a-z]{2}$/i.test(area) ? `country:${area.toUpperCase()}` : area
  try {
    return await startArea(db, text, { server, started_by: null })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'AREA_TOO_LARGE')
      throw new StartRefused(`${area} is too large for one import.`)
    if (error instanceof Refusal)
      throw new StartRefused(
        `${area} isn't an area. Use a country's code like ES, town:41.38,2.17, or box:2.0,41.3,2.3,41.5.`,
      )
    throw error
  }
}

/**
 * Imports an area's skateparks from OpenStreetMap, like the admins' screen does. Continues an unfinished import of the
 * same area.
 * @throws StartRefused for an unknown area
 */
export async function importFromOsm(command: Command): Promise<{ summary: string; isWhole: boolean }> {
  const { db, server, site, print } = command
  const id = await start(command)
  const before = await getArea(db, id)
  const minutes = Math.ceil(((before.tiles - before.tiles_done) * SECONDS_PER_TILE) / 60)
  print(`${before.tiles - before.tiles_done} requests to ${server.host}, about ${minutes} min`)
  const report: ImportElements = (tx, run, elements) => importElements(tx, run, elements, print)
  await workArea(
    {
      db,
      overpass: { url: server, userAgent: nameUserAgent(site) },
      figures: { ...AREA_FIGURES, ...command.figures },
      importElements: report,
    },
    id,
    new AbortController().signal,
  )
  const { read, added, updated, here, refused, tiles_failed, reason, state } = await getArea(db, id)
  const counts = `Of ${read} records: ${added} added, ${here} already here (${updated} updated), ${refused} refused.`
  const problem = reason
    ? `${STOPPED[reason]} Run the command again to continue.`
    : tiles_failed > 0
      ? `The server couldn't answer for ${tiles_failed} parts. Retry under /admin, Imports.`
      : ''
  return { summary: [counts, problem].filter(Boolean).join('\n'), isWhole: state === 'complete' }
}
