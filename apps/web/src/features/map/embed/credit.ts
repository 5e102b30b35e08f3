import type { StreetMap } from '@nollie/contract'
import { m } from '../../../i18n/messages.ts'
import type { Basemap } from '../engine/types.ts'
import { buildLink } from './build-element.ts'
import styles from './embed.module.css'
import { fetchAsAnyone } from './fetch-as-anyone.ts'

const OSM = 'https://www.openstreetmap.org/copyright'
const OPENFREEMAP = 'https://openfreemap.org/'

async function findOwnCredit(): Promise<string> {
  try {
    const response = await fetchAsAnyone('/api/map/streets')
    const { attribution } = (await response.json()) as StreetMap
    return attribution ? m.map_credit_own({ attribution }) : m.map_credit_shipped()
  } catch {
    return m.map_credit_shipped()
  }
}

/** Shows the attribution of the spots and of the visible map data. The engine shows a configured style's attribution. */
export function showCredit(credit: HTMLElement, basemap: Basemap): void {
  const show = (text: string, address: string) =>
    credit.replaceChildren(
      buildLink(address, undefined, text),
      ' · ',
      buildLink('/about/data', undefined, m.open_data_title()),
    )
  credit.className = styles.credit ?? ''
  credit.toggleAttribute('data-custom', basemap === 'custom')
  if (basemap === 'streets') return show(m.map_credit_streets(), OPENFREEMAP)
  if (basemap === 'custom') return show(m.open_data_osm(), OSM)
  show(m.map_credit_shipped(), OSM)
  if (basemap === 'own') void findOwnCredit().then((text) => show(text, OSM))
}
